"""A site to try programs against: three clubs, a season, an evening that plays itself, and tokens that everybody knows."""
