"""In what two evenings of a series differ, in words."""

import datetime as dt
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.db.models import Model
from django.utils import formats, timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from desk.rehearsal.copying import ANNOUNCED, COLUMNS, NOT_OF_PAPERS, PLANNED_FEES, STAGE_COLUMNS, EveningPart, shift_closing
from evenings.repeating.dates import strip_date
from scoring.models import PaperStyle
from tournaments.fields.euros import format_euros
from tournaments.models import Announcement, FeePlan, Stage, Tournament
from tournaments.stage_pages.facts import list_rule_lines

LONGEST = 60
"""Characters of a value that is told; of a longer one only that it differs."""
NOTHING = "–"
SECRET = frozenset({"logo", "wifi_password"})


@dataclass(frozen=True, slots=True)
class DeclaredFact:
    """Something that an evening declares: what is compared, and how it reads; an empty text is not told."""

    label: str
    value: object
    text: str


@dataclass(frozen=True, slots=True)
class Difference:
    """What one evening declares otherwise: `there` at it, `here` at the evening with which it is compared."""

    group: EveningPart
    label: str
    there: str
    here: str


def list_differences(here: Tournament, there: Tournament) -> tuple[Difference, ...]:
    """Both are read by `evenings.repeating.queries.select_with_declared`: no further query."""
    return tuple(difference for group in EveningPart for difference in _compare(group, here, there))


def _compare(group: EveningPart, here: Tournament, there: Tournament) -> Iterator[Difference]:
    ours = {fact.label: fact for fact in _read_facts(group, here, there.date)}
    theirs = {fact.label: fact for fact in _read_facts(group, there, there.date)}
    for label in ours | theirs:
        our, their = ours.get(label), theirs.get(label)
        if (our and our.value) != (their and their.value):
            texts = [fact.text if fact else NOTHING for fact in (their, our)]
            yield Difference(group, label, *texts if all(texts) else ("", ""))


def _read_facts(group: EveningPart, tournament: Tournament, date: dt.date) -> Iterator[DeclaredFact]:
    """The facts of a group as they would be on a date."""
    if group not in (EveningPart.RULES, EveningPart.FEES):
        yield from _read_columns(tournament, COLUMNS[group])
    yield from READERS[group](tournament, date)


def _read_announcement(tournament: Tournament, date: dt.date) -> Iterator[DeclaredFact]:
    announcement = getattr(tournament, "announcement", None) or Announcement(tournament=tournament)
    closes_at = shift_closing(announcement.closes_at, tournament.date, date)
    name = strip_date(tournament.name, tournament.date)
    yield DeclaredFact(_("Name"), name, _shorten(name))
    for fact in _read_columns(announcement, ANNOUNCED):
        is_closing = fact.label == _label(Announcement, "closes_at")
        yield DeclaredFact(fact.label, closes_at, _format(closes_at)) if is_closing else fact


def _read_fees(tournament: Tournament, _date: dt.date) -> Iterator[DeclaredFact]:
    yield DeclaredFact(_("Entry fee"), tournament.fee_cents, format_euros(tournament.fee_cents))
    yield from _read_columns(getattr(tournament, "fee_plan", None) or FeePlan(), PLANNED_FEES)
    yield from _read_columns(_get_style(tournament), ("prizes",))


def _read_tables(tournament: Tournament, _date: dt.date) -> Iterator[DeclaredFact]:
    rows = sorted((row.number, row.in_use, row.place) for row in tournament.hall_tables.all())
    closed = ", ".join(str(number) for number, in_use, _place in rows if not in_use)
    yield DeclaredFact(_("Tables out of use"), closed, closed or NOTHING)
    places = tuple((number, place) for number, _in_use, place in rows if place)
    yield DeclaredFact(_("Venues of the tables"), places, _shorten(", ".join(f"{number} {place}" for number, place in places) or NOTHING))


def _read_papers(tournament: Tournament, _date: dt.date) -> Iterator[DeclaredFact]:
    columns = [field.name for field in PaperStyle._meta.concrete_fields if field.name not in NOT_OF_PAPERS]
    yield from _read_columns(_get_style(tournament), columns)


def _read_staff(tournament: Tournament, _date: dt.date) -> Iterator[DeclaredFact]:
    for row in tournament.staff.all():
        yield DeclaredFact(row.user.get_username(), row.role, str(row.get_role_display()))


def _read_rules(tournament: Tournament, _date: dt.date) -> Iterator[DeclaredFact]:
    yield DeclaredFact(_("Card game"), tournament.game_key, str(tournament.game.name))
    for line in list_rule_lines(tournament):
        yield DeclaredFact(line.label, line.value, _shorten(line.value))
    yield from _read_columns(tournament, ("individual", "substitutions", "one_person", "result_entry"))
    for stage in sorted(tournament.stages.all(), key=lambda stage: stage.number):
        values = {name: getattr(stage, name) for name in STAGE_COLUMNS}
        source = stage.source.number if stage.source else None
        yield DeclaredFact(_("Stage %(number)d") % {"number": stage.number}, (values, source, stage.scheme), _describe_stage(stage))


def _describe_stage(stage: Stage) -> str:
    return _shorten(stage.name)


def _get_style(tournament: Tournament) -> PaperStyle:
    return getattr(tournament, "paper_style", None) or PaperStyle(tournament=tournament, follows_club=True)


def _read_columns(row: Model, columns: Any) -> Iterator[DeclaredFact]:
    for name in columns:
        value = getattr(row, name)
        value = bytes(value) if name == "logo" else value
        choice = getattr(row, f"get_{name}_display", None)
        yield DeclaredFact(_label(type(row), name), value, "" if name in SECRET else _format_column(name, value, choice))


def _label(model: type[Model], name: str) -> str:
    return capfirst(str(getattr(model._meta.get_field(name), "verbose_name", name)))


def _format_column(name: str, value: Any, choice: Callable[[], object] | None) -> str:
    if name.endswith("_cents"):
        return format_euros(value)
    return _shorten(str(choice())) if choice else _format(value)


def _format(value: Any) -> str:
    """The value as people read it; empty where it is too long to be told."""
    if value in (None, "", []):
        return NOTHING
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, dt.datetime):
        return formats.date_format(timezone.localtime(value), "SHORT_DATETIME_FORMAT")
    if isinstance(value, dt.time):
        return formats.time_format(value, "H:i")
    return _shorten(" · ".join(str(value).splitlines()))


def _shorten(text: str) -> str:
    return text if len(text) <= LONGEST else ""


Reader: TypeAlias = Callable[[Tournament, dt.date], Iterator[DeclaredFact]]
READERS: Mapping[EveningPart, Reader] = {
    EveningPart.ANNOUNCEMENT: _read_announcement,
    EveningPart.FEES: _read_fees,
    EveningPart.TABLES: _read_tables,
    EveningPart.PAPERS: _read_papers,
    EveningPart.STAFF: _read_staff,
    EveningPart.RULES: _read_rules,
}
