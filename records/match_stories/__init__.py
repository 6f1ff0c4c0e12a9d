"""A match told hand by hand: the score as curves, the chance of winning after each hand, the turning point."""
