"""The hash chain of a tournament's ledger: pure, and small enough to be read in one sitting.

`docs/ledger.md` describes the format for outsiders; `verifier.py` checks a published ledger with nothing but Python.
"""

from scoring.ledger.canonical import NotCanonical, canonical_json, parse_canonical
from scoring.ledger.chain import GENESIS, Fault, FaultKind, Head, Link, Record, check_chain, digest_of, head_of, salted_hash

__all__ = [
    "GENESIS",
    "Fault",
    "FaultKind",
    "Head",
    "Link",
    "NotCanonical",
    "Record",
    "canonical_json",
    "check_chain",
    "digest_of",
    "head_of",
    "parse_canonical",
    "salted_hash",
]
