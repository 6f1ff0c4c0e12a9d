"""What the groups of a stage are called: pools, the two lines of a Mitchell, venues."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext

from pairing import format_by_key
from tournaments.halls.queries import venue_by_heat, venues_of
from tournaments.models import Stage, StageEntry


@dataclass(frozen=True, slots=True)
class Venue:
    """Where a part of a stage is played: `key` is its group."""

    key: str
    name: str


def venues_of_stage(stage: Stage) -> tuple[Venue, ...]:
    """Of a stage that is played in several venues at once, by their keys; none of any other. Three queries at most."""
    if not format_by_key(stage.format_key).in_venues:
        return ()
    keys = sorted(set(StageEntry.objects.filter(stage=stage).exclude(pool="").values_list("pool", flat=True)))
    names = group_names(stage, keys)
    return tuple(Venue(key, names[key]) for key in keys) if len(keys) > 1 else ()


def venue_named(stage: Stage, key: str) -> Venue | None:
    """The venue with this key, as an address or a job names it; None for everybody."""
    return next((one for one in venues_of_stage(stage) if one.key == key), None) if key else None


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
