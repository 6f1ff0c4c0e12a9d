"""The director's console: the tables of a round on the left, one input and the open match on the right, the next step below."""
