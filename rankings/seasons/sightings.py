"""Who played on the evenings of a season, how they are called, and what each of them gets for the evening."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rankings.seasons.substitutes import EntryTurns, read_entry_turns
from standings.season import Appearance, EveningScore, SeasonOptions, SeasonPlayer, share_score
from standings.season.rule import PERSONS
from tournaments.models import Entry, Member, Person, SeasonEvening, Tournament
from tournaments.people.names import compute_person_key, fold_name
from tournaments.people.naming import IN_FULL, Naming, PublicNaming

EveningScores = Mapping[int, Mapping[int, EveningScore]]
"""The score of every entry, by tournament."""
Players = list[tuple[Entry, Person | None, EveningScore]]


@dataclass(frozen=True, slots=True)
class PlayerName:
    """The name and club of a player; the name is empty after erasure, the club where the player has none for most evenings."""

    name: str
    club: str


@dataclass(frozen=True, slots=True)
class Sighting:
    """An appearance on one evening with its name and its score; `name_level` is lower the less of the name is public."""

    appearance: Appearance
    name: PlayerName
    name_level: int
    spelling: str
    entry_name: str
    score: EveningScore


def read_sightings(rows: Sequence[SeasonEvening], scores: EveningScores, options: SeasonOptions, *, everything: bool) -> list[Sighting]:
    """All appearances with a score, in the order of the evenings.

    Three queries, three more where somebody was substituted, and three per evening where names are shortened.
    """
    by_evening = _read_persons(scores, options) if options.ranks == PERSONS else _read_teams(scores)
    sightings = []
    for row in rows:
        naming = IN_FULL if everything else PublicNaming(row.tournament)
        sightings += [_build_sighting(entry, person, score, naming) for entry, person, score in by_evening[row.tournament_id]]
    return sightings


def choose_name(player: SeasonPlayer, by_atom: Mapping[tuple[int, int], Sighting], preferred: Mapping[tuple[int, int], int]) -> PlayerName:
    """The name among those of the evenings that show least: spelt as the director prefers, else as most often, then as last.

    `preferred` has the appearances whose spelling a director chose; of several the one with the greatest number counts. The club is the
    one for which the player played on most evenings.
    """
    sightings = [by_atom[appearance.atom] for appearance in player.appearances]
    atoms = [appearance.atom for appearance in player.appearances if appearance.atom in preferred]
    chosen = max(((preferred[atom], atom) for atom in atoms), default=None)
    spelling = by_atom[chosen[1]].spelling if chosen else ""
    least = min(sighting.name_level for sighting in sightings)
    fullest = [sighting for sighting in sightings if sighting.name_level == least]
    names = [sighting.name.name for sighting in fullest if sighting.spelling == spelling] or [sighting.name.name for sighting in fullest]
    clubs = Counter(sighting.name.club for sighting in fullest)
    club, times = clubs.most_common(1)[0]
    return PlayerName(_find_most_frequent(names), club if 2 * times > len(fullest) else "")


def _find_most_frequent(names: Sequence[str]) -> str:
    """The most frequent text, of several the last."""
    times = Counter(names)
    return max(reversed(names), key=lambda name: times[name])


def _build_sighting(entry: Entry, person: Person | None, score: EveningScore, naming: Naming) -> Sighting:
    spelling = person.name if person else entry.name
    club = entry.club.name if entry.club else ""
    person_id, membership = (person.pk, fold_name(person.membership)) if person else (0, "")
    appearance = Appearance(entry.tournament_id, entry.pk, person_id, compute_person_key(spelling), fold_name(club), membership)
    if not spelling:
        return Sighting(appearance, PlayerName("", naming.format_club(entry)), len(_FORMS) + 1, "", "", score)
    public_name = naming.format_person(person, entry) if person else naming.format_name(entry)
    level = len(_FORMS)
    if isinstance(naming, PublicNaming):
        level = 0 if entry.hidden else _FORMS.index(naming.form)
    entry_name = naming.format_name(entry)
    return Sighting(appearance, PlayerName(public_name or entry_name, naming.format_club(entry)), level, spelling, entry_name, score)


_NAMES = Tournament.PublicNames
_FORMS = (_NAMES.NUMBERS, _NAMES.INITIALS, _NAMES.SHORT, _NAMES.FIRST, _NAMES.FULL)
"""From the least that is told of a name to the most."""


def _read_persons(scores: EveningScores, options: SeasonOptions) -> Mapping[int, Players]:
    """Everybody who played: of a place in which somebody was substituted all that played in it, of who entered again the last entry."""
    members = list(
        Member.objects.filter(tournament__in=scores, entry__again=None)
        .select_related("person", "entry__club")
        .order_by("entry__number", "position")
    )
    by_entry: defaultdict[int, list[int]] = defaultdict(list)
    for member in members:
        by_entry[member.entry_id].append(member.person_id)
    turns = read_entry_turns(list(scores), by_entry)
    players: defaultdict[int, Players] = defaultdict(list)
    for member in members:
        score = scores[member.tournament_id].get(member.entry_id)
        if score is not None:
            shared = _share(score, member.person_id, turns.get(member.entry_id), options)
            players[member.tournament_id] += [(member.entry, person or member.person, part) for person, part in shared]
    return players


def _share(
    score: EveningScore, member: int, turns: EntryTurns | None, options: SeasonOptions
) -> Iterable[tuple[Person | None, EveningScore]]:
    """The parts of a place's score, with the people who left it; None stands for the member."""
    place = next((place for place in turns.places if place[-1].person == member), None) if turns else None
    if turns is None or place is None:
        return [(None, score)]
    left = {person.pk: person for person in turns.left}
    return [(left.get(person), part) for person, part in share_score(score, options, place).items()]


def _read_teams(scores: EveningScores) -> Mapping[int, Players]:
    players: defaultdict[int, Players] = defaultdict(list)
    for entry in Entry.objects.filter(tournament__in=scores, again=None).select_related("club").order_by("number"):
        score = scores[entry.tournament_id].get(entry.pk)
        if score is not None:
            players[entry.tournament_id].append((entry, None, score))
    return players
