"""A hand as text that a person can type: the exact inverse of the record, line by line.

    labella-hand 1
    game marafon
    option finish=end_of_hand
    number 2
    score 12 30
    dealer A1
    leader B1
    holds A1 DH BH C6 C3 CH C4 B4 S5 D2 C5
    stock …
    B1 trump C
    B1 D4 D5 DJ D2          cards of consecutive seats, from B1 on
    A1 announce busso

Empty lines and everything after `#` are ignored. Text is written with words in lower case and cards in upper case; it is read in any
case, with ♠ ♥ ♦ ♣ before or after a rank, and with suits by their names.
"""

from collections.abc import Callable, Iterator
from typing import Any

from rules.cards import SUIT_BY_WORD
from rules.deals import Action
from rules.game import Game
from rules.parsing import Sitting
from rules.problems import Fact, RuleViolation
from rules.record import FORMAT, VERSION, HandRecord
from rules.texts import _

PLAY = "play"
FRENCH = {"♦": "D", "♥": "C", "♠": "S", "♣": "B"}
NO_GAME_LINE = Fact("no_game_line", _("A line “game …” must give the number of the game."))
FIRST_LINE = Fact("first_line", _("The first line must be “{line}”."))
LINE_UNCLEAR = Fact("line_unclear", _("The line “{line}” cannot be read: a line begins with a seat ({seats}) or with one of {known}."))


def to_text(game: Game[Any, Any], record: HandRecord) -> str:
    """The exact inverse of `from_text`."""
    return "\n".join(_record_lines(game.sitting, record)) + "\n"


def parse_game_key(text: str) -> str:
    """The key of the game that a text records. Raises RuleViolation when no line names a game."""
    for words in _split_lines(text):
        if words[0].lower() == "game" and len(words) == 2:
            return words[1].lower()
    raise RuleViolation((NO_GAME_LINE.problem(),))


def from_text(game: Game[Any, Any], text: str) -> HandRecord:
    """Parse a record from its text. Raises RuleViolation that names the line that cannot be read."""
    lines = list(_split_lines(text))
    if not lines or [word.lower() for word in lines[0]] != [FORMAT, str(VERSION)]:
        raise RuleViolation((FIRST_LINE.problem(line=f"{FORMAT} {VERSION}"),))
    parser = _NotationParser(game)
    for words in lines[1:]:
        parser.parse_line(words)
    return parser.build_record()


def _record_lines(sitting: Sitting, record: HandRecord) -> Iterator[str]:
    yield f"{FORMAT} {VERSION}"
    yield f"game {record.game}"
    for name, value in record.options.items():
        yield f"option {name}={format_option(value)}"
    if record.number != 1:
        yield f"number {record.number}"
    if record.score:
        yield f"score {' '.join(map(str, record.score))}"
    for word, seat in (("dealer", record.dealer), ("leader", record.leader)):
        if seat is not None:
            yield f"{word} {sitting.seat_name(seat)}"
    for seat, cards in enumerate(record.holdings):
        yield f"holds {sitting.seat_name(seat)} {' '.join(cards)}".rstrip()
    if record.stock:
        yield f"stock {' '.join(record.stock)}"
    yield from _action_lines(sitting, record.actions)


def _action_lines(sitting: Sitting, actions: tuple[Action, ...]) -> Iterator[str]:
    run: list[Action] = []
    for action in actions:
        if run and not (action.verb == PLAY and len(run) < sitting.seats and action.seat == (run[-1].seat + 1) % sitting.seats):
            yield _format_play_line(sitting, run)
            run = []
        if action.verb == PLAY:
            run.append(action)
        else:
            yield f"{sitting.seat_name(action.seat)} {action.verb} {action.what}".rstrip()
    if run:
        yield _format_play_line(sitting, run)


def _format_play_line(sitting: Sitting, run: list[Action]) -> str:
    return f"{sitting.seat_name(run[0].seat)} {' '.join(action.what for action in run)}"


def format_option(value: Any) -> str:
    """The value of an option as text that can be typed."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "/".join(map(str, value)) or "none" if isinstance(value, (tuple, list)) else str(value)


def _split_lines(text: str) -> Iterator[list[str]]:
    for line in text.splitlines():
        if words := line.partition("#")[0].split():
            yield words


class _NotationParser:
    """Parses the lines of one text and builds the record from them."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.cards = game.pack.numbers
        self.verbs = {verb.name for verb in game.verbs}
        self.seats = {game.sitting.seat_name(seat): seat for seat in range(game.seat_count)}
        self.typed: dict[str, str] = {}
        self.held: dict[int, tuple[str, ...]] = {}
        self.rest: dict[str, Any] = {"game": game.key}
        self.actions: list[Action] = []
        self.heads: dict[str, Callable[[list[str]], None]] = {
            "game": self._parse_game, "option": self._parse_option, "number": self._parse_number, "score": self._parse_score,
            "dealer": self._parse_seat_line, "leader": self._parse_seat_line, "holds": self._parse_holding, "stock": self._parse_stock,
        }  # fmt: skip

    def parse_line(self, words: list[str]) -> None:
        try:
            self.heads.get(words[0].lower(), self._parse_action)(words)
        except (KeyError, ValueError, IndexError) as error:
            seats = ", ".join(self.seats)
            first_words = ", ".join(self.heads)
            raise RuleViolation((LINE_UNCLEAR.problem(line=" ".join(words)[:60], seats=seats, known=first_words),)) from error

    def build_record(self) -> HandRecord:
        options = self.game.options_to_json(self.game.options_from(self.typed))
        options_by_name = {name: tuple(options[name]) if isinstance(options[name], list) else options[name] for name in self.typed}
        holdings = tuple(self.held.get(seat, ()) for seat in range(self.game.seat_count))
        return HandRecord(holdings=holdings, options=options_by_name, actions=tuple(self.actions), **self.rest)

    def _parse_game(self, words: list[str]) -> None:
        if [word.lower() for word in words] != ["game", self.game.key]:
            raise ValueError(words)

    def _parse_option(self, words: list[str]) -> None:
        name, _sign, value = " ".join(words[1:]).partition("=")
        self.typed[name] = value

    def _parse_number(self, words: list[str]) -> None:
        (self.rest["number"],) = map(int, words[1:])

    def _parse_score(self, words: list[str]) -> None:
        self.rest["score"] = tuple(map(int, words[1:]))

    def _parse_seat_line(self, words: list[str]) -> None:
        (name,) = words[1:]
        self.rest[words[0].lower()] = self._parse_seat(name)

    def _parse_holding(self, words: list[str]) -> None:
        self.held[self._parse_seat(words[1])] = tuple(map(self._parse_card, words[2:]))

    def _parse_stock(self, words: list[str]) -> None:
        self.rest["stock"] = tuple(map(self._parse_card, words[1:]))

    def _parse_action(self, words: list[str]) -> None:
        """A run of cards of consecutive seats, or one action with its verb.

        An unknown word in lower case that is no card is kept as a verb, so that the replay names it in a problem.
        """
        seat, verb = self._parse_seat(words[0]), words[1].lower()
        if verb in self.verbs or (words[1].islower() and self._parse_card(verb) not in self.cards):
            arguments = words[2:]
            if len(arguments) > 1:
                raise ValueError(words)
            self.actions.append(Action(seat, verb, *map(self._parse_what, arguments)))
            return
        for step, card in enumerate(words[1:]):
            self.actions.append(Action((seat + step) % self.game.seat_count, PLAY, self._parse_card(card)))

    def _parse_seat(self, name: str) -> int:
        return self.seats[name.upper()]

    def _parse_card(self, word: str) -> str:
        """The name of a card in the notation of records; a word that is not a card is returned unchanged."""
        upper_word = word.upper()
        for suit, rank in ((upper_word[:1], upper_word[1:]), (upper_word[-1:], upper_word[:-1])):
            if (card := FRENCH.get(suit, suit) + rank) in self.cards and (suit in FRENCH or card == upper_word):
                return card
        return word

    def _parse_what(self, word: str) -> str:
        """A suit letter from a letter or a name of the suit, a card, or any other word unchanged."""
        return SUIT_BY_WORD.get(word.lower()) or self._parse_card(word)
