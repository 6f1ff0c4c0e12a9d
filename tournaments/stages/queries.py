"""Who plays a stage, as drawing sees them."""

from django.db.models import F, QuerySet

import pairing
from pairing import DrawReason, Format
from pairing.compatibility import find_incompatibility
from tournaments.models import Entry, Stage, StageEntry, Tournament


def entrants_of(stage: Stage) -> tuple[pairing.Entrant, ...]:
    """Who plays the stage, as the draw sees them: known by the row's id, numbered by their rank in the stage."""
    columns = ("entry", "rank", "origin", "entry__seed", "entry__club__name", "entry__state", "entry__phantom")
    enrolled = list(StageEntry.objects.filter(stage=stage).order_by("rank").values_list(*columns))
    persons = sum(state != Entry.State.WITHDRAWN for *_columns, state, _phantom in enrolled)
    return tuple(
        pairing.Entrant(
            id=pk,
            number=rank,
            seed=_find_seed(stage, rank, seed),
            club=club or "",
            withdrawn=state == Entry.State.WITHDRAWN and not (phantom and completes_tables(stage.tournament, persons)),
            pool=origin,
        )
        for pk, rank, origin, seed, club, state, phantom in enrolled
    )


def list_coming_entrants(stage: Stage) -> tuple[pairing.Entrant, ...]:
    """Who would play a stage without a source if it were drawn now, by seed and number (`read_entries_by_seed`). One query."""
    tournament = stage.tournament
    rows = list(_order_by_seed(tournament).values_list("pk", "seed", "club__name", "phantom"))
    persons = [row for row in rows if not row[-1]]
    coming = rows if completes_tables(tournament, len(persons)) else persons
    return tuple(
        pairing.Entrant(id=pk, number=rank, seed=_find_seed(stage, rank, seed), club=club or "")
        for rank, (pk, seed, club, _phantom) in enumerate(coming, start=1)
    )


def enrols_anew(stage: Stage) -> bool:
    """Whether the first draw enrols everybody who is entered by then, whoever was there when the stage was planned. At most one query."""
    return stage.source_id is None and not stage.rounds.exists()


def count_coming_entries(tournament: Tournament) -> int:
    """How many entries a stage without a source would have if it were drawn now. One query."""
    phantoms = list(_order_by_seed(tournament).values_list("phantom", flat=True))
    persons = phantoms.count(False)
    return len(phantoms) if completes_tables(tournament, persons) else persons


def build_entrant(stage: Stage, entry: Entry, rank: int, origin: str = "") -> pairing.Entrant:
    """An entry with its rank in the stage and its pool in the source stage."""
    return pairing.Entrant(
        id=entry.pk,
        number=rank,
        seed=_find_seed(stage, rank, entry.seed),
        club=entry.club.name if entry.club else "",
        withdrawn=entry.has_left,
        pool=origin,
    )


def _find_seed(stage: Stage, rank: int, entered: int | None) -> int:
    """The entered seed; in a stage with a source it is the rank, and 0 where seeds do not count."""
    return (rank if stage.source_id else entered or 0) if stage.seeded else 0


def find_unsuitability(chosen: Format, tournament: Tournament) -> DrawReason | None:
    """Why this format cannot be played here; None when it suits game and entries."""
    game = tournament.game
    return find_incompatibility(chosen, sides=game.side_count, side_persons=game.entry_size, entry_size=tournament.entry_size)


def completes_tables(tournament: Tournament, persons: int) -> bool:
    """Whether a phantom fills the only empty seat: where partners change, the partner of the round can play both hands."""
    seats = tournament.game.side_count * tournament.game.entry_size
    return tournament.individual and persons % seats == seats - 1


def read_entries_by_seed(tournament: Tournament) -> list[Entry]:
    """Who plays from the first round on, best seeds first; a phantom last, and only where it completes the tables. One query."""
    entries = list(_order_by_seed(tournament).select_related("club"))
    persons = [entry for entry in entries if not entry.phantom]
    return entries if completes_tables(tournament, len(persons)) else persons


def _order_by_seed(tournament: Tournament) -> QuerySet[Entry]:
    entries = Entry.objects.filter(tournament=tournament).exclude(state=Entry.State.WITHDRAWN, phantom=False)
    return entries.order_by("phantom", F("seed").asc(nulls_last=True), "number")
