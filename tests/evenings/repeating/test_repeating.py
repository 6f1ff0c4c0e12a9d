"""An evening is repeated with everything that is declared and nothing that happened: if this failed, a season of Thursdays would be typed
by hand, or hold the people and the money of the first evening."""

import datetime as dt

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from desk.rehearsal.copying import ANNOUNCED, ANNOUNCED_ONCE, COLUMNS, FOUNDED, NEVER_COPIED, TABLES, CopyTarget, EveningPart
from desk.rehearsal.services import start_rehearsal
from desk.verification.queries import verify_tournament
from evenings.repeating.dates import MOST_EVENINGS, list_dates
from evenings.repeating.queries import list_seasons, read_series
from evenings.repeating.services import RepeatPlan, repeat_evening
from scoring.models import LedgerEntry, PaperStyle
from scoring.standings.stored import read_counting
from tests.evenings.repeating.conftest import FIRST, MORNING
from tests.scoring.builders import build_user
from tests.scoring.seasons import build_season
from tests.tournaments.conftest import enter_pairs
from tests.tournaments.doors import draw_round
from tournaments.models import Announcement, FeePlan, HallTable, OrganizerMember, SeasonEvening, StaffRole, Stage, Tournament
from tournaments.refusals import ChangeRefused

pytestmark = pytest.mark.django_db
DATES = (dt.date(2026, 10, 15), dt.date(2026, 11, 5))


def repeat(thursday, *dates, **plan):
    plan = {"name": thursday.name, **plan}
    return repeat_evening(thursday, RepeatPlan(dates or DATES, **plan), actor=build_user("director"), at=MORNING)


def test_every_table_of_a_tournament_is_decided():
    related = [field for field in Tournament._meta.get_fields(include_hidden=True) if field.auto_created and not field.concrete]
    names = {field.related_model.__name__ for field in related}
    assert {name for name in names if not name.startswith("Historical")} == set(TABLES)


def test_every_column_is_decided():
    copied = [column for columns in COLUMNS.values() for column in columns]
    assert sorted([*copied, *FOUNDED, *NEVER_COPIED]) == sorted(field.name for field in Tournament._meta.concrete_fields)
    assert sorted([*ANNOUNCED, *ANNOUNCED_ONCE]) == sorted(field.name for field in Announcement._meta.concrete_fields)


def count_rows(tournament):
    related = [field for field in Tournament._meta.get_fields(include_hidden=True) if field.auto_created and not field.concrete]
    rows = {field.related_model: field.field.name for field in related if not field.related_model.__name__.startswith("Historical")}
    return {model.__name__ for model, name in rows.items() if model._default_manager.filter(**{name: tournament}).exists()}


def test_what_is_declared_is_there_and_nothing_else(thursday):
    evening = repeat(thursday)[0]
    wanted = {name for name, copied in TABLES.items() if copied in (CopyTarget.BOTH, CopyTarget.EVENING)}
    assert wanted <= count_rows(thursday)
    assert count_rows(evening) - {"Edition"} == wanted


def test_a_practice_copy_has_what_is_decided_for_it(thursday):
    copy = start_rehearsal(thursday, actor=build_user("director"), at=MORNING)
    wanted = {name for name, copied in TABLES.items() if copied in (CopyTarget.BOTH, CopyTarget.PRACTICE)}
    assert count_rows(copy) - {"Edition", "StaffRole"} == wanted
    assert (copy.demonstration, copy.public, copy.one_person) == (True, False, True)


@pytest.mark.both_databases
def test_the_new_evening_is_as_the_first(thursday):
    evening = repeat(thursday)[0]
    for columns in COLUMNS.values():
        for column in columns:
            assert getattr(evening, column) == getattr(thursday, column), column
    assert (evening.name, evening.date, evening.state, evening.organizer) == (thursday.name, DATES[0], "preparing", thursday.organizer)
    plans = [
        Stage.objects.filter(tournament=one).values_list("number", "stored_name", "format_key", "options", "of_each")
        for one in (thursday, evening)
    ]
    assert list(plans[0]) == list(plans[1])
    assert evening.stages.get(number=2).source == evening.stages.get(number=1)
    assert FeePlan.objects.get(tournament=evening).split == "60 40"
    style = PaperStyle.objects.get(tournament=evening)
    assert (style.suits, style.prizes, bytes(style.logo), style.wifi_name) == ("french", "1: Prosciutto", b"picture", "Bar")
    assert list(HallTable.objects.filter(tournament=evening).values_list("number", "in_use", "place")) == [
        (2, False, ""),
        (3, True, "Sala sopra"),
    ]
    roles = StaffRole.objects.filter(tournament=evening).values_list("user__username", "role")
    assert sorted(roles) == [("anna", "assistant"), ("director", "director")]


@pytest.mark.both_databases
def test_the_announcement_belongs_to_the_new_evening(thursday):
    announcement = repeat(thursday)[0].announcement
    assert (announcement.starts_at, announcement.address, announcement.places, announcement.enrols) == (
        dt.time(20, 30),
        "Via Roma 1",
        24,
        "open",
    )
    assert (announcement.door_key, announcement.door_seats, announcement.lots, announcement.cancelled_at) == ("", {}, [], None)
    assert announcement.series == Announcement.objects.get(tournament=thursday).series is not None


def test_enrolment_ends_at_the_same_hour_over_both_changes_of_the_clock(thursday):
    dates = list_dates(FIRST, "weekly", dt.date(2027, 6, 30), since=FIRST)
    made = repeat(thursday, *dates)
    ends = [timezone.localtime(evening.announcement.closes_at) for evening in made]
    assert {end.time() for end in ends} == {dt.time(18, 0)}
    assert {evening.date - end.date() for evening, end in zip(made, ends, strict=True)} == {dt.timedelta(days=1)}
    assert len({end.utcoffset() for end in ends}) == 2


def test_the_stages_can_be_played_by_those_who_come(thursday):
    evening = repeat(thursday)[0]
    director = build_user("director")
    enter_pairs(evening, director, 6)
    draft = draw_round(evening.stages.get(number=1), actor=director, seed="x", at=MORNING)
    assert draft.matches.count() == 4


def test_how_a_stage_counts_goes_with_it(thursday):
    stage = thursday.stages.get(number=1)
    counting = read_counting(stage)
    Stage.objects.filter(pk=stage.pk).update(scheme=counting.options_to_json(counting.options_from({"bye": "2"})))
    evening = repeat(thursday)[0]
    assert evening.stages.get(number=1).scheme["bye"] == 2
    assert LedgerEntry.objects.filter(tournament=evening).count() == 1
    assert verify_tournament(evening) == ()


@pytest.mark.both_databases
def test_the_same_plan_again_doubles_nothing(thursday):
    assert len(repeat(thursday)) == 2
    assert repeat(thursday) == []
    assert len(repeat(thursday, *DATES, dt.date(2026, 11, 12))) == 1
    assert len(set(Announcement.objects.values_list("series", flat=True))) == 1
    assert Tournament.objects.count() == 4


def test_an_evening_of_the_series_can_be_repeated_itself(thursday):
    later = repeat(thursday)[1]
    repeat_evening(later, RepeatPlan((dt.date(2026, 10, 15), dt.date(2026, 12, 3)), later.name), actor=build_user("director"), at=MORNING)
    evenings = read_series(later, actor=build_user("director"), today=FIRST)
    assert [evening.tournament.date for evening in evenings] == [FIRST, *DATES, dt.date(2026, 12, 3)]


@pytest.mark.parametrize(
    ("dates", "code"),
    [
        ((), "no_date"),
        ((dt.date(2026, 9, 24),), "past"),
        (tuple(FIRST + dt.timedelta(days=day) for day in range(1, MOST_EVENINGS + 2)), "too_many"),
    ],
)
def test_dates_that_cannot_be_are_refused(thursday, dates, code):
    with pytest.raises(ChangeRefused) as refused:
        repeat_evening(thursday, RepeatPlan(dates, "x"), actor=build_user("director"), at=MORNING)
    assert refused.value.code == code
    assert Tournament.objects.count() == 1


def test_the_quota_of_the_organizer_holds_for_all_or_none(thursday, club):
    club.tournament_quota = 2
    club.save()
    with pytest.raises(ChangeRefused, match="may hold 2 tournaments"):
        repeat(thursday)
    assert Tournament.objects.count() == 1
    assert Announcement.objects.get(tournament=thursday).series is None
    assert len(repeat(thursday, DATES[0])) == 1


def test_who_may_open_nothing_for_the_organizer_repeats_nothing(thursday, club):
    club.shared = False
    club.save()
    with pytest.raises(ChangeRefused, match="Only who may open tournaments for Circolo"):
        repeat(thursday)
    OrganizerMember.objects.create(organizer=club, user=build_user("director"), role="director")
    assert len(repeat(thursday)) == 2


def test_a_practice_copy_is_not_repeated_and_an_assistant_repeats_nothing(thursday):
    copy = start_rehearsal(thursday, actor=build_user("director"), at=MORNING)
    with pytest.raises(ChangeRefused, match="practice copy"):
        repeat(copy)
    with pytest.raises(PermissionDenied):
        repeat_evening(thursday, RepeatPlan(DATES, "x"), actor=build_user("anna"), at=MORNING)


def test_the_season_counts_the_new_evenings_where_it_is_asked(thursday):
    season = build_season(thursday)
    assert list_seasons(thursday, build_user("director")) == [season]
    repeat(thursday, DATES[0])
    assert SeasonEvening.objects.count() == 1
    repeat(thursday, *DATES, seasons=(season,))
    assert sorted(SeasonEvening.objects.values_list("tournament__date", flat=True)) == [FIRST, *DATES]
    repeat(thursday, *DATES, seasons=(season,))
    assert SeasonEvening.objects.count() == 3


def test_groups_and_columns_name_the_same():
    assert set(COLUMNS) == set(EveningPart)
