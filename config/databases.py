"""The settings of a desk’s SQLite files, and of PostgreSQL."""

from pathlib import Path
from typing import Any

POOL_TIMEOUT = 5.0
"""Seconds that a request waits for a connection."""
REPLICA_TIMEOUT = 1.0
"""Seconds that a request waits for a connection to a replica: the primary can draw the page too."""
PREPARED_AFTER = 3
"""How often a connection runs a statement before it prepares it."""
RECONNECT_SECONDS = 2.0
"""After so long without success a pool begins anew with the next who asks; the library's own pauses grow to minutes."""
SILENT_HOST_OPTIONS = {
    "keepalives_idle": 4,
    "keepalives_interval": 2,
    "keepalives_count": 2,
    "tcp_user_timeout": 8000,
}
"""A host that says nothing any more, not even that it is gone, is given up after eight seconds. The address may say otherwise."""
FAILOVER_OPTIONS = {"target_session_attrs": "read-write", "connect_timeout": 3}
"""With several hosts: whoever takes writes is asked, and who does not answer is passed over."""


def build_sqlite_settings(path: Path, *, synchronous: str) -> dict[str, Any]:
    """Django's settings of one SQLite file.

    Writers take the lock at BEGIN and wait for it (`IMMEDIATE`, 20 s) instead of failing at the first write; WAL lets readers
    continue meanwhile. `recursive_triggers` makes `INSERT OR REPLACE` fire the delete triggers that guard the ledger.
    """
    return {
        "ENGINE": "config.sqlite",
        "NAME": str(path),
        "CONN_MAX_AGE": None,
        "ATOMIC_REQUESTS": False,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": (
                f"PRAGMA journal_mode=WAL;PRAGMA synchronous={synchronous};PRAGMA foreign_keys=ON;PRAGMA recursive_triggers=ON;"
            ),
        },
    }


def build_postgres_settings(url_settings: dict[str, Any], *, pool_size: int) -> dict[str, Any]:
    """Django's settings of a PostgreSQL database: with a `pool_size` its threads share so many connections, else each keeps its own.

    Statements that come again on a connection are prepared: PostgreSQL parses and plans them once, which was half of its work for a result.
    """
    several = FAILOVER_OPTIONS if "," in str(url_settings.get("HOST") or "") else {}
    options = {
        **SILENT_HOST_OPTIONS,
        **several,
        **url_settings.get("OPTIONS", {}),
        "server_side_binding": True,
        "prepare_threshold": PREPARED_AFTER,
    }
    checked = {**url_settings, "CONN_HEALTH_CHECKS": True, "OPTIONS": options}
    if not pool_size:
        return {**checked, "CONN_MAX_AGE": None}
    pool = {"min_size": min(2, pool_size), "max_size": pool_size, "timeout": POOL_TIMEOUT, "reconnect_timeout": RECONNECT_SECONDS}
    return {**checked, "CONN_MAX_AGE": 0, "OPTIONS": {**options, "pool": pool}}


def build_replica_settings(url_settings: dict[str, Any], *, pool_size: int) -> dict[str, Any]:
    """Django's settings of a replica that is only read; one that does not answer is given up after two seconds."""
    options = {"connect_timeout": 2, "target_session_attrs": "any", **url_settings.get("OPTIONS", {})}
    built = build_postgres_settings({**url_settings, "OPTIONS": options}, pool_size=pool_size)
    if "pool" in built["OPTIONS"]:
        built["OPTIONS"]["pool"]["timeout"] = REPLICA_TIMEOUT
    return {**built, "TEST": {"MIRROR": "default"}}
