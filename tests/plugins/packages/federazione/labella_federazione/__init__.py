"""A federation of burraco, a register that its lists come from, and a shelf that public pages are put on.

The table is an example: real federations publish theirs by class and place in the same way, with numbers of their own and every year anew.
"""

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from plugins.protocols import ExportedFile, OwnField, RankedMember

TABLE = {
    "club": (12, 9, 7, 5, 4, 3, 2, 1),
    "provincial": (30, 24, 20, 16, 13, 10, 8, 6, 4, 2),
    "regional": (60, 48, 40, 32, 26, 20, 16, 12, 8, 4),
    "national": (120, 96, 80, 64, 52, 40, 32, 24, 16, 8),
}
"""Points by class and place."""
FEWEST_ENTRIES = 8
"""With fewer entries a tournament gives half."""


class ExampleFederation:
    key = "burracoexample"
    name = "Federazione di esempio"
    member_fields = (OwnField("licence", "Licence", ("licenza", "licence")),)

    def find_problems(self, document: Any) -> Iterable[str]:
        """The game, and pairs: two persons an entry."""
        if document["event"]["game"]["key"] not in {"burraco", "pointsonly2"}:
            yield f"The game is {document['event']['game']['name']}, and this federation counts burraco."
        for entry in document["entries"]:
            if len(entry["persons"]) != 2:
                yield f"Entry {entry['number']} has {len(entry['persons'])} persons, and pairs have two."

    def compute_points(self, event_class: str, place: int, entries: int) -> int:
        row = TABLE[event_class]
        points = 100 * row[place - 1] if place <= len(row) else 0
        return points // 2 if entries < FEWEST_ENTRIES else points

    def explain_points(self, event_class: str, place: int, entries: int) -> str:
        half = f", half with {entries} entries" if entries < FEWEST_ENTRIES else ""
        return f"{event_class}, place {place}{half} = {self.compute_points(event_class, place, entries) / 100:g}"

    def export_ranking(self, year: int, members: Sequence[RankedMember]) -> ExportedFile:
        text = io.StringIO()
        writer = csv.writer(text, delimiter=";")
        writer.writerow(("ANNO", "POS", "TESSERA", "LICENZA", "PUNTI"))
        writer.writerows((year, one.rank, one.number, one.own.get("licence", ""), one.points) for one in members)
        return ExportedFile(f"ranking-{year}.txt", "text/plain; charset=utf-8", text.getvalue().encode())


class Register:
    """The members, and who signed up for the next evening, as a register on the web would give them."""

    key = "registerexample"
    name = "Registro di esempio"

    def fetch_list(self, roll: str) -> bytes:
        if roll == "entries":
            return b"Maria Bianchi;Luca Rossi\nAnna Verdi;Bruno Neri\n"
        if roll != "members":
            raise LookupError(f"the register has no {roll}")
        return b"number;name;licenza\n71;Maria Bianchi;A\n72;Luca Rossi;B\n"


class Shelf:
    """Pages in a folder whose name the host is: what a service with an interface of its own would be."""

    key = "shelfexample"
    name = "Scaffale di esempio"
    place = Path()

    def open_store(self, host: str, folder: str, user: str, password: str) -> "ShelfStore":
        return ShelfStore(self.place / host)


class ShelfStore:
    def __init__(self, root: Path) -> None:
        self.root = root

    def write(self, path: str, content: bytes) -> None:
        if path.startswith("full"):
            raise OSError("the shelf is full")
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_bytes(content)

    def remove(self, path: str) -> None:
        (self.root / path).unlink(missing_ok=True)

    def read(self, path: str) -> bytes | None:
        return (self.root / path).read_bytes() if (self.root / path).is_file() else None

    def close(self) -> None:
        pass
