"""No paper looks more final than the evening is: standings, results, prizes, certificates, pairings and the report."""

import datetime as dt
from io import BytesIO

import pytest
from django.contrib.auth.models import User
from pypdf import PdfReader

from printing.prints.forms import StyleForm
from printing.prints.hall_lists import read_pairing_rows
from printing.prints.heads import read_print_context
from printing.prints.honours import (
    divide_money,
    format_shared_prize,
    format_total_worth,
    list_offered_prizes,
    read_award_certificates,
    read_rewarded_honours,
)
from printing.prints.minutes_data import read_minutes
from printing.prints.records import read_records
from printing.prints.registry import draw_certificates, draw_final_list, draw_prizes, draw_results, draw_standings
from printing.prints.treasurer_papers import draw_handover
from rankings.standings_pages.queries import read_standings_view
from rankings.standings_pages.stage_progress import find_final_stage, read_stage_progress
from rules import GAMES, game_by_key
from scoring.matches.queries import load_match
from scoring.models import PaperStyle
from tests.scoring.builders import build_round, build_tournament
from tests.scoring.evenings import play_evening
from tests.scoring.hands import win
from tournaments.cash.prize_lines import PlacePrize, PrizeKind, parse_prizes
from tournaments.models import Draw, Entry, OrganizerMember, Round, Stage, Tournament
from tournaments.permissions import Role
from tournaments.refusals import ChangeRefused

AT = dt.datetime(2026, 11, 21, 20, 40, tzinfo=dt.UTC)


def around(tournament: Tournament):
    return read_print_context(Tournament.objects.get(pk=tournament.pk), lambda path: f"http://desk.example{path}", AT)


def words(pdf: bytes) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages).split())


@pytest.mark.django_db
def test_standings_say_after_which_round_and_how_much_of_it_is_played():
    round_ = build_round(build_tournament(), matches=3)
    context = around(round_.stage.tournament)
    win(round_.matches.get(table=1))
    printed = words(draw_standings(context, round_))
    assert "during round 1 · 21:40" in printed
    assert "Provisional: 1 of 3 tables of round 1 have ended." in printed
    assert "Provisional: 3 matches have no final result." in words(draw_results(context, round_))
    for table in (2, 3):
        win(round_.matches.get(table=table))
    printed = words(draw_standings(context, round_))
    assert ("after round 1 · 21:40" in printed, "Provisional" in printed) == (True, False)
    Stage.objects.update(state=Stage.State.FINISHED)
    round_.stage.refresh_from_db()
    assert "final · 21:40" in words(draw_standings(context, round_))


@pytest.mark.django_db
def test_a_stage_without_rounds_has_no_moment():
    tournament = build_tournament()
    stage = Stage.objects.create(tournament=tournament, number=1, name="Stage", format_key="swiss")
    progress = read_stage_progress(stage)
    assert (progress.format_moment(None), progress.sentence) == ("", "")


@pytest.mark.django_db
def test_before_the_end_prizes_have_no_names_and_nobody_a_certificate():
    tournament = play_evening(pairs=8, rounds=1, closed=1)
    PaperStyle.objects.create(tournament=tournament, prizes="200 €\n100 €\n3-4: Salame (15 €)")
    context = around(tournament)
    leader = read_standings_view(tournament.stages.get()).groups[0].lines[0]
    offered = words(draw_prizes(context))
    assert ("3–4" in offered, "Salame" in offered, leader.name.split(" – ")[0] in offered) == (True, True, False)
    assert "Worth of all prizes: €330.00" in offered
    with pytest.raises(ChangeRefused, match="no certificates before the last stage is finished"):
        draw_certificates(context)
    Stage.objects.update(state=Stage.State.FINISHED)
    assert leader.name.split(" – ")[0] in words(draw_prizes(context))
    assert leader.name.split(" – ")[0] in words(draw_certificates(context))


@pytest.mark.django_db
def test_the_best_of_finished_pools_have_no_certificates_while_a_final_stage_is_to_come():
    tournament = play_evening(pairs=4, rounds=1, closed=1)
    pools = tournament.stages.get()
    Stage.objects.filter(pk=pools.pk).update(state=Stage.State.FINISHED)
    assert find_final_stage(tournament) == pools
    Stage.objects.create(tournament=tournament, number=2, name="Final", format_key="knockout", source=pools, of_each=2)
    assert find_final_stage(tournament) is None


@pytest.mark.django_db
def test_each_person_of_a_pair_or_team_can_have_a_certificate():
    tournament = play_evening(pairs=4, rounds=1, closed=1)
    Stage.objects.update(state=Stage.State.FINISHED)
    leader = read_standings_view(tournament.stages.get()).groups[0].lines[0]
    Entry.objects.filter(pk=leader.entry_id).update(name="Gli Invincibili")
    pairs, persons = (read_award_certificates(around(tournament), each_person=each) for each in (False, True))
    assert len(persons) == 2 * len(pairs)
    assert [award.party.names for award in persons[:2]] == [(f"{name}{leader.number:03d}",) for name in ("Anna", "Berto")]
    assert persons[0].party.club.startswith("Gli Invincibili")


@pytest.mark.django_db
def test_pairings_carry_the_points_with_which_everybody_sits_down():
    tournament = play_evening(pairs=6, rounds=2, closed=1)
    first, second = Round.objects.filter(stage__tournament=tournament).order_by("number")
    assert "Provisional" not in words(draw_results(around(tournament), first))
    assert {party.points for row in read_pairing_rows(first) for party in row.parties} == {""}
    played = {result.match_id: result for result in (match.result for match in first.matches.select_related("result"))}
    winners = {
        str(seat.entry.number)
        for match in first.matches.prefetch_related("seats__entry")
        for seat in match.seats.all()
        if seat.side == played[match.pk].winner
    }
    points = {party.number: int(party.points) for row in read_pairing_rows(second) for party in row.parties}
    assert {number for number, won in points.items() if won == max(points.values())} == winners


@pytest.mark.django_db
def test_the_report_says_who_directed_every_result_and_how_it_ended(django_assert_max_num_queries):
    tournament = play_evening(pairs=6, rounds=2, closed=2)
    Stage.objects.update(state=Stage.State.FINISHED)
    with django_assert_max_num_queries(40):
        sections = {section.title: section for section in read_minutes(around(tournament))}
    assert sections["Who directed"].rows == (("Director", "director"), ("Assistant", "assistant"))
    stage = tournament.stages.get()
    results = [section for title, section in sections.items() if title.startswith("Results: ")]
    assert [len(section.rows) for section in results] == [3, 3]
    standings = sections[f"Final standings: {stage.name}"]
    lines = read_standings_view(stage).groups[0].lines
    assert [row[:3] for row in standings.rows] == [
        (row[0], str(line.number), line.name) for row, line in zip(standings.rows, lines, strict=True)
    ]


@pytest.mark.parametrize(
    ("lines", "prizes"),
    [
        ([], {}),
        (["Prosciutto", "Vino"], {1: "Prosciutto", 2: "Vino"}),
        (["Coppa", "3º: Vino", "Pane"], {1: "Coppa", 3: "Vino", 4: "Pane"}),
        (["5-7: Salame"], {5: "Salame", 6: "Salame", 7: "Salame"}),
        (["5º–6º: Salame", "7. : Pane"], {5: "Salame", 6: "Salame", 7: "Pane"}),
        (["2 prosciutti", "12 bottiglie: bianche"], {1: "2 prosciutti", 2: "12 bottiglie: bianche"}),
        (["0: niente", "8-7: Pane"], {7: "Pane", 8: "Pane"}),
    ],
)
def test_prizes_are_typed_by_place_or_range(lines, prizes):
    assert {place: prize.text for place, prize in parse_prizes(lines).items()} == prizes


@pytest.mark.parametrize(
    ("text", "cents", "is_money"),
    [
        ("100 €", 10_000, True),
        ("€ 1.500,50", 150_050, True),
        ("50 euro", 5_000, True),
        ("€36.00", 3_600, True),
        ("€1,500.00", 150_000, True),
        ("1.500,00 €", 150_000, True),
        ("12.5 €", 1_250, True),
        ("Prosciutto (45,00 €)", 4_500, False),
        ("Prosciutto", None, False),
        ("2 prosciutti", None, False),
    ],
)
def test_a_prize_says_what_it_is_worth(text, cents, is_money):
    prize = parse_prizes([text])[1]
    assert (prize.text, prize.cents, prize.is_money) == (text.strip(), cents, is_money)


def test_tied_entries_share_money_and_each_takes_an_equal_prize():
    money = [PlacePrize("100 €", 10_000, PrizeKind.MONEY), PlacePrize("60 €", 6_000, PrizeKind.MONEY)]
    assert format_shared_prize(money, 2) == "€80.00 each (divided by 2: 100 € + 60 €)"
    assert format_shared_prize([PlacePrize("Salame")] * 4, 4) == "Salame"
    assert divide_money([money[0], PlacePrize("Salame")], 2) == 5000
    assert format_shared_prize([PlacePrize("Salame")] * 3, 4) == "divided by 4: Salame + Salame + Salame"
    assert format_shared_prize([], 4) == ""


@pytest.mark.django_db
def test_tied_entries_of_a_category_share_its_places_and_no_others():
    round_ = build_round(build_tournament(), matches=3)
    for match in round_.matches.all():
        win(match)
    Entry.objects.filter(number__in=[1, 2, 3]).update(category="Women")
    PaperStyle.objects.create(tournament=round_.stage.tournament, prizes="Women:\n1: 40 €\n2: 20 €\n3: 10 €")
    women = [honour for honour in read_rewarded_honours(around(round_.stage.tournament)) if honour.title]
    assert [(honour.places, honour.line.name, honour.line.place, honour.cents) for honour in women] == [
        ("Women, 1–2", "Pair 1", "1=", 3000),
        ("Women, 1–2", "Pair 3", "1=", 3000),
        ("Women, 3", "Pair 2", "3", 1000),
    ]


@pytest.mark.django_db
def test_offered_prizes_of_neighbours_share_a_line():
    tournament = build_tournament()
    PaperStyle.objects.create(tournament=tournament, prizes="Coppa\n2-5: Salame\n9: Pane")
    context = around(tournament)
    assert [(prize.rank, prize.prize) for prize in list_offered_prizes(context)] == [("1", "Coppa"), ("2–5", "Salame"), ("9", "Pane")]
    assert format_total_worth(context) == ""


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("prizes", "total"), [("100 €\nVino (50 €)", "€150.00"), ("Prosciutto e 100 €\nVino (50 €)", ""), ("100 €\nCoppa", "")]
)
def test_the_worth_of_all_prizes_is_told_only_where_every_line_says_its_own(prizes: str, total: str):
    tournament = build_tournament()
    PaperStyle.objects.create(tournament=tournament, prizes=prizes)
    assert format_total_worth(around(tournament)).rpartition(" ")[2] == total


@pytest.mark.django_db
def test_a_final_list_without_anybody_says_so():
    assert "There is nothing to print here yet." in words(draw_final_list(around(build_tournament())))


@pytest.mark.django_db
def test_prizes_are_not_called_handed_over_before_anybody_has_them():
    tournament = build_tournament()
    PaperStyle.objects.create(tournament=tournament, prizes="1: ham")
    printed = words(draw_handover(around(tournament)))
    assert ("Prizes to sign for" in printed, "handed over" in printed) == (True, False)


@pytest.mark.django_db
def test_the_final_list_says_that_it_is_not_final_yet():
    tournament = play_evening(pairs=8, rounds=1, closed=1)
    printed = words(draw_final_list(around(tournament)))
    assert ("Final list" in printed, "Provisional: places can still change." in printed) == (True, True)
    assert "= =" not in printed
    Stage.objects.update(state=Stage.State.FINISHED)
    Tournament.objects.update(state=Tournament.State.FINISHED)
    assert "Provisional" not in words(draw_final_list(around(tournament)))


@pytest.mark.django_db
def test_the_file_says_what_it_is_and_when_it_was_printed():
    round_ = build_round(build_tournament(), matches=1)
    information = PdfReader(BytesIO(draw_standings(around(round_.stage.tournament), round_))).metadata
    assert (information.title, information.subject) == ("Evening – Standings", "Stage · during round 1 · 21:40")
    assert information.creation_date == AT


@pytest.mark.django_db
@pytest.mark.parametrize("game_key", [game.key for game in GAMES])
def test_a_record_has_no_score_before_the_match_is_decided(game_key: str):
    round_ = build_round(build_tournament(game_key=game_key, rules=game_by_key(game_key).presets[0].options), matches=1)
    [record] = read_records([load_match(round_.matches.get())])
    assert ([game.score for game in record.games], record.result, record.winner) == ([()] * len(record.games), (), None)


@pytest.mark.django_db
def test_the_report_names_those_of_the_club_who_worked_that_evening():
    tournament = play_evening(pairs=6, rounds=1, closed=1)
    idle, busy = (User.objects.create_user(name) for name in ("idle", "busy"))
    for user in (idle, busy):
        OrganizerMember.objects.create(organizer=tournament.organizer, user=user, role=Role.REFEREE)
    Draw.objects.update(made_by=busy)
    sections = {section.title: section for section in read_minutes(around(tournament))}
    assert sections["Who directed"].rows == (("Director", "director"), ("Assistant", "assistant"), ("Referee", "busy"))


@pytest.mark.parametrize(
    ("typed", "refused"),
    [("Immacolata Abbruzzese-Mastropasqua, Giovanni Battista Di Giovanni Lo Presti, L’arbitro", False), (f"Ada, {'B' * 81}", True)],
)
def test_as_many_sign_as_have_room_and_each_of_them_is_a_name(typed, refused):
    assert ("signatures" in StyleForm({"signatures": typed}).errors) == refused
