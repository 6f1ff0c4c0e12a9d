"""Mattazza, Matta: Romagna. Three to five players, each for himself, 40 cards: the aim is to take no points, as in Traversone and Ciapanò.

Ten cards each, eight for five; of three the dealer has fourteen and lays one aside for the winner of the last trick. No trump; the
dealer's right leads; follow suit, else play anything. Rank 3 2 A K H J 7 6 5 4.
An ace is three penalties, 3 2 K H J one each, the last trick three: 35 in all. Penalties are written to everybody's account;
whoever reaches the limit ends the game, and the fewest penalties win it.

Sources: one sentence of the seed (S), beginnings of public pages (P, P13, P14), computation (C), our decision (D).
Uncertain: nearly everything around the hand. This is enough to check the scores of a table, and no authority on the rules.
"""
