"""Mariglia, “Sardinian bridge”: northern Sardinia (Sassari, Olbia, Nuoro). Four players, two fixed pairs, 40 cards.

The dealer turns up the last card, the trionfo: its suit is trump and the dealer's side scores its value at once.
Ten tricks; follow suit, and beat the winning card if an opponent has played it and you can.
Each side counts its cards (7 = 5, ace 4, king 3, jack 2, queen 1) and one point a trick: 70 in all.
The side with more writes what it has above 35.

Sources: the seed (S), public texts (P1, P2, P3), computation (C), our decision (D); the handbook lists them.
Uncertain: order and value of jack and queen, next dealer, price of a revoke; each is an option or listed in `discrepancies`.
"""
