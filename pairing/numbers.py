"""Pairing numbers: given once for the whole stage and never changed; late entries get the next ones."""

from pairing.lots import Lots
from pairing.values import DrawRequest


def assign_numbers(request: DrawRequest, *, drawn: bool) -> tuple[int, ...]:
    """Entry ids in the order of their numbers: those of the stage's first draw, then new entries, drawn by lot with seeds first if
    `drawn`.
    """
    numbered = request.groups[0].members if request.groups else ()
    known = set(numbered)
    new = [entrant for entrant in sorted(request.entrants, key=lambda entrant: entrant.number) if entrant.id not in known]
    if drawn:
        new = Lots(request.seed, f"numbers {len(numbered)}").draw_order(new)
        new.sort(key=lambda entrant: entrant.seed or len(numbered) + len(new) + 10_000)
    present = {entrant.id for entrant in request.entrants}
    return (*(entrant for entrant in numbered if entrant in present), *(entrant.id for entrant in new))
