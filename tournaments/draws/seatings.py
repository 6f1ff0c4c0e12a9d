"""Who sits where in a drawn round, and which reasons of the engine still hold there."""

from collections.abc import Iterable, Mapping
from typing import Any

from tournaments.models import Draw, Match, Round, Seat

CAME_LATE = "came_late"
"""The reason that a match carries whose second side came after the draw."""


def update_reasons(drafted: Round, draw: Draw) -> None:
    """Keep the engine's reasons only where its pairing stands. A late entry is no change by hand: its reason stays, and it
    counts as drawn.
    """
    drawn = {drawn_pairing["order"]: drawn_pairing for drawn_pairing in draw.outcome["pairings"]}
    seated = read_seated_entries(drafted.pk)
    matches = list(Match.objects.filter(round=drafted))
    for match in matches:
        drawn_pairing, late_reasons = drawn[match.position], [reason for reason in match.reasons if reason["code"] == CAME_LATE]
        is_unchanged = seated[match.position] == (*drawn_pairing["sides"], *list_late_entrants(late_reasons))
        match.reasons = [*(drawn_pairing["reasons"] if is_unchanged else ()), *late_reasons]
    Match.objects.bulk_update(matches, ["reasons"])


def read_seated_entries(round_key: int) -> dict[int, tuple[int, ...]]:
    """Ids of the entries by the position of the match, in the order of the sides."""
    seated: dict[int, list[int]] = {}
    rows = Seat.objects.filter(round=round_key).order_by("match__position", "side", "place").values_list("match__position", "entry_id")
    for position, entry in rows:
        seated.setdefault(position, []).append(entry)
    return {position: tuple(entries) for position, entries in seated.items()}


def list_late_entrants(reasons: Iterable[Mapping[str, Any]]) -> list[int]:
    return [reason["params"]["entrant"] for reason in reasons]
