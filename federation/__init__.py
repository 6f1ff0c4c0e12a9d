"""Results that leave the desk for a club's union, and what the union makes of them. `docs/result-file.md` describes the file."""
