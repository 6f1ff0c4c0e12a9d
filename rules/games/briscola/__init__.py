"""Briscola: all of Italy. Two, three or four players (two pairs), 40 cards; 39 for three, without one of the twos.

Three cards each; the next one is turned up under the stock and makes its suit trump. Any card may be played. The highest trump wins the
trick, else the highest card of the suit led; its winner draws first and leads. Rank A 3 K H J 7 6 5 4 2, worth 11 10 4 3 2: 120 a hand.
Whoever has 61 wins the hand, and a hand is a game; at 60–60 it is played again. Three players add their points over a number of hands.

Sources: rules of clubs and tournaments (B1–B9), computation (C), our decision (D).
Uncertain: which card may be exchanged for the turned one, if any, and what partners may show each other: options.
"""
