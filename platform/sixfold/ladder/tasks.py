"""What beat asks of the ladders."""
