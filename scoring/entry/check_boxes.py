"""A box of a sheet that is typed a second time, beside what was entered."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CheckBox:
    """A box of a line: the entered text and the text typed now. An empty box is not compared."""

    name: str
    label: str
    stands: str
    typed: str
    keyboard: str
    means_same: bool = False
    """Whether the text typed now says the same in other words: the letter of a side for a seat, a card by its name."""

    @property
    def differs(self) -> bool:
        return bool(self.typed) and not self.means_same and self.typed.upper() != self.stands.upper()

    @property
    def is_number(self) -> bool:
        """Whether a digit that differs is seen while it is typed; words can say the same in several ways."""
        return self.stands.isdecimal()

    @property
    def agrees(self) -> bool:
        return bool(self.typed) and not self.differs
