"""What the groups of a stage are called: pools, the two lines of a Mitchell, venues."""

from collections.abc import Iterable

from django.utils.translation import gettext

from tournaments.models import Stage
from tournaments.pairing import format_by_key
from tournaments.services.halls import venue_by_heat, venues_of


def group_names(stage: Stage, keys: Iterable[str]) -> dict[str, str]:
    """What groups are called, by their keys; a venue by its place, where it has one. Two queries for venues, none otherwise."""
    in_venues = format_by_key(stage.format_key).in_venues
    places = venue_by_heat(stage, tuple(venues_of(stage.tournament))) if in_venues else {}
    return {key: places.get(key) or group_name(stage.format_key, key) for key in set(keys)}


def group_name(format_key: str, name: str) -> str:
    """“Pool A”, “Venue B”, “Fixed line”; nothing for the only group of a stage."""
    chosen = format_by_key(format_key)
    if not name:
        return ""
    if name in chosen.group_titles:
        return gettext(chosen.group_titles[name])
    return gettext(chosen.group_title).format(name=name)
