"""Everything a tournament prints, as functions from frozen values to the bytes of a PDF."""
