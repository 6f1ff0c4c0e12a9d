"""Every game by every format that suits it: entered, drawn, played, closed, ranked, verified, drawn again and printed."""

import random

import pytest

from desk.rehearsal.playing import SimulatedClock, SimulatedDesk, confirm_played, play_match
from desk.rounds.services import close_round, draw_next_round
from desk.verification.queries import verify_tournament
from pairing import FORMATS, format_by_key
from pairing.compatibility import find_incompatibility
from paper.sheets import Paper, render_score_sheets
from printing.prints.heads import read_print_context
from printing.prints.registry import ROUND_PAPERS, TOURNAMENT_PAPERS
from printing.prints.sheets import build_blank_sheet, build_sheet_setup, read_filled_sheets, read_played_matches
from rankings.standings_pages.cells import explain_standings_cell
from rankings.standings_pages.queries import read_standings_view
from rules import GAMES
from scoring.ledger.appending import build_staff_actor
from scoring.models import SheetIssue
from scoring.standings.finished_matches import read_finished_matches
from scoring.standings.stored import compute_standings
from tests.scoring.builders import NOW, build_user
from tests.scoring.evenings import origin_of
from tests.tournaments.conftest import found_tournament
from tests.tournaments.doors import publish_round
from tournaments.draws.explaining import explain_round
from tournaments.draws.paged_pairings import PagedRound
from tournaments.draws.publishing import replay_draw
from tournaments.draws.queries import read_round_view
from tournaments.importing.services import import_entries
from tournaments.models import Draw, Match, Round, Seat, StaffRole, Stage, Tournament
from tournaments.stages.services import create_stage

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.turns(4)]

OPTIONS = {
    "swiss": {"rounds": 2},
    "danish": {"rounds": 2},
    "heats": {"heats": 2, "rounds": 2},
    "mitchell": {"rounds": 2},
    "individual": {"rounds": 2},
    "tables_of_three": {"rounds": 2},
    "tables_of_four": {"rounds": 2},
    "tables_of_five": {"rounds": 2},
    "round_robin": {"pool_size": 3},
}
ENTRIES = {"individual": 9, "tables_of_three": 7, "tables_of_four": 9, "tables_of_five": 11}
SHORT = {"trionfo5": {"deals": 1}, "maranna": {}, "marjolet": {}}


def singly(game):
    """Ways in which people can enter: together, and where two play against two also singly."""
    return (False, True) if (game.side_count, game.entry_size) == (2, 2) else (False,)


SUITED = [
    (game, form, individual)
    for game in GAMES
    for individual in singly(game)
    for form in FORMATS
    if find_incompatibility(form, sides=game.side_count, side_persons=game.entry_size, entry_size=1 if individual else game.entry_size)
    is None
]


def some_of_all(suited):
    """A game of every format, in turn, and a format for each size of a table left: what `make test` plays of what `make proofs` does."""
    chosen = []
    for turn, form in enumerate(FORMATS):
        fitting = [case for case in suited if case[1] is form]
        chosen.append(fitting[turn % len(fitting)])
    sizes = {(case[0].side_count, case[0].seat_count) for case in chosen}
    left = {(game.side_count, game.seat_count): (game, *more) for game, *more in suited}
    return [*chosen, *(case for size, case in left.items() if size not in sizes)]


CHOSEN = some_of_all(SUITED)
ON_BOTH_DATABASES = CHOSEN[: len(FORMATS) : 4]
"""Every fourth format: what a database answers in its own way is asked in the tests of each room."""


def list_marks(case):
    if case not in CHOSEN:
        return [pytest.mark.proof]
    return [pytest.mark.both_databases] if case in ON_BOTH_DATABASES else []


CASES = [pytest.param(*case, id=f"{case[0].key}-{case[1].key}", marks=list_marks(case)) for case in SUITED]


def found(game, form, individual):
    director, assistant = build_user("director"), build_user("assistant")
    tournament = found_tournament(director, game_key=game.key, individual=individual, options=SHORT.get(game.key, {}))
    Tournament.objects.filter(pk=tournament.pk).update(demonstration=True)
    StaffRole.objects.create(tournament=tournament, user=assistant, role=StaffRole.Role.ASSISTANT)
    size, count = tournament.entry_size, ENTRIES.get(form.key, 6)
    lines = [" / ".join(f"{name}{number:02d}" for name in ("Anna", "Berto", "Carla", "Dino")[:size]) for number in range(1, count + 1)]
    import_entries(tournament, "\n".join(lines), actor=director)
    return create_stage(tournament, actor=director, format_key=form.key, options=OPTIONS.get(form.key, {}))


def check_explained_alike(round_):
    """What a page says of its part of the pairings is what is said where all of them are read."""
    whole, paged = explain_round(read_round_view(round_), round_.draw), PagedRound(round_)
    assert paged.shared == whole.shared
    assert paged.kinds == {line.pairing.position: line.kinds for line in whole.lines}
    for half in (whole.lines[::2], whole.lines[1::2]):
        assert paged.explain([line.pairing.position for line in half]) == list(half)


def play_to_the_end(stage, chance):
    director = build_user("director")
    desk = SimulatedDesk(
        build_staff_actor(build_user("assistant")), build_staff_actor(director), SimulatedClock(NOW, chance), f"every-{stage.pk}"
    )
    while Stage.objects.get(pk=stage.pk).state != Stage.State.FINISHED:
        drafted = draw_next_round(stage, actor=director, seed=f"lots {stage.rounds.count()}", at=NOW)
        assert replay_draw(drafted.draw).proven
        check_explained_alike(drafted)
        round_ = publish_round(drafted, actor=director, at=NOW)
        for match in round_.matches.filter(kind=Match.Kind.PLAYED):
            play_match(match, desk, chance)
            confirm_played(match, desk)
        close_round(round_, actor=director, origin=origin_of(director))


def papers(stage):
    """Everything that can be printed about the last round and the tournament."""
    around = read_print_context(Tournament.objects.get(pk=stage.tournament_id), lambda path: f"http://desk{path}")
    last = Round.objects.filter(stage=stage).order_by("-number").first()
    matches = read_played_matches(last)
    issues = [SheetIssue(match=match, serial=1, what=SheetIssue.What.SHEET) for match in matches]
    for paper in Paper:
        yield render_score_sheets(
            build_sheet_setup(around, paper), [build_blank_sheet(*one, around) for one in zip(matches, issues, strict=True)]
        )
    yield render_score_sheets(build_sheet_setup(around, Paper.A4), read_filled_sheets(matches, issues, around))
    yield from (paper.draw(around, last) for paper in ROUND_PAPERS if paper.is_available_for(last))
    yield from (paper.draw(around) for paper in TOURNAMENT_PAPERS)


@pytest.mark.parametrize(("game", "form", "individual"), CASES)
def test_a_whole_tournament(game, form, individual):
    stage = found(game, form, individual)
    play_to_the_end(stage, random.Random(f"{game.key} {form.key}"))
    stage = Stage.objects.get(pk=stage.pk)
    seated = Seat.objects.filter(match__round__stage=stage, match__kind=Match.Kind.PLAYED)
    assert set(seated.values_list("match", "side").distinct()) == {
        (match, side) for match in seated.values_list("match", flat=True) for side in range(game.side_count)
    }
    lines = list(compute_standings(stage).lines)
    assert sorted(line.entrant for line in lines) == sorted(stage.stage_entries.values_list("entry_id", flat=True))
    assert verify_tournament(stage.tournament) == ()
    assert all(replay_draw(draw).proven for draw in Draw.objects.filter(round__stage=stage))
    view = read_standings_view(stage)
    first = view.groups[0].lines[0]
    for column in view.columns:
        assert explain_standings_cell(stage, first.number, column.key) is not None
    assert all(pdf.startswith(b"%PDF") for pdf in papers(stage))


def test_every_game_has_a_format():
    assert {game.key for game, _form, _individual in SUITED} == {game.key for game in GAMES}
    assert {(game.side_count, game.seat_count) for game, *_more in CHOSEN} == {(game.side_count, game.seat_count) for game in GAMES}
    assert {form.key for _game, form, _individual in CHOSEN} == {form.key for form in FORMATS}


def test_where_the_fewest_points_win_they_come_first(db):
    game = next(game for game in GAMES if game.key == "mattazza")
    stage = found(game, format_by_key("tables_of_four"), individual=False)
    play_to_the_end(stage, random.Random(7))
    won = [result for result in read_finished_matches(stage).results if result.winner >= 0 and result.points]
    assert won
    assert all(result.points[result.winner] == max(result.points) for result in won)
