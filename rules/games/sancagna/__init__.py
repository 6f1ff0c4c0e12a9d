"""Sancagna: island of Burano, lagoon of Venice. Four players in two pairs, six in two teams of three, or two; 52 Trevisane cards.

The card after the deal is turned up and makes trump; the bottom card is shown. Six cards each (four at a table of six); if nobody has gone
out when they are played, the same dealer deals as many again. Trumps rank K J 10 4 3 2 A H 9 … and are worth 8 6 5 4 3 2 1 1; other suits
rank 4 3 2 A K H J 10 9 … and are worth 4 3 2 1 1 1 1 1: 72 points in all. Play the suit led or a trump; void, play anything.
After each trick the side that won it may call itself out: with 21 points in its tricks, and those carried from the last game, it wins the
game, a circle on the slate; 42 are two circles; the remainder is carried. A wrong call gives the game to the other side.

Sources: the seed (S) after Alberto Fiorin, computation (C), our decision (D); the handbook lists them.
Uncertain: length of a match, end without a call, wrong calls, the loser's carry, trumps led; each is an option.
"""
