"""Who can still get there, for the page of the standings."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pairing import Position, format_by_key, loser_goes_to, winner_goes_to
from pairing.codec import position_from_json
from scoring.standings_pages.queries import StandingLine, StandingsView
from scoring.standings_pages.stored import COUNTED, history_of, scheme_of
from standings import Chance, Prospect, Remaining, open_prospects, point_system_by_key, prospects
from tournaments.models import Entry, Match, Round, Stage

_MOST_ENTRIES = 200
"""Larger fields are not looked through at every result."""
_OUTCOMES = {"match_won": ((1, 0), (0, 1)), "two_one_zero": ((2, 0), (1, 1), (0, 2)), "three_zero": ((3, 0), (0, 3))}
"""Points systems in which what a match can bring is known beforehand."""
_BY_RANKING = ("swiss", "danish", "heats")


@dataclass(frozen=True, slots=True)
class Hope:
    name: str
    needs: str


@dataclass(frozen=True, slots=True)
class Chances:
    """A pool, a venue or everybody: who is through, who can still be and what that takes, and who cannot any more."""

    group: str
    heading: str
    through: tuple[str, ...]
    possible: tuple[Hope, ...]
    out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Match:
    round: int
    sides: tuple[int, ...]
    counts: bool


def chances_of(view: StandingsView) -> tuple[Chances, ...]:
    """For every pool, as long as its stage is being played and something is decided already. Eight queries at most; none where it cannot be
    said.
    """
    stage = view.stage
    size = sum(len(group.lines) for group in view.groups)
    if stage.state != Stage.State.RUNNING or size > _MOST_ENTRIES:
        return ()
    if stage.format_key == "knockout":
        return _in_bracket(view)
    scheme = scheme_of(stage)
    if stage.format_key not in (*_BY_RANKING, "round_robin") or scheme.points not in _OUTCOMES:
        return ()
    fields, places = _fields(view)
    outcomes, matches, gone = _OUTCOMES[scheme.points], _matches(stage), _gone(stage)
    rest = point_system_by_key(scheme.points).worth_of_bye(scheme.bye) or 0
    found = []
    for name, lines in fields.items() if places else ():
        points = {line.entry_id: int(line.points) for line in lines}
        names = {line.entry_id: line.name for line in lines}
        own = [match for match in matches if set(match.sides) <= points.keys()]
        judge = _in_pool if stage.format_key == "round_robin" else _by_ranking
        judged = judge(stage, points, own, gone, places, outcomes, rest)
        if any(one.chance is not Chance.POSSIBLE for one in judged):
            found.append(_told(name, places, judged, names))
    return tuple(found)


def _fields(view: StandingsView) -> tuple[dict[str, Sequence[StandingLine]], int]:
    """Who competes for the same places, by what they are called, and how many places; 0 where that cannot be said.

    The pools; the venues where the first of every venue go on; else everybody.
    """
    stage = view.stage
    if stage.format_key != "heats":
        titles = {group.name: _("Pool %(name)s") % {"name": group.name} if group.name else "" for group in view.groups}
        return {titles[group.name]: group.lines for group in view.groups}, _places(stage, len(view.groups))
    lines = [line for group in view.groups for line in group.lines]
    following = _following(stage)
    if following is None or not following.of_each:
        return {"": lines}, _places(stage, 1)
    venues: dict[str, Sequence[StandingLine]] = {}
    for line in lines:
        venues[line.group] = [*venues.get(line.group, ()), line]
    return dict(sorted(venues.items())), 0 if following.best_others else following.of_each


@dataclass(frozen=True, slots=True)
class _Reach:
    """The match of a bracket that somebody plays next; or, when it plays no more, the places that it shares."""

    at: Position
    plays: bool = True

    @property
    def last(self) -> int:
        return self.at.place + self.at.width - 1

    def chance(self, places: int) -> Chance:
        if self.last <= places:
            return Chance.THROUGH
        return Chance.POSSIBLE if self.at.place <= places else Chance.OUT

    def needs(self, places: int) -> str:
        if not self.plays:
            return _("shares its place with others: a lot or a match decides")
        wins = next(wins for wins in range(self.at.width.bit_length()) if self.at.place + (self.at.width >> wins) - 1 <= places)
        return ngettext("%(wins)d more match to be won", "%(wins)d more matches to be won", wins) % {"wins": wins}


def _in_bracket(view: StandingsView) -> tuple[Chances, ...]:
    """Exact: who is out stays out, and who is in wins as often as it takes."""
    places = _places(view.stage, 1)
    names = {line.entry_id: line.name for group in view.groups for line in group.lines}
    reach = {entry: one for entry, one in _reach(view.stage, _gone(view.stage)).items() if entry in names}
    told = {chance: [entry for entry in names if entry in reach and reach[entry].chance(places) is chance] for chance in Chance}
    if not told[Chance.THROUGH] and not told[Chance.OUT]:
        return ()
    hopes = tuple(Hope(names[entry], reach[entry].needs(places)) for entry in told[Chance.POSSIBLE])
    through, out = (tuple(names[entry] for entry in told[chance]) for chance in (Chance.THROUGH, Chance.OUT))
    return (Chances("", _heading(places), through, hopes, out),)


def _reach(stage: Stage, gone: frozenset[int]) -> dict[int, _Reach]:
    """Of every entry that was drawn."""
    play_for = format_by_key(stage.format_key).options_from(stage.options).play_for
    drawn = Match.objects.filter(round__stage=stage).exclude(round__state=Round.State.DRAFT).order_by("round__number")
    over = {played.position: played.winner for played in history_of(stage)}
    found: dict[int, _Reach] = {}
    for match in drawn.prefetch_related("seats"):
        position = position_from_json(match.bracket)
        if position is None:
            continue
        sides = [seat.entry_id for seat in match.seats.all()]
        for side, entry in enumerate(sides):
            winner = 0 if len(sides) == 1 else over.get(position)
            found[entry] = _after(position, won=None if winner is None else side == winner, nobody=winner == -1, play_for=play_for)
    return {entry: _lost(one.at) if entry in gone and one.plays else one for entry, one in found.items()}


def _after(position: Position, *, won: bool | None, nobody: bool, play_for: int) -> _Reach:
    """What comes after a match; `won` is None while it is being played, and `nobody` goes on where both stayed away."""
    if won is None:
        return _Reach(position)
    target = (winner_goes_to if won else loser_goes_to)(position)
    if target is not None and target[0].place < play_for and not nobody:
        return _Reach(target[0])
    return _Reach(Position(position.place, position.width // 2, 0), plays=False) if won else _lost(position)


def _lost(position: Position) -> _Reach:
    return _Reach(Position(position.place + position.width // 2, position.width // 2, 0), plays=False)


def _places(stage: Stage, groups: int) -> int:
    """How many go on from every group; without a stage that follows, the first place. 0 where only a ranking over pools tells."""
    following = _following(stage)
    if following is None:
        return 1
    if following.best_others and (groups > 1 or following.of_each):
        return following.of_each + following.best_others if groups == 1 else 0
    return following.of_each or following.best_others


def _following(stage: Stage) -> Stage | None:
    return stage.followers.filter(takes=Stage.Takes.FIRST).order_by("number").first()


def _matches(stage: Stage) -> list[_Match]:
    """Every match of published rounds; a rest counts once its round is closed."""
    rows = Match.objects.filter(round__stage=stage).exclude(round__state=Round.State.DRAFT).select_related("round", "result")
    found = []
    for row in rows.prefetch_related("seats"):
        counts = row.round.state == Round.State.CLOSED or _is_counted(row)
        found.append(_Match(row.round.number, tuple(seat.entry_id for seat in row.seats.all()), counts))
    return found


def _is_counted(match: Match) -> bool:
    result = getattr(match, "result", None)
    return match.kind == Match.Kind.PLAYED and result is not None and result.state in COUNTED


def _gone(stage: Stage) -> frozenset[int]:
    return frozenset(Entry.objects.filter(stage_entries__stage=stage, state=Entry.State.WITHDRAWN).values_list("pk", flat=True))


def _in_pool(
    stage: Stage,
    points: Mapping[int, int],
    matches: Sequence[_Match],
    gone: frozenset[int],
    places: int,
    outcomes: tuple[tuple[int, int], ...],
    rest: int,
) -> tuple[Prospect, ...]:
    """Every two of the pool who have not met will, and everybody rests whose opponent has gone or who is left over."""
    options = format_by_key(stage.format_key).options_from(stage.options)
    counted = [match for match in matches if match.counts and set(match.sides) <= points.keys()]
    met = Counter(frozenset(match.sides) for match in counted)
    open_pairs = [pair for pair in combinations(points, 2) for _leg in range(options.meetings - met[frozenset(pair)])]
    due = Counter(one for pair in open_pairs if set(pair) & gone for one in set(pair) - gone)
    if len(points) % 2:
        due.update({one: options.meetings for one in points if one not in gone})
    for match in counted:
        if len(match.sides) == 1:
            due[match.sides[0]] -= 1
    certain = {one: value + rest * max(0, due[one]) for one, value in points.items()}
    return prospects(certain, [Remaining(pair, outcomes) for pair in open_pairs if not set(pair) & gone], places)


def _by_ranking(
    stage: Stage,
    points: Mapping[int, int],
    matches: Sequence[_Match],
    gone: frozenset[int],
    places: int,
    outcomes: tuple[tuple[int, int], ...],
    rest: int,
) -> tuple[Prospect, ...]:
    """In the last round, once it is drawn, the matches that are left; before it what anybody can win against anybody."""
    chosen = format_by_key(stage.format_key)
    rounds = chosen.round_count(chosen.options_from(stage.options), len(points))
    waiting = [match for match in matches if not match.counts]
    drawn = max((match.round for match in matches), default=0)
    if drawn == rounds:
        certain = Counter(points)
        certain.update({match.sides[0]: rest for match in waiting if len(match.sides) == 1})
        return prospects(dict(certain), [Remaining((one, other), outcomes) for one, other in _pairs(waiting)], places)
    playing = {side for match in waiting for side in match.sides}
    left = {one: 0 if one in gone else rounds - drawn + (one in playing) for one in points}
    return open_prospects(points, left, places, most=max(map(max, outcomes)), rest=rest)


def _pairs(matches: Sequence[_Match]) -> list[tuple[int, int]]:
    return [(match.sides[0], match.sides[1]) for match in matches if len(match.sides) == 2]


def _told(group: str, places: int, judged: Sequence[Prospect], names: Mapping[int, str]) -> Chances:
    """In the order of the standings."""
    by_chance = {chance: [one for one in judged if one.chance is chance] for chance in Chance}
    return Chances(
        group,
        _heading(places),
        tuple(names[one.entrant] for one in by_chance[Chance.THROUGH]),
        tuple(Hope(names[one.entrant], _needs(one)) for one in by_chance[Chance.POSSIBLE]),
        tuple(names[one.entrant] for one in by_chance[Chance.OUT]),
    )


def _heading(places: int) -> str:
    return _("Who can still be among the first %(places)d") % {"places": places} if places > 1 else _("Who can still come first")


def _needs(one: Prospect) -> str:
    """What an entry must do, and whether that is enough."""
    if one.enough:
        return _("points still needed: %(points)d, then nobody can take it away") % {"points": one.enough}
    if one.must_win:
        return _("must win everything that is left, and needs the others’ help")
    if one.needed:
        return _("points still needed: %(points)d or more, and the others’ help") % {"points": one.needed}
    return _("depends on the others too")
