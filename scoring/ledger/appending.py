"""The only place where the ledger grows."""

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from scoring.ledger import canonical_json, digest_of, salted_hash
from scoring.ledger.actors import Actor
from scoring.ledger.journal import follow_after_commit
from scoring.models import LedgerEntry, LedgerHead, LedgerText
from tournaments.models import Match, Tournament


@dataclass(frozen=True, slots=True)
class Submission:
    """One request as it reached us: who, when, under which key. A request that appends several entries numbers its key."""

    actor: Actor
    key: str
    body_digest: str
    at: datetime

    def part(self, number: int) -> "Submission":
        return Submission(self.actor, f"{self.key}:{number}", self.body_digest, self.at)


@dataclass(frozen=True, slots=True)
class Line:
    """What an entry says."""

    kind: LedgerEntry.Kind
    engine_version: str
    payload: Mapping[str, Any] = field(default_factory=dict)
    supersedes: int | None = None
    reason: str = ""
    words: str = ""


def submission(actor: Actor, key: str, body: Mapping[str, Any], at: datetime) -> Submission:
    """`body` is everything that the request asks for; the same key with another body is a mistake of the caller."""
    text = repr(sorted((str(name), str(value)) for name, value in body.items()))
    return Submission(actor, key, hashlib.sha256(text.encode()).hexdigest(), at)


def lock_head(tournament: Tournament) -> LedgerHead:
    """The tournament's head, locked until the transaction ends, so that writers queue here. Made at the first use."""
    return _locked_head(tournament.pk) or _first_head(tournament)


def _locked_head(tournament_pk: int) -> LedgerHead | None:
    """Taken, not asked for by `first()`, which sorts what is one row: all others wait meanwhile."""
    return next(iter(LedgerHead.objects.select_for_update().filter(pk=tournament_pk)), None)


def _first_head(tournament: Tournament) -> LedgerHead:
    """Two who begin a ledger at once make one row."""
    LedgerHead.objects.bulk_create([LedgerHead(tournament=tournament)], ignore_conflicts=True)
    return LedgerHead.objects.select_for_update().get(tournament=tournament)


def append_entry(
    head: LedgerHead, line: Line, origin: Submission, *, match: Match | None = None, match_version: int | None = None
) -> LedgerEntry:
    """Append `line` behind the locked `head`, keep its free words beside it, move the head, and after commit let the journal follow."""
    salt, text_hash = _salted(line.words)
    entry = LedgerEntry(
        tournament_id=head.tournament_id,
        seq=head.seq + 1,
        match=match,
        match_version=match_version,
        kind=line.kind,
        supersedes=line.supersedes,
        payload=canonical_json(dict(line.payload)),
        engine_version=line.engine_version,
        actor=origin.actor.id,
        via=origin.actor.via,
        idempotency_key=origin.key,
        body_digest=origin.body_digest,
        reason=line.reason,
        text_hash=text_hash,
        recorded_at=origin.at,
        prev=head.digest,
    )
    entry.digest = digest_of(entry.prev, entry.record_of(match.code if match else ""))
    entry.save(force_insert=True)
    if line.words:
        LedgerText.objects.create(tournament_id=head.tournament_id, seq=entry.seq, salt=salt, text=line.words)
    head.seq, head.digest = entry.seq, entry.digest
    head.save(update_fields=["seq", "digest"])
    follow_after_commit(head.tournament_id)
    return entry


def _salted(words: str) -> tuple[str, str]:
    if not words:
        return "", ""
    salt = secrets.token_hex(16)
    return salt, salted_hash(salt, words)
