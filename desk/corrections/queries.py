"""What depends on the results of a stage, as snapshots, and the difference between two snapshots."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

import pairing
from desk.rounds.drafts import read_request_today
from pairing.due_seats import find_due_sides
from pairing.format import Family
from printing.prints.heads import read_print_context
from printing.prints.honours import read_prizes
from printing.sheets_back.queries import is_stale, read_last_changes
from rankings.standings_pages.chains import read_qualified_entries
from rankings.standings_pages.queries import StandingLine, StandingsColumn, StandingsView, format_cell, read_standings_view
from rules import RuleViolation
from rules.texts import format_score
from scoring.matches.queries import MatchView, load_match
from scoring.matches.situation import describe_situation
from scoring.models import SheetIssue
from tournaments.models import Entry, Match, Round, Seat, Stage
from tournaments.refusals import ChangeRefused
from tournaments.stages.rounds import read_round_name

Pairs = frozenset[tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class QualifierList:
    """Who advances to another stage; `problem` says why that is unknown, `drawn` whether that stage is already drawn."""

    stage: str
    names: tuple[str, ...]
    problem: str
    drawn: bool


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything that depends on the results of the match's stage at one moment.

    `draws` are the later rounds with the requests of today.
    """

    view: MatchView
    standings: StandingsView
    draws: tuple[tuple[Round, pairing.DrawRequest], ...]
    through: tuple[QualifierList, ...]
    prizes: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class LineChange:
    """A line of the standings with places and points before and after. `cells` are the changed tie-breaks as text."""

    name: str
    places: tuple[str, str]
    points: tuple[float, float]
    cells: tuple[str, ...]

    @property
    def place_changes(self) -> bool:
        return self.places[0] != self.places[1]


@dataclass(frozen=True, slots=True)
class RoundChange:
    """A later round that would be drawn differently: its current pairings that depend on the result, and those in their place.

    `follows`: it is a published round of a bracket, whose seats follow the result or wait for a decision. `entered` says of these pairings
    what is entered there already; `name` is empty where rounds have only numbers.
    """

    stage: int
    number: int
    draft: bool
    pairings: tuple[str, ...]
    becomes: tuple[str, ...] = ()
    follows: bool = False
    entered: tuple[str, ...] = ()
    name: str = ""


@dataclass(frozen=True, slots=True)
class QualifierChange:
    stage: str
    drawn: bool
    comes: tuple[str, ...]
    goes: tuple[str, ...]
    problem: str


@dataclass(frozen=True, slots=True)
class PrizeChange:
    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Impact:
    """What differs in the second snapshot. `result` is the state of the match before and after, as text."""

    result: tuple[str, str]
    lines: tuple[LineChange, ...]
    rounds: tuple[RoundChange, ...]
    through: tuple[QualifierChange, ...]
    prizes: tuple[PrizeChange, ...]

    @property
    def changes_standings(self) -> bool:
        """Whether any place or points change, so that printed lists are no longer true."""
        return bool(self.lines)

    @property
    def result_changes(self) -> bool:
        return self.result[0] != self.result[1]

    @property
    def is_empty(self) -> bool:
        """Whether only the match itself changes."""
        return not (self.lines or self.rounds or self.through or self.prizes)


def read_snapshot(match: Match) -> Snapshot:
    """Read the database without drawing: drawing takes time, and other writers may be waiting."""
    fresh = Match.objects.select_related("round__stage__tournament").get(pk=match.pk)
    stage = Stage.objects.select_related("standings", "tournament").get(pk=fresh.round.stage_id)
    return Snapshot(
        view=load_match(fresh),
        standings=read_standings_view(stage),
        draws=tuple(_read_later_draws(stage, fresh.round.number)),
        through=tuple(_read_qualifiers(follower) for follower in stage.followers.order_by("number")),
        prizes=_read_prizes(stage),
    )


def compute_impact(before: Snapshot, after: Snapshot) -> Impact:
    """Compare two snapshots; draws the rounds again whose request changed. One query for each changed round."""
    return Impact(
        result=(_format_situation(before.view), _format_situation(after.view)),
        lines=tuple(_list_line_changes(before.standings, after.standings)),
        rounds=tuple(_list_round_changes(before, after)),
        through=tuple(_list_qualifier_changes(before.through, after.through)),
        prizes=tuple(_list_prize_changes(before.prizes, after.prizes)),
    )


def list_untrue_papers(match: Match) -> tuple[str, ...]:
    """Printed sheets of the match that would no longer be true, one sentence each. Two queries."""
    tournament = match.round.stage.tournament
    changed = read_last_changes(tournament).get(match.pk, 0)
    return tuple(
        _format_paper_sentence(issue)
        for issue in SheetIssue.objects.filter(match=match).order_by("serial")
        if issue.what == SheetIssue.What.FILLED or (issue.agrees and not is_stale(issue, changed))
    )


def _format_paper_sentence(issue: SheetIssue) -> str:
    values = {"name": f"{issue.match.code}-{issue.serial}", "time": date_format(localtime(issue.printed_at), "TIME_FORMAT")}
    if issue.what == SheetIssue.What.FILLED:
        return _("The match record %(name)s, printed at %(time)s, shows the old result: print it again.") % values
    return _("Sheet %(name)s came back and agreed: it has to be compared again.") % values


def _read_later_draws(stage: Stage, number: int) -> Iterator[tuple[Round, pairing.DrawRequest]]:
    for round_ in stage.rounds.filter(number__gt=number).select_related("draw", "stage__tournament").order_by("number"):
        request = read_request_today(round_)
        if request is not None:
            yield round_, request


def _read_qualifiers(follower: Stage) -> QualifierList:
    drawn = follower.rounds.exists()
    try:
        ids = [qualifier.entrant for qualifier in read_qualified_entries(follower)]
    except ChangeRefused as refusal:
        return QualifierList(follower.name, (), str(refusal), drawn)
    names = dict(Entry.objects.filter(pk__in=ids).values_list("pk", "name"))
    return QualifierList(follower.name, tuple(names[pk] for pk in ids), "", drawn)


def _read_prizes(stage: Stage) -> dict[str, str]:
    """The prize of every winner, by name."""
    context = read_print_context(stage.tournament, str)
    if not context.style.prizes:
        return {}
    return {" ".join(award.party.names): award.prize for award in read_prizes(context) if award.prize}


def _format_situation(view: MatchView) -> str:
    description = " ".join(describe_situation(view))
    return description if view.state != "void" else f"{view.state_label}. {description}"


def _index_lines(standings: StandingsView) -> dict[int, StandingLine]:
    return {line.entry_id: line for group in standings.groups for line in group.lines}


def _list_line_changes(before: StandingsView, after: StandingsView) -> Iterator[LineChange]:
    was = _index_lines(before)
    for line in _index_lines(after).values():
        old = was[line.entry_id]
        changed = (column for column in after.columns[1:] if old.cells.get(column.key) != line.cells[column.key])
        cells = tuple(f"{column.name} {_format_column_cell(old, column)} → {_format_column_cell(line, column)}" for column in changed)
        places = (old.place, line.place)
        if places[0] != places[1] or old.points != line.points or cells:
            yield LineChange(line.name, places, (old.points, line.points), cells)


def _format_column_cell(line: StandingLine, column: StandingsColumn) -> str:
    return format_cell(line.cells.get(column.key), share=column.share) or "–"


def _list_round_changes(before: Snapshot, after: Snapshot) -> Iterator[RoundChange]:
    """Draw again from both snapshots with the stored seed, so that only the effect of the change differs."""
    for (round_, request_before), (_same, request_after) in zip(before.draws, after.draws, strict=True):
        if request_before == request_after:
            continue
        is_draft = round_.state == Round.State.DRAFT
        follows = not is_draft and pairing.format_by_key(request_before.format).family is Family.BRACKET
        lost, new = _compute_seat_pairs(request_before, request_after) if follows else _compute_pairs(request_before, request_after)
        lost_matches = list(_read_lost_matches(round_, lost))
        if lost_matches:
            entered = tuple(filter(None, (_format_entered(match) for match, _seats in lost_matches)))
            names = tuple(_format_pairing(match, seats) for match, seats in lost_matches)
            name = read_round_name(round_.stage, round_.number)
            yield RoundChange(round_.stage.number, round_.number, is_draft, names, tuple(_name_pairs(new)), follows, entered, name)


def _compute_pairs(before: pairing.DrawRequest, after: pairing.DrawRequest) -> tuple[Pairs, Pairs]:
    """The pairs that are lost, and those that are new, when the round is drawn again."""
    pairs_before, pairs_after = _draw_pairs(before), _draw_pairs(after)
    return pairs_before - pairs_after, pairs_after - pairs_before


def _compute_seat_pairs(before: pairing.DrawRequest, after: pairing.DrawRequest) -> tuple[Pairs, Pairs]:
    """The same for the seats of a drawn bracket, which follow the results one by one; none while a round that they follow from has no
    result, as when its only match is open again.
    """
    try:
        drawn = pairing.draw_request(before)
    except pairing.DrawRefused:
        return frozenset(), frozenset()
    due = find_due_sides(drawn, after.history)
    drawn_pairs = (tuple(sorted(drawn_pairing.sides)) for drawn_pairing in drawn.pairings if drawn_pairing.position in due)
    return frozenset(drawn_pairs), frozenset(tuple(sorted(sides)) for sides in due.values() if sides)


def _name_pairs(pairs: Pairs) -> Iterator[str]:
    names = {entry.pk: entry.name for entry in Entry.objects.filter(pk__in={side for sides in pairs for side in sides})}
    yield from (" · ".join(names[side] for side in sides) for sides in sorted(pairs))


def _draw_pairs(request: pairing.DrawRequest) -> Pairs:
    try:
        drawn = pairing.draw_request(request)
    except (pairing.DrawRefused, RuleViolation, LookupError):
        return frozenset()
    return frozenset(tuple(sorted(drawn_pairing.sides)) for drawn_pairing in drawn.pairings)


def _read_lost_matches(round_: Round, lost_pairs: Pairs) -> Iterator[tuple[Match, list[Seat]]]:
    """The matches of these pairs, with their seats. One query."""
    seats = Seat.objects.filter(round=round_).select_related("match__result", "entry").order_by("match__position", "side", "place")
    matches: dict[int, list[Seat]] = {}
    for seat in seats:
        matches.setdefault(seat.match_id, []).append(seat)
    lost = (sides for sides in matches.values() if tuple(sorted(seat.entry_id for seat in sides)) in lost_pairs)
    yield from ((sides[0].match, sides) for sides in lost)


def _format_pairing(match: Match, seats: Sequence[Seat]) -> str:
    names = " · ".join(seat.entry.name for seat in seats)
    return _("table %(table)d: %(names)s") % {"table": match.table, "names": names} if match.table else names


def _format_entered(match: Match) -> str:
    """“table 1: 2–0, confirmed”; empty while nothing is entered."""
    result = getattr(match, "result", None)
    if result is None or not result.has_begun:
        return ""
    score = f"{format_score(result.summary.get('games_won', ()))}, {result.get_state_display()}"
    return _("table %(table)d: %(names)s") % {"table": match.table, "names": score} if match.table else score


def _list_qualifier_changes(before: Iterable[QualifierList], after: Iterable[QualifierList]) -> Iterator[QualifierChange]:
    for was, now in zip(before, after, strict=True):
        if was != now:
            comes = tuple(name for name in now.names if name not in was.names)
            goes = tuple(name for name in was.names if name not in now.names)
            yield QualifierChange(now.stage, now.drawn, comes, goes, now.problem)


def _list_prize_changes(before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[PrizeChange]:
    for name in dict.fromkeys((*before, *after)):
        if before.get(name, "") != after.get(name, ""):
            yield PrizeChange(name, before.get(name, ""), after.get(name, ""))
