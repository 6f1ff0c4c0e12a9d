"""The oddities of an evening, chosen by how rare they are, one sentence each."""
