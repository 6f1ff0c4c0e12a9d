"""Who is who in a season, as its directors see it: everybody with their evenings, what is not sure, and what was decided."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.seasons.queries import Evening, Ranking, rulings_of
from scoring.seasons.wording import short_day
from standings.season import Doubt, Likeness, Player, questions
from tournaments.models import Season, SeasonNaming


@dataclass(frozen=True, slots=True)
class Day:
    evening: int
    day: str
    name: str


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """`doubt` says what is not sure, or nothing."""

    id: str
    name: str
    club: str
    days: tuple[Day, ...]
    doubt: str


@dataclass(frozen=True, slots=True)
class QuestionLine:
    first: PlayerLine
    second: PlayerLine
    sentence: str


@dataclass(frozen=True, slots=True)
class DecisionLine:
    """`parts` are the names that are one and the same; two parts are two people."""

    id: int
    parts: tuple[str, ...]
    by: str
    at: dt.datetime


@dataclass(frozen=True, slots=True)
class People:
    players: tuple[PlayerLine, ...]
    questions: tuple[QuestionLine, ...]
    decisions: tuple[DecisionLine, ...]


DOUBTS = {
    Doubt.TWICE: gettext_noop("On one evening two are called so: say which of them played on the others."),
    Doubt.DIVIDED: gettext_noop("Two are called so, and nobody said yet which of them this is."),
}
LIKENESSES = {
    Likeness.OTHER_CLUB: gettext_noop("The same name, with another club."),
    Likeness.SPELLING: gettext_noop("Nearly the same name."),
}


def people_of(season: Season, ranking: Ranking) -> People:
    """Two queries. Players in the order of the alphabet, those in doubt first."""
    evenings = {one.id: one for one in ranking.counted}
    lines = {name: _player(player, ranking, evenings) for name, player in ranking.players.items()}
    asked = questions(list(ranking.players.values()), rulings_of(season))
    return People(
        players=tuple(sorted(lines.values(), key=lambda line: (not line.doubt, line.name.casefold(), line.club.casefold()))),
        questions=tuple(QuestionLine(lines[one.first.id], lines[one.second.id], _(LIKENESSES[one.likeness])) for one in asked),
        decisions=tuple(_decisions(season)),
    )


def doubtful_names(ranking: Ranking) -> tuple[str, ...]:
    """Names that stand for more than one person, as long as nobody said who is who."""
    return tuple(dict.fromkeys(ranking.called[name].name for name, player in ranking.players.items() if player.doubt))


def _player(player: Player, ranking: Ranking, evenings: Mapping[int, Evening]) -> PlayerLine:
    called = ranking.called[player.id]
    days = tuple(Day(one, short_day(evenings[one]), evenings[one].name) for one in (shown.evening for shown in player.appearances))
    return PlayerLine(player.id, called.name or _("erased"), called.club, days, _(DOUBTS[player.doubt]) if player.doubt else "")


def _decisions(season: Season) -> Iterable[DecisionLine]:
    namings: defaultdict[int, defaultdict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    found = SeasonNaming.objects.filter(decision__season=season).select_related("entry__club", "entry__tournament", "person", "decision")
    for naming in found.order_by("decision", "entry__tournament__date", "pk"):
        namings[naming.decision_id][naming.part].append(_named(naming))
    for decision in season.decisions.select_related("made_by").order_by("-pk"):
        parts = (", ".join(dict.fromkeys(namings[decision.pk][part])) for part in sorted(namings[decision.pk]))
        yield DecisionLine(decision.pk, tuple(parts), str(decision.made_by), decision.made_at)


def _named(naming: SeasonNaming) -> str:
    entry = naming.entry
    name = (naming.person.name or _("erased")) if naming.person else entry.name
    return f"{name} ({entry.club})" if entry.club else name
