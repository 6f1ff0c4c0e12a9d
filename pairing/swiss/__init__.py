"""The Swiss system for teams without colours: FIDE Handbook C.04.6, in force since 1 February 2026."""
