"""Heats in several venues, and who goes on."""

from pairing import Entrant, EntryGroup
from pairing.heats import Qualifier, select_qualifiers
from tests.pairing.evenings import Evening, people


def test_everybody_plays_in_its_own_venue():
    evening = Evening("heats", people(37, seeds=8, clubs=6), {"heats": 4, "rounds": 3}).play_all()
    venue = {member: group.name for group in evening.draws[0].groups for member in group.members}
    assert sorted(len(group.members) for group in evening.draws[0].groups) == [9, 9, 9, 10]
    assert [sum(member <= 108 for member in group.members) for group in evening.draws[0].groups] == [2, 2, 2, 2]
    assert all({venue[side] for side in pairing.sides} == {pairing.group} for draw in evening.draws for pairing in draw.pairings)


def test_a_late_entry_joins_the_smallest_venue():
    evening = Evening("heats", people(7), {"heats": 2})
    evening.play()
    evening.entrants = [*evening.entrants, Entrant(900, 90)]
    assert [len(group.members) for group in evening.draw().groups] == [4, 4]


GROUPS = (EntryGroup("A", (1, 2, 3)), EntryGroup("B", (4, 5, 6)))


def test_the_first_of_each_and_the_best_of_the_others():
    ranking = [4, 5, 1, 6, 2, 3]
    assert select_qualifiers(GROUPS, ranking, of_each=1, best_others=2) == (
        Qualifier(4, "B", 1, 1),
        Qualifier(1, "A", 1, 2),
        Qualifier(5, "B", 2, 3),
        Qualifier(6, "B", 3, 4),
    )
