"""The result file: its shape, its two spellings, its signature and its validator. Nothing here reads the database."""
