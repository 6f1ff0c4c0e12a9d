"""What the prints show, read from the database into the values that `scoring.sheets` and `tournaments.printouts` draw."""
