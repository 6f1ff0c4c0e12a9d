"""If this fails, a hand may count in a match, or for a side, that did not stand on the phone when it was tapped, or be lost."""

import os
from collections import Counter
from dataclasses import replace

import pytest
from django.core.cache import caches
from django.db import transaction

from jobs import databases
from scoring.matches.seen_places import SeenPlace
from tests.faults.conftest import SEED
from tests.faults.shuffled import Evening
from visitors.phones.views import TableEnter

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.both_databases, pytest.mark.usefixtures("refusals_unlogged")]


EVENINGS = 10
TURNED = str.maketrans("01", "10")


def play(number, steps=25):
    """One evening, taken back at its end."""
    savepoint = transaction.savepoint()
    caches["drawn"].clear()
    try:
        evening = Evening(number)
        for _step in range(steps):
            evening.step()
        return evening
    finally:
        transaction.savepoint_rollback(savepoint)


def play_all(numbers):
    """What happened; fails at the first evening with a finding, and names its seed."""
    seen = Counter()
    for number in numbers:
        evening = play(number)
        assert evening.findings == [], (number, evening.findings, evening.seen)
        seen += evening.seen
    assert min(seen["stored"], seen["refused"]) > len(numbers), "phones enter hands, and too late ones"
    return dict(sorted(seen.items()))


def test_a_hand_belongs_to_its_match(figures):
    figures(evenings=EVENINGS, **play_all(range(SEED, SEED + EVENINGS)))


def find_first(numbers):
    """How many evenings until something is noticed; None where nothing is."""
    return next(
        (count for count, number in enumerate(numbers, start=1) if any("stored" in finding for finding in play(number).findings)), None
    )


def test_without_the_check_of_the_place_it_is_noticed(monkeypatch):
    monkeypatch.setattr(SeenPlace, "identity", property(lambda _place: 0))
    assert find_first(range(SEED, SEED + EVENINGS))


def test_exchanged_sides_are_noticed(monkeypatch):
    submit = TableEnter.submit_boxes

    def exchange(view, request, typed):
        boxes = {name.translate(TURNED) if name[-2:] in ("_0", "_1") else name: text for name, text in typed.boxes.items()}
        return submit(view, request, replace(typed, boxes=boxes))

    monkeypatch.setattr(TableEnter, "submit_boxes", exchange)
    assert find_first(range(SEED, SEED + EVENINGS))


@pytest.mark.proof
@pytest.mark.timeout(14_400)
def test_many_evenings(figures, monkeypatch):
    """`RUNS` and `SEED` divide them among processes. All evenings are one transaction, which a busy machine may leave idle for long."""
    monkeypatch.setattr(databases, "STATEMENT_TIMEOUT", 600)
    runs = int(os.environ.get("RUNS", "2000"))
    figures(evenings=runs, **play_all(range(SEED, SEED + runs)))
