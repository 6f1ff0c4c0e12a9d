"""A match as its page shows it: sides, games like the columns of the sheet, what decides, who deals, and every wording of every line."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from rules import ENDING_LABELS, Event, HandEntry, MatchState, Overruled, declared_fields, game_by_key
from rules.options import FieldSpec, Kind
from rules.texts import SIDE_LETTERS, dashed
from rules.units import parse_amount, show_thirds
from scoring.ledger.match_log import Account, AnyGame, Fold, Forfeit, Progress, State, fold_entries, judge, plain
from scoring.matches.sides import SideView, sides_of
from scoring.models import LedgerEntry, MatchResult
from tournaments.models import Match
from tournaments.people.naming import IN_FULL, Naming
from tournaments.stages.groups import group_name


@dataclass(frozen=True, slots=True)
class Box:
    """A filled box of a line, in the words of the sheet."""

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
class Wording:
    """One version of a line."""

    seq: int
    boxes: tuple[Box, ...]
    title: str
    reason: str = ""
    overruled: bool = False

    def under(self, headings: Sequence[Heading]) -> tuple[Box, ...]:
        """The boxes in the columns of the sheet, empty ones where nothing was written."""
        boxes = {box.label: box for box in self.boxes}
        return tuple(boxes.get(heading.label, Box(heading.label, "", heading.aside)) for heading in headings)


@dataclass(frozen=True, slots=True)
class LineView:
    """A line of a game: what it gave each side, the running score after it, and the wordings it replaced (oldest first).

    A cancelled line has no score.
    """

    seq: int
    number: int | None
    wording: Wording
    earlier: tuple[Wording, ...]
    gained: tuple[int, ...]
    score: tuple[int, ...]
    cancelled: str = ""

    @property
    def changed(self) -> bool:
        return bool(self.earlier)


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A line under the columns of its game: the texts now, and those of the wordings it replaced."""

    line: LineView
    cells: tuple[Box, ...]
    struck: tuple[tuple[Box, ...], ...]


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
    def summed(self) -> str:
        return dashed(self.score)

    @property
    def headings(self) -> tuple[Heading, ...]:
        """Columns that some hand of the game has something in, in the order of the sheet."""
        hands = [line.wording.boxes for line in self.lines if line.number]
        longest = max(hands, key=len, default=())
        found = {box.label: Heading(box.label, box.aside) for boxes in (longest, *hands) for box in boxes}
        return tuple(found.values())

    @property
    def columns(self) -> int:
        """Columns before the score."""
        return 1 + max(1, len(self.headings))

    @property
    def wide(self) -> int:
        """All columns but the first, with those of the score and of the buttons."""
        return self.columns + len(self.score)

    @property
    def rows(self) -> tuple[SheetRow, ...]:
        headings = self.headings
        return tuple(
            SheetRow(line, line.wording.under(headings), tuple(old.under(headings) for old in line.earlier)) for line in self.lines
        )


@dataclass(frozen=True, slots=True)
class MatchView:
    """Everything about a match that a page can show without asking again."""

    match: Match
    game: AnyGame
    fold: Fold
    sides: tuple[SideView, ...]
    state: State
    version: int
    seq: int
    games: tuple[GameView, ...]
    cancelled: tuple[LineView, ...]
    entered_by: str
    saved_at: dt.datetime | None

    @property
    def group(self) -> str:
        return group_name(self.match.round.stage.format_key, self.match.pool)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(side.name for side in self.sides)

    @property
    def decided(self) -> bool:
        return self.fold.decided

    @property
    def winner(self) -> SideView | None:
        return None if self.fold.winner is None else self.sides[self.fold.winner]

    @property
    def games_won(self) -> tuple[int, ...]:
        return tuple(judge(self.fold, ()).summary["games_won"])

    @property
    def state_label(self) -> str:
        return str(self.state.label)

    @property
    def running(self) -> GameView | None:
        return next((game for game in self.games if game.running), None)

    @property
    def next_dealer(self) -> str:
        dealer = self.fold.state.dealer
        return "" if dealer is None or self.decided else self.game.sitting.seat_name(dealer)

    @property
    def takes_hands(self) -> bool:
        return not self.decided and self.state in (State.OPEN, State.DISPUTED)

    @property
    def editable(self) -> bool:
        return self.state not in (State.LOCKED, State.VOID)

    @property
    def next_hand(self) -> int:
        return len(self.fold.state.hands) + 1

    @property
    def shown_score(self) -> tuple[int, ...]:
        """What stands large: the running score; once the match is decided the games won, or where many play the points of the last game."""
        last = self.fold.state.finished[-1:] if self.crowded else ()
        return self.fold.state.score if not self.decided else last[0].counted if last else self.games_won

    @property
    def crowded(self) -> bool:
        return len(self.sides) > 2

    @property
    def leading(self) -> tuple[int, ...]:
        """The side in front, as a tuple for templates; empty when level."""
        best = self.fold.winner if self.decided else self.fold.state.plan.best(self.shown_score)
        return () if best is None else (best,)

    @property
    def scores_by_side(self) -> tuple[tuple[SideView, int], ...]:
        return tuple(zip(self.sides, self.shown_score, strict=True))

    @property
    def last_seq(self) -> int | None:
        """First seq of the last line that counts."""
        standing = [account.seq for account in self.fold.accounts if account.told is not None]
        return standing[-1] if standing else None


def load_match(match: Match, naming: Naming = IN_FULL) -> MatchView:
    """Three queries: seats with entries, ledger, result. `match` should come with its round, stage and tournament."""
    entries = list(LedgerEntry.objects.filter(match=match).order_by("seq"))
    tournament = match.round.stage.tournament
    game = game_by_key(tournament.game_key)
    fold = fold_entries(game, game.options_from(tournament.rules), entries)
    result = MatchResult.objects.filter(match=match).first() or MatchResult(match=match)
    lines = {line.seq: line for line in _lines(fold)}
    return MatchView(
        match=match,
        game=game,
        fold=fold,
        sides=sides_of(match, naming),
        state=State(result.state),
        version=result.version,
        seq=result.seq,
        games=tuple(_games(fold, lines)),
        cancelled=tuple(_cancelled_line(fold.game, account) for account in fold.accounts if account.told is None),
        entered_by=result.entered_by,
        saved_at=entries[-1].recorded_at if entries else None,
    )


def describe_situation(view: MatchView) -> list[str]:
    """Sentences about where the match stands: decided or not, who leads, what is missing to the target."""
    if view.decided:
        return [_decision(view)]
    return [sentence for sentence in (_last_game(view), _lead(view), _missing(view)) if sentence]


def wording_of(game: AnyGame, account: Account, index: int) -> Wording:
    version = account.versions[index]
    told, entry = version.told, version.entry
    reason = entry.get_reason_display()
    if isinstance(told, Forfeit):
        return Wording(entry.seq, (), _forfeit_title(told, crowded=game.side_count > 2), reason)
    if told is None:
        return Wording(entry.seq, (), _("cancelled"), reason)
    event = plain(told)
    title = "" if isinstance(event, HandEntry) else _(event.label)
    return Wording(entry.seq, boxes_of(game, event), title, reason, isinstance(told, Overruled))


def boxes_of(game: AnyGame, event: Event) -> tuple[Box, ...]:
    """The filled boxes of an event, in the order of its declaration; the two sides of a box stand together."""
    typed = game.typed_from(event)
    return tuple(_filled(game, declared_fields(type(event)), typed))


def _filled(game: AnyGame, specs: Sequence[FieldSpec], typed: Mapping[str, str]) -> Iterator[Box]:
    for spec in specs:
        texts = [shown_box(spec, typed.get(box, "")) for box in spec.boxes(game.side_count)]
        if any(texts):
            yield Box(_(spec.label), "–".join(text or "·" for text in texts), aside=spec.kind is Kind.CHOICE)


def shown_box(spec: FieldSpec, text: str) -> str:
    """What was typed, in words."""
    if spec.kind is Kind.SIDE and text.isdigit():
        return SIDE_LETTERS[int(text)]
    if spec.kind in (Kind.POINTS, Kind.POINTS_EXACT) and text:
        amount = parse_amount(text)
        return str(amount.whole) if amount.thirds is None else show_thirds(amount.thirds)
    if spec.kind is Kind.BOOLEAN:
        return {"yes": _("yes"), "no": _("no")}.get(text, text)
    labels = {str(choice.value): choice.label for choice in spec.choices} if spec.kind is not Kind.CARD else {}
    return _(labels[text]) if text in labels else text


def _lines(fold: Fold) -> Iterator[LineView]:
    number = 0
    game_number = 0
    for progress in fold.progress:
        if progress.before.game_number != game_number:
            game_number, number = progress.before.game_number, 0
        counts = isinstance(plain(progress.event), HandEntry)
        number += counts
        yield _line(fold.game, progress, number if counts else None)


def _line(game: AnyGame, progress: Progress, number: int | None) -> LineView:
    score = _score_after(progress)
    before = progress.before.score
    wordings = [wording_of(game, progress.account, index) for index in range(len(progress.account.versions))]
    return LineView(
        seq=progress.account.seq,
        number=number,
        wording=wordings[-1],
        earlier=tuple(wordings[:-1]),
        gained=tuple(after - earlier for after, earlier in zip(score, before, strict=True)),
        score=score,
    )


def _cancelled_line(game: AnyGame, account: Account) -> LineView:
    wordings = [wording_of(game, account, index) for index in range(len(account.versions))]
    return LineView(account.seq, None, wordings[-2], tuple(wordings[:-2]), (), (), cancelled=wordings[-1].reason)


def _score_after(progress: Progress) -> tuple[int, ...]:
    """The running score after a line, in the game it belongs to."""
    closed = progress.after.finished[len(progress.before.finished) :]
    return closed[0].counted if closed else progress.after.score


def _games(fold: Fold, lines: Mapping[int, LineView]) -> Iterator[GameView]:
    state = fold.state
    by_game: dict[int, list[LineView]] = {}
    for progress in fold.progress:
        by_game.setdefault(progress.before.game_number, []).append(lines[progress.account.seq])
    for game in state.finished:
        label = _(ENDING_LABELS[game.ending])
        yield GameView(game.number, game.target, tuple(by_game.get(game.number, ())), game.score, game.winner, label, running=False)
    following = range(len(state.finished) + 1, state.plan.most_games + 1)
    for number in following:
        running = number == state.game_number and not fold.decided
        score = state.score if running else ()
        yield GameView(number, state.plan.target(number), tuple(by_game.get(number, ())), score, None, "", running)


def _decision(view: MatchView) -> str:
    if view.fold.forfeit is not None:
        return _forfeit_sentence(view)
    won = view.shown_score
    if view.winner is None:
        return _("Match over, drawn %(score)s.") % {"score": dashed(won)}
    score = dashed(sorted(won, reverse=not (view.crowded and view.fold.state.plan.lowest_wins)))
    return _("Match decided: %(name)s wins %(score)s.") % {"name": view.winner.name, "score": score}


def _last_game(view: MatchView) -> str:
    """Told while nothing of the next game is entered."""
    state = view.fold.state
    if not state.finished or state.lines:
        return ""
    game = state.finished[-1]
    if game.winner is None:
        return _("Game %(number)d decided: drawn %(score)s.") % {"number": game.number, "score": dashed(game.score)}
    values = {"number": game.number, "name": view.names[game.winner], "score": dashed(game.score)}
    return _("Game %(number)d decided: %(name)s, %(score)s.") % values


def _lead(view: MatchView) -> str:
    plan, score = view.fold.state.plan, view.fold.state.score
    first, second, *_others = sorted(score, reverse=not plan.lowest_wins)
    if first == second:
        return _("Level at %(points)d.") % {"points": first} if first else ""
    return _("%(name)s leads by %(points)d.") % {"name": view.names[score.index(first)], "points": abs(first - second)}


def _missing(view: MatchView) -> str:
    state: MatchState[Any] = view.fold.state
    if state.target is None:
        return ""
    missing = [max(0, state.target - points) for points in state.score]
    values = {"target": state.target, "missing": dashed(missing)}
    return _("Missing to %(target)d: %(missing)s.") % values


def _forfeit_title(told: Forfeit, *, crowded: bool) -> str:
    if told.winner is not None:
        return _("walk-over")
    return _("not played") if crowded else _("both absent")


def _forfeit_sentence(view: MatchView) -> str:
    if view.winner is None and view.crowded:
        return _("The table was not played: nobody scores.")
    if view.winner is None:
        return _("Both sides were absent: nobody wins.")
    return _("%(name)s wins by walk-over.") % {"name": view.winner.name}
