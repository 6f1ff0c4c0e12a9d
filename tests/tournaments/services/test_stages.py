"""A stage is a format, its frozen options, and who plays it."""

import pytest
from django.core.exceptions import PermissionDenied

from rules.problems import RuleViolation
from tests.tournaments.conftest import draw_first, enter_pairs
from tournaments.models import Entry, Stage, StageEntry
from tournaments.pairing import FORMATS
from tournaments.queries.stages import formats_for
from tournaments.refusals import Refused
from tournaments.services.entries import EntryDetails, add_entry, withdraw_entry
from tournaments.services.stages import create_stage, remove_stage

pytestmark = pytest.mark.both_databases


def ranks_of(stage):
    return list(StageEntry.objects.filter(stage=stage).order_by("rank").values_list("rank", "entry__number"))


@pytest.mark.parametrize("format_key", [one.key for one in formats_for("mariglia")])
def test_every_format_can_be_planned_with_its_usual_options(evening, director, format_key):
    enter_pairs(evening, director, 8)
    stage = create_stage(evening, actor=director, format_key=format_key, options={})
    chosen = {one.key: one for one in FORMATS}[format_key]
    assert stage.options == chosen.options_to_json(chosen.options_from({}))
    assert (stage.number, stage.state, stage.name) == (1, "planned", chosen.name)


def test_a_format_for_other_tables_is_refused(evening, director):
    enter_pairs(evening, director, 8)
    others = [one.key for one in FORMATS if one not in formats_for("mariglia")]
    assert len(others) > 0
    for format_key in others:
        with pytest.raises(Refused) as refusal:
            create_stage(evening, actor=director, format_key=format_key, options={})
        assert refusal.value.code == "format_unsuitable"


def test_seeds_come_first_and_who_withdrew_not_at_all(evening, director):
    for number, seed in enumerate([None, 2, None, 1], 1):
        add_entry(evening, EntryDetails((f"A{number}", f"B{number}"), seed=seed), actor=director)
    withdraw_entry(Entry.objects.get(number=3), actor=director)
    stage = create_stage(evening, actor=director, format_key="knockout", options={})
    assert ranks_of(stage) == [(1, 4), (2, 2), (3, 1)]


def test_a_later_stage_takes_whom_it_is_given_in_their_order(evening, director):
    enter_pairs(evening, director, 4)
    create_stage(evening, actor=director, format_key="round_robin", options={})
    chosen = [Entry.objects.get(number=number) for number in (3, 1)]
    final = create_stage(evening, actor=director, format_key="knockout", options={}, name="Finale", entries=chosen)
    assert (final.number, final.name, ranks_of(final)) == (2, "Finale", [(1, 3), (2, 1)])


def test_what_cannot_be_planned(evening, director, assistant):
    with pytest.raises(Refused) as refusal:
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


def test_a_stage_is_taken_back_until_it_is_drawn(evening, director):
    enter_pairs(evening, director, 4)
    drawn = draw_first(evening, director).stage
    planned = create_stage(evening, actor=director, format_key="knockout", options={})
    remove_stage(planned, actor=director)
    with pytest.raises(Refused) as refusal:
        remove_stage(drawn, actor=director)
    assert refusal.value.code == "stage_drawn"
    assert list(Stage.objects.all()) == [drawn]
