"""Persons and clubs by their names, created where they are missing."""

from collections.abc import Iterable, Mapping

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Q, QuerySet
from simple_history.utils import bulk_create_with_history, bulk_update_with_history

from tournaments.fields.declared import FIELDS_BY_KEY
from tournaments.models import Club, Member, Person, Substitution, Tournament
from tournaments.people.names import fold_name
from tournaments.permissions import filter_worked_for


def find_or_create_persons(names: Iterable[str], tournament: Tournament, *, actor: AbstractBaseUser | None) -> dict[str, Person]:
    """A person for every name: a known one of this household with exactly this name, else a new one.

    Names never match persons in tournaments of others: there a person of the same name is somebody else. Without an actor, where people
    enrol themselves, the household is that of whoever created the tournament.
    """
    unique_names = dict.fromkeys(names)
    known = (
        filter_household(tournament.organizer_id, actor.pk if actor else tournament.created_by_id)
        .filter(name__in=list(unique_names))
        .exclude(name="")
        .order_by("pk")
    )
    known_persons = {person.name: person for person in known}
    new_persons = [Person(name=name) for name in unique_names if name not in known_persons]
    bulk_create_with_history(new_persons, Person, default_user=actor)
    return known_persons | {person.name: person for person in new_persons}


def filter_household(organizer_key: int, user_key: int) -> QuerySet[Person]:
    """The persons of an organizer; where everybody may open tournaments, those of the tournaments for which the user works."""
    tournaments = Tournament.objects.filter(organizer=organizer_key)
    known_to_actor = tournaments.filter(Q(organizer__shared=False) | Q(pk__in=filter_worked_for(user_key).values("pk")))
    return Person.objects.filter(pk__in=Member.objects.filter(tournament__in=known_to_actor).values("person"))


def store_person_values(values: Mapping[Person, Mapping[str, str]], *, actor: AbstractBaseUser | None) -> None:
    """Store declared values of persons, by key of the field, with their history; what is not given stays."""
    changed: list[Person] = []
    for person, person_values in values.items():
        columns = {FIELDS_BY_KEY[key].name: value for key, value in person_values.items()}
        if any(getattr(person, name) != value for name, value in columns.items()):
            for name, value in columns.items():
                setattr(person, name, value)
            changed.append(person)
    if changed:
        names = sorted({FIELDS_BY_KEY[key].name for person_values in values.values() for key in person_values})
        bulk_update_with_history(changed, Person, names, default_user=actor)


def delete_unused_persons(persons: Iterable[Person]) -> None:
    """Delete the persons who play nowhere and never did, with their history: a mistyped name is not kept."""
    for person in persons:
        played = Substitution.objects.filter(Q(leaves=person) | Q(comes=person)).exists()
        if not played and not person.memberships.exists():
            key = person.pk
            person.delete()
            Person.history.filter(id=key).delete()


def find_or_create_clubs(names: Iterable[str]) -> dict[str, Club]:
    """A club for every name that is not empty; names that differ in capitals, accents or punctuation are one club."""
    folded_names = {name: fold_name(name) for name in names if name}
    if not folded_names:
        return {}
    clubs_by_folded_name = {fold_name(club.name): club for club in Club.objects.all()}
    for name, folded in folded_names.items():
        if folded not in clubs_by_folded_name:
            clubs_by_folded_name[folded] = Club.objects.create(name=name)
    return {name: clubs_by_folded_name[folded] for name, folded in folded_names.items()}
