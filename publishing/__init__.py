"""A desk that is seen outside: what leaves it for a site or a web space."""
