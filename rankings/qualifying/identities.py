"""Who is who in the tournaments that one takes its entries from: equal names are asked about, never joined or parted silently."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import QuerySet

from tournaments.models import Member, NamesakeAnswer, Tournament
from tournaments.people.names import compute_person_key


@dataclass(frozen=True, slots=True)
class NamesakeQuestion:
    """Two players of one name in two tournaments. `likely` is true where membership number, club or partner agree."""

    first: Member
    second: Member
    likely: bool

    @property
    def key(self) -> str:
        return f"{self.first.pk}-{self.second.pk}"

    @property
    def players(self) -> tuple[Member, Member]:
        return self.first, self.second


@dataclass(frozen=True, slots=True)
class Identities:
    """`persons` are the numbers of the persons of every entry, `here` those who play in the tournament that takes them; whoever is not
    decided counts as somebody else.
    """

    persons: Mapping[int, frozenset[int]]
    here: frozenset[int]
    questions: tuple[NamesakeQuestion, ...]

    def list_questions(self, entries: Collection[int]) -> tuple[NamesakeQuestion, ...]:
        """The questions about these entries, with each other and with who plays here."""
        return tuple(
            question
            for question in self.questions
            if question.second.entry_id in entries and (question.first.entry_id in entries or question.first.entry_id not in self.persons)
        )


@dataclass(slots=True)
class _KnownPerson:
    number: int
    members: list[Member] = field(default_factory=list)


def read_identities(tournament: Tournament, entries: Sequence[int]) -> Identities:
    """Who is who among the players of these entries, in their order, and of the tournament. Three queries."""
    members = Member.objects.select_related("person", "entry__club", "tournament")
    place = {entry: number for number, entry in enumerate(entries)}
    sources = sorted(members.filter(entry__in=entries), key=lambda member: (place[member.entry_id], member.position))
    own = list(members.filter(tournament=tournament).order_by("entry__number", "position"))
    answers = {
        frozenset({answer.first_id, answer.second_id}): answer.same for answer in NamesakeAnswer.objects.filter(tournament=tournament)
    }
    recognition = _Recognition(answers, _read_names(sources + own))
    for member in [*own, *sources]:
        recognition.add(member)
    persons: defaultdict[int, frozenset[int]] = defaultdict(frozenset)
    for member in sources:
        persons[member.entry_id] |= {recognition.numbers[member.pk]}
    here = frozenset(recognition.numbers[member.pk] for member in own)
    return Identities(defaultdict(frozenset, persons), here, tuple(recognition.questions))


def _read_names(members: Iterable[Member]) -> Mapping[int, frozenset[str]]:
    names: defaultdict[int, frozenset[str]] = defaultdict(frozenset)
    for member in members:
        names[member.entry_id] |= {compute_person_key(member.person.name)}
    return names


class _Recognition:
    """Numbers persons, one player after the other, by the answers; asks where there is none."""

    def __init__(self, answers: Mapping[frozenset[int], bool], names: Mapping[int, frozenset[str]]) -> None:
        self.answers, self.names = answers, names
        self.known: defaultdict[str, list[_KnownPerson]] = defaultdict(list)
        self.numbers: dict[int, int] = {}
        self.questions: list[NamesakeQuestion] = []

    def add(self, member: Member) -> None:
        namesakes = self.known[compute_person_key(member.person.name) or f"erased {member.person_id}"]
        candidates = [person for person in namesakes if all(earlier.tournament_id != member.tournament_id for earlier in person.members)]
        person = next((person for person in candidates if self._decide(person, member)), None)
        if person is None:
            undecided = [person for person in candidates if self._decide(person, member) is None]
            self.questions += [self._build_question(person.members[-1], member) for person in undecided]
            person = _KnownPerson(len(self.numbers) + 1)
            namesakes.append(person)
        person.members.append(member)
        self.numbers[member.pk] = person.number

    def _decide(self, person: _KnownPerson, member: Member) -> bool | None:
        """Whether they are the same, by the latest answer about the two or by what follows from others; None where nobody has said so."""
        pairs = (frozenset({earlier.pk, member.pk}) for earlier in person.members)
        direct = next((self.answers[pair] for pair in reversed(list(pairs)) if pair in self.answers), None)
        if direct is not None:
            return direct
        first = self._list_alike(earlier.pk for earlier in person.members)
        second = self._list_alike([member.pk])
        if first & second:
            return True
        parted = (pair for pair, same in self.answers.items() if not same)
        return False if any(pair & first and pair & second for pair in parted) else None

    def _list_alike(self, keys: Iterable[int]) -> set[int]:
        """These players and whoever is the same person by one answer after the other."""
        alike, waiting = set(keys), list[frozenset[int]](pair for pair, same in self.answers.items() if same)
        while joined := [pair for pair in waiting if pair & alike]:
            alike.update(*joined)
            waiting = [pair for pair in waiting if not pair & alike]
        return alike

    def _build_question(self, first: Member, second: Member) -> NamesakeQuestion:
        membership = first.person.membership
        same_number = bool(membership) and membership == second.person.membership
        same_club = first.entry.club_id is not None and first.entry.club_id == second.entry.club_id
        partners = self.names[first.entry_id] & self.names[second.entry_id]
        return NamesakeQuestion(first, second, same_number or same_club or len(partners) > 1)


def select_answers(tournament: Tournament) -> QuerySet[NamesakeAnswer]:
    """What was answered, without the notes on who was entered from where: of these the second plays here."""
    return tournament.namesake_answers.exclude(second__tournament=tournament)
