"""One field for whatever has a name here."""
