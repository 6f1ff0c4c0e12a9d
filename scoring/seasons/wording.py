"""A season's ranking as people read it: columns, numbers, and how each cell came about."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rules import game_by_key
from rules.options import declared_fields
from scoring.seasons.queries import Evening, Ranking, Standing
from scoring.standings_pages.cells import CellView, PartView
from scoring.standings_pages.queries import POINTS
from standings.season import Score, SeasonLine, SeasonOptions, season_tie_break
from tournaments.models import Season
from tournaments.pages.options import OptionLine, option_lines_of


@dataclass(frozen=True, slots=True)
class SeasonColumn:
    """Points, then the evenings, then the tie-breaks; `evening` is the tournament of the column, or 0."""

    key: str
    name: str
    sentence: str
    evening: int = 0


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """`cells` are texts by column; of those in `left_out` the evening does not count for the points."""

    rank: int
    shared: bool
    id: str
    name: str
    club: str
    cells: Mapping[str, str]
    sorting: Mapping[str, Fraction]
    left_out: frozenset[str]


def columns_of(ranking: Ranking) -> tuple[SeasonColumn, ...]:
    points = SeasonColumn(POINTS, _("Points"), points_sentence(ranking.options))
    evenings = (SeasonColumn(_key(one), short_day(one), _evening_sentence(one, ranking.options), one.id) for one in ranking.counted)
    breaks = (season_tie_break(key) for key in ranking.options.tie_breaks)
    return (points, *evenings, *(SeasonColumn(one.key, _(one.name), _(one.sentence)) for one in breaks))


def rows_of(ranking: Ranking) -> list[SeasonRow]:
    return [_row(line, ranking) for line in ranking.lines]


def points_sentence(options: SeasonOptions) -> str:
    if options.best:
        return _("The points of the best %(best)d evenings, added; the others are shown and left out.") % {"best": options.best}
    return _("The points of all evenings, added.")


def standing_words(evening: Evening) -> str:
    match evening.standing:
        case Standing.IN:
            return _("counts")
        case Standing.REOPENED:
            return _("a match is open again: waits until it is confirmed")
    return _("not over yet")


def rule_lines_of(season: Season) -> tuple[OptionLine, ...]:
    """Without the tie-breaks, which stand above with their sentences."""
    return option_lines_of([spec for spec in declared_fields(SeasonOptions) if not spec.name.startswith("tie_break")], season.rule)


def game_words(season: Season) -> str:
    return _(game_by_key(season.game_key).name) if season.game_key else _("all games")


def short_day(evening: Evening) -> str:
    """The day without its year; a star for a final."""
    day = date_format(evening.date, pgettext("the format of a day without its year", "j M"))
    return f"{day} ★" if evening.final else day


def shown_points(points: Fraction | int) -> str:
    """Whole where it is; else with two decimals at most."""
    if points == int(points):
        return str(int(points))
    return str(number_format(round(float(points), 2)))


def explain_cell(ranking: Ranking, player: str, key: str) -> CellView | None:
    """The cell of a player under a column, in words; nothing when there is no such cell."""
    line = next((one for one in ranking.lines if one.player == player), None)
    column = next((one for one in columns_of(ranking) if one.key == key), None)
    if line is None or column is None:
        return None
    evenings = {one.id: one for one in ranking.counted}
    if column.evening:
        parts = tuple(part for score in line.record.scores if score.evening == column.evening for part in _made_of(score))
    elif key == POINTS:
        parts = tuple(
            PartView(_evening_label(score, evenings), shown_points(score.points), score.evening in line.counted)
            for score in line.record.scores
        )
    else:
        parts = _tie_break_parts(line, key, evenings)
    name = evenings[column.evening].name if column.evening else column.name
    called = ranking.called[player].name or _("erased")
    return CellView(called, name, column.sentence, parts, _row(line, ranking).cells.get(key, ""))


def _key(evening: Evening) -> str:
    return f"e{evening.id}"


def _row(line: SeasonLine, ranking: Ranking) -> SeasonRow:
    values = {f"e{score.evening}": score.points for score in line.record.scores}
    breaks = {key: Fraction(cell) for key, cell in zip(ranking.options.tie_breaks, line.cells, strict=True)}
    numbers = {POINTS: line.points, **values, **breaks}
    called = ranking.called[line.player]
    return SeasonRow(
        rank=line.rank,
        shared=len(line.tied) > 1,
        id=line.player,
        name=called.name or _("erased"),
        club=called.club,
        cells={key: shown_points(number) for key, number in numbers.items()},
        sorting=numbers,
        left_out=frozenset(f"e{score.evening}" for score in line.record.scores if score.evening not in line.counted),
    )


def _evening_sentence(evening: Evening, options: SeasonOptions) -> str:
    if not evening.final:
        return evening.name
    return _("%(evening)s, a final: its points count %(percent)d %%.") % {"evening": evening.name, "percent": options.final_percent}


def _made_of(score: Score) -> list[PartView]:
    """How an evening's points came about."""
    parts = [PartView(_place_words(score), shown_points(score.by_place))]
    if score.taking_part:
        parts.append(PartView(_("for taking part"), shown_points(score.taking_part)))
    if score.times != 1:
        parts.append(PartView(_("a final, all of it times"), shown_points(score.times)))
    return parts


def _tie_break_parts(line: SeasonLine, key: str, evenings: Mapping[int, Evening]) -> tuple[PartView, ...]:
    made_of = season_tie_break(key).made_of(line.record)
    if key == "lots":
        return (PartView(_("lot drawn"), str(line.record.lot)),)
    each_is_one = key in ("evenings_won", "evenings_played")
    return tuple(PartView(_evening_label(one, evenings), "1" if each_is_one else shown_points(one.points)) for one in made_of)


def _evening_label(score: Score, evenings: Mapping[int, Evening]) -> str:
    evening = evenings[score.evening]
    return f"{short_day(evening)} · {evening.name}, {_place_words(score)}"


def _place_words(score: Score) -> str:
    told = {"place": score.place, "entries": score.entries, "sharing": score.sharing}
    if score.sharing > 1:
        return _("place %(place)d of %(entries)d, shared by %(sharing)d") % told
    return _("place %(place)d of %(entries)d") % told
