"""The pages of tournaments: for everybody, for owners of bots, for organisers."""
