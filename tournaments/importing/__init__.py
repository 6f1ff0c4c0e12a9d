"""Lists of entries as people have them: typed, pasted or in a file, to rows that say what was understood and what was not."""
