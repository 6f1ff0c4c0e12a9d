"""TRF, FIDE's exchange format (2026 edition): other programs can check our draws with it, and we theirs."""
