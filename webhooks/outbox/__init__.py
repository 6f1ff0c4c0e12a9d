"""What happened, written by the database in the transaction in which it happened, and spread to those who asked for it."""
