"""Answer who is who, and open the pages of persons."""

import datetime as dt
from collections import Counter
from collections.abc import Mapping

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext as _

from federation.identities.queries import find_page
from federation.identities.recognising import KnownPerson
from federation.models import IdentityAnswer, IdentityPart, PersonPage
from jobs.databases import write_tx
from tournaments.models import Member, Organizer
from tournaments.permissions import require_organizer_director
from tournaments.refusals import ChangeRefused


def answer_identity(organizer: Organizer, parts: Mapping[int, int], *, actor: AbstractBaseUser, at: dt.datetime) -> None:
    """Remember who is one person: by appearance its part. Raises: PermissionDenied; ChangeRefused where somebody would play twice on an
    evening, or an appearance is gone.
    """
    with write_tx():
        require_organizer_director(actor, organizer)
        rows = list(Member.objects.filter(pk__in=parts, tournament__organizer=organizer).values_list("pk", "tournament", "person"))
        if len(rows) != len(parts):
            raise ChangeRefused("appearance_gone", _("Not saved: somebody was removed meanwhile. Reload the page and try again."))
        players = {(parts[key], evening, person) for key, evening, person in rows}
        if max(Counter((part, evening) for part, evening, _player in players).values(), default=0) > 1:
            raise ChangeRefused("plays_twice", _("Not saved: nobody plays twice on an evening. Give those two different numbers."))
        answer = IdentityAnswer.objects.create(organizer=organizer, made_by_id=actor.pk, made_at=at)
        IdentityPart.objects.bulk_create(IdentityPart(answer=answer, member_id=key, part=part) for key, part in sorted(parts.items()))


def open_page(organizer: Organizer, person: KnownPerson, *, actor: AbstractBaseUser, at: dt.datetime) -> PersonPage:
    """The page of the person, made when it is asked for first; others see it when the person says so. Raises: PermissionDenied."""
    with write_tx():
        require_organizer_director(actor, organizer)
        page = find_page(organizer, person)
        return page or PersonPage.objects.create(organizer=organizer, member_id=person.key, made_by_id=actor.pk, made_at=at)


def show_page(page: PersonPage, shown: PersonPage.Shown) -> None:
    """Who may see it from now on, as the person says on the own page."""
    with write_tx():
        PersonPage.objects.filter(pk=page.pk).update(shown=shown)
