"""The codes with which a desk becomes a desk of a club on this site."""
