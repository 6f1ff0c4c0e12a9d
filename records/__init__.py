"""What a club tells afterwards: numbers of an evening, matches told hand by hand, the roll of honour, seasons in pictures."""
