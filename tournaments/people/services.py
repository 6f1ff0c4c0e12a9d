"""Persons and clubs by their names, made where they are missing."""

from collections.abc import Iterable

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Q
from simple_history.utils import bulk_create_with_history

from tournaments.models import Club, Person, Substitution
from tournaments.people.names import fold_name


def persons_by_name(names: Iterable[str], *, actor: AbstractBaseUser) -> dict[str, Person]:
    """A person for every name, known ones first: whoever is written exactly so in a tournament that the actor works for.

    Names never reach into the tournaments of others: there a person of the same name is a stranger.
    """
    wanted = dict.fromkeys(names)
    mine = Person.objects.filter(memberships__tournament__staff__user_id=actor.pk).exclude(name="")
    known = {person.name: person for person in mine.order_by("pk") if person.name in wanted}
    made = [Person(name=name) for name in wanted if name not in known]
    bulk_create_with_history(made, Person, default_user=actor)
    return known | {person.name: person for person in made}


def forget_strangers(persons: Iterable[Person]) -> None:
    """Delete those who play nowhere any more and never did: a name mistyped is not kept, in the history neither."""
    for person in persons:
        played = Substitution.objects.filter(Q(leaves=person) | Q(comes=person)).exists()
        if not played and not person.memberships.exists():
            key = person.pk
            person.delete()
            Person.history.filter(id=key).delete()


def clubs_by_name(names: Iterable[str]) -> dict[str, Club]:
    """A club for every name that is not empty; capitals, accents and punctuation make no other club."""
    wanted = {name: fold_name(name) for name in names if name}
    if not wanted:
        return {}
    known = {fold_name(club.name): club for club in Club.objects.all()}
    for name, folded in wanted.items():
        if folded not in known:
            known[folded] = Club.objects.create(name=name)
    return {name: known[folded] for name, folded in wanted.items()}
