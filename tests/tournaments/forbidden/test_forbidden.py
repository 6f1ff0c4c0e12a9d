"""Who must not meet whom: a pair is stored once, and every draw is told."""

import pytest
from django.core.exceptions import PermissionDenied

from pairing import FORMATS
from tests.tournaments.conftest import NOON, SEED, enter_pairs
from tests.tournaments.doors import draw_round
from tests.tournaments.draws.test_draws import entry_of, seats_of
from tournaments.draws.services import redraw_round
from tournaments.entries.services import withdraw_entry
from tournaments.forbidden.services import allow_pair, forbid_pair, read_forbidden_pairs
from tournaments.models import Entry, ForbiddenPair, Tournament
from tournaments.refusals import ChangeRefused
from tournaments.stages.services import create_stage

pytestmark = pytest.mark.both_databases


def test_a_pair_is_stored_once_in_either_order(evening, director):
    enter_pairs(evening, director, 3)
    one, two = entry_of(evening, 1), entry_of(evening, 2)
    forbid_pair(evening, actor=director, first=two, second=one, reason=" brothers ")
    pair = forbid_pair(evening, actor=director, first=one, second=two, reason="they quarrelled")
    assert [(one.first.number, one.second.number, one.reason) for one in ForbiddenPair.objects.all()] == [(1, 2, "they quarrelled")]
    everybody = set(Entry.objects.values_list("pk", flat=True))
    assert read_forbidden_pairs(evening, everybody) == ((one.pk, two.pk),)
    assert read_forbidden_pairs(evening, {one.pk}) == ()
    allow_pair(evening, actor=director, pair_id=pair.pk)
    with pytest.raises(ChangeRefused) as refusal:
        allow_pair(evening, actor=director, pair_id=pair.pk)
    assert refusal.value.code == "not_forbidden"


def test_only_two_entries_of_this_tournament_and_only_by_its_director(evening, director, assistant, stranger):
    enter_pairs(evening, director, 2)
    theirs = Tournament.objects.get(created_by=stranger)
    enter_pairs(theirs, stranger, 1)
    one, two = entry_of(evening, 1), entry_of(evening, 2)
    with pytest.raises(ChangeRefused) as foreign:
        forbid_pair(evening, actor=director, first=one, second=entry_of(theirs, 1))
    assert foreign.value.code == "entry_unknown"
    with pytest.raises(ChangeRefused) as same:
        forbid_pair(evening, actor=director, first=one, second=one)
    assert same.value.code == "same_entry"
    for user in (assistant, stranger):
        with pytest.raises(PermissionDenied):
            forbid_pair(evening, actor=user, first=one, second=two)
    pair = forbid_pair(evening, actor=director, first=one, second=two)
    with pytest.raises(PermissionDenied):
        allow_pair(evening, actor=assistant, pair_id=pair.pk)


FEWER_ROUNDS = {"howell": {"rounds": 3}}
"""In all rounds of this movement everybody meets everybody."""


@pytest.mark.parametrize("format_key", [form.key for form in FORMATS if form.sides == 2 and form.side_size == 1])
def test_every_format_is_told_and_obeys(evening, director, format_key):
    enter_pairs(evening, director, 8)
    stage = create_stage(evening, actor=director, format_key=format_key, options=FEWER_ROUNDS.get(format_key, {}))
    drafted = draw_round(stage, actor=director, seed=SEED, at=NOON)
    met = next(seats for seats in seats_of(drafted).values() if len(seats) == 2)
    forbid_pair(evening, actor=director, first=entry_of(evening, met[0]), second=entry_of(evening, met[1]))
    again = redraw_round(drafted, actor=director, seed=SEED, at=NOON)
    assert again.draw.inputs["forbidden"] == [sorted(entry_of(evening, number).pk for number in met)]
    assert sorted(met) not in [sorted(seats) for seats in seats_of(again).values()]


def test_who_is_not_in_the_stage_is_not_told(evening, director):
    enter_pairs(evening, director, 5)
    forbid_pair(evening, actor=director, first=entry_of(evening, 1), second=entry_of(evening, 5))
    stage = create_stage(evening, actor=director, format_key="swiss", options={})
    withdraw_entry(entry_of(evening, 5), actor=director)
    assert draw_round(stage, actor=director, seed=SEED, at=NOON).draw.inputs["forbidden"] == []
