"""If this fails, pairs of singles are made of people who left, or undoing one loses somebody."""

import pytest

from evenings.enrolment.services import withdraw
from evenings.singles.queries import list_singles, read_lots
from evenings.singles.services import pair_two, pair_up, part_pair
from evenings.singles.views import compute_singles_fingerprint
from pairing.singles import Method
from tests.evenings.conftest import enrol_single
from tournaments.announcing.queries import count_places, read_announcement
from tournaments.check_in.services import check_in_entry
from tournaments.models import Enrolment, Entry
from tournaments.refusals import ChangeRefused
from tournaments.seen import Seen

pytestmark = pytest.mark.both_databases


@pytest.fixture
def crowd(evening):
    wishes = {"Lia": "Mino Solo", "Mino": "solo lia"}
    return [enrol_single(evening, name, wish=wishes.get(name, "")) for name in ("Ivo", "Lia", "Mino", "Nino", "Olga")]


def test_pairs_are_entries_and_the_odd_one_waits(evening, crowd, director):
    grouping = pair_up(evening, Method.LOT, actor=director)
    assert len(grouping.groups) == 2
    assert grouping.wished == 1
    assert Entry.objects.filter(tournament=evening, name="Lia Solo – Mino Solo").exists()
    assert [line.name for line in list_singles(evening)] == ["Olga Solo"]
    assert count_places(evening).taken == 3


def test_the_lot_is_kept_and_repeats(evening, crowd, director):
    pair_up(evening, Method.STRENGTH, actor=director)
    (lot,) = read_lots(evening)
    assert lot.repeats
    assert lot.left == (5,)
    tampered = read_announcement(evening)
    tampered.lots[0]["groups"].reverse()
    tampered.save()
    assert not read_lots(evening)[0].repeats


def test_a_pair_that_was_undone_looks_for_partners_again(evening, crowd, director):
    entry = pair_two(evening, [crowd[0].pk, crowd[3].pk], actor=director)
    part_pair(entry, actor=director)
    assert not Entry.objects.filter(pk=entry.pk).exists()
    assert len(list_singles(evening)) == 5


def test_a_pair_that_is_here_is_not_undone(evening, crowd, director):
    entry = pair_two(evening, [crowd[0].pk, crowd[3].pk], actor=director)
    check_in_entry(entry, actor=director)
    with pytest.raises(ChangeRefused):
        part_pair(entry, actor=director)
    assert Enrolment.objects.filter(entry=entry).count() == 2


def test_the_partner_of_who_withdraws_looks_again(evening, crowd, director):
    entry = pair_two(evening, [crowd[0].pk, crowd[3].pk], actor=director)
    withdraw(crowd[0])
    assert not Entry.objects.filter(pk=entry.pk).exists()
    assert "Nino Solo" in [line.name for line in list_singles(evening)]


def test_whoever_came_after_the_page_was_opened_is_not_paired_unseen(evening, crowd, director):
    seen = Seen(compute_singles_fingerprint(evening), lambda: compute_singles_fingerprint(evening))
    enrol_single(evening, "Pia")
    with pytest.raises(ChangeRefused):
        pair_up(evening, Method.LOT, actor=director, seen=seen)
    assert not Entry.objects.filter(tournament=evening).exists()


@pytest.mark.parametrize("ticked", [[0], [0, 1, 2], [0, 0], []])
def test_the_desk_ticks_exactly_two(evening, crowd, director, ticked):
    with pytest.raises(ChangeRefused):
        pair_two(evening, [crowd[place].pk for place in ticked], actor=director)
