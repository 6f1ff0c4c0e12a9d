"""What other packages add by entry points: federations, targets of publication, sources of lists, games."""
