"""The hash chain of a tournament's ledger: pure, and short enough to read at once.

`docs/ledger.md` describes the format for outsiders; `verifier.py` checks a published ledger with Python alone.
"""

from scoring.ledger.chain import (
    GENESIS,
    ChainFault,
    ChainLink,
    FaultKind,
    Head,
    LedgerRecord,
    NotCanonical,
    build_head,
    check_chain,
    compute_digest,
    compute_salted_hash,
    dump_canonical_json,
    parse_canonical,
)

__all__ = [
    "GENESIS",
    "ChainFault",
    "ChainLink",
    "FaultKind",
    "Head",
    "LedgerRecord",
    "NotCanonical",
    "build_head",
    "check_chain",
    "compute_digest",
    "compute_salted_hash",
    "dump_canonical_json",
    "parse_canonical",
]
