"""What a desk publishes to: sites and web spaces, their passwords, what of each tournament is there, and the addresses that follow."""
