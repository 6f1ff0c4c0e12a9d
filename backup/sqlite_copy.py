"""A whole desk as one SQLite file: copied while people write, checked without Django, and put back."""

import hashlib
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import quote

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from desk.verification.queries import format_fault
from exchange.values import BrokenCopy, CopiedTournament
from scoring.ledger.chain import ChainLink, LedgerRecord, build_head, check_chain
from tournaments.models.default_names import translate_stage_name

_ENTRIES = (
    "SELECT entry.*, COALESCE(match.code, '') AS match_code FROM scoring_ledgerentry AS entry"
    " LEFT JOIN tournaments_match AS match ON match.id = entry.match_id WHERE entry.tournament_id = ? ORDER BY entry.seq"
)
_TOURNAMENTS = (
    "SELECT tournament.id, tournament.slug, tournament.name, COALESCE(head.seq, 0) AS seq, COALESCE(head.digest, ?) AS digest"
    " FROM tournaments_tournament AS tournament LEFT JOIN scoring_ledgerhead AS head ON head.tournament_id = tournament.id"
    " ORDER BY tournament.slug"
)
_LAST_ROUND = (
    "SELECT stage.name, stage.format_key, round.number"
    " FROM tournaments_round AS round JOIN tournaments_stage AS stage ON stage.id = round.stage_id"
    " WHERE stage.tournament_id = ? AND round.state <> 'draft' ORDER BY stage.number DESC, round.number DESC LIMIT 1"
)
_NO_COPY = gettext_noop("is damaged or no copy of La Bella: choose another one (%(reason)s)")
EMPTY_DIGEST = "0" * 64
PASSING_TABLES = ("jobs_", "django_session", "sqlite_")
PASSING_COLUMNS = frozenset({"last_login"})


def copy_database(source: Path, target: Path) -> None:
    """Copy one consistent state of `source` to a new, compact file while others write. Raises sqlite3.Error."""
    with closing(open_file(source, "rw")) as connection:
        connection.execute("VACUUM INTO ?", [str(target)])


def replace_database(copy: Path, live: Path) -> None:
    """Replace the content of `live` by that of `copy` in one transaction: readers see the old state or the new one.

    Call behind the write lock. Raises sqlite3.Error; then nothing was changed.
    """
    with closing(open_file(copy, "ro")) as source, closing(open_file(live, "rwc")) as target:
        source.backup(target)
        target.execute("PRAGMA journal_mode=WAL")


def check_copy(path: Path) -> tuple[CopiedTournament, ...]:
    """Check all of a copy: pages, references, chains and heads. Return its tournaments.

    Raises BrokenCopy with the place and what is wrong there.
    """
    try:
        with closing(open_file(path, "ro")) as connection:
            connection.row_factory = sqlite3.Row
            check_pages(connection)
            return check_tournaments(connection)
    except sqlite3.Error as error:
        raise BrokenCopy(path.name, _(_NO_COPY) % {"reason": error}) from error


def compute_content_digest(path: Path) -> str:
    """SHA-256 of all rows but those that change without anybody's work: jobs, sessions, the time of a login. Raises sqlite3.Error."""
    digest = hashlib.sha256()
    with closing(open_file(path, "ro")) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        for table in (name for name in names if not name.startswith(PASSING_TABLES)):
            columns = [row[1] for row in connection.execute(f'PRAGMA table_info("{table}")') if row[1] not in PASSING_COLUMNS]
            listed = ", ".join(f'"{column}"' for column in columns)
            digest.update(f"{table}({listed})".encode())
            for row in connection.execute(f'SELECT {listed} FROM "{table}" ORDER BY rowid'):  # noqa: S608 - names from the file's own schema
                digest.update(repr(row).encode())
    return digest.hexdigest()


def applied_migrations(path: Path) -> frozenset[tuple[str, str]]:
    """The migrations that a copy contains, which identify its release. Raises BrokenCopy."""
    try:
        with closing(open_file(path, "ro")) as connection:
            return frozenset(connection.execute("SELECT app, name FROM django_migrations").fetchall())
    except sqlite3.Error as error:
        raise BrokenCopy(path.name, _(_NO_COPY) % {"reason": error}) from error


def has_ledger(path: Path) -> bool:
    """Whether a database is one of ours, of any release; false for a damaged one that cannot be opened."""
    try:
        with closing(open_file(path, "ro")) as connection:
            row = connection.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'scoring_ledgerentry'").fetchone()
            return row is not None
    except sqlite3.DatabaseError:
        return False


def open_file(path: Path, mode: str) -> sqlite3.Connection:
    """A connection that has the REGEXP function, which our tables' constraints use."""
    connection = sqlite3.connect(f"{build_address(path.absolute())}?mode={mode}", uri=True, timeout=20, isolation_level=None)
    connection.create_function("REGEXP", 2, _match_regexp, deterministic=True)
    return connection


def build_address(path: PurePath) -> str:
    """An absolute path as SQLite's own kind of address, without a host: a directory of the network stays a path with two slashes."""
    words = path.as_posix()
    return f"file://{'' if words.startswith('/') else '/'}{quote(words, safe='/:')}"


def _match_regexp(pattern: str, text: str | None) -> bool:
    return text is not None and re.search(pattern, text) is not None


def check_tournaments(connection: sqlite3.Connection) -> tuple[CopiedTournament, ...]:
    """Check every ledger's chain against its head; `connection` returns rows by name. Raises BrokenCopy."""
    return tuple(_check_tournament(connection, row) for row in connection.execute(_TOURNAMENTS, [EMPTY_DIGEST]).fetchall())


def check_pages(connection: sqlite3.Connection) -> None:
    """Raises BrokenCopy for damaged pages, broken constraints and dangling references."""
    damage = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(1)")]
    if damage != ["ok"]:
        raise BrokenCopy(_("the file"), damage[0])
    stray = connection.execute("PRAGMA foreign_key_check").fetchone()
    if stray is not None:
        raise BrokenCopy(_("table %(table)s") % {"table": stray[0]}, _("a row refers to one that does not exist"))


def _check_tournament(connection: sqlite3.Connection, row: sqlite3.Row) -> CopiedTournament:
    head = build_head(row["seq"], row["digest"])
    count = 0

    def iterate_links() -> Iterator[ChainLink]:
        nonlocal count
        for entry in connection.execute(_ENTRIES, [row["id"]]):
            count += 1
            yield _build_link(entry)

    faults = check_chain(iterate_links(), (head,) if head.seq else ())
    if faults:
        place = _("%(tournament)s, ledger entry %(seq)d") % {"tournament": row["name"], "seq": faults[0].seq}
        raise BrokenCopy(place, format_fault(faults[0].kind))
    if count != head.seq:
        raise BrokenCopy(
            row["name"], _("the ledger has %(count)d entries, its fingerprint says %(seq)d") % {"count": count, "seq": head.seq}
        )
    *stage, number = connection.execute(_LAST_ROUND, [row["id"]]).fetchone() or ("", "", 0)
    return CopiedTournament(row["slug"], row["name"], str(head), head.seq, translate_stage_name(*stage), number)


def _build_link(row: sqlite3.Row) -> ChainLink:
    values: dict[str, Any] = {name: row[name] for name in LedgerRecord.__slots__ if name in row.keys()}  # noqa: SIM118 - a Row iterates values
    recorded = datetime.fromisoformat(row["recorded_at"]).replace(tzinfo=UTC)
    record = LedgerRecord(
        **values
        | {
            "match": row["match_code"],
            "match_version": row["match_version"] or 0,
            "supersedes": row["supersedes"] or 0,
            "recorded_at": recorded.isoformat(timespec="microseconds"),
        }
    )
    return ChainLink(record, row["prev"], row["digest"])
