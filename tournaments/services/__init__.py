"""Whatever writes more than one row, crosses a state or takes a lock."""
