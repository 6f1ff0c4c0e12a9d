"""The plan of a stage can be changed until something of it is drawn; what cannot work is refused with the reason."""

import pytest
from django.core.exceptions import PermissionDenied

from rules.problems import RuleViolation
from tests.tournaments.conftest import NOON, SEED, enter_pairs
from tests.tournaments.doors import draw_round
from tournaments.entries.services import withdraw_entry
from tournaments.importing.services import import_entries
from tournaments.models import Stage, StageEntry
from tournaments.refusals import ChangeRefused
from tournaments.stage_pages.services import move_stage, rename_stage, replan_stage
from tournaments.stage_pages.stage_sources import read_chain_picture
from tournaments.stages.chains import StageSource, count_expected_entries
from tournaments.stages.services import create_stage

pytestmark = pytest.mark.both_databases


@pytest.fixture
def pools(evening, director):
    enter_pairs(evening, director, 8)
    return create_stage(evening, actor=director, format_key="round_robin", options={"pool_size": 4}, name="Gironi")


@pytest.fixture
def final(evening, director, pools):
    source = StageSource(pools, of_each=2)
    return create_stage(evening, actor=director, format_key="knockout", options={}, name="Finalissima", source=source)


def refused(act):
    with pytest.raises(ChangeRefused) as refusal:
        act()
    return refusal.value.code, str(refusal.value)


def test_options_seeds_and_source_change_until_something_is_drawn(evening, director, pools):
    replan_stage(pools, actor=director, options={"pool_size": 0, "meetings": 2}, seeded=False)
    pools.refresh_from_db()
    assert (pools.options["pool_size"], pools.options["meetings"], pools.seeded) == (0, 2, False)
    with pytest.raises(RuleViolation):
        replan_stage(pools, actor=director, options={"pool_size": 99}, seeded=True)
    draw_round(pools, actor=director, seed=SEED, at=NOON)
    assert refused(lambda: replan_stage(pools, actor=director, options={}, seeded=True))[0] == "stage_drawn"
    assert rename_stage(pools, actor=director, name=" Girone  unico ").name == "Girone unico"
    assert refused(lambda: rename_stage(pools, actor=director, name=" "))[0] == "no_name"


def test_a_stage_that_follows_can_be_given_to_everybody_and_back(evening, director, pools, final):
    replan_stage(final, actor=director, options={"play_for": 2}, seeded=True)
    final.refresh_from_db()
    assert (final.source, final.of_each, final.options["play_for"], StageEntry.objects.filter(stage=final).count()) == (None, 0, 2, 8)
    replan_stage(final, actor=director, options={}, seeded=True, source=StageSource(pools, of_each=1, best_others=2))
    final.refresh_from_db()
    assert (final.source, final.of_each, final.best_others, StageEntry.objects.filter(stage=final).count()) == (pools, 1, 2, 0)


def test_what_would_break_the_chain_is_refused_with_the_reason(evening, director, pools, final):
    def replan(stage, source=None, **options):
        return refused(lambda: replan_stage(stage, actor=director, options=options, seeded=True, source=source))

    later = "A stage takes its entries from one that is played before it: move it, or choose another."
    assert replan(pools, StageSource(final, of_each=1)) == ("source_later", later)
    too_many = "5 of each group are to go on, but the smallest group has 4 entries: let fewer go on."
    assert replan(final, StageSource(pools, of_each=5)) == ("chain_impossible", too_many)
    assert replan(final, StageSource(pools))[1].startswith("Choose how many go on")
    Stage.objects.filter(pk=final.pk).update(of_each=5)
    assert replan(pools, pool_size=4) == ("chain_impossible", f"“Finalissima”: {too_many}")


def test_stages_change_places_while_nothing_is_drawn(evening, director, pools, final):
    other = create_stage(evening, actor=director, format_key="swiss", options={}, name="Svizzera")
    assert refused(lambda: move_stage(final, actor=director, earlier=True))[0] == "source_later"
    assert refused(lambda: move_stage(pools, actor=director, earlier=True))[0] == "no_neighbour"
    move_stage(other, actor=director, earlier=True)
    assert list(evening.stages.order_by("number").values_list("number", "stored_name")) == [
        (1, "Gironi"),
        (2, "Svizzera"),
        (3, "Finalissima"),
    ]
    move_stage(Stage.objects.get(stored_name="Gironi"), actor=director, earlier=False)
    assert list(evening.stages.order_by("number").values_list("stored_name", flat=True)) == ["Svizzera", "Gironi", "Finalissima"]
    Stage.objects.filter(stored_name="Gironi").update(scheme={"points": "match"})
    assert refused(lambda: move_stage(Stage.objects.get(stored_name="Svizzera"), actor=director, earlier=False))[0] == "scheme_chosen"
    draw_round(Stage.objects.get(stored_name="Svizzera"), actor=director, seed=SEED, at=NOON)
    assert refused(lambda: move_stage(Stage.objects.get(stored_name="Svizzera"), actor=director, earlier=False))[0] == "stage_drawn"


def test_only_the_director_changes_a_plan(evening, director, assistant, pools):
    for act in (
        lambda: rename_stage(pools, actor=assistant, name="x"),
        lambda: replan_stage(pools, actor=assistant, options={}, seeded=True),
        lambda: move_stage(pools, actor=assistant, earlier=True),
    ):
        with pytest.raises(PermissionDenied):
            act()


def test_the_picture_says_what_cannot_be_played_any_more(evening, director, pools, final, django_assert_num_queries):
    assert read_chain_picture(evening).problems == ()
    for entry in list(evening.entries.order_by("number"))[:5]:
        withdraw_entry(entry, actor=director)
    replan_stage(Stage.objects.get(stored_name="Finalissima"), actor=director, options={}, seeded=True)
    Stage.objects.filter(stored_name="Finalissima").update(source=pools, of_each=4)
    StageEntry.objects.filter(stage=final).delete()
    told = "4 of each group are to go on, but the smallest group has 3 entries: let fewer go on."
    assert read_chain_picture(evening).problems == (("Finalissima", told),)
    with django_assert_num_queries(3):
        read_chain_picture(evening)


def test_the_picture_counts_who_comes_until_the_first_draw(evening, director, pools, final):
    """The rows of a stage are those who were entered when it was planned; its first draw takes everybody."""
    import_entries(evening, "Carla / Dino\nElsa / Franco", actor=director)
    withdraw_entry(evening.entries.get(number=1), actor=director)
    assert (count_boxes(evening), count_expected_entries(pools)) == (["9", "6"], 9)
    draw_round(pools, actor=director, seed=SEED, at=NOON)
    withdraw_entry(evening.entries.get(number=2), actor=director)
    assert (count_boxes(evening), count_expected_entries(pools)) == (["9", "6"], 9)


def count_boxes(tournament):
    return [box.line.split()[0] for box in read_chain_picture(tournament).boxes]


def test_the_picture_asks_as_often_for_many_stages(evening, director, pools, final, django_assert_num_queries):
    create_stage(
        evening, actor=director, format_key="knockout", options={}, name="Consolazione", source=StageSource(pools, of_each=2, rest=True)
    )
    create_stage(evening, actor=director, format_key="knockout", options={}, name="Ultima", source=StageSource(final, best_others=2))
    with django_assert_num_queries(3):
        counts = count_boxes(evening)
    assert counts == ["8", "4", "4", "2"]
