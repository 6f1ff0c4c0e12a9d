"""Maranna: Sicily, a variant of Briscola. Four players, fixed pairs, 40 Sicilian cards, five in hand and a stock to draw from.

Dealer's right leads; any card may be played to any lead. Rank A 3 K C D 7 6 5 4 2, worth 11 10 4 3 2 and nothing: 120 points. After each
trick all draw, the winner first, who also leads; when the stock is gone the last five tricks are played.
There is no trump until a player, in his turn, shows king and cavallo of one suit: a Maranna. The first one makes its suit trump
for the rest of the deal. Maranne score at once: 40, 60, 80, 100, in the order in which they are declared, by either side.
The first side with 1001 wins. Signs are allowed after the first Maranna; before it they cost the game.

Sources: the tournament regulation of the seed (S), public texts on Marianna (P18–P22), computation (C), our decision (D).
Uncertain: both sides reaching 1001 in one count, the moment to declare, article 9 on beating; each is an option.
"""
