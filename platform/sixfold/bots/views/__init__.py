"""Pages of uploads and versions, and of the people of a bot."""
