"""What a plug-in of each kind offers. Nothing is inherited: an object with these names is one. docs/adding/a-plug-in.md shows how."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

Json = Any


class OwnField(NamedTuple):
    """What a federation keeps of a member beside what every union keeps: `headings` are the columns of its lists, in lower case."""

    key: str
    label: str
    headings: tuple[str, ...]


class ExportedFile(NamedTuple):
    """A file as a browser saves it."""

    name: str
    content_type: str
    content: bytes


class RankedMember(NamedTuple):
    """A line of a ranking: points in hundredths, and the own fields of the member."""

    rank: int
    number: str
    name: str
    club: str
    province: str
    category: str
    points: int
    results: int
    own: Mapping[str, str]


@runtime_checkable
class FederationPlugin(Protocol):
    """A federation with its own rules."""

    key: str
    name: str
    member_fields: Sequence[OwnField]

    def find_problems(self, document: Json) -> Iterable[str]:
        """What an official is asked about a result file (docs/result-file.md), one sentence each."""

    def compute_points(self, event_class: str, place: int, entries: int) -> int:
        """The points of a place in hundredths: a whole number from 0. The same arguments give the same points."""

    def explain_points(self, event_class: str, place: int, entries: int) -> str:
        """How these points come about, in one line."""

    def export_ranking(self, year: int, members: Sequence[RankedMember]) -> ExportedFile:
        """The ranking of a year as the federation wants it."""


class PluginStore(Protocol):
    """A folder somewhere: paths are relative, with slashes. What it raises is told as “does not answer”."""

    def write(self, path: str, content: bytes) -> None:
        """Put a file there whole, in place of one with this path."""

    def remove(self, path: str) -> None:
        """What is not there counts as removed."""

    def read(self, path: str) -> bytes | None:
        """None where there is no such file."""

    def close(self) -> None:
        """End the connection."""


@runtime_checkable
class TargetPlugin(Protocol):
    """Another way to put public pages somewhere. Its `key` is the scheme of its addresses."""

    key: str
    name: str

    def open_store(self, host: str, folder: str, user: str, password: str) -> PluginStore:
        """The folder as it was typed on the page of targets. Called by the process that publishes, never by the desk."""


@runtime_checkable
class SourcePlugin(Protocol):
    """Where lists come from: those of a federation, the members of a club, who plays on an evening."""

    key: str
    name: str

    def fetch_list(self, roll: str) -> bytes:
        """The list of `members`, `clubs`, `calendar` or `entries`, as a CSV or XLSX file in the shape that is read from a file.

        `entries` are those of the next evening. It raises for a list that it does not have.
        """


@runtime_checkable
class GamePlugin(Protocol):
    """An instance of a subclass of `rules.Game`, which is what is checked; only what the registry reads stands here."""

    key: str
    name: str
