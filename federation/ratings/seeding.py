"""How strong the entries of a tournament are by the rating of its club, and seeds from that."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

from federation.identities.queries import read_persons
from federation.identities.recognising import KnownPerson
from federation.models import RatedEvening
from federation.skills.queries import read_skills
from federation.skills.updating import Skill
from rankings.seeding.services import give_seeds
from tournaments.models import Entry, Person, Tournament
from tournaments.models.prefetches import prefetch_members
from tournaments.people.names import compute_person_key
from tournaments.refusals import ChangeRefused


@dataclass(frozen=True, slots=True)
class StrengthLine:
    """An entry with the strength of its persons together; `seed` is None for who gets none, `values` empty where nobody is known."""

    entry: Entry
    strength: int
    values: tuple[int, ...]
    seed: int | None


def has_rating(tournament: Tournament) -> bool:
    """Whether the club keeps a rating of the game."""
    return RatedEvening.objects.filter(organizer=tournament.organizer, game_key=tournament.game_key).exists()


def read_strength_lines(tournament: Tournament, count: int) -> list[StrengthLine]:
    """Every entry that plays, the strongest first; the first `count` are seeded, but nobody of whose persons there is no match.

    Persons without a match count as average. Entries that are equally strong are ordered by number.
    """
    entries = Entry.objects.filter(tournament=tournament, phantom=False).exclude(state=Entry.State.WITHDRAWN)
    rows = list(entries.prefetch_related(prefetch_members()).order_by("number"))
    persons_index = _index_persons(read_persons(tournament.organizer).persons)
    keys_of = {entry.pk: [_find_person(member.person, persons_index) for member in entry.members.all()] for entry in rows}
    keys = {key for persons in keys_of.values() for key in persons if key}
    skills = {key: skill for key, (skill, _played) in read_skills(tournament.organizer, tournament.game_key, keys).items()}
    lines = [_build_line(entry, [skills.get(key) for key in keys_of[entry.pk]]) for entry in rows]
    lines.sort(key=lambda line: (not line.values, -line.strength, line.entry.number))
    return [
        StrengthLine(line.entry, line.strength, line.values, place if line.values and place <= count else None)
        for place, line in enumerate(lines, start=1)
    ]


def seed_from_rating(tournament: Tournament, count: int, *, actor: AbstractBaseUser) -> int:
    """Seed the `count` strongest entries, instead of the seeds that are there; return how many got one.

    Raises: ChangeRefused where something is drawn already, or nobody has a rating; PermissionDenied.
    """
    nobody = ChangeRefused("nobody_seeded", _("Nothing was changed: nobody who plays here has a match in the rating."))

    def choose_seeds(locked: Tournament) -> dict[int, int | None]:
        return {line.entry.pk: line.seed for line in read_strength_lines(locked, count)}

    return give_seeds(tournament, choose_seeds, nobody=nobody, actor=actor)


def _build_line(entry: Entry, skills: list[Skill | None]) -> StrengthLine:
    values = [round((skill or Skill()).value) for skill in skills]
    return StrengthLine(entry, sum(values), tuple(sorted(values, reverse=True)) if any(skills) else (), None)


def _index_persons(persons: Iterable[KnownPerson]) -> tuple[Mapping[int, set[int]], Mapping[str, set[int]]]:
    """Keys of the persons by their rows and by their names."""
    by_row: defaultdict[int, set[int]] = defaultdict(set)
    by_name: defaultdict[str, set[int]] = defaultdict(set)
    for person in persons:
        for played in person.evenings:
            by_row[played.person].add(person.key)
            by_name[played.name].add(person.key)
    return by_row, by_name


def _find_person(person: Person, persons_index: tuple[Mapping[int, set[int]], Mapping[str, set[int]]]) -> int:
    """The key of who this is; 0 where nobody or several are it."""
    by_row, by_name = persons_index
    keys = by_row.get(person.pk) or by_name.get(compute_person_key(person.name), set())
    return next(iter(keys)) if len(keys) == 1 else 0
