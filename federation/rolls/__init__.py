"""The members and clubs of a union, as lists bring them, and its calendar."""
