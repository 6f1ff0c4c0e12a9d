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
case, with cards and suits as people write them (`rules.written_cards`): `7♠`, `re di spade`, with or without commas between them; and
with Italian words for the English ones (`rules.written_words`): `A1 briscola coppe`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.deals import Action
from rules.game import Game
from rules.parsing import Sitting
from rules.problems import Fact, Problem, RuleViolation
from rules.record import FORMAT, VERSION, HandRecord
from rules.texts import _
from rules.written_cards import MOST_WORDS, read_card, read_rank, read_suit
from rules.written_words import RECORD_WORDS, read_word

PLAY = "play"
NO_GAME_LINE = Fact("no_game_line", _("A line “game …” must give the number of the game."))
FIRST_LINE = Fact("first_line", _("The first line must be “{line}”."))
LINE_UNCLEAR = Fact("line_unclear", _("The line “{line}” cannot be read: a line begins with a seat ({seats}) or with one of {known}."))


@dataclass(slots=True)
class SourceLines:
    """In which lines of a text, from 1 on, stand its options, its cards and its actions."""

    options: dict[str, int] = field(default_factory=dict)
    cards: dict[str, int] = field(default_factory=dict)
    """The last line in which a card was dealt."""
    actions: list[int] = field(default_factory=list)

    def locate_problems(self, problems: Iterable[Problem]) -> tuple[Problem, ...]:
        """The problems, each with its line where the text has one for it."""
        return tuple(problem.at_line(self._find_line(problem)) for problem in problems)

    def _find_line(self, problem: Problem) -> int:
        card = problem.params.get("card", problem.params.get("given"))
        return problem.line or self.options.get(problem.field, 0) or self.cards.get(str(card), 0)


def to_text(game: Game[Any, Any], record: HandRecord) -> str:
    """The exact inverse of `from_text`."""
    return "\n".join(_record_lines(game.sitting, record)) + "\n"


def parse_game_key(text: str) -> str:
    """The key of the game that a text records. Raises RuleViolation when no line names a game."""
    for _line, words in _split_lines(text):
        if words[0].lower() == "game" and len(words) == 2:
            return words[1].lower()
    raise RuleViolation((NO_GAME_LINE.problem(),))


def from_text(game: Game[Any, Any], text: str) -> HandRecord:
    """Parse a record from its text. Raises RuleViolation that names the line that cannot be read."""
    return parse_text(game, text)[0]


def parse_text(
    game: Game[Any, Any], text: str, *, headed: bool = True, spoken: Mapping[str, str] = RECORD_WORDS
) -> tuple[HandRecord, SourceLines]:
    """The record of a text, and where in the text its parts stand; without `headed` the first line may be missing.

    Raises RuleViolation that names the line that cannot be read, and the words for a line as `spoken` has them for those of records.
    """
    lines = list(_split_lines(text))
    has_head = bool(lines) and [word.lower() for word in lines[0][1]] == [FORMAT, str(VERSION)]
    if not has_head and (headed or (lines and lines[0][1][0].lower() == FORMAT)):
        raise RuleViolation((FIRST_LINE.problem(line=f"{FORMAT} {VERSION}"),))
    parser = _NotationParser(game, spoken)
    for number, words in lines[has_head:]:
        parser.parse_line(number, words)
    return parser.build_record(), parser.source


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


def _split_lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """The lines that say something: number, from 1, and words."""
    for number, line in enumerate(text.splitlines(), start=1):
        if words := line.partition("#")[0].split():
            yield number, words


class _NotationParser:
    """Parses the lines of one text and builds the record from them."""

    def __init__(self, game: Game[Any, Any], spoken: Mapping[str, str]) -> None:
        self.game = game
        self.spoken = spoken
        self.cards = game.pack.numbers
        self.verbs = {verb.name for verb in game.verbs}
        self.seats = {game.sitting.seat_name(seat): seat for seat in range(game.seat_count)}
        self.typed: dict[str, str] = {}
        self.held: dict[int, tuple[str, ...]] = {}
        self.rest: dict[str, Any] = {"game": game.key}
        self.actions: list[Action] = []
        self.source = SourceLines()
        self.heads: dict[str, Callable[[int, list[str]], None]] = {
            "game": self._parse_game, "option": self._parse_option, "number": self._parse_number, "score": self._parse_score,
            "dealer": self._parse_seat_line, "leader": self._parse_seat_line, "holds": self._parse_holding, "stock": self._parse_stock,
        }  # fmt: skip

    def parse_line(self, number: int, words: list[str]) -> None:
        try:
            self.heads.get(read_word(words[0], self.heads), self._parse_action)(number, words)
        except (KeyError, ValueError, IndexError) as error:
            seats = ", ".join(self.seats)
            first_words = ", ".join(self.spoken.get(head, head) for head in self.heads)
            problem = LINE_UNCLEAR.problem(line=" ".join(words)[:60], seats=seats, known=first_words)
            raise RuleViolation((problem.at_line(number),)) from error
        self.source.actions += [number] * (len(self.actions) - len(self.source.actions))

    def build_record(self) -> HandRecord:
        try:
            options = self.game.options_to_json(self.game.options_from(self.typed))
        except RuleViolation as refusal:
            raise RuleViolation(self.source.locate_problems(refusal.problems)) from refusal
        options_by_name = {name: tuple(options[name]) if isinstance(options[name], list) else options[name] for name in self.typed}
        holdings = tuple(self.held.get(seat, ()) for seat in range(self.game.seat_count))
        return HandRecord(holdings=holdings, options=options_by_name, actions=tuple(self.actions), **self.rest)

    def _parse_game(self, _line: int, words: list[str]) -> None:
        if [word.lower() for word in words] != ["game", self.game.key]:
            raise ValueError(words)

    def _parse_option(self, line: int, words: list[str]) -> None:
        name, _sign, value = " ".join(words[1:]).partition("=")
        self.typed[name.strip()] = value.strip()
        self.source.options[name.strip()] = line

    def _parse_number(self, _line: int, words: list[str]) -> None:
        (self.rest["number"],) = map(int, words[1:])

    def _parse_score(self, _line: int, words: list[str]) -> None:
        self.rest["score"] = tuple(map(int, words[1:]))

    def _parse_seat_line(self, _line: int, words: list[str]) -> None:
        (name,) = words[1:]
        self.rest[read_word(words[0], self.heads)] = self._parse_seat(name)

    def _parse_holding(self, line: int, words: list[str]) -> None:
        self.held[self._parse_seat(words[1])] = self._parse_dealt(line, words[2:])

    def _parse_stock(self, line: int, words: list[str]) -> None:
        self.rest["stock"] = self._parse_dealt(line, words[1:])

    def _parse_dealt(self, line: int, words: list[str]) -> tuple[str, ...]:
        cards = self._parse_cards(words)
        self.source.cards |= dict.fromkeys(cards, line)
        return cards

    def _parse_action(self, _line: int, words: list[str]) -> None:
        """A run of cards of consecutive seats, or one action with its verb.

        An unknown word in lower case that is no card is kept as a verb, so that the replay names it in a problem.
        """
        seat, verb, cards = self._parse_seat(words[0]), read_word(words[1], self.verbs), self._parse_cards(words[1:])
        is_unknown_verb = words[1].islower() and cards[0] not in self.cards
        if verb in self.verbs or is_unknown_verb:
            arguments = words[2:]
            self.actions.append(Action(seat, verb, *([self._parse_what(arguments)] if arguments else [])))
            return
        for step, card in enumerate(cards):
            self.actions.append(Action((seat + step) % self.game.seat_count, PLAY, card))

    def _parse_seat(self, name: str) -> int:
        return self.seats[name.upper()]

    def _parse_cards(self, words: Sequence[str]) -> tuple[str, ...]:
        """The cards of a line by their names in records; a word that belongs to no card is returned unchanged."""
        left = [word for word in " ".join(words).replace(",", " ").replace(";", " ").split() if word]
        cards: list[str] = []
        while left:
            sizes = (1,) if left[0].upper() in self.cards else range(min(MOST_WORDS, len(left)), 0, -1)
            found_cards = ((size, read_card(" ".join(left[:size]), self.cards)) for size in sizes)
            size, card = next(((size, card) for size, card in found_cards if card), (1, left[0]))
            cards.append(card)
            del left[:size]
        return tuple(cards)

    def _parse_what(self, words: list[str]) -> str:
        """A suit, a card or a rank by its letters, or any other single word unchanged."""
        text = " ".join(words)
        what = read_suit(text) or read_card(text, self.cards) or read_rank(text, self.game.pack.ranks)
        if what is None and len(words) > 1:
            raise ValueError(words)
        return what or text
