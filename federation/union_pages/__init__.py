"""The pages of a union: for its officials, for each club by a secret address, and the public rankings."""
