"""What other programs read and write: the API, its tokens and its page."""
