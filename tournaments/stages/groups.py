"""The names of a stage's groups: pools, the two lines of a Mitchell, venues."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from pairing import format_by_key
from tournaments.halls.queries import read_place_by_heat, read_tables_by_place
from tournaments.models import Stage, StageEntry


@dataclass(frozen=True, slots=True)
class Venue:
    """A place where a part of a stage is played: `key` is its group."""

    key: str
    name: str


def read_venues_of_stage(stage: Stage) -> tuple[Venue, ...]:
    """The venues of a stage that is played in several at once, by their keys; none for other stages. Three queries at most."""
    if not format_by_key(stage.format_key).in_venues:
        return ()
    keys = sorted(set(StageEntry.objects.filter(stage=stage).exclude(pool="").values_list("pool", flat=True)))
    names = read_group_names(stage, keys)
    return tuple(Venue(key, names[key]) for key in keys) if len(keys) > 1 else ()


def find_venue(stage: Stage, key: str) -> Venue | None:
    """The venue with this key, as an address or a job names it; None for an empty or unknown key."""
    return next((venue for venue in read_venues_of_stage(stage) if venue.key == key), None) if key else None


def read_group_names(stage: Stage, keys: Iterable[str]) -> dict[str, str]:
    """The names of groups by their keys: of a venue that of its place, of a team that of its club. At most two queries."""
    if format_by_key(stage.format_key).in_teams:
        return _read_team_names(stage, keys)
    in_venues = format_by_key(stage.format_key).in_venues
    places = read_place_by_heat(stage, tuple(read_tables_by_place(stage.tournament))) if in_venues else {}
    return {key: places.get(key) or format_group_name(stage.format_key, key) for key in set(keys)}


def _read_team_names(stage: Stage, keys: Iterable[str]) -> dict[str, str]:
    clubs: dict[str, list[str]] = {}
    for pool, club in StageEntry.objects.filter(stage=stage).order_by().values_list("pool", "entry__club__name"):
        clubs.setdefault(pool, []).append(club or "")
    return {key: format_team_name(int(key), clubs.get(key, ())) if key else "" for key in set(keys)}


def format_team_name(number: int, clubs: Sequence[str]) -> str:
    """The club of the team's entries; its number where they have none, or none that may be shown."""
    return next(filter(None, clubs), "") or gettext("Team %(number)d") % {"number": number}


def format_group_name(format_key: str, name: str) -> str:
    """“Pool A”, “Venue B”, “Fixed line”; empty for the only group of a stage."""
    chosen = format_by_key(format_key)
    if not name:
        return ""
    if name in chosen.group_titles:
        return gettext(chosen.group_titles[name])
    return gettext(chosen.group_title).format(name=name)
