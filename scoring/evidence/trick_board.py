"""A whole trick in a single movement: the players of a trick in the order of play, and what each may answer to whatever was played before.

The page shows which cards are allowed while a finger slides from player to player, without asking the server and without knowing a rule.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules import MatchState
from rules import record as records
from rules.cardplay import HandReplay
from rules.deals import Action, Deal, card_beats
from rules.record import HandRecord
from scoring.evidence.followers import list_followers, list_implied_actions, list_required_actions
from scoring.evidence.replay import PLAY, CardView, list_held_cards, list_legal_cards
from scoring.ledger.match_log import AnyGame

BARRED, LOSES, LEADS = "-", ".", "+"
"""What becomes of a card: not allowed; allowed; allowed and the best of the trick so far."""
FREE = "?"
"""After the grades: the player may do something other than play a card, so that an only card does not follow by itself."""


@dataclass(frozen=True, slots=True)
class TrickColumn:
    """A player who has still to play to the trick on the table, with the cards held, suit by suit."""

    seat: str
    side: int
    cards: tuple[CardView, ...]


@dataclass(frozen=True, slots=True)
class TrickBoard:
    """The players who have still to play, in the order of play.

    `answers` has a word of grades (BARRED, LOSES, LEADS) for the cards of a column by what came before: the number of the column, the suit
    led and the best card so far (“1DD7”; of an empty table the number alone). A column without a word cannot be reached in a movement.
    """

    columns: tuple[TrickColumn, ...]
    answers: Mapping[str, str]
    led: str
    best: str

    @property
    def words(self) -> str:
        """`answers` as it stands in the page: “0:++.. 1DD7:-+.-”."""
        return " ".join(f"{situation}:{grades}" for situation, grades in self.answers.items())


def build_trick_board(game: AnyGame, deal: Deal) -> TrickBoard | None:
    """Build the board from the player to act on; None when nobody has to play a card."""
    if deal.turn is None:
        return None
    seats = [(deal.turn + place) % deal.seats for place in range(deal.seats - len(deal.trick))]
    held = [list_held_cards(deal.pack, deal, seat, {}) for seat in seats]
    columns = tuple(
        TrickColumn(game.sitting.seat_name(seat), game.sitting.side_of(seat), cards) for seat, cards in zip(seats, held, strict=True)
    )
    answers = _list_answers(game, deal, [[card.name for card in cards] for cards in held])
    led, best = _find_lead(deal)
    return TrickBoard(columns, answers, led, best)


def add_plays(game: AnyGame, record: HandRecord, state: MatchState[Any], names: Sequence[str]) -> HandRecord:
    """Add cards of consecutive players, with what is understood before and follows after them. Nothing follows an illegal card.

    Raises: RuleViolation for impossible cards of the record.
    """
    replay = records.replay_record(game, record, state)
    if replay.illegal is not None:
        return record
    deal, actions = replay.deal, list(record.actions)
    for implied in list_implied_actions(game, deal):
        actions.append(implied)
        deal = game.apply_action(deal, implied)
    for name in names:
        if deal.turn is None:
            break
        action = Action(deal.turn, PLAY, name)
        actions.append(action)
        if game.find_action_problems(deal, action):
            break
        deal = game.apply_action(deal, action)
    else:
        actions += list_followers(game, deal)
    return replace(record, actions=tuple(actions))


def cut_last_trick(game: AnyGame, record: HandRecord, replay: HandReplay) -> HandRecord:
    """The record up to the lead of its last trick, or of the last complete one when the next has not begun."""
    count = len(replay.deal.actions)
    plays = [place for place, action in enumerate(record.actions[:count]) if action.verb == PLAY]
    if replay.illegal is not None and not replay.deal.trick:
        return replace(record, actions=record.actions[:count])
    in_trick = len(replay.deal.trick) or (game.seat_count if replay.deal.tricks else 0)
    return replace(record, actions=record.actions[: plays[-in_trick] if in_trick else count])


def _find_lead(deal: Deal) -> tuple[str, str]:
    """The suit led and the best card so far; both empty before the lead."""
    if deal.led_suit is None:
        return "", ""
    return deal.pack.suits[deal.led_suit], deal.pack.names[deal.winning_card]


def _list_answers(game: AnyGame, deal: Deal, held: Sequence[Sequence[str]]) -> dict[str, str]:
    """A duty looks at the suit led, the best card and who played it, never at losing cards: one table for each such situation will do."""
    answers: dict[str, str] = {}
    waiting = [(0, deal)]
    while waiting:
        place, now = waiting.pop(0)
        situation = str(place) + "".join(_find_lead(now))
        if situation in answers:
            continue
        legal = list_legal_cards(game, now)
        grades = "".join(_grade_card(now, name, legal) for name in held[place])
        answers[situation] = grades + FREE * any(action.verb != PLAY for action in list_required_actions(game, now))
        if place + 1 < len(held):
            waiting += ((place + 1, after) for after in _list_next_tables(game, now, place + 1, legal, answers))
    return answers


def _grade_card(deal: Deal, name: str, legal: frozenset[str]) -> str:
    if name not in legal:
        return BARRED
    beats = not deal.trick or card_beats(deal.pack, deal.pack.numbers[name], deal.winning_card, deal.trump)
    return LEADS if beats else LOSES


def _list_next_tables(game: AnyGame, deal: Deal, place: int, legal: frozenset[str], known: Mapping[str, str]) -> Iterator[Deal]:
    """The table after each legal card that makes a new situation, as long as the next player has to play a card to the same trick."""
    led, best = _find_lead(deal)
    begun: set[str] = set()
    for name in sorted(legal):
        situation = f"{place}{led or name[0]}{name if _grade_card(deal, name, legal) == LEADS else best}"
        if situation in known or situation in begun:
            continue
        begun.add(situation)
        after = game.apply_action(deal, Action(deal.turn or 0, PLAY, name))
        if not after.over and after.turn == ((deal.turn or 0) + 1) % deal.seats:
            yield after
