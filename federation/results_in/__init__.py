"""Results that a union takes in: what is refused, what is asked, what changes."""
