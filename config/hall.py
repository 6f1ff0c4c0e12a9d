"""Opening a desk to the hall while it runs, for whoever started it for this computer alone."""

from collections.abc import Callable

from django.conf import settings

EVERYWHERE = "0.0.0.0"  # noqa: S104 - somebody presses a button that says so


class HallDoor:
    """How the desk of this process begins to listen to other machines; None where it does already, or is served by another program."""

    listen_at: Callable[[str], None] | None = None


def can_open_hall() -> bool:
    return HallDoor.listen_at is not None and not settings.LAN_ADDRESSES.is_open


def open_hall() -> None:
    """Listen at every address of this computer until the desk stops. Raises: OSError, and everything stays as it was."""
    if HallDoor.listen_at is None:
        return
    HallDoor.listen_at(EVERYWHERE)
    settings.LAN_ADDRESSES.host = EVERYWHERE
