"""Photographs of sheets beside their printings: kept, listed, deleted. Their pictures are never read with the list."""

import datetime as dt
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Count, Q
from django.utils.translation import gettext_lazy as _

from jobs.databases import write_tx
from scoring.ledger.appending import build_staff_actor
from scoring.matches.history import read_actor_names
from scoring.models import SheetPhotograph
from tournaments.locks import lock_for_director
from tournaments.models import Match, Person, Tournament
from tournaments.refusals import ChangeRefused

MOST_PHOTOGRAPHS = 8
"""Of one match: front and back of a few printings. A camera that is left running fills no disk."""


@dataclass(frozen=True, slots=True)
class PhotographLine:
    """A photograph in a list; `who` is empty if that account is gone."""

    pk: int
    serial: int | None
    taken_at: dt.datetime
    who: str


def list_photographs(match: Match, tournament: Tournament) -> tuple[PhotographLine, ...]:
    """The photographs of a match, newest first. At most three queries."""
    rows = list(SheetPhotograph.objects.filter(match=match).order_by("-pk").values_list("pk", "serial", "taken_at", "taken_by"))
    names = read_actor_names([row[3] for row in rows], tournament.pk) if rows else {}
    return tuple(PhotographLine(pk, serial, taken_at, names.get(taken_by, "")) for pk, serial, taken_at, taken_by in rows)


def count_photographs(tournament: Tournament) -> Mapping[str, int]:
    """By code of the match, how many photographs it has. One query."""
    photographs = SheetPhotograph.objects.filter(match__round__stage__tournament=tournament)
    return dict(photographs.order_by().values_list("match__code").annotate(Count("pk")))


def keep_photograph(match: Match, serial: int | None, picture: bytes, *, actor: AbstractBaseUser, at: dt.datetime) -> bool:
    """Keep the photograph with the match; the same picture is kept once. Return whether it is kept: a match has at most eight.

    Call inside `write_tx`, after the right of the actor was checked.
    """
    digest = hashlib.sha256(picture).hexdigest()
    present = SheetPhotograph.objects.filter(match=match)
    if present.filter(digest=digest).exists():
        return True
    if present.count() >= MOST_PHOTOGRAPHS:
        return False
    taken_by = build_staff_actor(actor).id
    SheetPhotograph.objects.create(match=match, serial=serial, picture=picture, digest=digest, taken_at=at, taken_by=taken_by)
    return True


def delete_photograph(tournament: Tournament, photograph_id: int, *, actor: AbstractBaseUser) -> None:
    """Delete one photograph. For directors. Raises PermissionDenied; ChangeRefused if it is not there any more."""
    with write_tx():
        locked = lock_for_director(tournament, actor)
        deleted, _by_model = SheetPhotograph.objects.filter(pk=photograph_id, match__round__stage__tournament=locked).delete()
        if not deleted:
            raise ChangeRefused("no_photograph", _("Nothing was deleted: this photograph is not here any more."))


def delete_photographs_of(person: Person) -> int:
    """Delete the photographs of every match of an entry in which the person plays or played: names are written on them. Return how many."""
    plays = Q(match__seats__entry__members__person=person)
    left = Q(match__seats__entry__substitutions__leaves=person) | Q(match__seats__entry__substitutions__comes=person)
    matches = SheetPhotograph.objects.filter(plays | left).values("pk")
    deleted, _by_model = SheetPhotograph.objects.filter(pk__in=list(matches.values_list("pk", flat=True))).delete()
    return deleted
