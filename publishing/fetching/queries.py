"""What a desk knows of the evenings that a site holds: those that it offers, and those that were fetched."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from publishing.models import FetchedEvening, Target
from publishing.targets.queries import list_targets
from tournaments.models import Tournament
from tournaments.people.names import MAX_NAME_LENGTH

Json = Any
MOST_OFFERED = 200


@dataclass(frozen=True, slots=True)
class OfferedEvening:
    """An evening at the site. `stand`: here (fetched as it is), newer (corrected there since), open (not over yet), away."""

    key: str
    name: str
    date: dt.date
    venue: str
    entries: int
    seasons: str
    version: str
    stand: str

    @property
    def can_be_fetched(self) -> bool:
        return self.stand in {"newer", "away"}


def find_site(final: Tournament) -> Target | None:
    """The site from which the evenings of this final come: its own before that of the whole desk."""
    return next((target for target in list_targets(final) if target.kind == Target.Kind.SITE and not target.ending), None)


def select_fetched(final: Tournament) -> QuerySet[FetchedEvening]:
    """The fetched evenings from which this final can take entries."""
    same = {"tournament__game_key": final.game_key, "tournament__individual": final.individual}
    return FetchedEvening.objects.filter(**same).exclude(tournament=final).select_related("tournament", "target")


def read_offered(answer: Sequence[Mapping[str, Json]]) -> tuple[OfferedEvening, ...]:
    """The evenings that a site names, with what is here of them. Raises: KeyError, TypeError, ValueError for what is no list of them."""
    fetched = {row.key: row for row in FetchedEvening.objects.all()}
    return tuple(_build_offered(values, fetched.get(str(values["key"]))) for values in answer[:MOST_OFFERED])


def _build_offered(values: Mapping[str, Json], row: FetchedEvening | None) -> OfferedEvening:
    version = str(values["version"])[:64]
    if row is not None:
        stand = "here" if row.version == version else "newer"
    else:
        stand = "away" if values["finished"] is True else "open"
    return OfferedEvening(
        key=str(values["key"])[:40],
        name=str(values["name"])[:MAX_NAME_LENGTH],
        date=dt.date.fromisoformat(values["date"]),
        venue=str(values["venue"])[:200],
        entries=int(values["entries"]),
        seasons=", ".join(str(name)[:MAX_NAME_LENGTH] for name in values["seasons"][:5]),
        version=version,
        stand=stand,
    )
