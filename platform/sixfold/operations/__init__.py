"""What those who look after a Sixfold need: backups, figures, and the state of things."""
