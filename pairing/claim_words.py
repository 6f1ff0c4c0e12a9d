"""Sentences for the claims of the checker, which uses only the standard library; the caller translates them."""

from rules.texts import _

CLAIM_SENTENCES: dict[str, str] = {
    "the fingerprint is that of the data": _("The fingerprint is that of the data shown here."),
    "nobody is seated twice": _("Nobody sits in two places."),
    "only entries that are present are seated": _("Only entries that are present are seated."),
    "everybody present is seated": _("Everybody who is present has a place."),
    "nobody meets whom it is to be kept apart from": _("No two entries that are to be kept apart meet."),
    "the seeds stand in different halves, quarters and eighths of the bracket": _(
        "The best seeds are in different halves, quarters and eighths of the bracket."
    ),
    "as many rest as the bracket has free places": _("There are as many byes as free places in the bracket."),
    "the best seeds rest": _("The byes go to the best seeds first."),
    "nobody meets its own pool in the first match": _("In the first round nobody meets an entry of the same pool."),
    "the best of the pools do not meet in the first match": _("The best of the pools do not meet in the first round."),
    "the best of the pools rest first": _("The byes go to the best of the pools first."),
    "nobody is drawn back who declined": _("No lucky loser has declined."),
    "nobody meets twice": _("Nobody meets the same opponent twice."),
    "every team meets one other team": _("Every team meets one other team on all its boards."),
    "two teams play on as many boards as both can fill": _("Two teams play on as many boards as both can fill."),
    "no two teams meet again before they have met all": _("No two teams meet again before they have met all others."),
    "C1: nobody meets again or against a prohibition, but for the exceptions": _(
        "No two meet again or against a prohibition, except as named here (C1)."
    ),
    "1.2: of two the one with the higher scores is named first": _(
        "In each pairing the entry with the higher score is named first; if equal, the second score decides (1.2)."
    ),
    "C.04.5.1: the virtual points are those of the rule": _(
        "The virtual points are those of the rule: the upper half of the numbers, in the first half of the rounds (C.04.5.1)."
    ),
    "no pairing without exceptions exists": _("This round cannot be paired without exceptions."),
    "C2 and 3.4: the bye is the right one": _(
        "The bye is the right one: lowest score, most matches, largest number of those who may rest (C2, 3.4)."
    ),
    "the brackets are the draw": _("These groups together are the whole draw."),
    "its residents are all who are left with that score": _("Its members are all entries left with that score."),
    "all its members and nobody else are paired in it": _("Every member is paired, and nobody else."),
    "C3: the rest can be paired": _("All entries below can still be paired (C3)."),
    "C4: no legal pairing has fewer upfloaters": _("No legal pairing needs fewer from below (C4)."),
    "C5: no legal pairing has better differences": _("No legal pairing brings up higher scores from below (C5)."),
    "C6, C7 and 3.5: no legal set of upfloaters is better or comes earlier": _(
        "No other legal choice of those who come up is better or comes earlier (C6, C7, 3.5)."
    ),
    "C10 and 3.6: no legal pairing is better or has an earlier identifier": _(
        "Of all pairings of the group this is the first that the rule allows (C10, 3.6)."
    ),
    "the draw brings its certificate": _("The draw comes with its certificate."),
    "everybody plays in its own venue": _("Everybody plays in the venue that the first draw gave."),
    "the order is that of the ranking": _("The order is that of the standings."),
    "the last who may rest rests": _("The bye goes to the last in the standings who can have it."),
    "the certificate is about this draw": _("The certificate is about this very draw."),
    "everybody meets the highest who leaves a legal round": _(
        "Each entry plays the highest opponent that leaves a legal round to the others."
    ),
}
