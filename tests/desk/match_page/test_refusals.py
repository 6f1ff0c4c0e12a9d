"""What the page of a match answers where the desk and not the game forbids something."""

import pytest
from django.test import Client

from tests.pages import read_page
from tests.scoring.builders import build_user
from tests.scoring.corrected import close, draw_and_publish, found_stage, last_round, play_round
from tests.scoring.page_forms import read_forms

pytestmark = pytest.mark.django_db


def test_a_final_that_is_opened_without_the_referee_is_not_called_impossible():
    stage = found_stage(2)
    close(play_round(draw_and_publish(stage)))
    client = Client(headers={"accept-language": "en"})
    client.force_login(build_user("director"))
    page = f"/desk/{stage.tournament.slug}/matches/{last_round(stage).matches.get().code}/"
    form = next(form for form in read_forms(client.get(page)) if form.action.endswith("/reopen/"))
    answer = client.post(form.action, {**form, "reopen-reason": "paper", "reopen-words": "foglio"})
    words = read_page(answer).text
    assert (answer.status_code, "a result changes only with the referee’s signature" in words) == (422, True)
    assert ("Not saved" in words, "these points are not possible" in words) == (True, False)
