"""Every format there is: one line each."""

from .format import Format
from .knockout import Knockout
from .round_robin import RoundRobin
from .swiss.format import Swiss

FORMATS: tuple[Format, ...] = (
    Knockout(),
    RoundRobin(),
    Swiss(),
)


def format_by_key(key: str) -> Format:
    """Raises: KeyError."""
    return {entry.key: entry for entry in FORMATS}[key]
