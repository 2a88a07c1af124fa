"""What the site holds of somebody: to take along, and to have erased."""
