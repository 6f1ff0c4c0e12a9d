"""Marjolet: France. Two players, 32 cards, a running score to 500.

Six cards each; the next one is turned up and its suit is trump. Ten tricks with a stock, in which anything may be played: the winner of a
trick may lay down melds and exchange the seven of trumps for the turned card, then both draw. In the last six tricks a player must follow
suit, else trump, and win the trick if possible. Rank A 10 K Q J 9 8 7; aces and tens are worth 10 each, 80 in all.
Ten more: the last trick, the tenth trick, drawing the turned card, exchanging or playing the seven of trumps; 50 for all six last tricks.

Sources: the seed (S), public texts (P15, P16), computation (C), our decision (D); the handbook lists them.
Uncertain: the worth of a turned seven, which quartets count, the bonuses of the last and tenth trick; each is an option.
"""
