"""A pile of sheets is held up one by one, in any order: each is marked as back and its photograph is kept."""
