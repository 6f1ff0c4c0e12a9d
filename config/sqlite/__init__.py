"""Django's database engine for SQLite, with triggers that outlive the rebuilding of a table (ENGINE `config.sqlite`)."""
