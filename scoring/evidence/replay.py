"""A hand card by card as the referee's page shows it: who was obliged to what, where the first illegal card fell, what it costs."""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from paper.pips import PACKS
from rules import Event, MatchState, Problem, describe, notation
from rules import record as records
from rules.cardplay import Replay
from rules.cards import SUIT_NAMES, Pack, cards_of
from rules.codec import unreadable
from rules.deals import Action, Deal
from rules.problems import Param
from rules.record import Record
from rules.scorebook import Step
from rules.texts import Text
from rules.units import show_thirds
from scoring.ledger.match_log import AnyGame
from scoring.matches.queries import Box, boxes_of

FRENCH_NAMES = {
    "D": pgettext_lazy("French suit", "diamonds"),
    "C": pgettext_lazy("French suit", "hearts"),
    "S": pgettext_lazy("French suit", "spades"),
    "B": pgettext_lazy("French suit", "clubs"),
}
PLAY = "play"


@dataclass(frozen=True, slots=True)
class CardView:
    """A card as it is drawn. `mark` is "legal", "barred", "played" or empty; `more` is said of it to whoever does not see it."""

    name: str
    suit: str
    rank: str
    label: str
    mark: str = ""
    more: str = ""
    url: str = ""

    @property
    def wide(self) -> bool:
        return len(self.rank) > 1


@dataclass(frozen=True, slots=True)
class SeatView:
    """A player: what is held at this moment, and whether it is this player's action."""

    name: str
    side: int
    acts: bool
    cards: tuple[CardView, ...]
    tricks: int


@dataclass(frozen=True, slots=True)
class Laid:
    """A card of a trick on its way round the table."""

    seat: str
    card: CardView
    leads: bool
    wins: bool
    faulty: bool
    step: int


@dataclass(frozen=True, slots=True)
class TrickView:
    """A trick; `laid` has one place for each seat of the table, None where nothing was played yet. `first` is the step of its lead."""

    number: int
    laid: tuple[Laid | None, ...]
    winner: str
    points: str
    first: int


@dataclass(frozen=True, slots=True)
class Fault:
    """The first illegal action. `revoke` says that a duty of play was broken, which is what the penalty is for."""

    step: int
    seat: str
    side: int
    said: str
    sentences: tuple[str, ...]
    revoke: bool
    trick: int


@dataclass(frozen=True, slots=True)
class Frame:
    """The table when action number `step` is made, 0 before the first: what bound the player, and everybody's cards before it."""

    step: int
    said: str
    duties: tuple[str, ...]
    faults: tuple[str, ...]
    seats: tuple[SeatView, ...]
    trump: CardView | None
    table: tuple[Laid, ...]


@dataclass(frozen=True, slots=True)
class Gain:
    """A step of the score: what for, and points per side."""

    reason: str
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HandView:
    """A whole hand: the table at one step, all tricks, how it ended."""

    text: str
    steps: int
    frame: Frame
    tricks: tuple[TrickView, ...]
    seats: tuple[str, ...]
    fault: Fault | None
    unjudged: int
    over: bool
    boxes: tuple[Box, ...]
    gains: tuple[Gain, ...]
    problems: tuple[str, ...]

    @property
    def stops(self) -> Mapping[str, int | None]:
        """Steps to go to: the card and the trick before and after this one."""
        step, leads = self.frame.step, [trick.first for trick in self.tricks]
        return {
            "previous_card": step - 1 if step else None,
            "next_card": step + 1 if step < self.steps else None,
            "previous_trick": max((lead for lead in leads if lead < step), default=0 if step else None),
            "next_trick": min((lead for lead in leads if lead > step), default=self.steps if step < self.steps else None),
        }


def read_hand(game: AnyGame, text: str) -> Record:
    """A record from what was pasted, JSON or text; the first lines may be left out, as the page knows the game. Raises RuleViolation."""
    if text.lstrip().startswith("{"):
        return records.from_json(_parsed(text))
    headed = text.split()[:1] == [records.FORMAT]
    return notation.from_text(game, text if headed else f"{records.FORMAT} {records.VERSION}\ngame {game.key}\n{text}")


def view_hand(game: AnyGame, kept: Record, state: MatchState[Any], step: int | None) -> HandView:
    """The hand at one step; without one at the first illegal action, else at the end. Raises RuleViolation for cards that cannot be."""
    opened = records.open_record(game, kept, state)
    replay = game.replay(opened, kept.actions)
    steps = len(replay.deal.actions) + (replay.illegal is not None)
    fault = fault_of(game, replay, kept)
    event = replay.event
    return HandView(
        text=notation.to_text(game, kept),
        steps=steps,
        frame=_frame(game, opened, kept, replay, steps if step is None else min(step, steps)),
        tricks=tuple(_tricks(game, opened, kept, replay)),
        seats=tuple(game.sitting.seat_name(seat) for seat in range(game.seat_count)),
        fault=fault,
        unjudged=len(kept.actions) - steps,
        over=replay.deal.over,
        boxes=boxes_of(game, event) if event else (),
        gains=tuple(_gains(game, state, event)),
        problems=tuple(describe(problem, _) for problem in game.problems(state, event)) if event and not state.over else (),
    )


def fault_of(game: AnyGame, replay: Replay, kept: Record) -> Fault | None:
    if replay.illegal is None:
        return None
    action = kept.actions[replay.illegal]
    duties = {rule.fact.code for rule in replay.deal.plays}
    return Fault(
        step=replay.illegal + 1,
        seat=game.sitting.seat_name(action.seat),
        side=game.sitting.side_of(action.seat),
        said=said_of(game, replay.deal.pack, action),
        sentences=_sentences(replay.deal.pack, replay.problems),
        revoke=any(problem.code in duties for problem in replay.problems),
        trick=len(replay.deal.tricks) + 1,
    )


def suit_pips(game: AnyGame) -> tuple[tuple[str, str], ...]:
    """The outlines of the game's suits, by letter."""
    return tuple((letter, pip.svg) for letter, pip in PACKS["french" if game.pack.french else "italian"].items())


def example_of(game: AnyGame) -> str:
    """A hand to look at: always the same."""
    rng = random.Random(game.key)  # noqa: S311  # an example, and the same for everybody
    state = game.start(game.options_from({}))
    deals = (game.random_play(game.random_deal(state, rng), rng) for _hand in range(100))
    return notation.to_text(game, records.record_of(game, next(deal for deal in deals if deal.tricks)))


def card_view(pack: Pack, name: str, **more: str) -> CardView:
    suit, rank = name[:1], name[1:]
    return CardView(name, suit, rank, _("%(rank)s of %(suit)s") % {"rank": rank, "suit": suit_name(pack, suit)}, **more)


def suit_view(pack: Pack, suit: int) -> CardView:
    """A suit alone, as a card without a rank."""
    letter = pack.suits[suit]
    return CardView(letter, letter, "", suit_name(pack, letter))


def suit_name(pack: Pack, letter: str) -> str:
    """In the words of the pack; a letter that is no suit stays as it is."""
    if letter not in SUIT_NAMES:
        return letter
    return str(FRENCH_NAMES[letter]) if pack.french else _(SUIT_NAMES[letter])


def said_of(game: AnyGame, pack: Pack, action: Action) -> str:
    """An action in words: who does what."""
    what = action.what
    if what in pack.numbers:
        what = card_view(pack, what).label
    elif len(what) == 1 and what in pack.suits:
        what = suit_view(pack, pack.suits.index(what)).label
    sentence = next((verb.says for verb in game.verbs if verb.name == action.verb), f"{{seat}}: {action.verb} {{what}}")
    return _(sentence).format(seat=game.sitting.seat_name(action.seat), what=what).rstrip()


def held(pack: Pack, deal: Deal, seat: int, marks: Mapping[int, str]) -> tuple[CardView, ...]:
    """A holding, suit by suit, strongest first."""
    cards = sorted(cards_of(deal.holdings[seat]), key=lambda card: (pack.suit_of(card), -card))
    words = {"legal": _("legal"), "barred": _("not legal"), "played": _("played now")}
    return tuple(card_view(pack, pack.names[card], mark=marks.get(card, ""), more=words.get(marks.get(card, ""), "")) for card in cards)


def legal_cards(game: AnyGame, deal: Deal) -> frozenset[str]:
    return frozenset(action.what for action in game.legal_actions(deal) if action.verb == PLAY)


def _frame(game: AnyGame, opened: Deal, kept: Record, replay: Replay, step: int) -> Frame:
    """`step` 0 is the table before anything; at `step` n the n-th action is being made."""
    deal = _deal_before(game, opened, kept, max(step - 1, 0))
    action = kept.actions[step - 1] if step else None
    faulty = replay.illegal is not None and step == replay.illegal + 1
    played = action is not None and action.verb == PLAY
    return Frame(
        step=step,
        said=said_of(game, deal.pack, action) if action else "",
        duties=_sentences(deal.pack, game.duties(deal)) if played else (),
        faults=_sentences(deal.pack, replay.problems) if faulty else (),
        seats=tuple(_seat(game, deal, seat, action) for seat in range(deal.seats)),
        trump=None if deal.trump is None else suit_view(deal.pack, deal.trump),
        table=tuple(_on_table(game, deal, action if played else None, step, faulty=faulty)),
    )


def _deal_before(game: AnyGame, opened: Deal, kept: Record, done: int) -> Deal:
    return game.replay(opened, kept.actions[:done]).deal


def _seat(game: AnyGame, deal: Deal, seat: int, action: Action | None) -> SeatView:
    acts = action is not None and action.seat == seat
    marks: dict[int, str] = {}
    if acts and action is not None and action.verb == PLAY and deal.turn == seat:
        legal = legal_cards(game, deal)
        marks = {card: "legal" if deal.pack.names[card] in legal else "barred" for card in cards_of(deal.holdings[seat])}
    if acts and action is not None and action.what in deal.pack.numbers:
        marks[deal.pack.numbers[action.what]] = "played"
    won = sum(trick.winner == seat for trick in deal.tricks)
    return SeatView(game.sitting.seat_name(seat), game.sitting.side_of(seat), acts, held(deal.pack, deal, seat, marks), won)


def _on_table(game: AnyGame, deal: Deal, action: Action | None, step: int, *, faulty: bool) -> Iterator[Laid]:
    leader = action.seat if deal.turn is None and action else ((deal.turn or 0) - len(deal.trick)) % deal.seats
    best = deal.winning if deal.trick else -1
    for place, card in enumerate(deal.trick):
        seat, shown = (leader + place) % deal.seats, card_view(deal.pack, deal.pack.names[card])
        yield Laid(game.sitting.seat_name(seat), shown, leads=place == 0, wins=card == best, faulty=False, step=step)
    if action is not None and action.what in deal.pack.numbers:
        shown = card_view(deal.pack, action.what, mark="played")
        yield Laid(game.sitting.seat_name(action.seat), shown, leads=not deal.trick, wins=False, faulty=faulty, step=step)


def _tricks(game: AnyGame, opened: Deal, kept: Record, replay: Replay) -> Iterator[TrickView]:
    """All tricks, the one that is not complete too, with an illegal card in its place."""
    plays = [(index, action) for index, action in enumerate(kept.actions[: len(replay.deal.actions)], start=1) if action.verb == PLAY]
    seats, values = game.seat_count, replay.deal.pack.values(replay.deal.trump)
    for number, trick in enumerate(replay.deal.tricks):
        mine = plays[number * seats : (number + 1) * seats]
        points = sum(values[card] for card in trick.cards)
        yield _trick(game, replay.deal.pack, number + 1, mine, game.sitting.seat_name(trick.winner), _points(game, points))
    rest = plays[len(replay.deal.tricks) * seats :]
    fault = fault_of(game, replay, kept)
    if fault is not None and kept.actions[fault.step - 1].verb == PLAY:
        rest = [*rest, (fault.step, kept.actions[fault.step - 1])]
    if rest:
        yield _trick(game, replay.deal.pack, len(replay.deal.tricks) + 1, rest, "", "", faulty=fault.step if fault else 0)


def _trick(
    game: AnyGame, pack: Pack, number: int, plays: Sequence[tuple[int, Action]], winner: str, points: str, *, faulty: int = 0
) -> TrickView:
    laid: list[Laid | None] = [None] * game.seat_count
    for place, (step, action) in enumerate(plays):
        seat = game.sitting.seat_name(action.seat)
        card = card_view(pack, action.what)
        laid[action.seat] = Laid(seat, card, place == 0, seat == winner, step == faulty, step)
    return TrickView(number, tuple(laid), winner, points, plays[0][0])


def _points(game: AnyGame, points: int) -> str:
    """Points of a trick as the table counts them: some games count in thirds."""
    return show_thirds(points) if game.pack.thirds else str(points)


def _gains(game: AnyGame, state: MatchState[Any], event: Event | None) -> Iterator[Gain]:
    steps: Sequence[Step] = game.steps(state, event) if isinstance(event, game.HandEntry) else ()
    for step in steps:
        yield Gain(_(step.reason), step.points)


def _sentences(pack: Pack, problems: Sequence[Problem]) -> tuple[str, ...]:
    """In the words of the table: cards and suits as they are called, where the engine has their letters."""
    spoken = (replace(problem, params={name: _called(pack, value) for name, value in problem.params.items()}) for problem in problems)
    return tuple(capfirst(describe(problem, _)) for problem in spoken)


def _called(pack: Pack, value: Param) -> Param:
    if isinstance(value, Text):
        letter = next((letter for letter, suit in SUIT_NAMES.items() if suit == value), None)
        return value if letter is None else suit_name(pack, letter)
    words = value.split() if isinstance(value, str) else []
    return ", ".join(card_view(pack, word).label for word in words) if words and all(word in pack.numbers for word in words) else value


def _parsed(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise unreadable("it is not JSON") from error
