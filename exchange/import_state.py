"""What an import in progress knows: the document, and the keys that its parts have on this desk."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import AbstractBaseUser

from tournaments.models import Organizer, Person, Tournament

Json = Mapping[str, Any]


@dataclass
class ImportState:
    """The state of an import in progress: primary keys by the keys of the document. A large tournament has 45,000 matches, whose rows are
    never held. `own_people` are those of a tournament that is here already.
    """

    document: Json
    actor: AbstractBaseUser
    organizer: Organizer | None = None
    tournament: Tournament = field(init=False)
    own_people: Mapping[str, Person] = field(default_factory=dict)
    users: dict[str, int] = field(default_factory=dict)
    entries: dict[int, int] = field(default_factory=dict)
    by_number: dict[int, int] = field(default_factory=dict)
    matches: dict[str, int] = field(default_factory=dict)
    people: dict[str, int] = field(default_factory=dict)
    strangers: list[str] = field(default_factory=list)
    not_repeated: list[str] = field(default_factory=list)
