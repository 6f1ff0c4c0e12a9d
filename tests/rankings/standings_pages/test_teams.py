"""Team matches on the site: the ranking of teams, where its points come from, on pages and paper, and what is refused."""

import csv
import io
import random
from collections import defaultdict

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from desk.rounds.services import close_round
from desk.treasury.queries import read_due_prizes
from desk.verification.queries import verify_tournament
from printing.prints.heads import read_print_context
from printing.prints.minutes_data import read_minutes
from rankings.standings_pages.final_list import read_final_list
from rankings.standings_pages.queries import read_standings_view
from rankings.standings_pages.teams import read_team_table
from scoring.confirmation.services import confirm_match, reopen_match, void_match
from scoring.entry.services import FilledBoxes
from scoring.models import PaperStyle
from tests.desk.roster.test_late_entries import publish_next
from tests.pages import read_page
from tests.scoring.builders import build_user, origin
from tests.scoring.evenings import origin_of
from tests.scoring.hands import enter, fresh_key
from tests.scoring.seasons import build_season
from tests.tournaments.conftest import found_tournament
from tournaments.entries.services import withdraw_entry
from tournaments.importing.services import import_entries
from tournaments.models import Entry, Match, Stage, Tournament
from tournaments.refusals import ChangeRefused
from tournaments.stages.chains import StageSource
from tournaments.stages.services import create_stage

pytestmark = pytest.mark.django_db
CLUBS = ("Arci", "Bar Sport", "Endas", "Polisportiva")


def begin(sizes=(3, 3, 3, 3), **options):
    """A stage of team matches with so many pairs of each club, its first round published."""
    director = build_user()
    tournament = found_tournament(director, "Palio dei rioni", public=True, one_person=True)
    Tournament.objects.filter(pk=tournament.pk).update(demonstration=True)
    lines = [f"{club} Anna{place} / {club} Berto{place}, {club}" for club, size in zip(CLUBS, sizes, strict=False) for place in range(size)]
    import_entries(tournament, "\n".join(lines), actor=director)
    stage = create_stage(tournament, actor=director, format_key="team_matches", options={"boards": 3, "rounds": 3, **options})
    publish_next(stage)
    return Stage.objects.select_related("tournament").get(pk=stage.pk)


def play(round_, chance, *, close=True):
    """Every board with games as chance wants; the winner's club by match."""
    won = {}
    for match in round_.matches.filter(kind=Match.Kind.PLAYED, result=None).select_related("round__stage__tournament"):
        games = (2, chance.randint(0, 1))
        games = games if chance.random() < 0.5 else games[::-1]
        enter(match, FilledBoxes("match", {"games_0": str(games[0]), "games_1": str(games[1])}))
        confirm_match(match, origin=origin(fresh_key()), version=None)
        clubs = list(match.seats.order_by("side").values_list("entry__club__name", flat=True))
        won[match.pk] = (clubs[games.index(2)], clubs[1 - games.index(2)])
    if close:
        close_round(round_, actor=build_user(), origin=origin_of(build_user()))
    return won


def table_of(stage):
    return read_team_table(read_standings_view(Stage.objects.select_related("tournament").get(pk=stage.pk)))


def test_the_ranking_of_teams_is_that_of_a_count_by_hand():
    stage, chance = begin(), random.Random(4)
    points, boards = defaultdict(int), defaultdict(int)
    for number in range(1, 4):
        round_ = stage.rounds.get(number=number) if number == 1 else publish_next(stage)
        met = defaultdict(lambda: defaultdict(int))
        for winner, loser in play(round_, chance).values():
            met[frozenset((winner, loser))][winner] += 1
            boards[winner] += 1
        for pair, score in met.items():
            best = max(pair, key=lambda club: score[club])
            points[best] += 2
    table = table_of(stage)
    assert {line.name: int(line.cells[0]) for line in table.lines} == {club: points[club] for club in CLUBS}
    assert {line.name: line.cells[2] for line in table.lines} == {club: str(boards[club]) for club in CLUBS}
    assert all(int(line.cells[0]) == sum(int(part.worth) for part in line.parts) for line in table.lines)
    assert [line.rank for line in table.lines] == sorted(line.rank for line in table.lines)
    final = read_final_list(Tournament.objects.get(pk=stage.tournament_id))
    ranks = {line.name: line.rank for line in table.lines}
    assert {(line.club, line.rank) for line in final.lines} == set(ranks.items())
    assert len(final.lines) == 12
    assert verify_tournament(stage.tournament) == ()


def test_a_board_of_which_only_the_games_were_entered_shows_these():
    stage = begin()
    play(stage.rounds.get(), random.Random(1))
    scores = [board.score for match in table_of(stage).matches for board in match.boards]
    assert set(scores) <= {"2–0", "2–1", "0–2", "1–2"}
    assert all(match.points == "" for match in table_of(stage).matches)


def test_a_team_match_counts_when_all_its_boards_do():
    stage = begin()
    match = Match.objects.filter(round__stage=stage).select_related("round__stage__tournament").first()
    enter(match, FilledBoxes("match", {"games_0": "2", "games_1": "0"}))
    table = table_of(stage)
    assert {line.cells[0] for line in table.lines} == {"0"}
    assert sorted((shown.score, shown.open_boards) for shown in table.matches) == [("0–0", 3), ("1–0", 2)]
    play(stage.rounds.get(number=1), random.Random(1), close=False)
    assert sorted(line.played for line in table_of(stage).lines) == [1, 1, 1, 1]


def test_a_cancelled_board_counts_for_nobody_and_the_others_decide():
    """The team match never counted: the round was closed, and both teams had played nothing."""
    stage = begin()
    round_ = stage.rounds.get(number=1)
    play(round_, random.Random(2), close=False)
    before = {line.name: line.cells for line in table_of(stage).lines}
    (chosen,) = [shown for shown in table_of(stage).matches if shown.score in {"3–0", "0–3"}][:1]
    board = Match.objects.select_related("round__stage__tournament").get(code=chosen.boards[0].code)
    reopen_match(board, origin=origin(fresh_key()), version=None, reason="referee", words="carte in meno")
    void_match(board, origin=origin(fresh_key()), version=None, reason="referee", words="carte in meno")
    close_round(round_, actor=build_user(), origin=origin_of(build_user()))
    table = table_of(stage)
    (now,) = [shown for shown in table.matches if board.code in {one.code for one in shown.boards}]
    assert ([one.score for one in now.boards].count("cancelled"), now.score, now.open_boards) == (1, chosen.score.replace("3", "2"), 0)
    assert {line.name: line.cells[0] for line in table.lines} == {name: cells[0] for name, cells in before.items()}
    assert {line.played for line in table.lines} == {1}
    assert verify_tournament(stage.tournament) == ()


def test_a_team_match_of_which_all_boards_are_cancelled_is_none():
    stage = begin()
    first = Match.objects.filter(round__stage=stage).order_by("pool").values_list("pool", flat=True)[0]
    for board in Match.objects.filter(round__stage=stage, pool=first).select_related("round__stage__tournament"):
        void_match(board, origin=origin(fresh_key()), version=None, reason="referee", words="pioggia")
    play(stage.rounds.get(number=1), random.Random(1), close=False)
    assert sorted(line.played for line in table_of(stage).lines) == [0, 0, 1, 1]


def test_a_short_team_loses_a_board_and_an_odd_one_rests():
    stage = begin((3, 3, 2))
    play(stage.rounds.get(number=1), random.Random(1))
    table = table_of(stage)
    assert sum(len(shown.boards) for shown in table.matches) == 3
    resting = [line for line in table.lines if line.parts and not line.parts[0].opponent]
    assert [(part.worth, line.played) for line in resting for part in line.parts] == [("2", 0)]
    for _number in (2, 3):
        play(publish_next(stage), random.Random(2))
    words = [board.score for shown in table_of(stage).matches for board in shown.boards]
    assert words.count("won without playing") == 2


def test_who_leaves_leaves_the_board_to_the_others():
    stage = begin()
    play(stage.rounds.get(number=1), random.Random(1))
    gone = Entry.objects.filter(tournament=stage.tournament, club__name="Endas").first()
    withdraw_entry(gone, actor=build_user())
    round_ = publish_next(stage)
    alone = round_.matches.get(kind=Match.Kind.BYE)
    play(round_, random.Random(3))
    shown = next(shown for shown in table_of(stage).matches if shown.round == 2 and "Endas" in shown.teams)
    assert alone.pool != ""
    assert [board.score for board in shown.boards].count("won without playing") == 1


def test_nobody_goes_on_from_a_team_match_to_another_stage():
    stage = begin()
    with pytest.raises(ChangeRefused, match="nobody goes on"):
        create_stage(
            stage.tournament, actor=build_user(), format_key="knockout", options={}, source=StageSource(stage, of_each=0, best_others=4)
        )


def test_pages_paper_and_list_have_the_teams():
    stage = begin()
    play(stage.rounds.get(number=1), random.Random(1))
    client = Client(headers={"accept-language": "en"})
    client.force_login(build_user())
    slug = stage.tournament.slug
    first = table_of(stage).lines[0]
    for name in ("desk_standings", "public_standings"):
        page = client.get(reverse(f"scoring:{name}", args=[slug])).content.decode()
        assert "Where the points come from" in page
        assert "Matches of the teams" in page
    rows = list(
        csv.reader(io.StringIO(client.get(reverse("scoring:list_csv", args=[slug, "teams"])).content.decode("utf-8-sig")), delimiter=";")
    )
    assert (rows[1][1], len(rows)) == (first.name, 5)
    pdf = client.get(reverse("scoring:print_paper", args=[slug, "teams"]), {"stage": "1"})
    text = "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf.content)).pages)
    assert all(club in text for club in CLUBS)


def test_the_report_ranks_the_teams_and_a_card_counts_them():
    """The signed report named pairs only, and nobody read which team had won; a pair of four teams was “3 of 12”."""
    stage = begin()
    play(stage.rounds.get(number=1), random.Random(1))
    lines = table_of(stage).lines
    sections = {section.title: section for section in read_minutes(read_print_context(stage.tournament, str))}
    ranking = sections["Standings: Team matches · Teams"]
    assert [row[:2] for row in ranking.rows] == [(line.place, line.name) for line in lines]
    assert ranking.paragraphs == sections["Standings: Team matches"].paragraphs
    first = Entry.objects.filter(tournament=stage.tournament, club__name=lines[0].name).first()
    page = Client(headers={"accept-language": "en"}).get(reverse("scoring:public_player", args=[stage.tournament.slug, first.number]))
    assert f"Place {lines[0].rank} of 4" in read_page(page).text


def test_only_a_stage_of_teams_has_them():
    director = build_user()
    tournament = found_tournament(director)
    import_entries(tournament, "A / B, Arci\nC / D, Bar", actor=director)
    stage = create_stage(tournament, actor=director, format_key="swiss", options={})
    publish_next(stage)
    client = Client()
    client.force_login(director)
    assert table_of(stage) is None
    assert client.get(reverse("scoring:print_paper", args=[tournament.slug, "teams"]), {"stage": "1"}).status_code == 404


def test_the_pairs_of_a_team_divide_the_prize_of_its_place():
    """Twelve pairs in four teams: what is paid is what the list says, however the teams end."""
    stage, chance = begin(), random.Random(4)
    for number in range(1, 4):
        play(stage.rounds.get(number=number) if number == 1 else publish_next(stage), chance)
    tournament = Tournament.objects.get(pk=stage.tournament_id)
    PaperStyle.objects.create(tournament=tournament, prizes="1: 300 euro\n2: 150 euro\n3: 90 euro\n4: 30 euro")
    context = read_print_context(tournament, str)
    dues, lines = read_due_prizes(context), read_final_list(tournament).lines
    assert [(prize.entry_id, prize.due) for prize in dues if prize.places == "1"] == [(line.entry_id, 10_000) for line in lines[:3]]
    assert sum(prize.due for prize in dues) == 57_000
    assert verify_tournament(tournament) == ()


def test_a_season_counts_the_place_of_a_team_and_nothing_contradicts_it():
    """What verifies a tournament expects teams in a season where the final list has them."""
    stage, chance = begin(), random.Random(4)
    for number in range(1, 4):
        play(stage.rounds.get(number=number) if number == 1 else publish_next(stage), chance)
    Tournament.objects.update(demonstration=False)
    tournament = Tournament.objects.get(pk=stage.tournament_id)
    build_season(tournament)
    assert verify_tournament(tournament) == ()


def test_teams_that_share_the_last_place_divide_the_prizes_of_as_many_places_as_they_are():
    """Two teams of two pairs hold the places 1 and 2, not 1 to 4: the prizes of places that no team has are not given."""
    stage = begin((2, 2), boards=2, rounds=1)
    round_ = stage.rounds.get()
    for club, match in zip(CLUBS, round_.matches.select_related("round__stage__tournament"), strict=False):
        winner = match.seats.get(entry__club__name=club).side
        enter(match, FilledBoxes("match", {f"games_{side}": "2" if side == winner else "0" for side in (0, 1)}))
        confirm_match(match, origin=origin(fresh_key()), version=None)
    close_round(round_, actor=build_user(), origin=origin_of(build_user()))
    tournament = Tournament.objects.get(pk=stage.tournament_id)
    PaperStyle.objects.create(tournament=tournament, prizes="1: 200 euro\n2: 100 euro\n3: 60 euro\n4: 20 euro")
    context = read_print_context(tournament, str)
    assert {line.place for line in read_final_list(tournament).lines} == {"1="}
    assert {(prize.places, prize.due) for prize in read_due_prizes(context)} == {("1–2", 7_500)}
    assert verify_tournament(tournament) == ()
