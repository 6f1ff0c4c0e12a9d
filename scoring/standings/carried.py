"""What a stage takes over from the stages before it: with points carried, their rounds count as the first rounds of one tournament.

An entry that came later carries nothing. A stage of knockouts or of teams neither carries nor hands on.
"""

from dataclasses import dataclass

from django.db.models import Max

from scoring.standings.decisions import read_decisions
from scoring.standings.finished_matches import read_finished_matches
from standings import Carried
from tournaments.models import Round, Stage, StageEntry


@dataclass(frozen=True, slots=True)
class CarriedStage:
    """A stage whose rounds count in a later one: there they are the rounds after `offset`, `rounds` of them."""

    stage: Stage
    offset: int
    rounds: int


def list_carried_stages(stage: Stage) -> tuple[CarriedStage, ...]:
    """The stages whose points a stage carries, in the order in which they were played. One query for each, none without one."""
    before: list[Stage] = []
    current = stage
    while current.carries and current.source is not None:
        current = current.source
        before.insert(0, current)
    carried, offset = [], 0
    for earlier in before:
        played = Round.objects.filter(stage=earlier).exclude(state=Round.State.DRAFT).aggregate(last=Max("number"))["last"] or 0
        carried.append(CarriedStage(earlier, offset, played))
        offset += played
    return tuple(carried)


def read_carried(stage: Stage) -> Carried | None:
    """The results, entries and penalties of the stages whose points a stage carries; None where it carries none. Some queries for each."""
    before = list_carried_stages(stage)
    if not before:
        return None
    penalties: dict[int, int] = {}
    results = []
    for earlier in before:
        results += [result._replace(round=result.round + earlier.offset) for result in read_finished_matches(earlier.stage).results]
        for entry, points in read_decisions(earlier.stage).penalties.items():
            penalties[entry] = penalties.get(entry, 0) + points
    played = StageEntry.objects.filter(stage__in=[earlier.stage for earlier in before], entry__phantom=False)
    entries = tuple(dict.fromkeys(played.order_by("stage__number", "rank").values_list("entry_id", flat=True)))
    return Carried(before[-1].offset + before[-1].rounds, tuple(results), entries, penalties)
