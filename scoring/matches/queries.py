"""A match for its page: sides, games with the columns of the sheet, the score, the next dealer, and every revision of every line."""

import datetime as dt
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rules import ENDING_LABELS, Event, HandEntry, OverruledEvent, Penalty
from rules.options import FieldKind, FieldSpec
from rules.texts import format_score
from scoring.ledger.match_log import (
    AnyGame,
    CountedLine,
    Dispute,
    Forfeit,
    LedgerLine,
    MatchLog,
    State,
    build_match_log,
    compute_result_columns,
    find_dispute,
    unwrap_overruled,
)
from scoring.matches.boxes import format_box, name_box
from scoring.matches.sides import SideView, build_sides, read_sides
from scoring.models import LedgerEntry, MatchResult
from tournaments.models import Match
from tournaments.people.naming import IN_FULL, Naming
from tournaments.stages.groups import format_group_name
from tournaments.stages.match_rules import read_match_options

LONGEST_SCORE = 6
"""Characters of a score for which static/scoring.css has a width."""


LEFT_OUT = frozenset({FieldKind.CHOICE})
"""Kinds of boxes that change no score."""


@dataclass(frozen=True, slots=True)
class FilledBox:
    """A filled box of a line, with the label of the sheet."""

    label: str
    text: str
    aside: bool = False
    """Changes no score; left out where there is little room."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A column of a game."""

    label: str
    aside: bool


@dataclass(frozen=True, slots=True)
class RevisionView:
    """One revision of a line."""

    seq: int
    boxes: tuple[FilledBox, ...]
    title: str
    reason: str = ""
    overruled: bool = False

    def place_under(self, headings: Sequence[Heading]) -> tuple[FilledBox, ...]:
        """The boxes in the columns of the sheet; empty boxes where nothing was written."""
        boxes = {box.label: box for box in self.boxes}
        return tuple(boxes.get(heading.label, FilledBox(heading.label, "", heading.aside)) for heading in headings)


@dataclass(frozen=True, slots=True)
class LineView:
    """A line of a game: what it gave each side, the running score after it, and its earlier revisions (oldest first).

    A cancelled line has no score.
    """

    seq: int
    number: int | None
    revision: RevisionView
    earlier: tuple[RevisionView, ...]
    gained: tuple[int, ...]
    score: tuple[int, ...]
    cancelled: str = ""

    @property
    def changed(self) -> bool:
        return bool(self.earlier)


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A line in the columns of its game: the current texts, and the struck-out texts of earlier revisions."""

    line: LineView
    cells: tuple[FilledBox, ...]
    struck: tuple[tuple[FilledBox, ...], ...]


@dataclass(frozen=True, slots=True)
class GameView:
    number: int
    target: int | None
    lines: tuple[LineView, ...]
    score: tuple[int, ...]
    winner: int | None
    ending: str
    running: bool

    @property
    def score_text(self) -> str:
        return format_score(self.score)

    @property
    def headings(self) -> tuple[Heading, ...]:
        """Columns that at least one hand of the game fills, in the order of the sheet."""
        hands = [line.revision.boxes for line in self.lines if line.number]
        longest = max(hands, key=len, default=())
        by_label = {box.label: Heading(box.label, box.aside) for boxes in (longest, *hands) for box in boxes}
        return tuple(by_label.values())

    @property
    def columns(self) -> int:
        """Number of columns before the score."""
        return 1 + max(1, len(self.headings))

    @property
    def wide(self) -> int:
        """Number of columns without the first, including the score and the buttons."""
        return self.columns + len(self.score)

    @property
    def score_length(self) -> int:
        """Characters of its longest score: on a phone the columns of the score are as wide."""
        scores = [self.score, *(line.score for line in self.lines)]
        return min(LONGEST_SCORE, max((len(str(points)) for score in scores for points in score), default=1))

    @property
    def rows(self) -> tuple[SheetRow, ...]:
        headings = self.headings
        return tuple(
            SheetRow(line, line.revision.place_under(headings), tuple(old.place_under(headings) for old in line.earlier))
            for line in self.lines
        )


@dataclass(frozen=True, slots=True)
class MatchView:
    """Everything about a match that a page shows without further queries."""

    match: Match
    game: AnyGame
    log: MatchLog
    sides: tuple[SideView, ...]
    state: State
    version: int
    seq: int
    games: tuple[GameView, ...]
    cancelled: tuple[LineView, ...]
    entered_by: str
    confirmed_by: str
    outcome_label: str
    """How the match ended, in words."""
    saved_at: dt.datetime | None
    dispute: Dispute | None = None
    """Who said that the result is not right, or withdrew it, while nothing else was entered."""

    @property
    def group(self) -> str:
        return format_group_name(self.match.round.stage.format_key, self.match.pool)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(side.name for side in self.sides)

    @property
    def is_decided(self) -> bool:
        return self.log.is_decided

    @property
    def winner(self) -> SideView | None:
        return None if self.log.winner is None else self.sides[self.log.winner]

    @property
    def games_won(self) -> tuple[int, ...]:
        return tuple(compute_result_columns(self.log, ()).summary["games_won"])

    @property
    def state_label(self) -> str:
        """As on the board, which does not wait for a given match to be confirmed; here it says when somebody did."""
        if not self.is_given:
            return str(self.state.label)
        return _("%(outcome)s, confirmed") % {"outcome": self.outcome_label} if self.state is State.CONFIRMED else self.outcome_label

    @property
    def is_given(self) -> bool:
        """Whether the match counts without having been played."""
        return self.log.forfeit is not None and self.state in (State.SUBMITTED, State.CONFIRMED, State.LOCKED)

    @property
    def running(self) -> GameView | None:
        return next((game for game in self.games if game.running), None)

    @property
    def next_dealer(self) -> str:
        dealer = self.log.state.dealer
        return "" if dealer is None or self.is_decided else self.game.sitting.seat_name(dealer)

    @property
    def takes_hands(self) -> bool:
        return not self.is_decided and self.state in (State.OPEN, State.DISPUTED)

    @property
    def is_editable(self) -> bool:
        return self.state not in (State.LOCKED, State.VOID)

    def is_disputed_by(self, actor: str) -> bool:
        return self.state is State.DISPUTED and self.dispute is not None and self.dispute.actor == actor

    @property
    def next_hand(self) -> int:
        return len(self.log.state.hands) + 1

    @property
    def shown_score(self) -> tuple[int, ...]:
        """The running score; once decided, or where a hand is a game, the games won, with more than two sides the points of the last."""
        last = self.log.state.finished[-1:] if self.crowded else ()
        is_running = not self.is_decided and not self.log.state.plan.has_games_of_one_hand
        return self.log.state.score if is_running else last[0].counted_score if last else self.games_won

    @property
    def crowded(self) -> bool:
        return len(self.sides) > 2

    @property
    def leading(self) -> tuple[int, ...]:
        """The leading side, as a tuple for templates; empty when level."""
        best = self.log.winner if self.is_decided else self.log.state.plan.find_best(self.shown_score)
        return () if best is None else (best,)

    @property
    def scores_by_side(self) -> tuple[tuple[SideView, int], ...]:
        return tuple(zip(self.sides, self.shown_score, strict=True))

    @property
    def last_seq(self) -> int | None:
        """The seq of the last line that counts, None without one."""
        counted = [line.seq for line in self.log.lines if line.statement is not None]
        return counted[-1] if counted else None


def load_match(
    match: Match, naming: Naming = IN_FULL, *, result: MatchResult | None = None, entries: Sequence[LedgerEntry] = ()
) -> MatchView:
    """Three queries: seats with entries, and ledger and result unless they come as they stand. `match` should come with its round,
    stage and tournament.
    """
    entries = entries or list(LedgerEntry.objects.filter(match=match).order_by("seq"))
    current = result or MatchResult.objects.filter(match=match).first() or MatchResult(match=match)
    return _build_match_view(match, entries, current, read_sides(match, naming))


def load_matches(matches: Sequence[Match]) -> list[MatchView]:
    """The views of many matches in their order. Two queries if they come as from `read_played_matches`."""
    entries: dict[int, list[LedgerEntry]] = {match.pk: [] for match in matches}
    for entry in LedgerEntry.objects.filter(match__in=matches).order_by("seq"):
        if entry.match_id is not None:
            entries[entry.match_id].append(entry)
    results = {result.match_id: result for result in MatchResult.objects.filter(match__in=matches)}
    return [
        _build_match_view(
            match, entries[match.pk], results.get(match.pk) or MatchResult(match=match), build_sides(match.seats.all(), IN_FULL)
        )
        for match in matches
    ]


def _build_match_view(match: Match, entries: Sequence[LedgerEntry], result: MatchResult, sides: tuple[SideView, ...]) -> MatchView:
    game = match.round.stage.tournament.game
    log = build_match_log(game, read_match_options(match.round), entries)
    lines = {line.seq: line for line in _build_lines(log)}
    return MatchView(
        match=match,
        game=game,
        log=log,
        sides=sides,
        state=State(result.state),
        version=result.version,
        seq=result.seq,
        games=tuple(_build_games(log, lines)),
        cancelled=tuple(
            _build_cancelled_line(log.game, cancelled_line) for cancelled_line in log.lines if cancelled_line.statement is None
        ),
        entered_by=result.entered_by,
        confirmed_by=result.confirmed_by,
        outcome_label=str(result.get_outcome_display()),
        saved_at=entries[-1].recorded_at if entries else None,
        dispute=find_dispute(entries),
    )


def build_revision_view(game: AnyGame, ledger_line: LedgerLine, index: int) -> RevisionView:
    revision = ledger_line.revisions[index]
    statement, entry = revision.statement, revision.entry
    reason = entry.get_reason_display()
    if isinstance(statement, Forfeit):
        return RevisionView(entry.seq, (), _format_forfeit_title(statement, crowded=game.side_count > 2), reason)
    if statement is None:
        return RevisionView(entry.seq, (), _("cancelled"), reason)
    event = unwrap_overruled(statement)
    title = "" if isinstance(event, HandEntry) else _(event.label)
    return RevisionView(entry.seq, list_filled_boxes(game, event), title, reason, isinstance(statement, OverruledEvent))


def list_filled_boxes(
    game: AnyGame,
    event: Event,
    *,
    say: Callable[[FieldSpec, str], str] = format_box,
    own: int = 0,
    aside: Collection[FieldKind] = LEFT_OUT,
) -> tuple[FilledBox, ...]:
    """The filled boxes of an event, in the order of its declaration; the boxes of all sides stand together, of two the `own` first. Those
    of the kinds `aside` are left out where there is little room.
    """
    typed = game.typed_from(event)
    if isinstance(event, Penalty) and not event.points:
        typed.pop("points", None)
    sides_from_own = -1 if own and game.side_count == 2 else 1
    boxes = ((spec, spec.box_names(game.side_count)[::sides_from_own]) for spec in game.fields_of(type(event)))
    written = ((spec, [say(spec, typed.get(name, "")) for name in names]) for spec, names in boxes)
    return tuple(
        FilledBox(name_box(spec), "–".join(text or "·" for text in texts), aside=spec.kind in aside)
        for spec, texts in written
        if any(texts)
    )


def _build_lines(log: MatchLog) -> Iterator[LineView]:
    number = 0
    game_number = 0
    for counted_line in log.counted_lines:
        if counted_line.before.game_number != game_number:
            game_number, number = counted_line.before.game_number, 0
        counts = isinstance(unwrap_overruled(counted_line.event), HandEntry)
        number += counts
        yield _build_line(log.game, counted_line, number if counts else None)


def _build_line(game: AnyGame, counted_line: CountedLine, number: int | None) -> LineView:
    score = _compute_score_after(counted_line)
    before = counted_line.before.score
    revisions = [build_revision_view(game, counted_line.line, index) for index in range(len(counted_line.line.revisions))]
    return LineView(
        seq=counted_line.line.seq,
        number=number,
        revision=revisions[-1],
        earlier=tuple(revisions[:-1]),
        gained=tuple(after - earlier for after, earlier in zip(score, before, strict=True)),
        score=score,
    )


def _build_cancelled_line(game: AnyGame, ledger_line: LedgerLine) -> LineView:
    revisions = [build_revision_view(game, ledger_line, index) for index in range(len(ledger_line.revisions))]
    return LineView(ledger_line.seq, None, revisions[-2], tuple(revisions[:-2]), (), (), cancelled=revisions[-1].reason)


def _compute_score_after(counted_line: CountedLine) -> tuple[int, ...]:
    """The running score after a line, in the game it belongs to."""
    closed = counted_line.after.finished[len(counted_line.before.finished) :]
    return closed[0].counted_score if closed else counted_line.after.score


def _build_games(log: MatchLog, lines: Mapping[int, LineView]) -> Iterator[GameView]:
    state = log.state
    by_game: dict[int, list[LineView]] = {}
    for counted_line in log.counted_lines:
        by_game.setdefault(counted_line.before.game_number, []).append(lines[counted_line.line.seq])
    for game in state.finished:
        label = _(ENDING_LABELS[game.ending])
        yield GameView(game.number, game.target, tuple(by_game.get(game.number, ())), game.score, game.winner, label, running=False)
    last = state.plan.most_games if log.is_decided else max(state.plan.most_games, state.game_number)
    following = range(len(state.finished) + 1, last + 1)
    for number in following:
        running = number == state.game_number and not log.is_decided
        score = state.score if running else ()
        yield GameView(number, state.plan.target_points(number), tuple(by_game.get(number, ())), score, None, "", running)


def _format_forfeit_title(forfeit: Forfeit, *, crowded: bool) -> str:
    if forfeit.winner is not None:
        return _("walk-over")
    return _("not played") if crowded else _("both absent")
