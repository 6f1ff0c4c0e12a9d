"""Which entries can still qualify, for the page of the standings."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pairing import Position, find_loser_target, find_winner_target, format_by_key
from pairing.chain import EVERYBODY
from pairing.codec import position_from_json
from pairing.format import Family
from rankings.standings_pages.queries import StandingLine, StandingsView
from scoring.standings.finished_matches import COUNTED, read_played_history
from scoring.standings.stored import read_counting, read_scheme
from standings import Chance, Prospect, RemainingMatch, compute_open_prospects, compute_prospects, point_system_by_key
from tournaments.models import Entry, Match, Round, Stage

_MOST_ENTRIES = 200
"""Larger fields are not looked through at every result."""
_WORTH = {"match_won": (1, 0), "two_one_zero": (2, 1), "three_one_zero": (3, 1), "three_zero": (3, 0)}
"""What a match won and a tied match are worth, by the points systems in which that is known beforehand."""
_NOWHERE = -1_000_000
"""The points of who has withdrawn, where places go on to another stage: it makes room for the next."""


@dataclass(frozen=True, slots=True)
class OpenChance:
    name: str
    needs: str


@dataclass(frozen=True, slots=True)
class Chances:
    """One pool, venue or the whole field: who has qualified, who still can and what that takes, and who no longer can."""

    group: str
    heading: str
    through: tuple[str, ...]
    possible: tuple[OpenChance, ...]
    out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _MatchFacts:
    round: int
    sides: tuple[int, ...]
    counts: bool


def read_chances(view: StandingsView) -> tuple[Chances, ...]:
    """Read the chances of every pool while its stage is being played, once something is decided. Eight queries at most.

    Empty where the format or the points do not allow a statement, or for more than 200 entries.
    """
    stage = view.stage
    size = sum(len(group.lines) for group in view.groups)
    if stage.state != Stage.State.RUNNING or size > _MOST_ENTRIES:
        return ()
    form = format_by_key(stage.format_key)
    if form.one_tree:
        return _judge_bracket(view)
    scheme = read_scheme(stage)
    if form.family not in (Family.RANKING, Family.POOLS) or scheme.points not in _WORTH or scheme.bye_average:
        return ()
    following = _find_following_stage(stage)
    fields, places = _read_fields(view, following)
    outcomes, matches, withdrawn = _list_outcomes(stage, scheme.points), _read_matches(stage), _read_withdrawn(stage)
    rest = point_system_by_key(scheme.points).get_bye_worth(scheme.bye) or 0
    chances = []
    for name, lines in fields.items() if places else ():
        left = withdrawn if following else frozenset()
        points = {line.entry_id: _NOWHERE if line.entry_id in left else int(line.points) for line in lines}
        names = {line.entry_id: line.name for line in lines}
        own = [match for match in matches if set(match.sides) <= points.keys()]
        judge = _judge_pool if form.family is Family.POOLS else _judge_ranking
        judged = judge(stage, points, own, withdrawn, places, outcomes, rest)
        if any(prospect.chance is not Chance.POSSIBLE for prospect in judged if prospect.entrant not in left):
            told = [replace(prospect, chance=Chance.OUT) if prospect.entrant in left else prospect for prospect in judged]
            chances.append(_build_chances(name, places, told, names))
    return tuple(chances)


def _list_outcomes(stage: Stage, points: str) -> tuple[tuple[int, int], ...]:
    """What a match of this stage can bring its two sides."""
    won, tied = _WORTH[points]
    ties = ((tied, tied),) if tied or read_counting(stage).matches_may_tie else ()
    return ((won, 0), *ties, (0, won))


def _read_fields(view: StandingsView, following: Stage | None) -> tuple[dict[str, Sequence[StandingLine]], int]:
    """List the entries that compete for the same places, by heading, and the number of places; 0 where that is not known.

    These are the pools; the venues if the first of every venue advance; else all entries.
    """
    stage = view.stage
    if not format_by_key(stage.format_key).in_venues:
        titles = {group.name: _("Pool %(name)s") % {"name": group.name} if group.name else "" for group in view.groups}
        return {titles[group.name]: group.lines for group in view.groups}, _count_places(following, len(view.groups))
    lines = [line for group in view.groups for line in group.lines]
    if following is None or not following.of_each:
        return {"": lines}, _count_places(following, 1)
    venues: dict[str, Sequence[StandingLine]] = {}
    for line in lines:
        venues[line.group] = [*venues.get(line.group, ()), line]
    return dict(sorted(venues.items())), 0 if following.best_others else following.of_each


@dataclass(frozen=True, slots=True)
class _BracketReach:
    """The next match of an entry in a bracket; or, when it plays no more, the shared places it holds."""

    at: Position
    plays: bool = True

    @property
    def last(self) -> int:
        return self.at.place + self.at.width - 1

    def judge_chance(self, places: int) -> Chance:
        if self.last <= places:
            return Chance.THROUGH
        return Chance.POSSIBLE if self.at.place <= places else Chance.OUT

    def format_needs(self, places: int) -> str:
        if not self.plays:
            return _("tied: a draw or a play-off decides")
        wins = next(wins for wins in range(self.at.width.bit_length()) if self.at.place + (self.at.width >> wins) - 1 <= places)
        return ngettext("%(wins)d more match to be won", "%(wins)d more matches to be won", wins) % {"wins": wins}


def list_eliminated(stage: Stage) -> frozenset[int]:
    """The entries of a bracket that have played and play no more, its winner among them; empty for other formats. Three queries."""
    if not format_by_key(stage.format_key).one_tree:
        return frozenset()
    reach = _read_reach(stage, _read_withdrawn(stage))
    return frozenset(entry for entry, entry_reach in reach.items() if not entry_reach.plays)


def _judge_bracket(view: StandingsView) -> tuple[Chances, ...]:
    """Judge a bracket exactly: an eliminated entry stays out, the others need a known number of wins."""
    places = _count_places(_find_following_stage(view.stage), 1)
    names = {line.entry_id: line.name for group in view.groups for line in group.lines}
    reach = {entry: entry_reach for entry, entry_reach in _read_reach(view.stage, _read_withdrawn(view.stage)).items() if entry in names}
    by_chance = {chance: [entry for entry in names if entry in reach and reach[entry].judge_chance(places) is chance] for chance in Chance}
    if not by_chance[Chance.THROUGH] and not by_chance[Chance.OUT]:
        return ()
    hopes = tuple(OpenChance(names[entry], reach[entry].format_needs(places)) for entry in by_chance[Chance.POSSIBLE])
    through, out = (tuple(names[entry] for entry in by_chance[chance]) for chance in (Chance.THROUGH, Chance.OUT))
    return (Chances("", _format_heading(places), through, hopes, out),)


def _read_reach(stage: Stage, gone: frozenset[int]) -> dict[int, _BracketReach]:
    """Read the reach of every drawn entry."""
    play_for = format_by_key(stage.format_key).options_from(stage.options).play_for
    drawn = Match.objects.filter(round__stage=stage).exclude(round__state=Round.State.DRAFT).order_by("round__number")
    winners = {played.position: played.winner for played in read_played_history(stage)}
    reaches: dict[int, _BracketReach] = {}
    for match in drawn.prefetch_related("seats"):
        position = position_from_json(match.bracket)
        if position is None:
            continue
        sides = [seat.entry_id for seat in match.seats.all()]
        for side, entry in enumerate(sides):
            winner = 0 if len(sides) == 1 else winners.get(position)
            reaches[entry] = _compute_reach_after(
                position, won=None if winner is None else side == winner, nobody=winner == -1, play_for=play_for
            )
    return {entry: _compute_reach_after_loss(reach.at) if entry in gone and reach.plays else reach for entry, reach in reaches.items()}


def _compute_reach_after(position: Position, *, won: bool | None, nobody: bool, play_for: int) -> _BracketReach:
    """Compute the reach after a match; `won` is None while it is being played; with `nobody` (both absent) no side advances."""
    if won is None:
        return _BracketReach(position)
    target = (find_winner_target if won else find_loser_target)(position)
    if target is not None and target[0].place < play_for and not nobody:
        return _BracketReach(target[0])
    return _BracketReach(Position(position.place, position.width // 2, 0), plays=False) if won else _compute_reach_after_loss(position)


def _compute_reach_after_loss(position: Position) -> _BracketReach:
    return _BracketReach(Position(position.place + position.width // 2, position.width // 2, 0), plays=False)


def _count_places(following: Stage | None, groups: int) -> int:
    """How many advance from every group; 1 if no stage follows. 0 where all do, or a ranking over pools decides."""
    if following is None:
        return 1
    if following.best_others >= EVERYBODY:
        return 0
    if following.best_others and (groups > 1 or following.of_each):
        return following.of_each + following.best_others if groups == 1 else 0
    return following.of_each or following.best_others


def _find_following_stage(stage: Stage) -> Stage | None:
    return stage.followers.filter(takes=Stage.Takes.FIRST).order_by("number").first()


def _read_matches(stage: Stage) -> list[_MatchFacts]:
    """Read the matches of published rounds; a bye counts once its round is closed."""
    rows = Match.objects.filter(round__stage=stage).exclude(round__state=Round.State.DRAFT).select_related("round", "result")
    matches = []
    for row in rows.prefetch_related("seats"):
        counts = row.round.state == Round.State.CLOSED or _is_counted(row)
        matches.append(_MatchFacts(row.round.number, tuple(seat.entry_id for seat in row.seats.all()), counts))
    return matches


def _is_counted(match: Match) -> bool:
    result = getattr(match, "result", None)
    return match.kind == Match.Kind.PLAYED and result is not None and result.state in COUNTED


def _read_withdrawn(stage: Stage) -> frozenset[int]:
    return frozenset(Entry.objects.filter(stage_entries__stage=stage, state=Entry.State.WITHDRAWN).values_list("pk", flat=True))


def _judge_pool(
    stage: Stage,
    points: Mapping[int, int],
    matches: Sequence[_MatchFacts],
    withdrawn: frozenset[int],
    places: int,
    outcomes: tuple[tuple[int, int], ...],
    rest: int,
) -> tuple[Prospect, ...]:
    """Judge a pool: every two entries that have not met will meet; an entry rests when its opponent withdrew or when the number is odd."""
    options = format_by_key(stage.format_key).options_from(stage.options)
    counted = [match for match in matches if match.counts and set(match.sides) <= points.keys()]
    met = Counter(frozenset(match.sides) for match in counted)
    open_pairs = [pair for pair in combinations(points, 2) for _leg in range(options.meetings - met[frozenset(pair)])]
    due = Counter(entry for pair in open_pairs if set(pair) & withdrawn for entry in set(pair) - withdrawn)
    if len(points) % 2:
        due.update({entry: options.meetings for entry in points if entry not in withdrawn})
    for match in counted:
        if len(match.sides) == 1:
            due[match.sides[0]] -= 1
    certain = {entry: value + rest * max(0, due[entry]) for entry, value in points.items()}
    return compute_prospects(certain, [RemainingMatch(pair, outcomes) for pair in open_pairs if not set(pair) & withdrawn], places)


def _judge_ranking(
    stage: Stage,
    points: Mapping[int, int],
    matches: Sequence[_MatchFacts],
    withdrawn: frozenset[int],
    places: int,
    outcomes: tuple[tuple[int, int], ...],
    rest: int,
) -> tuple[Prospect, ...]:
    """Judge a ranking: in the last round, once drawn, by the open matches; before that by what each entry can win at most."""
    chosen = format_by_key(stage.format_key)
    rounds = chosen.count_rounds(chosen.options_from(stage.options), len(points))
    waiting = [match for match in matches if not match.counts]
    drawn = max((match.round for match in matches), default=0)
    if drawn == rounds:
        certain = Counter(points)
        certain.update({match.sides[0]: rest for match in waiting if len(match.sides) == 1})
        return compute_prospects(
            dict(certain), [RemainingMatch((first, second), outcomes) for first, second in _list_pairs(waiting)], places
        )
    playing = {side for match in waiting for side in match.sides}
    left = {entry: 0 if entry in withdrawn else rounds - drawn + (entry in playing) for entry in points}
    return compute_open_prospects(points, left, places, most=max(map(max, outcomes)), rest=rest)


def _list_pairs(matches: Sequence[_MatchFacts]) -> list[tuple[int, int]]:
    return [(match.sides[0], match.sides[1]) for match in matches if len(match.sides) == 2]


def _build_chances(group: str, places: int, judged: Sequence[Prospect], names: Mapping[int, str]) -> Chances:
    """Build the chances of one group, in the order of the standings."""
    by_chance = {chance: [prospect for prospect in judged if prospect.chance is chance] for chance in Chance}
    return Chances(
        group,
        _format_heading(places),
        tuple(names[prospect.entrant] for prospect in by_chance[Chance.THROUGH]),
        tuple(OpenChance(names[prospect.entrant], _format_needs(prospect)) for prospect in by_chance[Chance.POSSIBLE]),
        tuple(names[prospect.entrant] for prospect in by_chance[Chance.OUT]),
    )


def _format_heading(places: int) -> str:
    return _("Who can still finish in the top %(places)d") % {"places": places} if places > 1 else _("Who can still win")


def _format_needs(prospect: Prospect) -> str:
    """Say what an entry must do, and whether that is enough."""
    if prospect.enough:
        return _("points still needed: %(points)d, and the place is certain") % {"points": prospect.enough}
    if prospect.must_win:
        return _("must win all remaining matches, and needs others to lose")
    if prospect.needed:
        return _("points still needed: %(points)d or more, and others must lose") % {"points": prospect.needed}
    return _("depends on the others too")
