"""Who plays a stage, as drawing sees them."""

from django.db.models import F, QuerySet

import pairing
from pairing import DrawReason, Format
from pairing.compatibility import find_incompatibility
from tournaments.models import Entry, Stage, StageEntry, Tournament


def entrants_of(stage: Stage) -> tuple[pairing.Entrant, ...]:
    """Who plays the stage, as the draw sees them: known by the row's id, numbered by their rank in the stage."""
    columns = ("entry", "rank", "origin", "entry__seed", "entry__club__name", "entry__state")
    enrolled = StageEntry.objects.filter(stage=stage).order_by("rank").values_list(*columns)
    return tuple(
        pairing.Entrant(
            id=pk,
            number=rank,
            seed=_find_seed(stage, rank, seed),
            club=club or "",
            withdrawn=state == Entry.State.WITHDRAWN,
            pool=origin,
        )
        for pk, rank, origin, seed, club, state in enrolled
    )


def list_coming_entrants(stage: Stage) -> tuple[pairing.Entrant, ...]:
    """Who would play a stage without a source if it were drawn now, by seed and number (`read_entries_by_seed`). One query."""
    columns = ("pk", "seed", "club__name")
    entries = _order_by_seed(stage.tournament).values_list(*columns)
    return tuple(
        pairing.Entrant(id=pk, number=rank, seed=_find_seed(stage, rank, seed), club=club or "")
        for rank, (pk, seed, club) in enumerate(entries, start=1)
    )


def build_entrant(stage: Stage, entry: Entry, rank: int, origin: str = "") -> pairing.Entrant:
    """An entry with its rank in the stage and its pool in the source stage."""
    return pairing.Entrant(
        id=entry.pk,
        number=rank,
        seed=_find_seed(stage, rank, entry.seed),
        club=entry.club.name if entry.club else "",
        withdrawn=entry.state == Entry.State.WITHDRAWN,
        pool=origin,
    )


def _find_seed(stage: Stage, rank: int, entered: int | None) -> int:
    """The entered seed; in a stage with a source it is the rank, and 0 where seeds do not count."""
    return (rank if stage.source_id else entered or 0) if stage.seeded else 0


def find_unsuitability(chosen: Format, tournament: Tournament) -> DrawReason | None:
    """Why this format cannot be played here; None when it suits game and entries."""
    game = tournament.game
    return find_incompatibility(chosen, sides=game.side_count, side_persons=game.entry_size, entry_size=tournament.entry_size)


def read_entries_by_seed(tournament: Tournament) -> list[Entry]:
    return list(_order_by_seed(tournament).select_related("club"))


def _order_by_seed(tournament: Tournament) -> QuerySet[Entry]:
    entries = Entry.objects.filter(tournament=tournament).exclude(state=Entry.State.WITHDRAWN)
    return entries.order_by(F("seed").asc(nulls_last=True), "number")
