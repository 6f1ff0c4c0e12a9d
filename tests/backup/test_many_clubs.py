"""One evening of five hundred clubs on a site: what the backups of their rounds cost its worker, and how much they store."""

from statistics import median

import pytest
from django.db import connection

from tests.scoring.open_field import OpenField
from tests.tournaments.test_many_tournaments import found_many

pytestmark = pytest.mark.usefixtures("committed")

ROUNDS = 2_000
"""Closed in one evening: four each of 500 clubs."""
MOST_BYTES = 100_000
"""Of a backup of 32 pairs."""
CLUBS = 2


@pytest.mark.proof
@pytest.mark.timeout(3600)
def test_the_rounds_of_five_hundred_clubs_are_copied_within_minutes(director, tmp_path, settings, figures):
    """Two clubs of 32 pairs close two rounds each, beside 26,000 other tournaments; a desk copies itself whole and is not asked."""
    if connection.vendor == "sqlite":
        pytest.skip(reason="the backup of a desk is one file of everything")
    settings.BACKUPS = tmp_path / "backups"
    found_many(director, 26_000)
    spent = [milliseconds for _club in range(CLUBS) for milliseconds in play_evening(director)]
    archives = list(settings.BACKUPS.rglob("*.zip"))
    milliseconds = median(spent)
    figures(rounds=len(spent), milliseconds=round(milliseconds), seconds_of_an_evening=round(milliseconds * ROUNDS / 1000))
    assert {archive.parent.parent for archive in archives} == {settings.BACKUPS}
    assert len(archives) == 2 * CLUBS
    assert max(archive.stat().st_size for archive in archives) <= MOST_BYTES


def play_evening(director):
    """Two rounds; the milliseconds of the backups that were ordered when they were closed."""
    field = OpenField(director, 32)
    for step in (field.found, field.enter_list, field.check_in, field.plan):
        step()
    for number in (1, 2):
        field.draw(number)
        field.publish(number)
        field.enter_results(number)
        field.close(number)
    return [field.steps[f"backup after round {number}, as a job"].cpu for number in (1, 2)]
