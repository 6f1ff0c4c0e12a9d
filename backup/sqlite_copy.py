"""A whole desk as one SQLite file: copied while people write, checked without Django, and put back."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from exchange.values import BrokenCopy, Kept
from scoring.ledger import Head, Link, Record, check_chain, head_of
from scoring.verification.queries import fault_sentence

_ENTRIES = (
    "SELECT entry.*, COALESCE(match.code, '') AS match_code FROM scoring_ledgerentry AS entry"
    " LEFT JOIN tournaments_match AS match ON match.id = entry.match_id WHERE entry.tournament_id = ? ORDER BY entry.seq"
)
_TOURNAMENTS = (
    "SELECT tournament.id, tournament.slug, tournament.name, COALESCE(head.seq, 0) AS seq, COALESCE(head.digest, ?) AS digest"
    " FROM tournaments_tournament AS tournament LEFT JOIN scoring_ledgerhead AS head ON head.tournament_id = tournament.id"
    " ORDER BY tournament.slug"
)
NOTHING = "0" * 64


def copy_database(source: Path, target: Path) -> None:
    """One state of `source` in a new, compact file. Others write meanwhile. Raises sqlite3.Error."""
    with closing(open_file(source, "rw")) as connection:
        connection.execute("VACUUM INTO ?", [str(target)])


def put_back(copy: Path, live: Path) -> None:
    """Make `live` what `copy` is, in one transaction: whoever reads meanwhile sees the old state or the new one.

    Call behind the write gate. Raises sqlite3.Error; then nothing was changed.
    """
    with closing(open_file(copy, "ro")) as source, closing(open_file(live, "rwc")) as target:
        source.backup(target)
        target.execute("PRAGMA journal_mode=WAL")


def check_copy(path: Path) -> tuple[Kept, ...]:
    """What a copy holds, one line a tournament, after looking at all of it: pages, references, chains and heads.

    Raises BrokenCopy with the place and what is wrong there.
    """
    try:
        with closing(open_file(path, "ro")) as connection:
            connection.row_factory = sqlite3.Row
            check_pages(connection)
            return check_tournaments(connection)
    except sqlite3.Error as error:
        raise BrokenCopy(path.name, str(error)) from error


def applied_migrations(path: Path) -> frozenset[tuple[str, str]]:
    """Which release wrote a copy. Raises BrokenCopy."""
    try:
        with closing(open_file(path, "ro")) as connection:
            return frozenset(connection.execute("SELECT app, name FROM django_migrations").fetchall())
    except sqlite3.Error as error:
        raise BrokenCopy(path.name, str(error)) from error


def open_file(path: Path, mode: str) -> sqlite3.Connection:
    """A connection that knows the function which our tables' constraints are written with."""
    connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode={mode}", uri=True, timeout=20, isolation_level=None)
    connection.create_function("REGEXP", 2, _regexp, deterministic=True)
    return connection


def _regexp(pattern: str, text: str | None) -> bool:
    return text is not None and re.search(pattern, text) is not None


def check_tournaments(connection: sqlite3.Connection) -> tuple[Kept, ...]:
    """Every ledger's chain against its head; `connection` gives rows by name. Raises BrokenCopy."""
    return tuple(_check_tournament(connection, row) for row in connection.execute(_TOURNAMENTS, [NOTHING]).fetchall())


def check_pages(connection: sqlite3.Connection) -> None:
    """Raises BrokenCopy for damaged pages, broken constraints and stray references."""
    damage = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(1)")]
    if damage != ["ok"]:
        raise BrokenCopy(_("the file"), damage[0])
    stray = connection.execute("PRAGMA foreign_key_check").fetchone()
    if stray is not None:
        raise BrokenCopy(_("table %(table)s") % {"table": stray[0]}, _("a row refers to one that does not exist"))


def _check_tournament(connection: sqlite3.Connection, row: sqlite3.Row) -> Kept:
    head = head_of(row["seq"], row["digest"])
    count = 0

    def counted() -> Iterator[Link]:
        nonlocal count
        for entry in connection.execute(_ENTRIES, [row["id"]]):
            count += 1
            yield _link(entry)

    faults = check_chain(counted(), _heads(head))
    if faults:
        place = _("%(tournament)s, ledger entry %(seq)d") % {"tournament": row["name"], "seq": faults[0].seq}
        raise BrokenCopy(place, fault_sentence(faults[0].kind))
    if count != head.seq:
        raise BrokenCopy(row["name"], _("the ledger has %(count)d entries, its head says %(seq)d") % {"count": count, "seq": head.seq})
    return Kept(row["slug"], row["name"], str(head), head.seq)


def _heads(head: Head) -> tuple[Head, ...]:
    return (head,) if head.seq else ()


def _link(row: sqlite3.Row) -> Link:
    values: dict[str, Any] = {name: row[name] for name in Record.__slots__ if name in row.keys()}  # noqa: SIM118 - a Row iterates values
    recorded = datetime.fromisoformat(row["recorded_at"]).replace(tzinfo=UTC)
    record = Record(
        **values
        | {
            "match": row["match_code"],
            "match_version": row["match_version"] or 0,
            "supersedes": row["supersedes"] or 0,
            "recorded_at": recorded.isoformat(timespec="microseconds"),
        }
    )
    return Link(record, row["prev"], row["digest"])
