"""The picture of a stage: its bracket, the cross-tables of its pools, or the score groups of a Swiss."""

from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _

from pairing import format_by_key
from pairing.format import Family
from rankings.standings_pages.bracket import BracketView, read_bracket_view
from rankings.standings_pages.pools import PoolGrid, read_pool_grids
from rankings.standings_pages.queries import StandingLine, read_standings_view
from rules.texts import format_score
from scoring.matches.rounds import MatchRow, list_matches
from tournaments.models import Round, Stage
from tournaments.stages.rounds import format_round_name

PAIR = 2
MOST_ENTRIES = 128
"""A larger stage has its picture on the public page only."""


@dataclass(frozen=True, slots=True)
class GroupMember:
    """An entry of a score group, with its match of the latest round; none for who does not play in it."""

    line: StandingLine
    match: MatchRow | None

    @property
    def opponents(self) -> str:
        """Whom it meets; empty in a bye."""
        if self.match is None or self.match.bye:
            return ""
        sides = zip(self.match.names, self.match.numbers, strict=False)
        return " · ".join(name for name, number in sides if number != self.line.number)

    @property
    def result(self) -> str:
        """The games won, those of this entry’s side first; empty before the first hand."""
        if self.match is None or not self.match.result or len(self.match.names) != PAIR:
            return self.match.result if self.match else ""
        own = self.match.numbers.index(self.line.number) * PAIR // len(self.match.numbers)
        return format_score((self.match.games_won[own], self.match.games_won[1 - own]))


@dataclass(frozen=True, slots=True)
class ScoreGroup:
    """Entries of equal points, in the order of the standings."""

    points: int | float
    members: tuple[GroupMember, ...]


def read_score_groups(stage: Stage) -> tuple[ScoreGroup, ...]:
    """The score groups by the confirmed results, the highest first. Some queries."""
    latest = Round.objects.filter(stage=stage).exclude(state=Round.State.DRAFT).order_by("-number").first()
    matches = {number: row for row in list_matches(latest) for number in row.numbers} if latest else {}
    lines = sorted(
        (line for group in read_standings_view(stage).groups for line in group.lines), key=lambda line: (-line.points, line.rank)
    )
    return tuple(
        ScoreGroup(points, tuple(GroupMember(line, matches.get(line.number)) for line in members))
        for points, members in groupby(lines, key=lambda line: line.points)
    )


@dataclass(frozen=True, slots=True)
class StagePicture:
    stage: Stage
    bracket: BracketView | None
    grids: tuple[PoolGrid, ...]
    groups: tuple[ScoreGroup, ...] = ()
    open_rounds: tuple[tuple[int, str], ...] = ()
    """Numbers and names of those that are being played: their sheets are printed, and they are unpublished, from the picture."""


def find_picture_title(stage: Stage, entries: int) -> str:
    """What the picture of a stage with so many entries is called; empty where it has none. No query."""
    form = format_by_key(stage.format_key)
    titles = {Family.BRACKET: _("Bracket"), Family.POOLS: _("Cross-tables")}
    title = titles.get(form.family) or (_("Score groups") if form.score_groups else "")
    return title if title and entries <= MOST_ENTRIES else ""


def read_stage_picture(stage: Stage) -> StagePicture:
    """The picture of a stage that has one (`find_picture_title`). Some queries."""
    form = format_by_key(stage.format_key)
    numbers = stage.rounds.filter(state=Round.State.PUBLISHED).order_by("number").values_list("number", flat=True)
    open_numbers = list(numbers) if form.plays_ahead else list(numbers[:1])
    entries = stage.stage_entries.count()
    return StagePicture(
        stage,
        bracket=read_bracket_view(stage) if form.family is Family.BRACKET else None,
        grids=tuple(read_pool_grids(stage)) if form.family is Family.POOLS else (),
        groups=read_score_groups(stage) if form.score_groups else (),
        open_rounds=tuple((number, format_round_name(stage, number, entries)) for number in open_numbers),
    )
