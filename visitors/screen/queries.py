"""The big screen in the hall: what it tells, read once, and laid out for the farthest seat."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from django.utils import timezone
from django.utils.translation import gettext as _

from paper import format_wifi_text
from rankings.standings_pages.contradictions import read_open_points
from rankings.standings_pages.queries import StandingsGroup, list_published_stages, read_standings_view
from records.evening_numbers.queries import read_oddities
from scoring.clocks.queries import QueueEntry, RoundClock, read_clocks
from scoring.ledger.match_log import State
from scoring.matches.paper_style import find_style
from scoring.matches.rounds import MatchRow, build_match_row, find_current_round, list_rounds_being_played, select_matches
from scoring.models import PaperStyle
from tournaments.draws.queries import PairingLine, RoundView, build_pairing_lines, list_open_rounds, select_pairings
from tournaments.models import Match, Round, Stage, Tournament
from tournaments.pages.qr_codes import QrCode, build_qr_code
from tournaments.people.naming import IN_FULL, Naming
from visitors.screen.bracket_face import read_bracket_columns
from visitors.screen.distances import INCH, Seat
from visitors.screen.faces import (
    HallScreen,
    PlayedRound,
    ScreenBracketRounds,
    ScreenContents,
    ScreenFace,
    ScreenLine,
    ScreenList,
    ScreenRanking,
    ScreenSide,
    ScreenStandings,
    ScreenTile,
    build_rank_line,
)
from visitors.screen.laying_out import lay_out_screen
from visitors.screen.told_face import MOST_TOLD, ScreenTold
from visitors.tournament_pages.directory import PersonLine, read_people
from visitors.tournament_pages.glance import Tile, build_tiles

MOST_LINES = 200
"""Of results and of a ranking: at a dozen lines every twelve seconds nobody waits for more."""
MOST_PEOPLE = 360
"""More would need more faces than a cycle has time for: they search on their phones."""


@dataclass(frozen=True, slots=True)
class ShownWifi:
    """The hall's network for the screen."""

    name: str
    password: str

    @property
    def qr_code(self) -> QrCode:
        return build_qr_code(format_wifi_text(self.name, self.password))


def read_hall_screen(
    tournament: Tournament,
    waiting: Sequence[QueueEntry] = (),
    naming: Naming = IN_FULL,
    *,
    style: PaperStyle | None = None,
    address: str = "",
    wifi: ShownWifi | None = None,
) -> HallScreen:
    """All faces in their order; the last one leads phones to the public page. Fourteen queries while one round is played, which read of a
    large hall what the faces show.
    """
    contents = read_contents(tournament, waiting, naming)
    message = style.screen_message if style else ""
    return lay_out_screen(replace(contents, message=message, address=address, wifi=wifi.name if wifi else ""), find_seat(style))


def find_seat(style: PaperStyle | None) -> Seat | None:
    """The farthest seat, if the director stated it with the size of the screen."""
    if style is None or not style.screen_diagonal or not style.screen_seat:
        return None
    return Seat(_convert_to_metres(style.screen_diagonal, style.screen_unit), float(style.screen_seat))


def _convert_to_metres(length: Decimal, unit: str) -> float:
    return float(length) * (INCH if unit == PaperStyle.LengthUnit.INCHES else 0.01)


def read_contents(tournament: Tournament, waiting: Sequence[QueueEntry] = (), naming: Naming = IN_FULL) -> ScreenContents:
    """What the screen tells; queries as `read_hall_screen`."""
    playing = {round_.pk for round_ in list_rounds_being_played(tournament)}
    views = [_add_first_pairings(tournament, view, naming) for view in list_open_rounds(tournament) if view.id in playing]
    rounds = {round_.pk: round_ for round_ in Round.objects.filter(pk__in=[view.id for view in views]).select_related("stage")}
    last = None if views else find_current_round(tournament)
    shown_rounds = [rounds[view.id] for view in views] or ([last] if last else [])
    rows = {round_.pk: [build_match_row(match, naming) for match in select_matches(round_)[: MOST_LINES + 1]] for round_ in shown_rounds}
    has_everybody_found = all(has_begun(rows[view.id]) for view in views)
    people = 0 if has_everybody_found else tournament.entry_size * sum(len(row.numbers) for view in views for row in rows[view.id])
    stages = list_ranked_stages(tournament, shown_rounds)
    short = _SurnameForm(tournament, naming)
    return ScreenContents(
        waiting=tuple(map(short.build_waiting_line, waiting)),
        rounds=tuple(_build_played_round(view, rows[view.id], short, has_begun=has_everybody_found) for view in views),
        people=_list_seated_people(tournament, naming) if 0 < people <= MOST_PEOPLE else (),
        results=tuple(_read_results(round_, short) for round_ in shown_rounds),
        brackets=tuple(_read_brackets(stages, naming)),
        standings=tuple(_read_standings(stage, short) for stage in stages),
        told=() if views else _read_told(tournament, naming),
    )


def attach_clocks(tournament: Tournament, faces: Sequence[ScreenFace]) -> tuple[ScreenFace, ...]:
    """Every face with the one clock that concerns it: of its own stage, else the first. One query, none where rounds have no length."""
    clocks = read_clocks(tournament, at=timezone.now()) if tournament.round_minutes else ()
    return tuple(replace(face, clock=_find_clock(face, clocks)) for face in faces) if clocks else tuple(faces)


def _find_clock(face: ScreenFace, clocks: Sequence[RoundClock]) -> RoundClock:
    return next((clock for clock in clocks if clock.stage == face.stage), clocks[0])


def find_shown_wifi(slug: str) -> ShownWifi | None:
    """The network, if the director chose to show it. One query, two where it is shown."""
    if not PaperStyle.objects.filter(tournament__slug=slug, wifi_shown=True).exists():
        return None
    style = find_style(slug)
    return ShownWifi(style.wifi_name, style.wifi_password) if style and style.wifi_name else None


def read_shown_logo(slug: str) -> bytes:
    """The logo, if the director chose to show it; empty otherwise. One query."""
    style = find_style(slug)
    return style.picture if style and style.screen_logo else b""


def has_begun(rows: Sequence[MatchRow]) -> bool:
    """Whether at least half of the tables have entered something: nobody looks for a table any more."""
    played = [row for row in rows if not row.bye]
    return 2 * sum(row.has_begun for row in played) >= len(played) > 0


def _add_first_pairings(tournament: Tournament, view: RoundView, naming: Naming) -> RoundView:
    """The round with its first pairings: with more than a few faces of tables has, it is shown at a glance."""
    matches = list(select_pairings([view.id])[: MOST_LINES + 1])
    return replace(view, pairings=tuple(build_pairing_lines(tournament, matches, naming)))


def _list_seated_people(tournament: Tournament, naming: Naming) -> tuple[PersonLine, ...]:
    """Who sits at a table or has a bye, by surname."""
    return tuple(line for line in read_people(tournament, naming) if line.table or line.rests or line.waits)


@dataclass(frozen=True, slots=True)
class _SurnameForm:
    """Lines of the screen, pairs by their surnames."""

    tournament: Tournament
    naming: Naming

    def build_side(self, name: str, *, won: bool = False, points: int | None = None) -> ScreenSide:
        return ScreenSide(self.naming.format_surnames(name, surname_first=self.tournament.surname_first), won, points)

    def build_waiting_line(self, entry: QueueEntry) -> ScreenLine:
        label = "" if entry.table else f"{entry.order}."
        return ScreenLine(entry.table, tuple(map(self.build_side, entry.place.names)), label=label)

    def build_pairing_line(self, pairing: PairingLine) -> ScreenLine:
        sides = tuple(self.build_side(side.name) for side in pairing.sides)
        return ScreenLine(pairing.table, sides, place=pairing.place, rests=pairing.bye)

    def build_result_line(self, row: MatchRow) -> ScreenLine:
        sides = tuple(self.build_side(name, won=side == row.winner, points=points) for side, (name, points) in enumerate(row.lines))
        doubt = row.state.value if row.state in (State.SUBMITTED, State.DISPUTED) else ""
        return ScreenLine(row.table, sides, result="" if row.crowded else row.result, doubt=doubt)

    def build_ranking(self, group: StandingsGroup) -> ScreenRanking:
        name = _("Pool %(name)s") % {"name": group.name} if group.name else ""
        return ScreenRanking(name, tuple(build_rank_line(line, self.build_side(line.name).name) for line in group.lines[:MOST_LINES]))


def _build_played_round(view: RoundView, rows: Sequence[MatchRow], short: _SurnameForm, *, has_begun: bool) -> PlayedRound:
    limit = _("the first %(number)d") % {"number": MOST_LINES}
    tiles = tuple(map(_build_tile, build_tiles(rows[:MOST_LINES], short.tournament, short.naming)))
    return PlayedRound(
        key=str(view.stage_number),
        title=view.name,
        note=f"{view.stage} · {limit}" if len(rows) > MOST_LINES else view.stage,
        stage=view.stage,
        pairings=tuple(map(short.build_pairing_line, view.pairings[:MOST_LINES])),
        running=tuple(map(_build_running_line, tiles)),
        tiles=tiles,
        has_begun=has_begun,
    )


def _build_tile(tile: Tile) -> ScreenTile:
    sides = (ScreenSide(side.name, side.won and tile.row.settled, side.points, side.games) for side in tile.sides)
    return ScreenTile(tile.row, tuple(sides))


def _build_running_line(tile: ScreenTile) -> ScreenLine:
    sides = tuple(replace(side, games=None) for side in tile.sides)
    doubt = tile.row.state.value if tile.row.state in (State.SUBMITTED, State.DISPUTED) else ""
    return ScreenLine(tile.row.table, sides, result="" if tile.row.crowded else tile.row.result, doubt=doubt)


def _read_results(round_: Round, short: _SurnameForm) -> ScreenList:
    """The results of a round, the latest entered first. Two queries."""
    entered = select_matches(round_).filter(kind=Match.Kind.PLAYED, result__isnull=False).exclude(result__state=State.OPEN)
    order = ("table",) if round_.state == Round.State.CLOSED else ("-result__seq", "table")  # closing a round tells all of them once more
    latest = entered.order_by(*order)[: MOST_LINES + 1]
    rows = [build_match_row(match, short.naming) for match in latest]
    limit = [_("the latest %(number)d") % {"number": MOST_LINES}] if len(rows) > MOST_LINES else []
    note = " · ".join((_("round %(number)s") % {"number": round_.number}, round_.stage.name, *limit))
    lines = tuple(map(short.build_result_line, rows[:MOST_LINES]))
    return ScreenList(f"results-{round_.stage.number}", _("Results"), note, round_.stage.name, lines)


def _read_told(tournament: Tournament, naming: Naming) -> tuple[ScreenTold, ...]:
    """The oddest numbers of the evening, for a hall in which nothing is played at the moment."""
    return tuple(ScreenTold(line.title, line.words) for line in read_oddities(tournament, naming, short=True)[:MOST_TOLD])


def list_ranked_stages(tournament: Tournament, shown_rounds: Sequence[Round]) -> list[Stage]:
    """The stages of the shown rounds, in their order."""
    stage_ids = {round_.stage_id for round_ in shown_rounds}
    return sorted((stage for stage in list_published_stages(tournament) if stage.pk in stage_ids), key=lambda stage: stage.number)


def _read_brackets(stages: Sequence[Stage], naming: Naming) -> Iterator[ScreenBracketRounds]:
    for stage in stages:
        columns = read_bracket_columns(stage, naming)
        if columns:
            yield ScreenBracketRounds(f"bracket-{stage.number}", stage.name, columns)


def read_screen_standings(stage: Stage, naming: Naming) -> ScreenStandings:
    """The standings of a stage by surnames; without groups before the first finished match."""
    return _read_standings(stage, _SurnameForm(stage.tournament, naming))


def _read_standings(stage: Stage, short: _SurnameForm) -> ScreenStandings:
    """The standings of a stage; empty before the first finished match."""
    groups = [group for group in read_standings_view(stage, short.naming).groups if group.has_begun]
    limit = _("the first %(number)d") % {"number": MOST_LINES}
    note = f"{stage.name} · {limit}" if any(len(group.lines) > MOST_LINES for group in groups) else stage.name
    if stage.number in read_open_points(stage.tournament).provisional_stages:
        note = " · ".join((note, _("provisional")))
    return ScreenStandings(f"standings-{stage.number}", note, stage.name, tuple(map(short.build_ranking, groups)))
