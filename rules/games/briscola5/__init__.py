"""Briscola chiamata: all of Italy. Five players, each alone, 40 cards, eight each; all cards are dealt.

An auction goes down the ranks: whoever calls the lowest names the suit of the called card, which makes trump, and its holder is the secret
partner. Two against three, or one against four when the caller holds the card himself. 61 of 120 points win, more where points were bid.
The caller wins 2, his partner 1, the others lose 1 each; alone 4 against 1 from each of the four.

Sources: pages of players and clubs (C1–C6), computation (C), our decision (D).
Uncertain: what a bid of many points and a cappotto are worth: options.
"""
