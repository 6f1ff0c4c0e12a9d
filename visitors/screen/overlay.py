"""The overlay of a stream: the match that is played, standings, a bracket or a caption, laid out for 1920 × 1080."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from pairing import format_by_key
from pairing.format import Family
from scoring.matches.queries import MatchView, load_match
from scoring.matches.rounds import MatchRow, build_match_row, find_current_round, list_rounds_being_played, select_matches
from scoring.models import PaperStyle
from tournaments.models import Match, Round, Tournament
from tournaments.people.naming import Naming
from tournaments.stages.rounds import format_match_place
from visitors.screen.bracket_face import lay_out_bracket_face, read_bracket_columns
from visitors.screen.face_layouts import GUTTER, FaceLayout, FaceRoom, count_letters, find_letter
from visitors.screen.faces import ScreenFace, ScreenRanking
from visitors.screen.persons import ScreenPerson, split_persons
from visitors.screen.queries import list_ranked_stages, read_screen_standings

BAR, TAKEN, MOST_LETTERS, LEAST_LETTERS = 160.0, 7.5, 6.0, 3.0
"""Of the bar with the match, in hundredths of the picture's height: its width, what numbers take of it in letters, and
the sizes of a name."""
PANEL, RANKED, MOST_RANKED, MOST_POOLS = 152.0, 5.0, 12, 4
"""Of a ranking: its width, what place and points take in letters, lines, and pools beside each other."""
MOST_OFFERED = 60
"""Matches from which the desk chooses."""


@dataclass(frozen=True, slots=True)
class OverlaySide:
    """A side; `gained` is what its last hand gave, each None where there is nothing to say."""

    name: str
    games: int | None
    points: int | None
    gained: int | None
    won: bool

    @property
    def persons(self) -> tuple[ScreenPerson, ...]:
        return split_persons(self.name)


@dataclass(frozen=True, slots=True)
class OverlayMatch:
    table: int | None
    title: str
    """“Final”, or stage and round."""
    sides: tuple[OverlaySide, ...]
    target: int | None
    game_number: int | None
    layout: FaceLayout


@dataclass(frozen=True, slots=True)
class Overlay:
    """What is seen: `scene`, and what it needs; an empty scene where there is nothing to show."""

    scene: str
    match: OverlayMatch | None = None
    face: ScreenFace | None = None


def read_overlay(tournament: Tournament, style: PaperStyle, naming: Naming, *, scene: str = "", code: str = "") -> Overlay:
    """What the desk chose; `scene` and `code` are those of an address that always shows one thing."""
    scene = scene or style.overlay_scene
    if scene == PaperStyle.Scene.MATCH:
        match = find_shown_match(tournament, code or style.overlay_match)
        return Overlay(scene, match=build_overlay_match(match, naming)) if match else Overlay("")
    if scene == PaperStyle.Scene.CAPTION:
        return Overlay(scene)
    face = _read_face(tournament, naming, scene) if scene else None
    return Overlay(scene, face=face) if face else Overlay("")


def list_scenes(tournament: Tournament) -> list[tuple[str, str]]:
    """Value and words of what the desk can choose: a bracket only where a stage has one."""
    formats = tournament.stages.values_list("format_key", flat=True)
    has_bracket = any(format_by_key(key).family is Family.BRACKET for key in formats)
    hidden = {PaperStyle.Scene.NOTHING, *(() if has_bracket else (PaperStyle.Scene.BRACKET,))}
    return [(value, str(label)) for value, label in PaperStyle.Scene.choices if value not in hidden]


def list_shown_matches(tournament: Tournament, naming: Naming) -> tuple[tuple[str, str], ...]:
    """Code and words of the matches that the desk can choose: those of the rounds that are played."""
    rows = [row for round_ in _list_rounds(tournament) for row in _list_rows(round_, naming) if not row.bye]
    names = ((row, " / ".join(row.names)) for row in rows[:MOST_OFFERED])
    return tuple((row.code, f"{row.table}. {sides}" if row.table else sides) for row, sides in names)


def find_shown_match(tournament: Tournament, code: str) -> Match | None:
    """The match of that code while it is published; else the first that is played, else the first that will be, else the last one."""
    matches = Match.objects.select_related("round__stage__tournament").filter(round__stage__tournament=tournament, kind=Match.Kind.PLAYED)
    chosen = matches.exclude(round__state=Round.State.DRAFT).filter(code=code).first() if code else None
    if chosen is not None:
        return chosen
    rows = [row for round_ in _list_rounds(tournament) for row in _list_rows(round_) if not row.bye]
    running = [row for row in rows if row.late and row.has_begun] or [row for row in rows if row.late] or rows[-1:]
    return matches.get(code=running[0].code) if running else None


def build_overlay_match(match: Match, naming: Naming) -> OverlayMatch:
    """The match in the largest letters in which all names are whole; surnames where whole names would be small."""
    view, surname_first = load_match(match, naming), match.round.stage.tournament.surname_first
    names = list(view.names)
    letter = _fit_names(names)
    if letter < MOST_LETTERS:
        names = [naming.format_surnames(name, surname_first=surname_first) for name in names]
        letter = _fit_names(names)
    running = view.running
    row = build_match_row(match, naming)
    return OverlayMatch(
        table=match.table,
        title=row.title or format_match_place(match),
        sides=tuple(_build_side(view, side, name) for side, name in enumerate(names)),
        target=running.target if running else None,
        game_number=running.number if running and not view.crowded else None,
        layout=FaceLayout(letter),
    )


def _build_side(view: MatchView, side: int, name: str) -> OverlaySide:
    running = view.running
    points = view.shown_score[side] if view.crowded else running.score[side] if running else None
    last = [line for line in running.lines if line.gained and not line.cancelled][-1:] if running else []
    return OverlaySide(
        name,
        None if view.crowded else view.games_won[side],
        points,
        last[0].gained[side] if last else None,
        won=view.winner is not None and view.winner.index == side,
    )


def _fit_names(names: Sequence[str]) -> float:
    longest = max(map(len, names), default=0)
    return find_letter(lambda letter: count_letters(BAR, letter, TAKEN) >= longest, LEAST_LETTERS, MOST_LETTERS)


def _list_rounds(tournament: Tournament) -> tuple[Round, ...]:
    playing = list_rounds_being_played(tournament)
    last = None if playing else find_current_round(tournament)
    return playing or ((last,) if last else ())


def _list_rows(round_: Round, naming: Naming | None = None) -> list[MatchRow]:
    return [build_match_row(match, *((naming,) if naming else ())) for match in select_matches(round_)[:MOST_OFFERED]]


def _read_face(tournament: Tournament, naming: Naming, scene: str) -> ScreenFace | None:
    stages = list_ranked_stages(tournament, _list_rounds(tournament))
    for stage in reversed(stages):
        if scene == PaperStyle.Scene.BRACKET and (columns := read_bracket_columns(stage, naming)):
            layout, brackets = lay_out_bracket_face(columns, FaceRoom())
            return ScreenFace("bracket", "bracket", _("Bracket"), stage.name, stage.name, layout, bracket=brackets[0])
        if scene == PaperStyle.Scene.STANDINGS:
            standings = read_screen_standings(stage, naming)
            if standings.groups:
                return _build_ranking_face(standings.groups, standings.note)
    return None


def _build_ranking_face(groups: Sequence[ScreenRanking], note: str) -> ScreenFace:
    """The first places: of one ranking in two columns, of pools side by side."""
    if len(groups) == 1:
        lines = groups[0].lines[:MOST_RANKED]
        half = max(MOST_RANKED // 2, -(-len(lines) // 2))
        parts = [ScreenRanking("", part) for part in (lines[:half], lines[half:]) if part]
    else:
        parts = [ScreenRanking(group.name, group.lines[: MOST_RANKED // 2]) for group in groups[:MOST_POOLS]]
    longest = max((len(line.side.name) for part in parts for line in part.lines), default=0)
    width = (PANEL - GUTTER * (len(parts) - 1)) / len(parts)
    letter = find_letter(lambda size: count_letters(width, size, RANKED) >= longest, LEAST_LETTERS, MOST_LETTERS)
    columns = tuple((part,) for part in parts)
    return ScreenFace("standings", "standings", _("Standings"), note, "", FaceLayout(letter, columns=len(columns)), columns=columns)
