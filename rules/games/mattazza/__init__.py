"""Mattazza, Matta: Romagna. Three to five players, each for himself, 40 cards: the aim is to take no points, as in Traversone and Ciapanò.

Each player has ten cards, eight at a table of five; at a table of three the dealer has fourteen, the others thirteen, and he lays one aside
for the winner of the last trick. No trump; the dealer's right leads; follow suit, else play anything. Rank 3 2 A K H J 7 6 5 4.
An ace is three penalties, 3 2 K H J one each, the last trick three: 35 in all. Every player's penalties are added to his own total;
a player who reaches the limit ends the game, and the player with the fewest penalties wins it.

Sources: one sentence of the seed (S), beginnings of public pages (P, P13, P14), computation (C), our decision (D).
Uncertain: nearly everything around the hand. These rules are enough to check the scores of a table; they are no authority.
"""
