"""Tressette: all of Italy. Four players, two pairs, 40 cards, ten each, no trump; or two, who draw from the stock after each trick.

The dealer's right leads; follow suit, else play anything. Rank 3 2 A K H J 7 6 5 4: an ace is a point, 3 2 K H J a third each,
the last trick a point; fractions are dropped, so that a hand makes 11. Accuse: three, two and ace of a suit (napoletana) and three aces,
twos or threes are 3 points each, four of them 4, said at the beginning. A game goes to 21 without accuse, to 31 or more with them.

Sources: Chitarrella's rules, encyclopedias and pages of players (T1–T8), computation (C), our decision (D).
Uncertain: until when accuse are said, and whether a side may stop a game as soon as it has the target.
"""
