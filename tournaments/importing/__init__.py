"""Parsing of lists of entries, typed, pasted or in a file, into rows that say what was understood and what was not."""
