"""Trionfo of five (Trionfino): Imola, in Romagna. Five players, each for himself, with sides that change from hand to hand; 40 cards.

Players bid for the right to name the trump: chiamo (with a secret partner, the amico, who holds a called card), di più (alone),
maso (alone, 6 points before the others have one), maso dei masi (alone, all the tricks).
The player who spoke first leads; follow suit, else play anything.
Rank 3 2 A K H J 7 6 5 4; an ace is a point, 3 2 K H J a third each, the last trick a point: 35 thirds. Six whole points win.
Each hand is paid at once: 2, 1 and three times −1 with a partner; 8, 16 or 32, a quarter from each opponent, when alone. Sums are zero.

Sources: the seed (S), public texts (P, T9), computation (C), our decision (D); the handbook lists them.
Uncertain: number of hands in a game, rounds of bidding, whether a decided maso stops; each is an option.
In Ferrara “Trionfo” is the game of four, here `marafon`; in Mariglia it is the turned card.
"""
