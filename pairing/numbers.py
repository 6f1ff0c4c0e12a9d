"""Pairing numbers: given once for the whole stage, never changed, late entries after all others."""

from pairing.lots import Lots
from pairing.values import Request


def numbers_of(request: Request, *, drawn: bool) -> tuple[int, ...]:
    """Entry ids in the order of their numbers: those of the stage's first draw, then whoever is new."""
    known = request.groups[0].members if request.groups else ()
    new = [entrant for entrant in sorted(request.entrants, key=lambda entrant: entrant.number) if entrant.id not in set(known)]
    if drawn:
        new = Lots(request.seed, f"numbers {len(known)}").shuffled(new)
        new.sort(key=lambda entrant: entrant.seed or len(known) + len(new) + 10_000)
    present = {entrant.id for entrant in request.entrants}
    return (*(entrant for entrant in known if entrant in present), *(entrant.id for entrant in new))
