"""What a tie-break is: one class that holds its key, its words, its value for all entries at once, and the parts of one cell."""

from abc import ABC, abstractmethod
from collections.abc import Collection
from typing import ClassVar

from standings.cell_parts import CellPart, PartKind, build_match_parts
from standings.results import Flags, Numbers, Values
from standings.tally import Tally

DECLARED: "list[type[TieBreak]]" = []
"""All tie-breaks, in the order of their declaration."""


class TieBreak(ABC):
    """A column of the standings: the higher value comes first, unless `lowest_first`.

    Declaring a subclass declares the tie-break; only a base for others is declared with `abstract=True`. `share` values are
    fractions between 0 and 1; values `in_points` are in the unit of the point system; a value that `grows_with_matches` is larger for
    who has played more of them. A tie-break that `needs_one_opponent` decides nothing where an entry meets several at once.
    """

    key: ClassVar[str]
    title: ClassVar[str]
    sentence: ClassVar[str]
    lowest_first: ClassVar[bool] = False
    share: ClassVar[bool] = False
    in_points: ClassVar[bool] = False
    grows_with_matches: ClassVar[bool] = False
    needs_one_opponent: ClassVar[bool] = False

    def __init_subclass__(cls, *, abstract: bool = False) -> None:
        """Raises: TypeError for a declaration without key, title or sentence, or with the key of another tie-break, or on no base."""
        if abstract:
            return
        if not issubclass(cls, ForAll | AmongTied):
            raise TypeError(f"The tie-break {cls.__name__} must be a ForAll, a MatchSum or an AmongTied.")
        for name in ("key", "title", "sentence"):
            if not vars(cls).get(name):
                raise TypeError(f"The tie-break {cls.__name__} has no {name}.")
        for declared in DECLARED:
            if declared.key == cls.key:
                raise TypeError(f"The tie-breaks {declared.__name__} and {cls.__name__} have the same key, {cls.key}.")
        DECLARED.append(cls)

    @abstractmethod
    def list_parts(self, tally: Tally, entrant: int, tied: Collection[int]) -> list[CellPart]:
        """The parts of an entry's cell: their values less `against` add up to it, in a share to its two sides.

        `tied` are the ids of the entries that points and all earlier tie-breaks leave together with this one.
        """


class ForAll(TieBreak, abstract=True):
    """A tie-break with a value for every entry, whoever is tied."""

    @abstractmethod
    def compute_values(self, tally: Tally) -> Values:
        """The values in the order of the board's ids."""


class AmongTied(TieBreak, abstract=True):
    """A tie-break that looks only at the matches among the tied; it is counted again for every smaller group that is left."""

    needs_one_opponent = True

    @abstractmethod
    def get_gains(self, tally: Tally) -> Numbers:
        """What each row of the scoreboard brings."""

    def get_losses(self, tally: Tally) -> Numbers | None:
        """What is taken off for each row."""
        return None

    @abstractmethod
    def compute_values_among(self, tally: Tally, group: Numbers) -> Values:
        """The values of the entries with these indexes."""

    def list_parts(self, tally: Tally, entrant: int, tied: Collection[int]) -> list[CellPart]:
        parts = build_match_parts(tally, entrant, self.get_gains(tally), self.get_losses(tally))
        return [part for part in parts if part.opponent in tied and part.kind is PartKind.MATCH]


class MatchSum(ForAll, abstract=True):
    """A sum over all matches of an entry."""

    grows_with_matches = True

    @abstractmethod
    def get_gains(self, tally: Tally) -> Numbers | Flags:
        """What each row of the scoreboard brings."""

    def get_losses(self, tally: Tally) -> Numbers | None:
        """What is taken off for each row."""
        return None

    def compute_values(self, tally: Tally) -> Values:
        gains, losses = self.get_gains(tally), self.get_losses(tally)
        return tally.board.sum_by_entrant(gains if losses is None else gains - losses)

    def list_parts(self, tally: Tally, entrant: int, tied: Collection[int]) -> list[CellPart]:
        return build_match_parts(tally, entrant, self.get_gains(tally), self.get_losses(tally))
