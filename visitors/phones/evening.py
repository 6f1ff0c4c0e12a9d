"""What a phone shows away from its table: where the entry stands, what it waits for, and how its last match ended."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise

from django.utils import timezone
from django.utils.functional import cached_property

from pairing import format_by_key
from pairing.format import Family
from rankings.standings_pages.chances import Chances, list_eliminated, read_chances
from rankings.standings_pages.final_list import FinalLine, read_final_list
from rankings.standings_pages.queries import StandingLine, StandingsView, list_published_stages, read_standings_view
from scoring.clocks.queries import QueueEntry, RoundClock, read_public_queue
from scoring.models import LedgerEntry
from tournaments.check_in.door_queries import has_door_bye, read_door_seat
from tournaments.models import Entry, Match, Round, Stage, Tournament
from tournaments.people.naming import PublicNaming
from visitors.phones.ending import list_tie_reasons
from visitors.tournament_pages.player import PlayerMatch, PlayerView

SETTLED_STATES = ("confirmed", "locked", "void")
FEW_LINES = 8
"""A group of so many is shown whole."""
BESIDE = 2
"""Lines shown above and below the own one in a larger group, beside the first."""


class Moment(StrEnum):
    """What the page says first."""

    WITHDRAWN = "withdrawn"
    OVER = "over"
    SEATED = "seated"
    """A match at a table, which this phone may not enter: its slip was for another round."""
    QUEUED = "queued"
    RESTING = "resting"
    OUT = "out"
    WON = "won"
    """First, and nothing left to play."""
    BETWEEN = "between"
    BEFORE = "before"


@dataclass(frozen=True, slots=True)
class StandingsExcerpt:
    """The lines of the own group around the own one; `cut` are the places after which lines are left out."""

    stage: str
    group: str
    lines: tuple[StandingLine, ...]
    own: int
    cut: frozenset[int]
    needs: str
    """What the entry still needs, in words; empty where nothing can be said."""
    places: str


@dataclass(frozen=True)
class Evening:
    player: PlayerView
    excerpt: StandingsExcerpt | None
    final: FinalLine | None
    queued: QueueEntry | None
    clocks: tuple[RoundClock, ...]
    is_over: bool
    field_size: int = 0
    """Places of the final list."""
    tie_reasons: tuple[str, ...] = ()
    """Why it stands before or behind an entry of the same points, once it is over."""
    still_playing: int = 0
    """Tables of the rounds in progress without a final result."""

    @cached_property
    def current(self) -> PlayerMatch | None:
        """The match of the published round that is not decided yet."""
        return next((match for match in self.player.now if not match.row.settled or match.row.bye), None)

    @cached_property
    def last(self) -> PlayerMatch | None:
        """The last match with a result, which a phone shows until the next one is drawn."""
        decided = [match for match in (*self.player.now, *self.player.before) if match.row.settled and not match.row.bye]
        return decided[0] if decided else None

    @cached_property
    def moment(self) -> Moment:
        if self.player.entry.state == Entry.State.WITHDRAWN:
            return Moment.WITHDRAWN
        if self.is_over:
            return Moment.OVER
        if self.current is not None:
            return Moment.RESTING if self.current.row.bye else Moment.SEATED if self.current.row.table else Moment.QUEUED
        if self.final is not None:
            return Moment.OUT if self.final.rank > 1 else Moment.WON
        return Moment.BETWEEN if self.last else Moment.BEFORE


def read_evening(entry: Entry, player: PlayerView, clocks: tuple[RoundClock, ...]) -> Evening:
    """About twenty queries; `entry` comes with its tournament. Its final place is read once it plays no more.

    What a phantom plays in its seat is not the entry's.
    """
    if entry.phantom:
        player = replace(player, now=(), before=())
    tournament = entry.tournament
    naming = PublicNaming(tournament)
    is_over = tournament.state == Tournament.State.FINISHED
    stages = list_published_stages(tournament)
    views = [read_standings_view(stage, naming) for stage in stages]
    view = next((candidate for candidate in views if candidate.find_line(entry.pk) is not None), None)
    chances = read_chances(view) if view is not None and not is_over else ()
    excerpt = build_excerpt(view, entry, chances) if view is not None else None
    plays = any(not match.row.settled or match.row.bye for match in player.now)
    is_out = view is not None and not plays and has_played_last(view.stage, entry)
    final = read_final_list(tournament, naming) if is_over or is_out else None
    own = next((line for line in final.lines if line.entry_id == entry.pk), None) if final else None
    return Evening(
        player,
        excerpt,
        own,
        _find_queue_entry(player, naming),
        clocks,
        is_over,
        field_size=len(final.lines) if final else 0,
        tie_reasons=list_tie_reasons(view, entry, own) if is_over and view is not None else (),
        still_playing=_count_playing(tournament),
    )


def has_played_last(stage: Stage, entry: Entry) -> bool:
    """Whether no match of this stage, nor of one that takes its entries from it, can still come."""
    if stage.state == Stage.State.RUNNING:
        return entry.pk in list_eliminated(stage)
    drawn = [Round.State.PUBLISHED, Round.State.CLOSED]
    return stage.state == Stage.State.FINISHED and not Stage.objects.filter(source=stage).exclude(rounds__state__in=drawn).exists()


def _count_playing(tournament: Tournament) -> int:
    """Tables of the rounds in progress whose result is not final. One query."""
    here = {"round__stage__tournament": tournament, "round__state": Round.State.PUBLISHED, "kind": Match.Kind.PLAYED}
    return Match.objects.filter(table__isnull=False, **here).exclude(result__state__in=SETTLED_STATES).count()


def _find_queue_entry(player: PlayerView, naming: PublicNaming) -> QueueEntry | None:
    """The place of the entry's match in the queue for a table; two queries, and those of the queue when it waits in it."""
    waiting = {match.row.code for match in player.now if match.row.table is None}
    if not waiting:
        return None
    queue = read_public_queue(player.entry.tournament, at=timezone.now(), naming=naming)
    return next((entry for entry in queue.waiting if entry.place.code in waiting), None)


def read_evening_version(entry: Entry) -> str:
    """Changes with the results that are final, the rounds, the matches of the entry and its name, and what was decided in no match: points
    taken away, ties. Seven queries.
    """
    tournament = entry.tournament
    rounds = Round.objects.filter(stage__tournament=tournament).order_by("pk")
    matches = Match.objects.filter(round__stage__tournament=tournament)
    settled = matches.filter(result__state__in=SETTLED_STATES).order_by("pk").values_list("pk", "result__version")
    own = matches.filter(seats__entry=entry).order_by("pk").values_list("pk", "table", "result__version", "result__state")
    waiting = matches.filter(round__state=Round.State.PUBLISHED, table=None).order_by("pk").values_list("pk", flat=True)
    decided = LedgerEntry.objects.filter(tournament=tournament, match__isnull=True).order_by("-seq").values_list("seq", flat=True).first()
    seat = read_door_seat(entry)
    state = (tournament.state, entry.state, entry.name, decided, tournament.round_minutes, seat, seat is not None and has_door_bye(entry))
    return repr((state, list(rounds.values_list("pk", "state", "starts_at")), list(settled), list(own), list(waiting)))


def find_drawing(tournament: Tournament) -> str:
    """The page that shows the latest stage best: "bracket", "pools", else "standings". One query."""
    stages = list_published_stages(tournament)
    family = format_by_key(stages[0].format_key).family if stages else None
    return family.value if family in (Family.BRACKET, Family.POOLS) else "standings"


def build_excerpt(view: StandingsView, entry: Entry, chances: Sequence[Chances]) -> StandingsExcerpt | None:
    """The first lines and those around the entry's own; None before anything counts."""
    group, at = next((group, place) for group in view.groups if (place := group.find_place(entry.pk)) is not None)
    if not group.has_begun:
        return None
    near = range(at - BESIDE, at + BESIDE + 1)
    chosen = [place for place in range(len(group.lines)) if len(group.lines) <= FEW_LINES or place == 0 or place in near]
    lines = tuple(group.lines[place] for place in chosen)
    cut = frozenset(group.lines[place].entry_id for place, following in pairwise(chosen) if following > place + 1)
    needs, heading = _find_needs(group.lines[at].name, chances)
    return StandingsExcerpt(view.stage.name, group.name, lines, entry.pk, cut, needs, heading)


def _find_needs(name: str, chances: Sequence[Chances]) -> tuple[str, str]:
    """What the entry of that name needs, and for which places; empty when two share the displayed name."""
    hopes = [(hope.needs, chance.heading) for chance in chances for hope in chance.possible if hope.name == name]
    return hopes[0] if len(hopes) == 1 else ("", "")
