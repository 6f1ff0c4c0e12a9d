"""A stage is a format, its frozen options, and who plays it."""

import pytest
from django.core.exceptions import PermissionDenied

from jobs.databases import write_tx
from pairing import FORMATS, format_by_key, format_reason
from rules.problems import RuleViolation
from tests.tournaments.conftest import NOON, draw_first, enter_pairs
from tests.tournaments.doors import draw_round
from tournaments.entries.services import EntryDetails, add_entry, withdraw_entry
from tournaments.models import Entry, Stage, StageEntry, Tournament
from tournaments.refusals import ChangeRefused
from tournaments.stage_pages.queries import list_suitable_formats, read_stage_preview
from tournaments.stage_pages.services import replan_stage
from tournaments.stages.queries import find_unsuitability
from tournaments.stages.services import create_stage, remove_under_lock

pytestmark = pytest.mark.both_databases


def ranks_of(stage):
    return list(StageEntry.objects.filter(stage=stage).order_by("rank").values_list("rank", "entry__number"))


@pytest.mark.parametrize("format_key", [one.key for one in list_suitable_formats(Tournament(game_key="mariglia"))])
def test_every_format_can_be_planned_with_its_usual_options(evening, director, format_key):
    enter_pairs(evening, director, 8)
    stage = create_stage(evening, actor=director, format_key=format_key, options={})
    chosen = {one.key: one for one in FORMATS}[format_key]
    assert stage.options == chosen.options_to_json(chosen.options_from({}))
    assert (stage.number, stage.state, stage.name) == (1, "planned", chosen.name)


def test_a_format_for_other_tables_is_refused(evening, director):
    enter_pairs(evening, director, 8)
    others = [one.key for one in FORMATS if one not in list_suitable_formats(Tournament(game_key="mariglia"))]
    assert len(others) > 0
    for format_key in others:
        with pytest.raises(ChangeRefused) as refusal:
            create_stage(evening, actor=director, format_key=format_key, options={})
        assert refusal.value.code == "format_unsuitable"


def test_seeds_come_first_and_who_withdrew_not_at_all(evening, director):
    for number, seed in enumerate([None, 2, None, 1], 1):
        add_entry(evening, EntryDetails((f"A{number}", f"B{number}"), seed=seed), actor=director)
    withdraw_entry(Entry.objects.get(number=3), actor=director)
    stage = create_stage(evening, actor=director, format_key="knockout", options={})
    assert ranks_of(stage) == [(1, 4), (2, 2), (3, 1)]


def test_a_second_evening_is_drawn_from_whoever_is_entered_then(evening, director):
    """Planned beforehand for everybody: who has withdrawn since is not drawn, and who came later is."""
    enter_pairs(evening, director, 5)
    create_stage(evening, actor=director, format_key="round_robin", options={})
    second = create_stage(evening, actor=director, format_key="knockout", options={}, name="Seconda serata")
    assert (second.number, second.name, ranks_of(second)) == (2, "Seconda serata", [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5)])
    withdraw_entry(Entry.objects.get(number=2), actor=director)
    add_entry(evening, EntryDetails(("Zita", "Zeno")), actor=director)
    drafted = draw_round(second, actor=director, seed="evening", at=NOON)
    assert sorted(drafted.seats.values_list("entry__number", flat=True)) == [1, 3, 4, 5, 6]


def test_what_cannot_be_planned(evening, director, assistant):
    with pytest.raises(ChangeRefused) as refusal:
        create_stage(evening, actor=director, format_key="knockout", options={})
    assert refusal.value.code == "nobody_enrolled"
    enter_pairs(evening, director, 2)
    with pytest.raises(RuleViolation):
        create_stage(evening, actor=director, format_key="knockout", options={"play_for": "lots"})
    with pytest.raises(KeyError):
        create_stage(evening, actor=director, format_key="lottery", options={})
    with pytest.raises(PermissionDenied):
        create_stage(evening, actor=assistant, format_key="knockout", options={})
    assert not Stage.objects.exists()


@pytest.mark.parametrize(
    ("format_key", "options", "code"),
    [
        ("round_robin", {"pool_size": 0}, "pool_too_large"),
        ("round_robin", {"pool_size": 0, "meetings": 2}, "pool_too_large"),
        ("mitchell", {"rounds": 8, "switched": 1}, "mitchell_switch_alone"),
        ("mitchell", {"rounds": 8, "switched": 8, "deals_travel": True}, "mitchell_all_switched"),
    ],
)
def test_what_nobody_can_mean_is_refused_before_anything_is_stored(evening, director, format_key, options, code):
    """102 entries: a pool of them has 101 rounds."""
    enter_pairs(evening, director, 102)
    with pytest.raises(ChangeRefused) as refusal:
        create_stage(evening, actor=director, format_key=format_key, options=options)
    assert refusal.value.code == code
    assert not Stage.objects.exists()
    stage = create_stage(evening, actor=director, format_key=format_key, options={})
    with pytest.raises(ChangeRefused):
        replan_stage(stage, actor=director, options=options, seeded=True)
    stage.refresh_from_db()
    assert stage.options == format_by_key(format_key).options_to_json(format_by_key(format_key).options_from({}))


def test_a_pool_that_grew_too_large_is_said_on_its_page_and_not_drawn(evening, director):
    enter_pairs(evening, director, 102)
    stage = create_stage(evening, actor=director, format_key="round_robin", options={})
    stage.options = {**stage.options, "pool_size": 0}
    stage.save()
    preview = read_stage_preview(stage)
    assert (preview.rounds, len(preview.problems)) == (101, 1)
    with pytest.raises(ChangeRefused) as refusal:
        draw_round(stage, actor=director, seed="evening", at=NOON)
    assert refusal.value.code == "pool_too_large"


def test_a_stage_is_taken_back_until_it_is_drawn(evening, director):
    enter_pairs(evening, director, 4)
    drawn = draw_first(evening, director).stage
    planned = create_stage(evening, actor=director, format_key="knockout", options={})
    with write_tx():
        remove_under_lock(evening, planned)
    with pytest.raises(ChangeRefused) as refusal, write_tx():
        remove_under_lock(evening, drawn)
    assert refusal.value.code == "stage_drawn"
    assert list(Stage.objects.all()) == [drawn]


@pytest.mark.parametrize(
    ("game", "individual", "form", "code"),
    [
        ("trionfo5", False, "swiss", "other_sides"),
        ("mariglia", False, "tables_of_five", "other_sides"),
        ("mariglia", False, "individual", "entered_together"),
        ("mariglia", True, "swiss", "entered_singly"),
        ("sancagna2", False, "individual", "other_side_size"),
        ("mariglia", True, "individual", ""),
        ("mattazza", False, "tables_of_four", ""),
        ("mattazza3", False, "tables_of_three", ""),
        ("mattazza5", False, "tables_of_five", ""),
    ],
)
def test_why_a_format_does_not_suit(game, individual, form, code):
    reason = find_unsuitability(format_by_key(form), Tournament(game_key=game, individual=individual))
    assert (reason.code if reason else "") == code
    if reason:
        assert "{" not in format_reason(reason)


def test_a_field_that_is_too_large_for_the_format_is_refused_before_anything_is_stored(evening, director):
    """A knockout holds 1,024: of 1,025 entries the sentence comes when it is planned, or planned again, not when it is drawn."""
    Entry.objects.bulk_create(Entry(tournament=evening, number=number, name=f"Coppia {number}") for number in range(1, 1025))
    planned = create_stage(evening, actor=director, format_key="knockout", options={})
    Entry.objects.create(tournament=evening, number=1025, name="Coppia 1025")
    for refused in (
        lambda: create_stage(evening, actor=director, format_key="knockout", options={}),
        lambda: replan_stage(planned, actor=director, options={}, seeded=False),
    ):
        with pytest.raises(ChangeRefused, match="at most 1024 entries; there are 1025"):
            refused()
    assert (Stage.objects.count(), StageEntry.objects.count()) == (1, 1024)
    assert create_stage(evening, actor=director, format_key="swiss", options={}).stage_entries.count() == 1025
