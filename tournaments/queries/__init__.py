"""What pages read, as frozen values."""
