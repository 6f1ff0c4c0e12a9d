"""The players of a season for its directors: their evenings, open questions about who is who, and what was decided."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from rankings.seasons.queries import EveningResults, EveningView, SeasonRanking, read_players, read_rulings
from rankings.seasons.sightings import PlayerName, Sighting, choose_name
from rankings.seasons.wording import format_place, format_season_points, format_short_day, format_turn
from rules.texts import build_plain_text
from standings.season import IdentityQuestion, Likeness, NamesakeQuestion, SeasonPlayer, list_namesakes, list_questions
from tournaments.models import Season, SeasonNaming
from tournaments.people.names import fold_name


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player; `days` are the evenings played, `spellings` other ways in which the name was written; texts, because there are many."""

    id: str
    name: str
    club: str
    days: str
    spellings: str
    doubtful: bool


@dataclass(frozen=True, slots=True)
class QuestionLine:
    """`answer` is what club and membership number suggest: “same”, or empty."""

    key: str
    first: PlayerLine
    second: PlayerLine
    sentence: str
    answer: str


@dataclass(frozen=True, slots=True)
class AppearanceLine:
    """One evening of a player. `who` is the number of the person among the namesakes as it is suggested or decided."""

    key: str
    evening: int
    day: str
    tournament: str
    name: str
    entry: str
    club: str
    membership: str
    place: str
    points: str
    turn: str
    who: int = 0


@dataclass(frozen=True, slots=True)
class NamesakeLine:
    name: str
    persons: tuple[int, ...]
    appearances: tuple[AppearanceLine, ...]


@dataclass(frozen=True, slots=True)
class IdentityDecisionLine:
    """A decision about identity: names within one part are one person; two parts are two people."""

    id: int
    parts: tuple[str, ...]
    by: str
    at: dt.datetime


@dataclass(frozen=True, slots=True)
class SeasonPeople:
    """`players` are in alphabetical order, doubtful ones first."""

    players: tuple[PlayerLine, ...]
    questions: tuple[QuestionLine, ...]
    namesakes: tuple[NamesakeLine, ...]

    def search(self, text: str) -> tuple[PlayerLine, ...]:
        """The players of whose name or club every word of the text is a part."""
        words = fold_name(text).split()
        return tuple(line for line in self.players if all(word in _get_searched(line) for word in words))


@dataclass(frozen=True, slots=True)
class PlayerDetails:
    """`chosen` is the appearance from which the displayed name is taken, empty where nobody chose."""

    line: PlayerLine
    appearances: tuple[AppearanceLine, ...]
    spellings: tuple[AppearanceLine, ...]


LIKENESSES = {
    Likeness.MEMBERSHIP: gettext_noop("The same membership number, another name."),
    Likeness.SPELLING: gettext_noop("Nearly the same name."),
}


def _get_place(line: PlayerLine) -> tuple[bool, str, str]:
    """Doubtful persons first, then by name and club."""
    return not line.doubtful, build_plain_text(line.name), build_plain_text(line.club)


def read_people(season: Season, results: EveningResults) -> SeasonPeople:
    """Everybody who played, and what is to decide. Three queries."""
    players = read_players(season, results)
    lines = _PlayerLines(season, results)
    by_id = {player.id: lines.build(player) for player in players}
    questions = list_questions(players, read_rulings(season))
    return SeasonPeople(
        players=tuple(
            sorted(by_id.values(), key=lambda line: (not line.doubtful, build_plain_text(line.name), build_plain_text(line.club)))
        ),
        questions=tuple(_build_question(question, by_id) for question in questions),
        namesakes=tuple(lines.build_namesakes(question) for question in list_namesakes(players)),
    )


def read_player(season: Season, results: EveningResults, player_id: str) -> PlayerDetails | None:
    """One player with all evenings and spellings; None if there is no such player. Two queries."""
    player = next((player for player in read_players(season, results) if player.id == player_id), None)
    if player is None:
        return None
    lines = _PlayerLines(season, results)
    appearances = tuple(lines.build_appearance(lines.by_atom[appearance.atom]) for appearance in player.appearances)
    return PlayerDetails(lines.build(player), appearances, tuple({line.name: line for line in appearances if line.name}.values()))


def count_questions(season: Season, ranking: SeasonRanking) -> int:
    """One query."""
    players = tuple(ranking.players.values())
    return len(list_questions(players, read_rulings(season))) + len(list_namesakes(players))


def list_doubtful_names(ranking: SeasonRanking) -> tuple[str, ...]:
    """Names that stand for more than one person until a director decides."""
    return tuple(dict.fromkeys(ranking.called[name].name for name, player in ranking.players.items() if player.doubt))


def read_decisions(season: Season) -> tuple[IdentityDecisionLine, ...]:
    """The decisions about who is who, the latest first. Two queries."""
    return tuple(_iterate_decisions(season))


class _PlayerLines:
    """Builds the lines of players from what was seen of them."""

    def __init__(self, season: Season, results: EveningResults) -> None:
        self.evenings: Mapping[int, EveningView] = {evening.id: evening for evening in results.counted}
        self.days = {pk: format_short_day(evening) for pk, evening in self.evenings.items()}
        self.by_atom = {sighting.appearance.atom: sighting for sighting in results.sightings}
        self.preferred = {(entry, person or 0): pk for pk, entry, person in season.spellings.values_list("pk", "entry", "person")}

    def build(self, player: SeasonPlayer) -> PlayerLine:
        called: PlayerName = choose_name(player, self.by_atom, self.preferred)
        spellings = dict.fromkeys(self.by_atom[appearance.atom].spelling for appearance in player.appearances)
        return PlayerLine(
            id=player.id,
            name=called.name or _("erased"),
            club=called.club,
            days=", ".join(self.days[appearance.evening] for appearance in player.appearances),
            spellings=", ".join(name for name in spellings if name and name != called.name),
            doubtful=player.doubt is not None,
        )

    def build_appearance(self, sighting: Sighting, who: int = 0) -> AppearanceLine:
        appearance, score = sighting.appearance, sighting.score
        return AppearanceLine(
            key="-".join(map(str, appearance.atom)),
            evening=appearance.evening,
            day=self.days[appearance.evening],
            tournament=self.evenings[appearance.evening].name,
            name=sighting.spelling,
            entry=sighting.entry_name,
            club=sighting.name.club,
            membership=appearance.membership,
            place=format_place(score),
            points=format_season_points(score.points),
            turn=format_turn(score) if score.share != Fraction(1) else "",
            who=who,
        )

    def build_namesakes(self, question: NamesakeQuestion) -> NamesakeLine:
        """Every appearance with the number of the player to whom it seems to belong, in the order of the evenings."""
        numbered = [
            (self.by_atom[appearance.atom], who)
            for who, player in enumerate(question.players, start=1)
            for appearance in player.appearances
        ]
        order = list(self.evenings)
        numbered.sort(key=lambda pair: (order.index(pair[0].appearance.evening), pair[1]))
        return NamesakeLine(
            name=next(sighting.spelling for sighting, _who in numbered),
            persons=tuple(range(1, len(question.players) + 1)),
            appearances=tuple(self.build_appearance(sighting, who) for sighting, who in numbered),
        )


def _build_question(question: IdentityQuestion, lines: Mapping[str, PlayerLine]) -> QuestionLine:
    first, second = lines[question.first.id], lines[question.second.id]
    return QuestionLine(f"{first.id}:{second.id}", first, second, _(LIKENESSES[question.likeness]), "same" if question.likely else "")


def _get_searched(line: PlayerLine) -> str:
    return fold_name(f"{line.name} {line.club} {line.spellings}")


def _iterate_decisions(season: Season) -> Iterable[IdentityDecisionLine]:
    namings: defaultdict[int, defaultdict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    rows = SeasonNaming.objects.filter(decision__season=season).select_related("entry__club", "entry__tournament", "person", "decision")
    for naming in rows.order_by("decision", "entry__tournament__date", "pk"):
        namings[naming.decision_id][naming.part].append(_format_naming(naming))
    for decision in season.decisions.select_related("made_by").order_by("-pk"):
        parts = (", ".join(dict.fromkeys(namings[decision.pk][part])) for part in sorted(namings[decision.pk]))
        yield IdentityDecisionLine(decision.pk, tuple(parts), str(decision.made_by), decision.made_at)


def _format_naming(naming: SeasonNaming) -> str:
    return (naming.person.name or _("erased")) if naming.person else naming.entry.name
