"""Any game of which La Bella keeps only the points: burraco, scopone, pinnacola, bocce, whatever a club plays.

The options give the game its name, the words of its columns, how a match ends, and bounds and sum of a hand's points if there are any.
Two sides of one to four persons, or tables of three, four or five players who play each alone.

No cards: nothing is dealt, nothing is replayed, and nothing is checked but what the options say.
"""
