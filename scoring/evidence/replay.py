"""A hand card by card for the referee's page: duties of the players, the first illegal action, and its penalty."""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext as _

from paper.pips import PACKS
from rules import Event, MatchState, Problem, describe, notation
from rules import record as records
from rules.cardplay import HandReplay
from rules.cards import RANK_LETTERS, SUIT_NAMES, Pack, iterate_cards
from rules.codec import unreadable_error
from rules.deals import Action, Deal
from rules.problems import Param
from rules.record import HandRecord
from rules.scorebook import ScoreStep
from rules.texts import Text
from rules.units import format_thirds
from rules.written_cards import read_card
from rules.written_words import LINE_WORDS, RECORD_WORDS, reword_hand
from scoring.ledger.match_log import AnyGame
from scoring.matches.boxes import join_card
from scoring.matches.queries import FilledBox, list_filled_boxes

FRENCH_NAMES = {
    "D": pgettext_lazy("French suit", "diamonds"),
    "C": pgettext_lazy("French suit", "hearts"),
    "S": pgettext_lazy("French suit", "spades"),
    "B": pgettext_lazy("French suit", "clubs"),
}
PLAY = "play"


@dataclass(frozen=True, slots=True)
class CardView:
    """A card as it is drawn. `state` is "legal", "barred", "played" or empty; `more` is extra text for screen readers."""

    name: str
    suit: str
    rank: str
    label: str
    state: str = ""
    more: str = ""
    url: str = ""

    @property
    def wide(self) -> bool:
        return len(self.rank) > 1


@dataclass(frozen=True, slots=True)
class SeatView:
    """A player: the cards held now, and whether this player acts."""

    name: str
    side: int
    acts: bool
    cards: tuple[CardView, ...]
    tricks: int


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card of a trick on the table."""

    seat: str
    card: CardView
    leads: bool
    wins: bool
    faulty: bool
    step: int


@dataclass(frozen=True, slots=True)
class TrickView:
    """A trick; `laid` has one place per seat, None where nothing was played yet. `first` is the step of its lead."""

    number: int
    laid: tuple[LaidCard | None, ...]
    winner: str
    points: str
    first: int


@dataclass(frozen=True, slots=True)
class IllegalAction:
    """The first illegal action. `revoke` is true when a duty of play was broken, which is what the penalty is for."""

    step: int
    seat: str
    side: int
    description: str
    sentences: tuple[str, ...]
    revoke: bool
    trick: int


@dataclass(frozen=True, slots=True)
class Frame:
    """The table at action number `step`, 0 before the first: the duties of the player, and all cards before the action."""

    step: int
    description: str
    duties: tuple[str, ...]
    faults: tuple[str, ...]
    seats: tuple[SeatView, ...]
    trump: CardView | None
    table: tuple[LaidCard, ...]


@dataclass(frozen=True, slots=True)
class ScoreGain:
    """A step of the score: reason and points per side."""

    reason: str
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HandView:
    """A whole hand: the table at one step, all tricks, and the result. `unjudged` counts the actions after the illegal one."""

    text: str
    steps: int
    frame: Frame
    tricks: tuple[TrickView, ...]
    seats: tuple[str, ...]
    fault: IllegalAction | None
    unjudged: int
    over: bool
    boxes: tuple[FilledBox, ...]
    gains: tuple[ScoreGain, ...]
    problems: tuple[str, ...]

    @property
    def stops(self) -> Mapping[str, int | None]:
        """Steps to go to: previous and next card, previous and next trick; None where there is none."""
        step, leads = self.frame.step, [trick.first for trick in self.tricks]
        return {
            "previous_card": step - 1 if step else None,
            "next_card": step + 1 if step < self.steps else None,
            "previous_trick": max((lead for lead in leads if lead < step), default=0 if step else None),
            "next_trick": min((lead for lead in leads if lead > step), default=self.steps if step < self.steps else None),
        }


def parse_hand(game: AnyGame, text: str) -> HandRecord:
    """Parse a pasted record, JSON or text; the first lines may be missing, because the page knows the game. Raises: RuleViolation."""
    if text.lstrip().startswith("{"):
        return records.from_json(_parse_json(text))
    return notation.parse_text(game, text, headed=False, spoken=_read_line_words())[0]


def build_hand_view(game: AnyGame, record: HandRecord, state: MatchState[Any], step: int | None) -> HandView:
    """Build the hand at one step; without a step at the first illegal action, else at the end.

    Raises: RuleViolation for impossible cards.
    """
    opened = records.open_record(game, record, state)
    replay = game.replay_actions(opened, record.actions)
    steps = len(replay.deal.actions) + (replay.illegal is not None)
    illegal = find_illegal_action(game, replay, record)
    event = replay.event
    return HandView(
        text=notation.to_text(game, record),
        steps=steps,
        frame=_build_frame(game, opened, record, replay, steps if step is None else min(step, steps)),
        tricks=tuple(_build_trick_views(game, record, replay)),
        seats=tuple(game.sitting.seat_name(seat) for seat in range(game.seat_count)),
        fault=illegal,
        unjudged=len(record.actions) - steps,
        over=replay.deal.over,
        boxes=list_filled_boxes(game, event) if event else (),
        gains=tuple(_list_gains(game, state, event)),
        problems=tuple(describe(problem, _) for problem in game.problems(state, event)) if event and not state.over else (),
    )


def find_illegal_action(game: AnyGame, replay: HandReplay, record: HandRecord) -> IllegalAction | None:
    if replay.illegal is None:
        return None
    action = record.actions[replay.illegal]
    duties = {rule.fact.code for rule in replay.deal.plays}
    return IllegalAction(
        step=replay.illegal + 1,
        seat=game.sitting.seat_name(action.seat),
        side=game.sitting.side_of(action.seat),
        description=describe_action(game, replay.deal.pack, action),
        sentences=_format_sentences(replay.deal.pack, replay.problems),
        revoke=any(problem.code in duties for problem in replay.problems),
        trick=len(replay.deal.tricks) + 1,
    )


def list_suit_pips(game: AnyGame) -> tuple[tuple[str, str], ...]:
    """SVG outlines of the game's suits, by letter."""
    return tuple((letter, pip.svg_path) for letter, pip in PACKS["french" if game.pack.french else "italian"].items())


def build_example(game: AnyGame) -> str:
    """The text of an example hand, always the same for a game, as people write it."""
    rng = random.Random(game.key)  # noqa: S311  # an example, and the same for everybody
    state = game.start(game.options_from({}))
    deals = (game.random_play(game.random_deal(state, rng), rng) for _hand in range(100))
    return write_hand(game, records.build_record(game, next(deal for deal in deals if deal.tricks)))


def write_hand(game: AnyGame, record: HandRecord) -> str:
    """The text of a hand in the words and letters of the language: what `parse_hand` reads again, without the name of the game."""
    return reword_hand(notation.to_text(game, record), _read_line_words(), lambda text: _write_card(game.pack, text))


def _read_line_words() -> Mapping[str, str]:
    """The words of the language in which a hand is written."""
    return LINE_WORDS.get(str(get_language())[:2], RECORD_WORDS)


def _write_card(pack: Pack, text: str) -> str:
    """A card as it is drawn, R for the king; one that could be read as another, such as DC, with its suit in full: C-denari."""
    suit, letter = text[:1], _(RANK_LETTERS.get(text[1:], text[1:]))
    if text not in pack.numbers or letter == text[1:]:
        return text
    forms = (f"{suit}{letter}", f"{letter}-{format_suit(pack, suit)}")
    return next((form for form in forms if read_card(form, pack.numbers) == text), text)


def build_card_view(pack: Pack, name: str, **more: str) -> CardView:
    suit, rank = name[:1], name[1:]
    letter = _(RANK_LETTERS.get(rank, rank))
    return CardView(name, suit, letter, join_card(letter, format_suit(pack, suit)), **more)


def build_suit_view(pack: Pack, suit: int) -> CardView:
    """A suit alone, as a card without a rank."""
    letter = pack.suits[suit]
    return CardView(letter, letter, "", format_suit(pack, letter))


def format_suit(pack: Pack, letter: str) -> str:
    """The suit's name in the pack; an unknown letter is returned as it is."""
    if letter not in SUIT_NAMES:
        return letter
    return str(FRENCH_NAMES[letter]) if pack.french else _(SUIT_NAMES[letter])


def describe_action(game: AnyGame, pack: Pack, action: Action) -> str:
    """An action in words: who does what."""
    verb = next((verb for verb in game.verbs if verb.name == action.verb), None)
    sentence = f"{{seat}}: {action.verb} {{what}}" if verb is None else _(verb.says)
    what = _name_what(pack, action.what, {} if verb is None else verb.words)
    return sentence.format(seat=game.sitting.seat_name(action.seat), what=what).rstrip()


def _name_what(pack: Pack, what: str, words: Mapping[str, str]) -> str:
    """A card, a suit, or a word of the record as players say it."""
    kind, _dot, suit = what.partition(".")
    if word := words.get(what, words.get(kind)):
        return _(word).format(what=format_suit(pack, suit or kind))
    return build_card_view(pack, what).label if what in pack.numbers else format_suit(pack, what)


def list_held_cards(pack: Pack, deal: Deal, seat: int, states: Mapping[int, str]) -> tuple[CardView, ...]:
    """The cards of a seat, suit by suit, strongest first."""
    cards = sorted(iterate_cards(deal.holdings[seat]), key=lambda card: (pack.suit_of(card), -card))
    words = {"legal": _("legal"), "barred": _("not legal"), "played": _("played now")}
    return tuple(
        build_card_view(pack, pack.names[card], state=states.get(card, ""), more=words.get(states.get(card, ""), "")) for card in cards
    )


def list_legal_cards(game: AnyGame, deal: Deal) -> frozenset[str]:
    return frozenset(action.what for action in game.legal_actions(deal) if action.verb == PLAY)


def _build_frame(game: AnyGame, opened: Deal, record: HandRecord, replay: HandReplay, step: int) -> Frame:
    """Build the table at a step: 0 is before the first action; at step n the n-th action is being made."""
    deal = _replay_until(game, opened, record, max(step - 1, 0))
    action = record.actions[step - 1] if step else None
    faulty = replay.illegal is not None and step == replay.illegal + 1
    played = action is not None and action.verb == PLAY
    return Frame(
        step=step,
        description=describe_action(game, deal.pack, action) if action else "",
        duties=_format_sentences(deal.pack, game.list_duties(deal)) if played else (),
        faults=_format_sentences(deal.pack, replay.problems) if faulty else (),
        seats=tuple(_build_seat_view(game, deal, seat, action) for seat in range(deal.seats)),
        trump=None if deal.trump is None else build_suit_view(deal.pack, deal.trump),
        table=tuple(_list_laid_cards(game, deal, action if played else None, step, faulty=faulty)),
    )


def _replay_until(game: AnyGame, opened: Deal, record: HandRecord, action_count: int) -> Deal:
    return game.replay_actions(opened, record.actions[:action_count]).deal


def _build_seat_view(game: AnyGame, deal: Deal, seat: int, action: Action | None) -> SeatView:
    acts = action is not None and action.seat == seat
    states: dict[int, str] = {}
    if acts and action is not None and action.verb == PLAY and deal.turn == seat:
        legal = list_legal_cards(game, deal)
        states = {card: "legal" if deal.pack.names[card] in legal else "barred" for card in iterate_cards(deal.holdings[seat])}
    if acts and action is not None and action.what in deal.pack.numbers:
        states[deal.pack.numbers[action.what]] = "played"
    won = sum(trick.winner == seat for trick in deal.tricks)
    return SeatView(game.sitting.seat_name(seat), game.sitting.side_of(seat), acts, list_held_cards(deal.pack, deal, seat, states), won)


def _list_laid_cards(game: AnyGame, deal: Deal, action: Action | None, step: int, *, faulty: bool) -> Iterator[LaidCard]:
    leader = action.seat if deal.turn is None and action else ((deal.turn or 0) - len(deal.trick)) % deal.seats
    best = deal.winning_card if deal.trick else -1
    for place, card in enumerate(deal.trick):
        seat, drawn_card = (leader + place) % deal.seats, build_card_view(deal.pack, deal.pack.names[card])
        yield LaidCard(game.sitting.seat_name(seat), drawn_card, leads=place == 0, wins=card == best, faulty=False, step=step)
    if action is not None and action.what in deal.pack.numbers:
        drawn_card = build_card_view(deal.pack, action.what, state="played")
        yield LaidCard(game.sitting.seat_name(action.seat), drawn_card, leads=not deal.trick, wins=False, faulty=faulty, step=step)


def _build_trick_views(game: AnyGame, record: HandRecord, replay: HandReplay) -> Iterator[TrickView]:
    """All tricks, including an incomplete one, with an illegal card in its place."""
    plays = [(index, action) for index, action in enumerate(record.actions[: len(replay.deal.actions)], start=1) if action.verb == PLAY]
    seats, values = game.seat_count, replay.deal.pack.card_values(replay.deal.trump)
    for number, trick in enumerate(replay.deal.tricks):
        own_plays = plays[number * seats : (number + 1) * seats]
        points = sum(values[card] for card in trick.cards)
        yield _build_trick_view(
            game, replay.deal.pack, number + 1, own_plays, game.sitting.seat_name(trick.winner), _format_points(game, points)
        )
    rest = plays[len(replay.deal.tricks) * seats :]
    illegal = find_illegal_action(game, replay, record)
    if illegal is not None and record.actions[illegal.step - 1].verb == PLAY:
        rest = [*rest, (illegal.step, record.actions[illegal.step - 1])]
    if rest:
        yield _build_trick_view(game, replay.deal.pack, len(replay.deal.tricks) + 1, rest, "", "", faulty=illegal.step if illegal else 0)


def _build_trick_view(
    game: AnyGame, pack: Pack, number: int, plays: Sequence[tuple[int, Action]], winner: str, points: str, *, faulty: int = 0
) -> TrickView:
    laid: list[LaidCard | None] = [None] * game.seat_count
    for place, (step, action) in enumerate(plays):
        seat = game.sitting.seat_name(action.seat)
        card = build_card_view(pack, action.what)
        laid[action.seat] = LaidCard(seat, card, place == 0, seat == winner, step == faulty, step)
    return TrickView(number, tuple(laid), winner, points, plays[0][0])


def _format_points(game: AnyGame, points: int) -> str:
    """Points of a trick as the table counts them; some games count in thirds."""
    return format_thirds(points) if game.pack.thirds else str(points)


def _list_gains(game: AnyGame, state: MatchState[Any], event: Event | None) -> Iterator[ScoreGain]:
    steps: Sequence[ScoreStep] = game.compute_steps(state, event) if isinstance(event, game.HandEntry) else ()
    for step in steps:
        yield ScoreGain(_(step.reason), step.points)


def _format_sentences(pack: Pack, problems: Sequence[Problem]) -> tuple[str, ...]:
    """Problems as sentences with the names of cards and suits instead of their letters."""
    spoken = (replace(problem, params={name: _format_param(pack, value) for name, value in problem.params.items()}) for problem in problems)
    return tuple(capfirst(describe(problem, _)) for problem in spoken)


def _format_param(pack: Pack, value: Param) -> Param:
    if isinstance(value, Text):
        letter = next((letter for letter, suit in SUIT_NAMES.items() if suit == value), None)
        return value if letter is None else format_suit(pack, letter)
    words = value.split() if isinstance(value, str) else []
    return (
        ", ".join(build_card_view(pack, word).label for word in words) if words and all(word in pack.numbers for word in words) else value
    )


def _parse_json(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise unreadable_error("it is not a record") from error
