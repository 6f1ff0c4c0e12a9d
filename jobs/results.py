"""What a job's function receives and returns."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class JobResult:
    """The file that a job made; `name` is the file name that the browser proposes."""

    name: str
    content_type: str
    content: bytes


class ProgressReporter(Protocol):
    def __call__(self, percent: int, text: str = "") -> None:
        """Report the progress in per cent to the progress page; cheap enough to be called for every row."""


JobFunction = Callable[[dict[str, Any], ProgressReporter], JobResult | None]


class JobRefusedError(Exception):
    """The work cannot be done and trying again would not help; the message is shown to the person."""
