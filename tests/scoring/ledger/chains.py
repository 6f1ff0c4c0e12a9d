"""A sound chain to spoil."""

from scoring.ledger.chain import GENESIS, ChainLink, LedgerRecord, compute_digest


def chain(length):
    links = []
    prev = GENESIS
    for seq in range(1, length + 1):
        record = LedgerRecord(
            seq=seq,
            match="ABCD2345",
            match_version=seq,
            kind="submit",
            supersedes=0,
            payload='{"event":{"kind":"hand"}}',
            engine_version="mariglia/1",
            actor="staff-1",
            via="desk",
            idempotency_key=f"key-{seq}",
            body_digest="a" * 64,
            reason="",
            text_hash="",
            recorded_at="2026-11-21T20:00:00.000000+00:00",
        )
        links.append(ChainLink(record, prev, compute_digest(prev, record)))
        prev = links[-1].digest
    return links
