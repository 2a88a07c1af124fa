"""Games of a person against bots: from the start, or from any turn of a match that is over."""
