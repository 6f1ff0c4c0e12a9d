"""Who calls: a token or a slip, and what it may do."""
