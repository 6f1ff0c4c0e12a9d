"""`verify` finds whatever puts an entry elsewhere than the final list. If this failed, a club could pay by a list that nobody compared."""

from dataclasses import replace

import pytest

from desk.treasury.queries import read_due_prizes
from desk.verification import places
from desk.verification.queries import verify_tournament
from printing.prints.heads import read_print_context
from printing.prints.minutes_data import read_minutes
from rankings.seasons.queries import read_evening_scores
from rankings.standings_pages.final_list import read_final_list, read_podium
from scoring.models import PaperStyle
from tests.rankings.standings_pages.test_one_order import finish, follow, play_out
from tests.scoring.builders import build_user
from tests.scoring.corrected import found_stage
from tests.scoring.seasons import build_season
from tournaments.cash.book import CashMove
from tournaments.cash.services import pay_out
from tournaments.models import CashLine, Entry, Tournament
from tournaments.stages.chains import StageSource

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished(db):
    """Two pools, a final of their winners, prizes to the eighth place, in a season."""
    stage = found_stage(8, "round_robin", options={"pool_size": 4})
    play_out(stage)
    play_out(follow(stage, "knockout", name="Finale", source=StageSource(stage, of_each=1)))
    tournament = finish(stage.tournament)
    build_season(tournament)
    return tournament


def swap(lines):
    """The first two change places."""
    first, second, *others = lines
    return [replace(second, rank=first.rank), replace(first, rank=second.rank), *others]


def test_everything_agrees(finished):
    assert verify_tournament(finished) == ()


def test_a_podium_of_its_own_is_found(finished, monkeypatch):
    monkeypatch.setattr(places, "read_podium", lambda tournament: swap(read_podium(tournament)))
    first, second = sorted(read_final_list(finished).lines[:2], key=lambda line: line.entry_id)
    expected = f"Podium: puts these elsewhere than the final list: {first.number} {first.name}, {second.number} {second.name}"
    assert [str(finding) for finding in verify_tournament(finished)] == [expected]


@pytest.mark.parametrize(
    ("reader", "differing", "place"),
    [
        ("read_honours", lambda read, context: read(context)[1:], "Prize list"),
        ("read_award_certificates", lambda read, context: read(context)[:2], "Certificates"),
        ("read_due_prizes", lambda read, context: [replace(prize, due=prize.due + 1) for prize in read(context)], "Cash"),
    ],
)
def test_a_paper_of_its_own_is_found(finished, monkeypatch, reader, differing, place):
    read = getattr(places, reader)
    monkeypatch.setattr(places, reader, lambda context: differing(read, context))
    assert [finding.place for finding in verify_tournament(finished)] == [place]


def test_a_season_of_its_own_is_found(finished, monkeypatch):
    def read(rows, options):
        return {
            pk: {entry: replace(score, place=1) for entry, score in of.items()} for pk, of in read_evening_scores(rows, options).items()
        }

    monkeypatch.setattr(places, "read_evening_scores", read)
    assert [finding.place for finding in verify_tournament(finished)] == ["Season “Winter”"]


def test_before_the_end_there_is_nothing_to_compare(finished, monkeypatch):
    monkeypatch.setattr(places, "read_podium", lambda tournament: swap(read_podium(tournament)))
    Tournament.objects.filter(pk=finished.pk).update(state=Tournament.State.RUNNING)
    assert verify_tournament(finished) == ()


def test_the_minutes_name_every_place_over_all_stages(finished):
    sections = {section.title: section for section in read_minutes(read_print_context(finished, str))}
    lines = read_final_list(finished).lines
    assert [(row[0], row[1]) for row in sections["Final list"].rows] == [(line.place, str(line.number)) for line in lines]


def pay(tournament, entry, cents):
    move = CashMove(CashLine.Kind.PRIZE, cents, Entry.objects.get(pk=entry))
    return pay_out(tournament, move, actor=build_user("director"), key=f"{entry}-{cents}")


def test_who_was_paid_and_has_no_prize_any_more_is_named(finished):
    last = read_final_list(finished).lines[7].entry_id
    pay(finished, last, 5_000)
    PaperStyle.objects.update(prizes="1: 400 euro")
    dues = read_due_prizes(read_print_context(finished, str))
    assert [(prize.entry_id == last, prize.places, prize.due, prize.paid, prize.surplus) for prize in dues] == [
        (False, "1", 40_000, 0, 0),
        (True, "", 0, 5_000, 5_000),
    ]


def test_who_wins_a_place_and_a_consolation_is_paid_for_both(db):
    stage = found_stage(8)
    play_out(stage)
    play_out(follow(stage, "knockout", name="Consolazione", source=StageSource(stage, lost=(1, 1))))
    tournament = finish(stage.tournament)
    PaperStyle.objects.update(prizes="1: 400 euro\n5: 50 euro\nConsolazione:\n30 euro")
    fifth = read_final_list(tournament).lines[4].entry_id
    pay(tournament, fifth, 5_000)
    dues = [prize for prize in read_due_prizes(read_print_context(tournament, str)) if prize.entry_id == fifth]
    assert [(prize.places, prize.left) for prize in dues] == [("5", 0), ("Consolazione, 1", 3_000)]
