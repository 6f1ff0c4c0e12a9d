"""TRF, FIDE's exchange format (2026 edition): so that other programs can check our draws, and we theirs."""
