"""The page that says whether a result file is sound."""
