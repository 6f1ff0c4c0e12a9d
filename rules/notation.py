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

Empty lines and everything after `#` are left out. Words are lower case, cards upper case.
"""

from collections.abc import Callable, Iterator
from typing import Any

from rules.codec import unreadable
from rules.deals import Action
from rules.game import Game
from rules.parsing import Sitting
from rules.record import FORMAT, VERSION, Record

PLAY = "play"


def to_text(game: Game[Any, Any], record: Record) -> str:
    """The exact inverse of `from_text`."""
    return "\n".join(_lines(game.sitting, record)) + "\n"


def game_key(text: str) -> str:
    """Which game a text is of. Raises RuleViolation."""
    for words in _words(text):
        if words[0] == "game" and len(words) == 2:
            return words[1]
    raise unreadable("no line “game …”")


def from_text(game: Game[Any, Any], text: str) -> Record:
    """A record from its text. Raises RuleViolation naming the line that cannot be read."""
    lines = list(_words(text))
    if not lines or lines[0] != [FORMAT, str(VERSION)]:
        raise unreadable(f"the first line must be “{FORMAT} {VERSION}”")
    reader = _Reader(game)
    for words in lines[1:]:
        reader.read(words)
    return reader.record()


def _lines(sitting: Sitting, record: Record) -> Iterator[str]:
    yield f"{FORMAT} {VERSION}"
    yield f"game {record.game}"
    for name, value in record.options.items():
        yield f"option {name}={_option_text(value)}"
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
            yield _play_line(sitting, run)
            run = []
        if action.verb == PLAY:
            run.append(action)
        else:
            yield f"{sitting.seat_name(action.seat)} {action.verb} {action.what}".rstrip()
    if run:
        yield _play_line(sitting, run)


def _play_line(sitting: Sitting, run: list[Action]) -> str:
    return f"{sitting.seat_name(run[0].seat)} {' '.join(action.what for action in run)}"


def _option_text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "/".join(map(str, value)) or "none" if isinstance(value, (tuple, list)) else str(value)


def _words(text: str) -> Iterator[list[str]]:
    for line in text.splitlines():
        if words := line.partition("#")[0].split():
            yield words


class _Reader:
    """Collects the lines of one text."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.seats = {game.sitting.seat_name(seat): seat for seat in range(game.seat_count)}
        self.typed: dict[str, str] = {}
        self.held: dict[int, tuple[str, ...]] = {}
        self.rest: dict[str, Any] = {"game": game.key}
        self.actions: list[Action] = []
        self.heads: dict[str, Callable[[list[str]], None]] = {
            "game": self._game, "option": self._option, "number": self._number, "score": self._score,
            "dealer": self._seat_line, "leader": self._seat_line, "holds": self._holds, "stock": self._stock,
        }  # fmt: skip

    def read(self, words: list[str]) -> None:
        try:
            self.heads.get(words[0], self._action)(words)
        except (KeyError, ValueError, IndexError) as error:
            raise unreadable(f"the line “{' '.join(words)[:60]}”") from error

    def record(self) -> Record:
        options = self.game.options_to_json(self.game.options_from(self.typed))
        chosen = {name: tuple(options[name]) if isinstance(options[name], list) else options[name] for name in self.typed}
        holdings = tuple(self.held.get(seat, ()) for seat in range(self.game.seat_count))
        return Record(holdings=holdings, options=chosen, actions=tuple(self.actions), **self.rest)

    def _game(self, words: list[str]) -> None:
        if words != ["game", self.game.key]:
            raise ValueError(words)

    def _option(self, words: list[str]) -> None:
        name, _sign, value = " ".join(words[1:]).partition("=")
        self.typed[name] = value

    def _number(self, words: list[str]) -> None:
        (self.rest["number"],) = map(int, words[1:])

    def _score(self, words: list[str]) -> None:
        self.rest["score"] = tuple(map(int, words[1:]))

    def _seat_line(self, words: list[str]) -> None:
        (name,) = words[1:]
        self.rest[words[0]] = self.seats[name]

    def _holds(self, words: list[str]) -> None:
        self.held[self.seats[words[1]]] = tuple(words[2:])

    def _stock(self, words: list[str]) -> None:
        self.rest["stock"] = tuple(words[1:])

    def _action(self, words: list[str]) -> None:
        seat, verb = self.seats[words[0]], words[1]
        if verb.islower():
            what = words[2:]
            if len(what) > 1:
                raise ValueError(words)
            self.actions.append(Action(seat, verb, *what))
            return
        for step, card in enumerate(words[1:]):
            self.actions.append(Action((seat + step) % self.game.seat_count, PLAY, card))
