"""The words beside the curve of a match. If these failed, they would give the winner's numbers under the loser's name."""

from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from records.match_stories.stories import MatchStory, TurningPoint

NAMES = ("Nicola Fois", "Lucia Demurtas")


@pytest.mark.parametrize("winner", [0, 1])
def test_the_turning_point_names_whose_chance_it_gives(winner):
    turning = TurningPoint(number=3, side=winner, before=38, after=76, x=1.0, y=1.0)
    story = MatchStory((), (), "M0 0", turning)
    with translation.override("en"):
        text = render_to_string("records/match_stories/story.html", {"story": story, "view": SimpleNamespace(names=NAMES)})
    said = f"The turning point is hand 3: {NAMES[winner]} went from 38 to 76 in 100"
    assert said in " ".join(text.split())
