"""Rounds in which an entry had no place: where the fewest points win, nothing would be the best result."""

from collections import Counter
from collections.abc import Sequence

from pairing import format_by_key
from pairing.format import Family
from scoring.standings.carried import list_carried_stages
from scoring.standings.decisions import Decisions, read_decisions
from standings import CountingScheme
from tournaments.models import Round, Seat, Stage


def read_absences(
    stage: Stage, entries: Sequence[int], scheme: CountingScheme, decisions: Decisions, before: int | None = None
) -> dict[int, int]:
    """By entry the closed rounds, also of the stages whose points are carried, that gave it neither a match nor a bye and have no price
    of their own; with `before` only earlier ones. Empty where that is no advantage: no query there, else three for each stage.
    """
    form = format_by_key(stage.format_key)
    if not scheme.charges_absences or form.family is Family.BRACKET or form.in_teams:
        return {}
    absences: Counter[int] = Counter()
    for counted in (*(carried.stage for carried in list_carried_stages(stage)), stage):
        rounds = Round.objects.filter(stage=counted, state=Round.State.CLOSED)
        if before is not None and counted == stage:
            rounds = rounds.filter(number__lt=before)
        closed = set(rounds.values_list("pk", flat=True))
        seated = Counter(entry for entry, _round in set(Seat.objects.filter(round__in=closed).values_list("entry_id", "round_id")))
        priced = (decisions if counted == stage else read_decisions(counted)).priced_rounds
        absences.update({entry: max(0, len(closed) - seated[entry] - priced.get(entry, 0)) for entry in entries})
    return {entry: count for entry, count in absences.items() if count}
