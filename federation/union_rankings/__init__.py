"""Rankings and series of a union, computed from the results that count."""
