"""Lists for a spreadsheet: what stands in them, and where a director finds them."""

import csv
import io
import random

import pytest
from django.test import Client
from django.utils import translation
from openpyxl import load_workbook

from pairing import format_by_key
from printing.prints.list_rows import (
    read_certificates_list,
    read_chess_results_list,
    read_pairings_list,
    read_prizes_list,
    read_results_list,
    read_standings_list,
)
from printing.prints.lists import ROUND_LISTS, TOURNAMENT_LISTS
from rankings.standings_pages.queries import read_standings_view
from rules import game_by_key
from scoring.models import PaperStyle
from tests.desk.verification import test_every_format
from tests.printing.prints.test_lists_on_paper import around
from tests.scoring.builders import build_user
from tests.scoring.evenings import play_evening
from tests.tournaments.conftest import found_tournament
from tournaments.cash.book import CashMove
from tournaments.cash.services import take_in
from tournaments.entries.exports import read_entries_list, render_csv
from tournaments.entries.services import EntryDetails, add_entry, edit_entry
from tournaments.importing.services import import_entries
from tournaments.models import CashLine, Entry, Member, Person, Round, Stage, StageEntry
from tournaments.reading.lists import parse_list
from tournaments.reading.rows import ExistingEntries

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(db):
    tournament = play_evening(pairs=5, rounds=2, venue="Bar Sport")
    PaperStyle.objects.create(tournament=tournament, prizes="Un prosciutto\nUn formaggio")
    Stage.objects.filter(tournament=tournament).update(state=Stage.State.FINISHED)
    take_in(tournament, CashMove(CashLine.Kind.EXTRA, 1250, None, "Cena"), actor=build_user("director"), key="dinner")
    return tournament


@pytest.fixture
def client(evening):
    client = Client()
    client.force_login(build_user("director"))
    return client


def records(listed):
    """As a program reads the file: a dictionary for each row."""
    return list(csv.DictReader(io.StringIO(render_csv(listed).decode("utf-8-sig")), delimiter=";"))


def said(cell):
    return None if cell is None else str(cell).replace(".", ",") if isinstance(cell, float) else str(cell)


def last_round(tournament):
    return Round.objects.filter(stage__tournament=tournament).select_related("stage__tournament").order_by("-number").first()


def test_entries_with_what_was_paid(evening):
    director = build_user("director")
    details = EntryDetails(("=Ada", "Ugo"), name="Le Volpi", club="Su Nuraghe", fee_paid=1250)
    add_entry(evening, details, actor=director)
    told = records(read_entries_list(evening))[-1]
    names = ("Number", "Player 1", "Player 2", "Team", "Club", "Paid", "State")
    assert [told[name] for name in names] == ["6", "'=Ada", "Ugo", "Le Volpi", "Su Nuraghe", "12,5", "entered"]


def test_pairings_by_table_with_the_rest_at_the_end(evening):
    round_ = last_round(evening)
    told = records(read_pairings_list(round_))
    assert [one["Table"] for one in told] == ["1", "2", "bye"]
    for match, one in zip(round_.matches.order_by("position"), told, strict=True):
        seated = [str(seat.entry.number) for seat in match.seats.order_by("side")]
        assert [one["No. A"], one["No. B"]][: len(seated)] == seated
        assert one["Side A"] == match.seats.get(side=0).entry.name


def test_results_with_the_points_of_every_game(evening):
    round_ = last_round(evening)
    told = {one["Code"]: one for one in records(read_results_list(round_)) if one["Code"]}
    for match in round_.matches.filter(kind="played").select_related("result"):
        one, summary = told[match.code], match.result.summary
        assert [int(one["Games won A"]), int(one["Games won B"])] == summary["games_won"]
        games = [[int(one[f"Game {at} A"]), int(one[f"Game {at} B"])] for at in range(1, len(summary["games"]) + 1)]
        assert (games, one["Winner"]) == (summary["games"], match.seats.get(side=match.result.winner).entry.name)


def test_standings_with_every_tie_break_as_a_number(evening):
    stage = evening.stages.get()
    view = read_standings_view(stage)
    listed = read_standings_list(stage)
    names = [f"{column.name} (%)" if column.share else column.name for column in view.columns]
    assert listed.headings[-len(names) :] == tuple(names)
    lines = view.groups[0].lines
    assert [row[3] for row in listed.rows] == [line.number for line in lines]
    for row, line in zip(listed.rows, lines, strict=True):
        cells = {**line.cells, "games_ratio": round(100 * line.cells["games_ratio"], 1)}
        assert row[-len(names) :] == (line.points, *cells.values())
    assert [row[2] for row in listed.rows] == ["ex aequo" if line.shared else "" for line in lines]


def test_a_certificate_for_each_person(evening):
    leader = read_standings_view(evening.stages.get()).groups[0].lines[0]
    told = records(read_certificates_list(around(evening)))
    assert len(told) == 10
    first, second = told[:2]
    assert [one["Name"] for one in (first, second)] == [f"Anna{leader.number:03d}", f"Berto{leader.number:03d}"]
    assert (first["Partner"], second["Partner"]) == (second["Name"], first["Name"])
    place = ("Place", "Notes", "Prize", "Tournament", "Venue", "Date")
    assert [first[name] for name in place] == ["1", "place 1", "Un prosciutto", "Serata", "Bar Sport", "21 November 2026"]


def test_a_team_with_a_name_of_its_own_and_who_was_erased(evening):
    leader = read_standings_view(evening.stages.get()).groups[0].lines[0]
    edit_entry(Entry.objects.get(pk=leader.entry_id), EntryDetails(("Ada", "Ugo"), name="Le Volpi"), actor=build_user("director"))
    Person.objects.filter(pk=Member.objects.get(entry=leader.entry_id, position=1).person_id).update(name="")
    first, second = records(read_certificates_list(around(evening)))[:2]
    assert (first["Name"], first["Partner"], first["Team"], second["Place"]) == ("Ada", "", "Le Volpi", "2")


def test_who_shares_a_place_shares_its_prizes(evening):
    told = records(read_prizes_list(around(evening)))
    lines = [line for line in read_standings_view(evening.stages.get()).groups[0].lines if line.rank <= 3]
    assert [(one["Place"], one["Tied"]) for one in told] == [(str(line.rank), "ex aequo" if line.shared else "") for line in lines]
    assert told[0]["Prize"]


def test_tables_of_five_have_five_sides_in_every_list():
    stage = test_every_format.found(game_by_key("trionfo5"), format_by_key("tables_of_five"), individual=False)
    test_every_format.play_to_the_end(stage, random.Random(5))
    round_ = last_round(stage.tournament)
    for listed in (read_pairings_list(round_), read_results_list(round_)):
        assert "Side E" in listed.headings
        assert {len(row) for row in listed.rows} == {len(listed.headings)}
    assert all(record["Partner"] == "" for record in records(read_certificates_list(around(stage.tournament))))


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("key", [one.key for one in (*TOURNAMENT_LISTS, *ROUND_LISTS)])
def test_every_list_is_a_file_of_both_kinds(evening, client, key, language):
    text, book = (client.get(f"/desk/{evening.slug}/print/{key}.{kind}", {"language": language}) for kind in ("csv", "xlsx"))
    name = f"{evening.slug}-{key}" + ("-1-2" if key in {one.key for one in ROUND_LISTS} else "")
    assert text["Content-Disposition"] == f'attachment; filename="{name}.csv"'
    assert book["Content-Disposition"] == f'attachment; filename="{name}.xlsx"'
    rows = list(csv.reader(io.StringIO(text.content.decode("utf-8-sig")), delimiter=";"))
    cells = [[cell.value for cell in row] for row in load_workbook(io.BytesIO(book.content)).active.rows]
    assert [[cell or None for cell in row] for row in rows] == [[said(cell) for cell in row] for row in cells]
    assert len(rows) > 1


def test_standings_of_a_stage_and_a_round_that_is_not_there(evening, client):
    assert client.get(f"/desk/{evening.slug}/print/standings.csv", {"stage": "1"}).status_code == 200
    wrong = ({"stage": "7"}, {"round": "9-9"}, {"stage": "x"})
    assert [client.get(f"/desk/{evening.slug}/print/standings.csv", asked).status_code for asked in wrong] == [404] * 3
    assert client.get(f"/desk/{evening.slug}/print/nothing.xlsx").status_code == 404


def test_lists_are_offered_where_a_director_looks_for_them(evening, client):
    desk = f"/desk/{evening.slug}/"
    offered = {"entries/": ["entries"], "standings/": ["standings"], "print/": [one.key for one in (*TOURNAMENT_LISTS, *ROUND_LISTS)]}
    for page, keys in offered.items():
        content = client.get(desk + page).content.decode()
        assert all(f"{desk}print/{key}.{kind}" in content for key in keys for kind in ("csv", "xlsx")), page


def test_an_italian_list_has_italian_headings(evening):
    with translation.override("it"):
        assert read_standings_list(evening.stages.get()).headings[1:6] == ("Pos.", "Ex aequo", "N.", "Nome", "Circolo")


def rank_elsewhere(names, *, individual):
    """The ranking of a stage that these entries play, for other programs."""
    tournament = found_tournament(build_user(), "Altri", individual=individual)
    import_entries(tournament, names, actor=build_user())
    stage = Stage.objects.create(tournament=tournament, number=1, name="Swiss", format_key="swiss", options={})
    for entry in tournament.entries.all():
        StageEntry.objects.create(stage=stage, entry=entry, rank=entry.number)
    return read_chess_results_list(stage)


def test_a_ranking_for_other_programs_has_their_columns_and_is_read_back():
    listed = rank_elsewhere("Mario Rossi, Bar\nAnna Bianchi, Arci", individual=True)
    assert listed.headings[:7] == ("Rk.", "SNo", "Title", "Name", "FED", "Club/City", "Pts.")
    assert {len(row) for row in listed.rows} == {len(listed.headings)}
    parsed = parse_list(render_csv(listed).decode("utf-8-sig"), size=1, existing=ExistingEntries())
    persons = {row.details.persons: row.details.values["club"] for row in parsed.good_rows}
    assert (persons, parsed.bad_rows) == ({("Rossi Mario",): "Bar", ("Bianchi Anna",): "Arci"}, ())


def test_a_pair_is_one_name_for_other_programs_and_is_read_back_as_two():
    listed = rank_elsewhere("Mario Rossi / Ugo Neri, Bar\nAnna Bianchi / Ida Verdi", individual=False)
    assert [(row[3], row[5]) for row in listed.rows] == [("Rossi Mario / Neri Ugo", "Bar"), ("Bianchi Anna / Verdi Ida", "")]
    parsed = parse_list(render_csv(listed).decode("utf-8-sig"), size=2, existing=ExistingEntries())
    persons = {row.details.persons: row.details.values["club"] for row in parsed.good_rows}
    assert (persons, parsed.bad_rows) == ({("Rossi Mario", "Neri Ugo"): "Bar", ("Bianchi Anna", "Verdi Ida"): ""}, ())
