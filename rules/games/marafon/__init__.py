"""Marafon – Beccaccino: Romagna (Maraffone, Maraffa, Beccacino, Pirucco; “Trionfo” around Ferrara). Four players, fixed pairs, 40 cards.

The battezzante names the trump suit and leads; then he deals the next hand. Ten tricks; follow suit if you can, else play anything.
Rank 3 2 A K H J 7 6 5 4 in every suit. An ace is a point, 3 2 K H J a third each, the last trick a point: 35 thirds.
Fractions are dropped, so the two sides share 11. Trump 3-2-A in one hand is a marafona: declared in the first trick, 3 points.
The first side with 41 wins a game; a player may stop the hand and claim: a right claim wins the game, a wrong one loses it.

Sources: the seed (S), public texts (P5–P11), implementations (G2), computation (C), our decision (D); the handbook lists them.
Uncertain: first dealer, both sides over the target, announcements; each is an option or listed in `discrepancies`.
"""
