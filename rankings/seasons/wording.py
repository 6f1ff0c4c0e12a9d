"""A season's ranking as text: columns, numbers, and the explanation of each cell."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rankings.seasons.queries import EveningStanding, EveningView, SeasonRanking
from rankings.standings_pages.cells import CellView, PartView
from rankings.standings_pages.queries import POINTS
from rules import stored_game
from rules.options import declared_fields
from standings.season import EveningScore, SeasonLine, SeasonOptions, season_tie_break_by_key
from standings.season.rule import ALWAYS, BESIDES
from tournaments.models import Season
from tournaments.pages.options import OptionLine, build_option_lines


@dataclass(frozen=True, slots=True)
class SeasonColumn:
    """Columns are points, then the evenings, then the tie-breaks; `evening` is the tournament of the column, or 0."""

    key: str
    name: str
    sentence: str
    evening: int = 0


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """`cells` are texts by column; `left_out` are the columns of evenings that do not count for the points."""

    rank: int
    shared: bool
    id: str
    name: str
    club: str
    cells: Mapping[str, str]
    sorting: Mapping[str, Fraction]
    left_out: frozenset[str]


def list_season_columns(ranking: SeasonRanking) -> tuple[SeasonColumn, ...]:
    points = SeasonColumn(POINTS, _("Points"), format_points_rule(ranking.options))
    evenings = (
        SeasonColumn(_build_column_key(evening.id), format_short_day(evening), _describe_evening(evening, ranking.options), evening.id)
        for evening in ranking.counted
    )
    breaks = (season_tie_break_by_key(key) for key in ranking.options.tie_breaks)
    return (points, *evenings, *(SeasonColumn(tie_break.key, _(tie_break.name), _(tie_break.sentence)) for tie_break in breaks))


def list_season_rows(ranking: SeasonRanking) -> list[SeasonRow]:
    return [_build_row(line, ranking) for line in ranking.lines]


def format_points_rule(options: SeasonOptions) -> str:
    if options.best and options.final_counts == ALWAYS:
        return _("The points of the best %(best)d evenings, finals always among them, added; the others are shown and left out.") % {
            "best": options.best
        }
    if options.best and options.final_counts == BESIDES:
        return _("The points of the best %(best)d evenings and of every final, added; the others are shown and left out.") % {
            "best": options.best
        }
    if options.best:
        return _("The points of the best %(best)d evenings, added; the others are shown and left out.") % {"best": options.best}
    return _("The points of all evenings, added.")


def format_evening_standing(evening: EveningView) -> str:
    match evening.standing:
        case EveningStanding.IN:
            return _("counts")
        case EveningStanding.REOPENED:
            return _("a match is open again: waiting for its confirmation")
        case EveningStanding.TO_DECIDE:
            return _("a result was corrected, and something is to be decided: waiting for it")
    return _("not over yet")


def list_rule_lines(season: Season) -> tuple[OptionLine, ...]:
    """The rules without the tie-breaks, which are listed apart with their sentences."""
    return build_option_lines([spec for spec in declared_fields(SeasonOptions) if not spec.name.startswith("tie_break")], season.rule)


def format_game(season: Season) -> str:
    return _(stored_game(season.game_key).name) if season.game_key else _("all games")


def format_short_day(evening: EveningView) -> str:
    """The day without its year; a star marks a final."""
    day = date_format(evening.date, pgettext("the format of a day without its year", "j M"))
    return f"{day} ★" if evening.final else day


def format_season_points(points: Fraction | int) -> str:
    """Whole numbers without decimals; else two decimals at most."""
    if points == int(points):
        return str(int(points))
    return str(number_format(round(float(points), 2)))


def explain_season_cell(ranking: SeasonRanking, player: str, key: str) -> CellView | None:
    """Explain the cell of a player under a column; None when there is no such cell."""
    line = next((season_line for season_line in ranking.lines if season_line.player == player), None)
    column = next((candidate for candidate in list_season_columns(ranking) if candidate.key == key), None)
    if line is None or column is None:
        return None
    evenings = {evening.id: evening for evening in ranking.counted}
    if column.evening:
        parts = tuple(part for score in line.record.scores if score.evening == column.evening for part in list_score_parts(score))
    elif key == POINTS:
        parts = tuple(
            PartView(_format_evening_label(score, evenings), format_season_points(score.points), score.evening in line.counted)
            for score in line.record.scores
        )
    else:
        parts = _list_tie_break_parts(line, key, evenings)
    name = evenings[column.evening].name if column.evening else column.name
    called = ranking.called[player].name or _("erased")
    return CellView(called, name, column.sentence, parts, _build_row(line, ranking).cells.get(key, ""))


def _build_column_key(evening: int) -> str:
    return f"e{evening}"


def _build_row(line: SeasonLine, ranking: SeasonRanking) -> SeasonRow:
    values = {_build_column_key(score.evening): score.points for score in line.record.scores}
    breaks = {key: Fraction(cell) for key, cell in zip(ranking.options.tie_breaks, line.cells, strict=True)}
    numbers = {POINTS: line.points, **values, **breaks}
    called = ranking.called[line.player]
    return SeasonRow(
        rank=line.rank,
        shared=len(line.tied) > 1,
        id=line.player,
        name=called.name or _("erased"),
        club=called.club,
        cells={key: format_season_points(number) for key, number in numbers.items()},
        sorting=numbers,
        left_out=frozenset(_build_column_key(score.evening) for score in line.record.scores if score.evening not in line.counted),
    )


def _describe_evening(evening: EveningView, options: SeasonOptions) -> str:
    if not evening.final:
        return evening.name
    return _("%(evening)s, a final: its points count %(percent)d %%.") % {"evening": evening.name, "percent": options.final_percent}


def list_score_parts(score: EveningScore) -> list[PartView]:
    """The parts of an evening's points."""
    parts = [PartView(format_place(score), format_season_points(score.by_place))]
    if score.share != 1:
        parts.append(PartView(format_turn(score), format_season_points(score.by_place * score.share)))
    if score.taking_part:
        parts.append(PartView(_("for taking part"), format_season_points(score.taking_part)))
    if score.times != 1:
        parts.append(PartView(_("a final: all its points are multiplied by"), format_season_points(score.times)))
    return parts


def format_turn(score: EveningScore) -> str:
    """The part of a place that falls to somebody who did not play the whole evening."""
    values = {"part": format_percent(score.share), "rounds": format_season_points(score.rounds or 0)}
    if not score.share:
        return _("rounds played: %(rounds)s; the points go to who finished the evening") % values
    return _("rounds played: %(rounds)s; of the points of the place %(part)s") % values


def format_percent(share: Fraction) -> str:
    return f"{format_season_points(share * 100)} %"


def _list_tie_break_parts(line: SeasonLine, key: str, evenings: Mapping[int, EveningView]) -> tuple[PartView, ...]:
    scores = season_tie_break_by_key(key).made_of(line.record)
    if key == "lots":
        return (PartView(_("lot drawn"), str(line.record.lot)),)
    counts_evenings = key in ("evenings_won", "evenings_played")
    return tuple(
        PartView(_format_evening_label(score, evenings), "1" if counts_evenings else format_season_points(score.points)) for score in scores
    )


def _format_evening_label(score: EveningScore, evenings: Mapping[int, EveningView]) -> str:
    evening = evenings[score.evening]
    turn = "" if score.share == 1 else f"; {format_turn(score)}"
    return f"{format_short_day(evening)} · {evening.name}, {format_place(score)}{turn}"


def format_place(score: EveningScore) -> str:
    values = {"place": score.place, "entries": score.entries, "sharing": score.sharing}
    if score.sharing > 1:
        return _("place %(place)d of %(entries)d, %(sharing)d tied") % values
    return _("place %(place)d of %(entries)d") % values
