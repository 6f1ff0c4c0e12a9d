"""What is changed at one evening is carried to those after it: if this failed, it would be lost, or reach an evening that is played."""

import datetime as dt

import pytest
from django.core.exceptions import PermissionDenied

from desk.rehearsal.copying import EveningPart
from desk.verification.queries import verify_tournament
from evenings.repeating.queries import read_series
from evenings.repeating.services import cancel_following, carry_forward
from scoring.models import PaperStyle
from tests.evenings.repeating.conftest import FIRST, MORNING
from tests.evenings.repeating.test_repeating import repeat
from tests.scoring.builders import build_user
from tests.tournaments.conftest import enter_pairs
from tests.tournaments.doors import draw_round
from tournaments.models import Announcement, FeePlan, HallTable, StaffRole, Stage, Tournament
from tournaments.refusals import ChangeRefused
from tournaments.seen import Seen

pytestmark = pytest.mark.django_db
DATES = (dt.date(2026, 10, 15), dt.date(2026, 10, 22), dt.date(2026, 10, 29))


@pytest.fixture
def series(thursday):
    repeat(thursday, *DATES)
    return thursday


def following(thursday):
    return list(Tournament.objects.exclude(pk=thursday.pk).order_by("date"))


def carry(thursday, *groups, **options):
    return carry_forward(thursday, groups, actor=build_user("director"), at=MORNING, **options)


def list_labels(thursday, place=1):
    evening = read_series(thursday, actor=build_user("director"), today=FIRST)[place]
    return {(line.group, line.label) for line in evening.differences}


def change_everything(thursday):
    Tournament.objects.filter(pk=thursday.pk).update(
        name="Giovedì nuovo", venue="Bar Nuovo", fee_cents=2000, table_count=9, public_names="numbers", one_person=True
    )
    Announcement.objects.filter(tournament=thursday).update(
        starts_at=dt.time(21, 0), places=30, closes_at=dt.datetime(2026, 10, 8, 10, 0, tzinfo=dt.UTC)
    )
    FeePlan.objects.filter(tournament=thursday).update(split="100")
    HallTable.objects.filter(tournament=thursday, number=2).delete()
    PaperStyle.objects.filter(tournament=thursday).update(suits="italian", prizes="1: Salame", logo=b"another")
    StaffRole.objects.filter(tournament=thursday, user__username="anna").update(role="referee")
    Stage.objects.filter(tournament=thursday, number=1).update(stored_name="Girone", options={"pool_size": 4})
    thursday.refresh_from_db()


def test_an_evening_that_was_just_repeated_differs_in_nothing(series):
    assert [list_labels(series, place) for place in (1, 2, 3)] == [set(), set(), set()]


def test_differences_are_told_by_group_and_as_people_read_them(series):
    change_everything(series)
    evening = read_series(series, actor=build_user("director"), today=FIRST)[1]
    told = {line.label: (line.group, line.there, line.here) for line in evening.differences}
    assert {line.group for line in evening.differences} == set(EveningPart)
    assert told["Name"] == (EveningPart.ANNOUNCEMENT, "Giovedì al bar", "Giovedì nuovo")
    assert told["Start"] == (EveningPart.ANNOUNCEMENT, "20:30", "21:00")
    assert told["Entry fee"] == (EveningPart.FEES, "€15.00", "€20.00")
    assert told["Tables out of use"] == (EveningPart.TABLES, "2", "–")
    assert told["Logo"] == (EveningPart.PAPERS, "", "")
    assert told["anna"][0] == EveningPart.STAFF
    assert told["Stage 1"] == (EveningPart.RULES, "Gironi", "Girone")


@pytest.mark.both_databases
@pytest.mark.parametrize("group", list(EveningPart))
def test_a_group_is_carried_alone_and_leaves_no_difference(series, group):
    change_everything(series)
    before = list_labels(series)
    assert carry(series, group).changed == 3
    after = list_labels(series)
    assert after == {label for label in before if label[0] != group}
    assert all(verify_tournament(evening) == () for evening in following(series))


@pytest.mark.both_databases
def test_everything_at_once_makes_all_following_evenings_the_same(series):
    change_everything(series)
    carry(series, *EveningPart)
    assert [list_labels(series, place) for place in (1, 2, 3)] == [set(), set(), set()]
    assert following(series)[2].announcement.closes_at == dt.datetime(2026, 10, 29, 11, 0, tzinfo=dt.UTC)
    assert [evening.announcement.sequence for evening in following(series)] == [2, 2, 2]


def test_an_earlier_evening_stays(series):
    middle = following(series)[0]
    Tournament.objects.filter(pk=middle.pk).update(venue="Altrove")
    assert carry(middle, EveningPart.ANNOUNCEMENT).changed == 2
    series.refresh_from_db()
    assert series.venue == "Bar Centrale"


def test_what_people_did_at_a_following_evening_stays(series):
    first = following(series)[0]
    enter_pairs(first, build_user("director"), 6)
    Announcement.objects.filter(tournament=first).update(door_key="sua", lots=[{"number": 7}])
    change_everything(series)
    carry(series, *EveningPart)
    announcement = Announcement.objects.get(tournament=first)
    assert (announcement.door_key, announcement.lots, first.entries.count()) == ("sua", [{"number": 7}], 6)
    assert first.stages.get(number=1).stage_entries.count() == 6


def draw(tournament):
    enter_pairs(tournament, build_user("director"), 6)
    draw_round(tournament.stages.get(number=1), actor=build_user("director"), seed="x", at=MORNING)


OBSTACLES = {
    "something is drawn": draw,
    "it is over": lambda tournament: Tournament.objects.filter(pk=tournament.pk).update(state="finished"),
    "it is played on another computer": lambda tournament: Tournament.objects.filter(pk=tournament.pk).update(handed_over_at=MORNING),
    "it is in the archive": lambda tournament: Tournament.objects.filter(pk=tournament.pk).update(archived_at=MORNING),
    "somebody else directs it": lambda tournament: StaffRole.objects.filter(tournament=tournament).delete(),
    "its draw is announced": lambda tournament: Stage.objects.filter(tournament=tournament, number=1).update(
        seed="s", seed_committed_at=MORNING
    ),
}


@pytest.mark.parametrize("why", OBSTACLES)
def test_an_evening_with_an_obstacle_stays_and_is_named(series, why):
    first = following(series)[0]
    OBSTACLES[why](first)
    change_everything(series)
    carried = carry(series, *EveningPart)
    assert (carried.changed, [(left.date, left.why) for left in carried.skipped]) == (2, [(DATES[0], why)])
    first.refresh_from_db()
    assert first.venue == "Bar Centrale"


def test_rules_do_not_go_where_people_are_entered_in_another_way(series):
    first, second, _third = following(series)
    enter_pairs(first, build_user("director"), 2)
    Tournament.objects.filter(pk=series.pk).update(individual=True)
    Tournament.objects.filter(pk=second.pk).update(game_key="marafon")
    carried = carry(series, EveningPart.RULES)
    assert [left.why for left in carried.skipped] == ["people are entered there in another way", "another game is played there"]


def test_a_page_that_shows_something_else_carries_nothing(series):
    change_everything(series)
    with pytest.raises(ChangeRefused, match="no longer what your page showed"):
        carry(series, EveningPart.FEES, seen=Seen("old", lambda: "new"))
    with pytest.raises(ChangeRefused, match="tick what"):
        carry(series)
    with pytest.raises(PermissionDenied):
        carry_forward(series, [EveningPart.FEES], actor=build_user("anna"), at=MORNING)
    assert {evening.fee_cents for evening in following(series)} == {1500}


def test_a_name_with_its_date_keeps_a_date(thursday):
    repeat(thursday, *DATES, dated=True)
    Tournament.objects.filter(pk=thursday.pk).update(name="Nuovo")
    carry(Tournament.objects.get(pk=thursday.pk), EveningPart.ANNOUNCEMENT)
    assert [evening.name for evening in following(thursday)] == ["Nuovo 15/10/2026", "Nuovo 22/10/2026", "Nuovo 29/10/2026"]


def test_the_following_evenings_are_called_off_and_take_place_after_all(series):
    draw(following(series)[0])
    director = build_user("director")
    done = cancel_following(series, actor=director, at=MORNING)
    assert (done.changed, [left.why for left in done.skipped]) == (2, ["something is drawn"])
    assert [bool(evening.announcement.cancelled_at) for evening in following(series)] == [False, True, True]
    assert Announcement.objects.get(tournament=series).cancelled_at is None
    assert cancel_following(series, actor=director, at=MORNING).changed == 0
    assert cancel_following(series, actor=director, at=MORNING, cancelled=False).changed == 2
    assert [evening.announcement.cancelled_at for evening in following(series)] == [None, None, None]
