"""What the round of a match is called beside its stage: its own name where it has one, and never the same twice."""

import pytest
from django.test import Client

from tests.pages import read_page
from tests.scoring.builders import build_user
from tests.scoring.evenings import play_evening
from tournaments.models import Match
from tournaments.stages.rounds import format_match_place, read_round_place

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("pairs", "format_key", "name", "place"),
    [
        (2, "knockout", "Final", "Final"),
        (2, "knockout", "Grand evening", "Grand evening · Final"),
        (4, "knockout", "Final", "Final · Semi-final"),
        (4, "swiss", "Swiss", "Swiss · Round 1"),
    ],
)
def test_a_round_is_called_once(pairs, format_key, name, place):
    tournament = play_evening(pairs=pairs, rounds=1, closed=0, format_key=format_key)
    tournament.stages.update(stored_name=name)
    match = Match.objects.filter(round__stage__tournament=tournament).select_related("round__stage__tournament").first()
    assert (format_match_place(match), read_round_place(match.round)) == (place, place)
    client = Client(headers={"accept-language": "en"})
    client.force_login(build_user("director"))
    desk, public = f"/desk/{tournament.slug}/", f"/tournaments/{tournament.slug}/"
    for address, where in ((f"{desk}matches/{match.code}/", ".match-place"), (f"{public}matches/{match.code}/", ".match-place")):
        assert read_page(client.get(address)).find(where).text.partition(" · " + match.code)[0] == place
    assert read_page(client.get(f"{desk}print/?round=1-1")).find("h1 small").text == place
