"""A site takes in what its paired desks send, shows it, and says how old it is."""
