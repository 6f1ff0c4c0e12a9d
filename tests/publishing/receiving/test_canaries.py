"""If these failed, a telephone number, a note or a name that is not told would leave the hall."""

import datetime as dt

import pytest
from django.test import Client

from jobs.worker import report_worker_alive
from publishing.pieces.codec import unpack
from tests.faults import test_privacy
from tests.faults.test_privacy import CANARY, FORMATS, FORMS, PRIVATE_CANARY, answers_to, tell
from tests.publishing.receiving.desks import found_club, pair_new_desk, read_document, take_away
from tests.publishing.receiving.test_changes import holds_word
from tournaments.models import Draw, Tournament

evening, format_key = test_privacy.evening, test_privacy.format_key
"""Fixtures: a surname wherever a name, or a word of the staff, can stand."""
pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.turns(4)]
EVERY = [(form, key) for form in FORMS for key in FORMATS]
SOME = {("first", "knockout"), ("hidden", "swiss")}


@pytest.fixture(autouse=True)
def _worker(db, monkeypatch):
    """A worker that does not count as dead, however slow the machine."""
    monkeypatch.setattr("jobs.worker.ALIVE", dt.timedelta(days=1))
    report_worker_alive()


def send(tournament):
    """What the desk of the evening sent, and what is shown of it. No seats were really exchanged there."""
    for draw in Draw.objects.filter(round__stage__tournament=tournament):
        Draw.objects.filter(pk=draw.pk).update(changes=[change for change in draw.changes if "drawing" in change])
    document = read_document(tournament)
    take_away(tournament)
    desk = pair_new_desk(*found_club())
    answer = desk.send(document)
    assert answer.status_code == 200, answer.json()
    return b"".join(unpack(body) for body in desk.bodies).decode(), Tournament.objects.get(slug=tournament.slug)


def test_the_canary_flies_where_full_names_are_told_and_nothing_private_does(evening):
    """The positive control."""
    assert (bool(holds_word(CANARY)), bool(holds_word(PRIVATE_CANARY))) == (True, True)
    sent, shown = send(evening)
    assert (CANARY in sent, PRIVATE_CANARY in sent) == (True, False)
    assert CANARY in str(list(answers_to(shown, Client())))
    assert holds_word(PRIVATE_CANARY) == []


@pytest.mark.parametrize(("form", "format_key"), [pytest.param(*case, marks=() if case in SOME else pytest.mark.proof) for case in EVERY])
def test_no_name_that_is_not_told_leaves_or_is_answered(evening, form, figures):
    tell(evening, form)
    evening.refresh_from_db()
    sent, shown = send(evening)
    assert (CANARY in sent, PRIVATE_CANARY in sent) == (False, False)
    assert [path for _name, path, answer in answers_to(shown, Client()) if CANARY in answer or PRIVATE_CANARY in answer] == []
    assert (holds_word(CANARY), holds_word(PRIVATE_CANARY)) == ([], [])
    figures(form=form, sent=len(sent))
