"""A match in the words of those who hold the phone: the own side first, sides as we and they, seats by the names of who sits there."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rules import Event
from rules.options import FieldKind, FieldSpec
from rules.texts import SIDE_LETTERS
from scoring.entry.outcome_messages import OutcomeMessage, build_outcome_message
from scoring.entry.outcomes import Outcome
from scoring.ledger.match_log import CountedLine, unwrap_overruled
from scoring.matches.boxes import format_box
from scoring.matches.queries import LEFT_OUT, FilledBox, GameView, LineView, MatchView, RevisionView, list_filled_boxes
from scoring.matches.sides import SideView, name_players_by_seat
from scoring.matches.situation import describe_last_game, describe_lead, describe_situation
from tournaments.models import Tournament
from tournaments.people.name_parts import split_name
from tournaments.people.names import NAME_SEPARATOR
from visitors.tournament_pages.player import PlayerMatch

Value = TypeVar("Value")


def put_own_first(values: Sequence[Value], own: int) -> tuple[Value, ...]:
    """What each side has, the own side's first; at a table of more than two sides as it is."""
    return tuple(values[::-1]) if own and len(values) == 2 else tuple(values)


def call_side(sides: Sequence[SideView], side: int, own: int) -> str:
    """“we” and “they”; at a table of more than two sides “you” and the others' names."""
    if len(sides) > 2:
        return pgettext("side on a phone", "You") if side == own else sides[side].name
    return pgettext("side on a phone", "we") if side == own else pgettext("side on a phone", "they")


def shorten_names(sides: Sequence[SideView], *, surname_first: bool) -> tuple[str, ...]:
    """What the players of a table are called where space is short: their surnames, whole names where two have the same."""
    surnames = tuple(
        NAME_SEPARATOR.join(split_name(name, surname_first=surname_first).surname for name in side.name.split(NAME_SEPARATOR))
        for side in sides
    )
    return surnames if len({*surnames}) == len(sides) else tuple(side.name for side in sides)


def name_seats(sides: Sequence[SideView]) -> dict[str, str]:
    """Who sits on each seat: the first player of a side on its first one; empty where nobody is named."""
    return name_players_by_seat([side.name for side in sides])


def name_dealer(view: MatchView) -> str:
    """Who deals next, by name; the seat where it is not known who sits there, and nothing once the match is decided."""
    return name_seats(view.sides).get(view.next_dealer) or view.next_dealer


def describe_phone_situation(view: MatchView, own: int) -> list[str]:
    """Sentences about the score as the side `own` would say them."""
    state = view.log.state
    if view.crowded and not view.is_decided:
        return [sentence for sentence in (describe_last_game(view), describe_lead(view)) if sentence]
    if view.is_decided or state.target is None:
        return describe_situation(view)
    ours, theirs = put_own_first([max(0, state.target - points) for points in state.score], own)
    needs = _("To %(target)d you need %(ours)d, they need %(theirs)d.") % {"target": state.target, "ours": ours, "theirs": theirs}
    tied = describe_lead(view) if state.begins_again else ""
    return [sentence for sentence in (describe_last_game(view), tied, needs) if sentence]


def list_phone_boxes(view: MatchView, event: Event, own: int, *, listed: bool = False) -> tuple[FilledBox, ...]:
    """The filled boxes of an event for the side `own`; `listed`: in a list, where a narrow phone has no room for names."""
    aside = LEFT_OUT | {FieldKind.SEAT} if listed else LEFT_OUT
    return list_filled_boxes(view.game, event, say=partial(_say_box, view, own), own=own, aside=aside)


def build_phone_answer(outcome: Outcome, view: MatchView, own: int, labels: Mapping[str, str]) -> OutcomeMessage | None:
    """Why the side `own` could not change anything, with proposals as it reads the match; None when the change was saved. `labels` are
    those of the boxes that it saw.
    """
    return build_outcome_message(outcome, view, directs=False, say=partial(_say_box, view, own), own=own, labels=labels)


def word_line(view: MatchView, counted: CountedLine, line: LineView, own: int, *, listed: bool = False) -> LineView:
    """A line as the side `own` reads it: boxes, points and score."""
    *earlier, current = (
        _word_revision(view, revision_view, revision.statement, own, listed=listed)
        for revision_view, revision in zip((*line.earlier, line.revision), counted.line.revisions, strict=True)
    )
    gained, score = put_own_first(line.gained, own), put_own_first(line.score, own)
    return replace(line, revision=current, earlier=tuple(earlier), gained=gained, score=score)


def word_hands(view: MatchView, own: int) -> MatchView:
    """The match with its hands as the side `own` reads them: its column first, sides as we and they. At a larger table the columns stay in
    the order of the seats, and the own one says so.
    """
    if view.crowded:
        you = pgettext("side on a phone", "You")
        return replace(view, sides=tuple(replace(side, letter=you) if side.index == own else side for side in view.sides))
    counted_lines = {counted.line.seq: counted for counted in view.log.counted_lines}
    labels = (pgettext("side on a phone", "We"), pgettext("side on a phone", "They"))
    sides = enumerate(zip(put_own_first(view.sides, own), labels, strict=True))
    return replace(
        view,
        sides=tuple(replace(side, index=index, letter=label) for index, (side, label) in sides),
        games=tuple(_word_game(view, counted_lines, game, own) for game in view.games),
    )


def _word_game(view: MatchView, counted_lines: Mapping[int, CountedLine], game: GameView, own: int) -> GameView:
    lines = tuple(word_line(view, counted_lines[line.seq], line, own, listed=True) for line in game.lines)
    winner = game.winner if game.winner is None or not own else 1 - game.winner
    return replace(game, lines=lines, score=put_own_first(game.score, own), winner=winner)


def describe_result(match: PlayerMatch | None, tournament: Tournament, complete_address: Callable[[str], str]) -> str:
    """The result of a match as the entry would send it to friends, who read the rest where the address leads; empty without one of two
    sides that everybody may see.
    """
    if match is None or not match.result or not tournament.public:
        return ""
    said = _("We won %(result)s") if match.won else _("We lost %(result)s") if match.lost else _("We tied %(result)s")
    games = f" ({match.games})" if match.games else ""
    address = complete_address(reverse("scoring:public_match", args=[tournament.slug, match.row.code]))
    return f"{said % {'result': match.result}}{games} · {tournament.name}{address and f' {address}'}"


def _word_revision(view: MatchView, revision: RevisionView, statement: object, own: int, *, listed: bool) -> RevisionView:
    event = unwrap_overruled(statement) if isinstance(statement, Event) else None
    return replace(revision, boxes=list_phone_boxes(view, event, own, listed=listed)) if isinstance(event, Event) else revision


def _say_box(view: MatchView, own: int, spec: FieldSpec, text: str) -> str:
    letters = {letter: side for side, letter in enumerate(SIDE_LETTERS)} | {str(side): side for side in range(len(view.sides))}
    if spec.kind is FieldKind.SIDE and text in letters:
        return call_side(view.sides, letters[text], own)
    if spec.kind is FieldKind.SEAT:
        return name_seats(view.sides).get(text) or text
    return format_box(spec, text)
