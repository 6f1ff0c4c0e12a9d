"""Which threads answer a request: whoever saves, whoever works and looks or logs in, and spectators have threads of their own.

Saves may wait for a lock, spectators may be many; neither keeps a director from logging in and looking. The desk's server
(`config.serving`) and the workers of a hosted site (`config.hosted_worker`) ask here.
"""

from enum import StrEnum

LOGIN_PATHS = ("/login/", "/logout/")
WORKING_PATHS = (*LOGIN_PATHS, "/desk/", "/jobs/", "/t", "/healthz", "/live", "/ready", "/metrics")
_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


class Pool(StrEnum):
    """A group of threads."""

    SAVES = "saves"
    WORK = "work"
    SPECTATORS = "spectators"


def choose_pool(method: str, path: str, cookies: str) -> Pool:
    """The threads for a request with this method, path and `Cookie` header: forms save, whoever has a session or logs in works."""
    if path.startswith(LOGIN_PATHS):
        return Pool.WORK
    if method not in _SAFE_METHODS:
        return Pool.SAVES
    works = "sessionid=" in cookies or (path.startswith(WORKING_PATHS) and not path.startswith("/tournaments/"))
    return Pool.WORK if works else Pool.SPECTATORS
