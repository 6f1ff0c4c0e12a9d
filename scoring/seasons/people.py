"""The players of a season for its directors: their evenings, doubtful identities, and decisions about identity."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.seasons.queries import EveningView, SeasonRanking, read_rulings
from scoring.seasons.wording import format_short_day
from standings.season import IdentityDoubt, Likeness, SeasonPlayer, list_questions
from tournaments.models import Season, SeasonNaming


@dataclass(frozen=True, slots=True)
class PlayedEvening:
    evening: int
    day: str
    name: str


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player; `doubt` says why the identity is not certain, empty if it is."""

    id: str
    name: str
    club: str
    days: tuple[PlayedEvening, ...]
    doubt: str


@dataclass(frozen=True, slots=True)
class QuestionLine:
    first: PlayerLine
    second: PlayerLine
    sentence: str


@dataclass(frozen=True, slots=True)
class IdentityDecisionLine:
    """A decision about identity: names within one part are one person; two parts are two people."""

    id: int
    parts: tuple[str, ...]
    by: str
    at: dt.datetime


@dataclass(frozen=True, slots=True)
class SeasonPeople:
    players: tuple[PlayerLine, ...]
    questions: tuple[QuestionLine, ...]
    decisions: tuple[IdentityDecisionLine, ...]


DOUBTS = {
    IdentityDoubt.TWICE: gettext_noop("Two players of one evening have this name: choose which of them played the other evenings."),
    IdentityDoubt.DIVIDED: gettext_noop("Two players have this name, and it is not decided which of them this is."),
}
LIKENESSES = {
    Likeness.OTHER_CLUB: gettext_noop("The same name, with another club."),
    Likeness.SPELLING: gettext_noop("Nearly the same name."),
}


def read_people(season: Season, ranking: SeasonRanking) -> SeasonPeople:
    """Players in alphabetical order, doubtful ones first. Two queries."""
    evenings = {evening.id: evening for evening in ranking.counted}
    lines = {name: _build_player_line(player, ranking, evenings) for name, player in ranking.players.items()}
    open_questions = list_questions(list(ranking.players.values()), read_rulings(season))
    return SeasonPeople(
        players=tuple(sorted(lines.values(), key=lambda line: (not line.doubt, line.name.casefold(), line.club.casefold()))),
        questions=tuple(
            QuestionLine(lines[question.first.id], lines[question.second.id], _(LIKENESSES[question.likeness]))
            for question in open_questions
        ),
        decisions=tuple(_read_decisions(season)),
    )


def list_doubtful_names(ranking: SeasonRanking) -> tuple[str, ...]:
    """Names that stand for more than one person until a director decides."""
    return tuple(dict.fromkeys(ranking.called[name].name for name, player in ranking.players.items() if player.doubt))


def _build_player_line(player: SeasonPlayer, ranking: SeasonRanking, evenings: Mapping[int, EveningView]) -> PlayerLine:
    called = ranking.called[player.id]
    days = tuple(
        PlayedEvening(evening_id, format_short_day(evenings[evening_id]), evenings[evening_id].name)
        for evening_id in (appearance.evening for appearance in player.appearances)
    )
    return PlayerLine(player.id, called.name or _("erased"), called.club, days, _(DOUBTS[player.doubt]) if player.doubt else "")


def _read_decisions(season: Season) -> Iterable[IdentityDecisionLine]:
    namings: defaultdict[int, defaultdict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    rows = SeasonNaming.objects.filter(decision__season=season).select_related("entry__club", "entry__tournament", "person", "decision")
    for naming in rows.order_by("decision", "entry__tournament__date", "pk"):
        namings[naming.decision_id][naming.part].append(_format_naming(naming))
    for decision in season.decisions.select_related("made_by").order_by("-pk"):
        parts = (", ".join(dict.fromkeys(namings[decision.pk][part])) for part in sorted(namings[decision.pk]))
        yield IdentityDecisionLine(decision.pk, tuple(parts), str(decision.made_by), decision.made_at)


def _format_naming(naming: SeasonNaming) -> str:
    entry = naming.entry
    name = (naming.person.name or _("erased")) if naming.person else entry.name
    return f"{name} ({entry.club})" if entry.club else name
