"""What a job's function gets and gives back."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class JobResult:
    """The file that a job made: `name` is what the browser proposes when it is saved."""

    name: str
    content_type: str
    content: bytes


class Report(Protocol):
    def __call__(self, percent: int, text: str = "") -> None:
        """Tell the progress page how far the work is; cheap enough to be called for every row."""


JobFunction = Callable[[dict[str, Any], Report], JobResult | None]


class JobRefusedError(Exception):
    """The work cannot be done and trying again would not help; the message is shown to the person."""
