"""Append entries to the ledger: who asks, what is to be written, and the entry itself. No other module writes to it."""

import hashlib
import logging
import os
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache, partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.db import connection, transaction
from django.db.models import Field

from scoring.ledger.chain import compute_digest, compute_salted_hash, dump_canonical_json
from scoring.ledger.journal import update_journal_after_commit
from scoring.models import LedgerEntry, LedgerHead, LedgerText, TableLink
from tournaments.models import Match, Tournament
from tournaments.permissions import require_here

logger = logging.getLogger(__name__)

HEADS_FILE = "heads.log"


@dataclass(frozen=True, slots=True)
class Actor:
    """The author of a ledger entry. `id` is opaque and stays valid after the person behind it is erased.

    Staff have a user, a side at its table has a link, a command has neither. `people` is the fingerprint of who sat at the table on the
    page of a phone; empty where nobody looked at one.
    """

    id: str
    via: LedgerEntry.Via
    user_pk: int | None = None
    link_pk: int | None = None
    people: str = ""


@dataclass(frozen=True, slots=True)
class Submission:
    """One request as it arrived: author, idempotency key, digest of the body, time. A request that appends several entries numbers its
    key.
    """

    actor: Actor
    key: str
    body_digest: str
    at: datetime

    def derive_part(self, number: int) -> "Submission":
        return Submission(self.actor, f"{self.key}:{number}", self.body_digest, self.at)


@dataclass(frozen=True, slots=True)
class EntryContent:
    """The content of a new ledger entry: kind, payload and reason, before it has a number and a digest."""

    kind: LedgerEntry.Kind
    engine_version: str
    payload: Mapping[str, Any] = field(default_factory=dict)
    supersedes: int | None = None
    reason: str = ""
    words: str = ""


def build_staff_actor(user: AbstractBaseUser, via: LedgerEntry.Via = LedgerEntry.Via.DESK) -> Actor:
    return Actor(f"staff-{user.pk}", via, user.pk)


def build_table_actor(link: TableLink, people: str = "") -> Actor:
    return Actor(link.actor_id, LedgerEntry.Via.TABLE, link_pk=link.pk, people=people)


def build_submission(actor: Actor, key: str, body: Mapping[str, Any], at: datetime) -> Submission:
    """Build the submission of a request. `body` holds everything that the request asks for: the same key with another body is an error
    of the caller.
    """
    text = repr(sorted((str(name), str(value)) for name, value in body.items()))
    return Submission(actor, key, hashlib.sha256(text.encode()).hexdigest(), at)


def lock_head(tournament: Tournament) -> LedgerHead:
    """The tournament's ledger head, locked until the transaction ends, so that writers queue here. Created on first use.

    Raises: HandedOver, also where it was handed over while this request waited.
    """
    head = _lock_existing_head(tournament.pk) or _create_head(tournament)
    require_here(head.tournament)
    return head


def _lock_existing_head(tournament_pk: int) -> LedgerHead | None:
    """Lock the head without `first()`, which would sort a single row while other writers wait."""
    heads = LedgerHead.objects.select_for_update(of=("self",)).select_related("tournament")
    return next(iter(heads.filter(pk=tournament_pk)), None)


def _create_head(tournament: Tournament) -> LedgerHead:
    """Create the head; when two transactions start a ledger at the same time, one row results."""
    LedgerHead.objects.bulk_create([LedgerHead(tournament=tournament)], ignore_conflicts=True)
    return LedgerHead.objects.select_for_update(of=("self",)).select_related("tournament").get(tournament=tournament)


@dataclass(frozen=True, slots=True)
class NewLine:
    """An entry to be appended: `match_version` counts the entries of its match, None for both where it is about none."""

    content: EntryContent
    origin: Submission
    match: Match | None = None
    match_version: int | None = None


def append_entry(
    head: LedgerHead, content: EntryContent, origin: Submission, *, match: Match | None = None, match_version: int | None = None
) -> LedgerEntry:
    """Append `content` after the locked `head`, store its free words in their own table, advance the head, and update the journal after
    commit.
    """
    salt, text_hash = _salt_words(content.words)
    entry = _build_entry(head, NewLine(content, origin, match, match_version), text_hash)
    entry.save(force_insert=True)
    if content.words:
        LedgerText.objects.create(tournament_id=head.tournament_id, seq=entry.seq, salt=salt, text=content.words)
    _advance_head(head, entry)
    return entry


def append_decision(
    head: LedgerHead,
    payload: Mapping[str, Any],
    origin: Submission,
    *,
    kind: LedgerEntry.Kind = LedgerEntry.Kind.SUBMIT,
    reason: str = "",
    words: str = "",
) -> None:
    """Append what is about the tournament, and about no match, as `append_entry`."""
    tournament = head.tournament
    content = EntryContent(kind, f"{tournament.game_key}/{tournament.rules_version}", payload, reason=reason, words=words)
    append_entry(head, content, origin)


@dataclass(frozen=True, slots=True)
class ChainedLines:
    """Entries that follow the head with this number and digest: `rows` of values, column by column, and the `last` of them."""

    seq: int
    digest: str
    rows: tuple[tuple[Any, ...], ...] = ()
    last: LedgerEntry | None = None

    def follow(self, head: LedgerHead) -> bool:
        """Whether nothing was appended since they were chained."""
        return (self.seq, self.digest) == (head.seq, head.digest)


def chain_lines(head: LedgerHead, lines: Iterable[NewLine]) -> ChainedLines:
    """Number lines without words, in their order, and compute their digests. Writes nothing and needs no lock: thousands take a while."""
    end = LedgerHead(tournament_id=head.tournament_id, seq=head.seq, digest=head.digest)
    rows, last = [], None
    for line in lines:
        last = _build_entry(end, line)
        end.seq, end.digest = last.seq, last.digest
        rows.append(tuple(column.get_db_prep_save(column.pre_save(last, add=True), connection) for column in _list_columns()))
    return ChainedLines(head.seq, head.digest, tuple(rows), last)


def append_chained(head: LedgerHead, chained: ChainedLines) -> None:
    """Append chained lines after the locked `head` in one statement, as `append_entry` would one by one.

    Raises: RuntimeError when they follow another head.
    """
    if not chained.follow(head):
        raise RuntimeError(f"lines chained after {chained.seq} do not follow {head}")
    if chained.last is None:
        return
    columns = [connection.ops.quote_name(str(column.column)) for column in _list_columns()]
    table, places = connection.ops.quote_name(LedgerEntry._meta.db_table), ", ".join(["%s"] * len(columns))
    with connection.cursor() as cursor:
        cursor.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})", chained.rows)  # noqa: S608 - names of columns
    _advance_head(head, chained.last)


@cache
def _list_columns() -> "tuple[Field[Any, Any], ...]":
    """The columns of the ledger but its key, which the database gives."""
    return tuple(column for column in LedgerEntry._meta.concrete_fields if not column.primary_key)


def _build_entry(head: LedgerHead, line: NewLine, text_hash: str = "") -> LedgerEntry:
    """The entry that follows the head."""
    content, origin, match = line.content, line.origin, line.match
    entry = LedgerEntry(
        tournament_id=head.tournament_id,
        seq=head.seq + 1,
        match=match,
        match_version=line.match_version,
        kind=content.kind,
        supersedes=content.supersedes,
        payload=dump_canonical_json(dict(content.payload)),
        engine_version=content.engine_version,
        actor=origin.actor.id,
        via=origin.actor.via,
        idempotency_key=origin.key,
        body_digest=origin.body_digest,
        reason=content.reason,
        text_hash=text_hash,
        recorded_at=origin.at,
        prev=head.digest,
    )
    entry.digest = compute_digest(entry.prev, entry.build_record(match.code if match else ""))
    return entry


def _advance_head(head: LedgerHead, entry: LedgerEntry) -> None:
    head.seq, head.digest = entry.seq, entry.digest
    head.save(update_fields=["seq", "digest"])
    if connection.vendor == "sqlite":
        transaction.on_commit(partial(note_head, head.tournament_id, head.seq, head.tournament.slug), robust=True)
    if settings.JOURNAL:
        update_journal_after_commit(head.tournament_id)


def note_head(key: int, seq: int, slug: str) -> None:
    """Note beside the database of a desk where the ledger of a tournament ends, after each commit: a lost write-ahead log is noticed by it.

    The line is not synced: it is for files that are copied, deleted or put back without their log, not for a power cut, after which the
    database itself is whole.
    """
    try:
        handle = os.open(get_heads_path(), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    except OSError:
        logger.warning("the last head could not be noted", exc_info=True)
        return
    try:
        os.write(handle, f"{key} {seq} {slug}\n".encode())
    finally:
        os.close(handle)


def get_heads_path() -> Path:
    return Path(settings.DATA) / HEADS_FILE


def _salt_words(words: str) -> tuple[str, str]:
    if not words:
        return "", ""
    salt = secrets.token_hex(16)
    return salt, compute_salted_hash(salt, words)
