"""What is known about damage of the database file; remembered by the process until it ends."""

import logging
from dataclasses import dataclass

logger = logging.getLogger(__name__)

DAMAGE_SIGNS = ("malformed", "not a database", "disk i/o error", "database corruption")


@dataclass(slots=True)
class StorageState:
    """What the last look found, in the words of the system; empty while all is well. Damage stays until the next start."""

    damage: str = ""
    write_fault: str = ""


state = StorageState()


def is_damage(error: BaseException | None) -> bool:
    """Whether an error means that the database file itself is damaged or cannot be read."""
    text = str(error).lower()
    is_database_error = error is not None and any(kind.__name__ == "DatabaseError" for kind in type(error).__mro__)
    return is_database_error and any(sign in text for sign in DAMAGE_SIGNS)


def report_damage(damage: str) -> None:
    """Remember that the database is damaged: from now on nothing is written into it."""
    if not state.damage:
        logger.critical("the database is damaged, the desk stops writing: %s", damage)
    state.damage = damage
