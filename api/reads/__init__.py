"""What programs read, as values with a schema."""
