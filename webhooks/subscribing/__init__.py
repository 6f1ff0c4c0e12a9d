"""The pages on which directors say which address is told what."""
