"""Who left in the final: if this failed, the stage that was played in person would lose a line, and its final could not be closed."""

import pytest

from scoring.standings.stored import read_entrant_ids, read_groups
from tests.scoring.evenings import play_evening
from tournaments.models import Entry, Stage, StageEntry

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("left", "in_first", "in_final"), [(1, [0, 1, 2, 3], [0]), (3, [0, 1, 2], [0, 1])])
def test_a_phantom_is_ranked_where_the_player_went_on_from_and_nowhere_else(left, in_first, in_final):
    first = Stage.objects.get(tournament=play_evening(pairs=4, rounds=1, closed=1, format_key="swiss"))
    entries = read_entrant_ids(first)
    final = Stage.objects.create(
        tournament=first.tournament, number=2, format_key="swiss", options={}, source=first, takes=Stage.Takes.FIRST, best_others=2
    )
    StageEntry.objects.bulk_create(StageEntry(stage=final, entry_id=entry, rank=rank) for rank, entry in enumerate(entries[:2], start=1))
    Entry.objects.filter(pk=entries[left]).update(phantom=True, state=Entry.State.WITHDRAWN)
    assert read_entrant_ids(first) == [entries[place] for place in in_first]
    assert read_entrant_ids(final) == [entries[place] for place in in_final]
    assert read_groups(first) == {"": [entries[place] for place in in_first]}
