"""Whom today's results put at the later matches of a bracket that is already drawn."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from pairing.formats import format_by_key
from pairing.values import DrawnRound, PlayedMatch, Position

DueSides = dict[Position, tuple[int, ...]]
"""By place in the bracket, the ids of the entries that are due there; none where nobody is."""


def find_due_sides(drawn: DrawnRound, history: Sequence[PlayedMatch], withdrawn: Collection[int] = ()) -> DueSides:
    """The places of a drawn round where the results of `history` put other entries than those it was drawn with.

    `history` holds every finished match of the earlier rounds. Of the `withdrawn` those whom the draw did not seat are due nowhere.
    Empty for formats without a bracket: there a later draw stays as it was, whatever a correction says. Of a round that is drawn ahead
    only the places at which somebody sits are compared: the others are still to be drawn.
    """
    request = drawn.request
    if tuple(history) == request.history or request.round == 1:
        return {}
    seated = {side for pairing in drawn.pairings for side in pairing.sides}
    gone = set(withdrawn) - seated
    entrants = tuple(replace(entrant, withdrawn=entrant.withdrawn or entrant.id in gone) for entrant in request.entrants)
    today = replace(request, history=tuple(history), entrants=entrants)
    form = format_by_key(request.format)
    due = form.compute_due_sides(form.options_from(request.options), drawn, today)
    if due is None:
        return {}
    before = {pairing.position: pairing.sides for pairing in drawn.pairings if pairing.position is not None}
    places = tuple(before) if request.ahead else (*before, *(due.keys() - before.keys()))
    return {place: due.get(place, ()) for place in places if set(due.get(place, ())) != set(before.get(place, ()))}
