"""Keep a roll of honour."""

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext as _

from jobs.databases import write_tx
from records.honour_rolls.queries import select_addable_tournaments
from records.models import HonourLine, HonourRoll
from tournaments.models import Organizer, Tournament
from tournaments.permissions import require_organizer_director
from tournaments.refusals import ChangeRefused

MOST_LINES = 300
"""Years and tournaments of a roll: more is a mistake of a program."""


def create_roll(organizer: Organizer, name: str, *, actor: AbstractBaseUser) -> HonourRoll:
    """A roll without lines. Raises: PermissionDenied."""
    with write_tx():
        require_organizer_director(actor, organizer)
        return HonourRoll.objects.create(organizer=organizer, name=name)


def save_roll(roll: HonourRoll, *, actor: AbstractBaseUser) -> None:
    """Store name, trophy and who may see it. Raises: PermissionDenied."""
    with write_tx():
        require_organizer_director(actor, roll.organizer)
        roll.save(update_fields=["name", "wins", "in_a_row", "public"])


def add_typed_year(roll: HonourRoll, line: HonourLine, *, actor: AbstractBaseUser) -> None:
    """Raises: PermissionDenied; ChangeRefused for a line that is there already, or too many."""
    with write_tx():
        require_organizer_director(actor, roll.organizer)
        _check_room(roll)
        line.roll = roll
        same = roll.lines.filter(year=line.year, title=line.title, winners=line.winners)
        if same.exists():
            raise ChangeRefused("year_there", _("Not saved: this year is in the roll already, with the same winners."))
        line.save()


def add_tournament(roll: HonourRoll, tournament: Tournament, *, actor: AbstractBaseUser) -> None:
    """Raises: PermissionDenied; ChangeRefused for a tournament that is not over, not the club’s or in the roll already."""
    with write_tx():
        require_organizer_director(actor, roll.organizer)
        _check_room(roll)
        if not select_addable_tournaments(roll).filter(pk=tournament.pk).exists():
            raise ChangeRefused("not_addable", _("Not saved: the tournament is in the roll already, or is not over any more."))
        HonourLine.objects.create(roll=roll, tournament=tournament, year=tournament.date.year)


def remove_line(roll: HonourRoll, line_id: int, *, actor: AbstractBaseUser) -> bool:
    """Whether it was there. The tournament itself stays. Raises: PermissionDenied."""
    with write_tx():
        require_organizer_director(actor, roll.organizer)
        return bool(roll.lines.filter(pk=line_id).delete()[0])


def _check_room(roll: HonourRoll) -> None:
    if roll.lines.count() >= MOST_LINES:
        raise ChangeRefused("too_many", _("Not saved: a roll has at most %(most)d lines.") % {"most": MOST_LINES})
