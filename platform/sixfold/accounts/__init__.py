"""Users and their sign-in."""
