"""The roll of honour of a tournament over the years: winners, trophies kept for good, evenings typed in by hand, a poster."""
