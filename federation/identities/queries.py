"""The persons of a club over all its evenings, and everything that is kept of one of them."""

import datetime as dt
import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any

from exchange.extras import format_time
from federation.identities.recognising import KnownPerson, PlayedEvening, Recognised, recognise_persons
from federation.models import EventFacts, IdentityPart, PersonPage, SentResult
from federation.skills.queries import build_step_data
from rankings.standings_pages.final_list import read_final_orders, read_final_teams
from standings.season import list_places
from tournaments.fields.declared import PERSON_FIELDS, read_person_values, read_values
from tournaments.models import Enrolment, Member, Organizer, Person, Tournament
from tournaments.people.names import compute_person_key, fold_name
from tournaments.people.naming import PublicNaming

Json = Any
MOST_CLUBS = 16
MOST_ASKED = 500
"""Evenings that are read by their ids; of more all are read anew."""
Seated = Mapping[int, Sequence[PlayedEvening]]
"""The persons of an evening by entry, in their positions."""


@dataclass(frozen=True, slots=True)
class ClubPersons:
    """The persons of a club as its evenings stand. `sources`: by evening, in their order, its page version and whose cards it takes."""

    sources: Mapping[int, tuple[str, str]]
    answered: int | None
    seated: Mapping[int, Seated]
    recognised: Recognised

    @property
    def version(self) -> str:
        """Changes with the persons and with everything that public pages show of their evenings."""
        return hashlib.sha256(f"persons {self.sources} {self.answered}".encode()).hexdigest()


_known_clubs: dict[int, ClubPersons] = {}
"""By organizer, kept as they are: after 300 evenings reading them from a cache of bytes would take longer than a card."""


@dataclass(frozen=True, slots=True)
class KnownPersonLine:
    """A person in the list of a club; `key` is that of its first appearance."""

    key: int
    name: str
    card: str
    evenings: int
    last: dt.date


@dataclass(frozen=True, slots=True)
class EveningLine:
    """An evening of a person; `place` is empty while there is none."""

    key: int
    tournament: Tournament
    entry: str
    name: str
    card: str
    place: str
    entries: int


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """An answer about a person, in the history: `joined` evenings were said to be one person's, `parted` ones somebody else's."""

    at: dt.datetime
    who: str
    joined: int
    parted: int


def read_persons(organizer: Organizer) -> Recognised:
    """Everybody who played at a tournament of the organizer, practice apart; erased persons are nobody."""
    return read_club(organizer).recognised


def read_club(organizer: Organizer) -> ClubPersons:
    """The persons and where they sat. Three queries, one more for the evenings that changed, and one where somebody came or went."""
    tournaments = _filter_tournaments(organizer)
    issuers = dict(EventFacts.objects.filter(tournament__in=tournaments).values_list("tournament", "card_issuer"))
    sources = {pk: (mark, issuers.get(pk, "")) for pk, mark in tournaments.values_list("pk", "edition__mark")}
    answered = IdentityPart.objects.filter(answer__organizer=organizer).order_by("-pk").values_list("pk", flat=True).first()
    former = _known_clubs.get(organizer.pk)
    if former and (former.answered, list(former.sources.items())) == (answered, list(sources.items())):
        return former
    seated = _read_seated(tournaments, sources, former)
    if former and former.answered == answered and list(former.seated.items()) == list(seated.items()):
        recognised = former.recognised
    else:
        played = [row for entries in seated.values() for row in sorted(chain.from_iterable(entries.values()))]
        recognised = recognise_persons(played, _read_answers(organizer))
    if organizer.pk not in _known_clubs and len(_known_clubs) >= MOST_CLUBS:
        _known_clubs.clear()
    _known_clubs[organizer.pk] = club = ClubPersons(sources, answered, seated, recognised)
    return club


def list_person_lines(persons: Sequence[KnownPerson]) -> list[KnownPersonLine]:
    """The lines of some persons in their order; two queries."""
    latest = {person.evenings[-1].key for person in persons}
    rows = {row.pk: row for row in Member.objects.filter(pk__in=latest).select_related("person", "tournament")}
    cards = {evening.key: evening for person in persons for evening in person.evenings}
    numbers = dict(
        Person.objects.filter(pk__in={played.person for played in cards.values() if played.card}).values_list("pk", "membership")
    )
    lines = []
    for person in persons:
        row = rows[person.evenings[-1].key]
        spelled = dict.fromkeys(numbers[played.person] for played in person.evenings if played.card)
        lines.append(KnownPersonLine(person.key, row.person.name, ", ".join(spelled), len(person.dates), row.tournament.date))
    return lines


def list_evening_lines(person: KnownPerson, *, public: bool = False) -> list[EveningLine]:
    """The evenings of a person, the latest first, with the place where it is final; `public`: only those that have a public page."""
    rows = Member.objects.filter(pk__in=person.keys).select_related("person", "entry", "tournament__organizer")
    rows = rows.filter(tournament__public=True, entry__hidden=False) if public else rows
    tournaments = {row.tournament_id for row in rows}
    teams = read_final_teams(tournaments)
    places: dict[int, str] = {}
    sizes = dict.fromkeys(tournaments, 0)
    for tournament, order in read_final_orders(tournaments).items():
        for rank, holders, together in list_places(order, teams):
            places |= {entry: f"{rank}=" if holders > 1 else str(rank) for entry in together}
            sizes[tournament] += holders
    lines = [
        EveningLine(
            row.pk,
            row.tournament,
            PublicNaming(row.tournament).format_name(row.entry) if public else row.entry.name,
            row.person.name,
            row.person.membership,
            places.get(row.entry_id, "") if row.tournament.state == Tournament.State.FINISHED else "",
            sizes[row.tournament_id],
        )
        for row in rows
    ]
    return sorted(lines, key=lambda line: (line.tournament.date, line.tournament.pk), reverse=True)


def list_answer_lines(organizer: Organizer, person: KnownPerson) -> list[AnswerLine]:
    """Every answer about the person, the latest first."""
    about = IdentityPart.objects.filter(answer__organizer=organizer, member__in=person.keys).values("answer")
    rows = IdentityPart.objects.filter(answer__in=about).select_related("answer__made_by").order_by("-answer", "pk")
    parts: defaultdict[Any, list[IdentityPart]] = defaultdict(list)
    for row in rows:
        parts[row.answer].append(row)
    lines = []
    for answer, members in parts.items():
        own = next(row.part for row in members if row.member_id in person.keys)
        joined = sum(row.part == own for row in members)
        lines.append(AnswerLine(answer.made_at, answer.made_by.get_username(), joined, len(members) - joined))
    return lines


def find_page(organizer: Organizer, person: KnownPerson) -> PersonPage | None:
    """The page of a person: of several, after two were joined, the first that was made."""
    return PersonPage.objects.filter(organizer=organizer, member__in=person.keys).order_by("pk").first()


def find_person_of(page: PersonPage) -> KnownPerson | None:
    """Whose page it is; None once the name was erased."""
    return read_persons(page.organizer).by_key.get(page.member_id)


def list_joined_persons(person: Person) -> list[Person]:
    """The row of a person, then those that are the same person on other evenings, in clubs where that is known."""
    keys = {person.pk}
    for organizer in Organizer.objects.filter(tournaments__entries__members__person=person).distinct():
        recognised = read_persons(organizer)
        for member in Member.objects.filter(person=person, tournament__organizer=organizer).values_list("pk", flat=True):
            namesake = recognised.by_key.get(member)
            keys |= {evening.person for evening in namesake.evenings} if namesake else set()
    rows = Person.objects.filter(pk__in=keys - {person.pk}, erased_at=None).order_by("pk")
    return [person, *rows]


def build_person_data(organizer: Organizer, person: KnownPerson) -> Json:
    """Everything that the club keeps of a person, as a file for that person: JSON values. Of an enrolment only what this person typed,
    whose name is the first in it; what is kept of a partner is the partner's.
    """
    rows = Member.objects.filter(pk__in=person.keys).select_related("person", "entry__club", "tournament")
    members = list(rows.order_by("tournament__date", "pk"))
    places = {line.key: line.place for line in list_evening_lines(person)}
    page = find_page(organizer, person)
    people = {member.person_id: member.person for member in members}
    return {
        "format": "labella-person",
        "version": 1,
        "club": organizer.name,
        "persons": [_build_row(row) for row in people.values()],
        "evenings": [_build_evening(member, places.get(member.pk, "")) for member in members],
        "answers": [
            {"at": format_time(line.at), "joined": line.joined, "parted": line.parted} for line in list_answer_lines(organizer, person)
        ],
        "page": page and {"key": page.key, "shown": page.shown},
        "rating": build_step_data(person.keys),
    }


def _build_row(row: Person) -> Json:
    earlier = Person.history.filter(id=row.pk).order_by("history_id")
    former = [{field.name: getattr(version, field.name) for field in PERSON_FIELDS} | {"name": version.name} for version in earlier]
    return {"name": row.name, **read_person_values(row), "earlier": former}


def _build_evening(member: Member, place: str) -> Json:
    sent = SentResult.objects.filter(tournament=member.tournament).order_by("pk").values_list("made_at", flat=True)
    rows = Enrolment.objects.filter(entry=member.entry).values("names", "phone", "club", "wish", "note", "steps")
    own = [row for row in rows if row["names"][:1] == [member.person.name]]
    return {
        "tournament": member.tournament.name,
        "date": member.tournament.date.isoformat(),
        "place": place,
        "entry": {"name": member.entry.name, **read_values(member.entry)},
        "enrolments": [row | {"names": row["names"][:1]} for row in own],
        "result_files_saved": [format_time(at) for at in sent],
    }


def _filter_tournaments(organizer: Organizer) -> Any:
    rows = Tournament.objects.filter(organizer=organizer, demonstration=False).exclude(state=Tournament.State.PREPARING)
    return rows.order_by("date", "pk")


def _read_seated(tournaments: Any, sources: Mapping[int, tuple[str, str]], former: ClubPersons | None) -> dict[int, Seated]:
    """The persons by evening and entry; evenings whose page version is the former one as they were. One query."""
    unchanged = {pk: former.seated[pk] for pk, source in sources.items() if former.sources.get(pk) == source} if former else {}
    changed = [pk for pk in sources if pk not in unchanged]
    rows = Member.objects.filter(tournament__in=changed if len(changed) <= MOST_ASKED else tournaments, entry__phantom=False)
    columns = (
        rows.exclude(person__name="")
        .order_by("position", "pk")
        .values_list("pk", "tournament", "person", "person__name", "person__membership", "entry", "position", "entry__hidden")
    )
    fold, format_card = cache(compute_person_key), cache(_format_card)
    fresh: dict[int, defaultdict[int, list[PlayedEvening]]] = {pk: defaultdict(list) for pk in changed}
    for key, evening, person, name, number, entry, position, hidden in columns:
        if evening in fresh:
            card = format_card(sources[evening][1], number)
            fresh[evening][entry].append(PlayedEvening(key, evening, person, fold(name), card, entry, position, hidden))
    return {pk: unchanged[pk] if pk in unchanged else dict(fresh[pk]) for pk in sources}


def _format_card(issuer: str, number: str) -> str:
    return f"{fold_name(issuer)} {fold_name(number)}" if fold_name(number) else ""


def _read_answers(organizer: Organizer) -> list[dict[int, int]]:
    answers: defaultdict[int, dict[int, int]] = defaultdict(dict)
    rows = IdentityPart.objects.filter(answer__organizer=organizer).order_by("answer", "pk").values_list("answer", "member", "part")
    for answer, member, part in rows:
        answers[answer][member] = part
    return list(answers.values())
