"""The processes that play: what each reports of its sandbox and its machine, shown to staff."""
