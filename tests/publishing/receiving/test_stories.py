"""If these failed, an evening with corrections, withdrawals and redraws would look otherwise on the site than at its desk."""

import pytest

from desk.verification.queries import verify_tournament
from publishing.pieces.digests import compute_digest
from scoring.standings.stored import compute_standings
from tests.faults.story import CHAINS, Evening
from tests.publishing.receiving.desks import found_club, pair_new_desk, read_document, take_away
from tournaments.models import Stage, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.turns(4)]
STEPS = 10


def record_story(number, chain=""):
    """The public documents of an evening played by chance, after every few steps, with the standings of that moment."""
    evening = Evening(number, chain)
    recorded = []
    for _step in range(STEPS):
        for _thing in range(3):
            evening.step()
        recorded.append((read_document(evening.tournament), read_standings(evening.tournament)))
    evening.finish()
    recorded.append((read_document(evening.tournament), read_standings(evening.tournament)))
    take_away(evening.tournament)
    return recorded


def read_standings(tournament):
    """Points and places of every stage that has a published round."""
    shown = Stage.objects.filter(tournament=tournament).exclude(rounds__isnull=True).filter(rounds__state__in=["published", "closed"])
    return {
        stage.number: [
            (name, line.rank, str(line.points), numbers_of(tournament)[line.entrant])
            for name, group in compute_standings(stage).groups.items()
            for line in group
        ]
        for stage in shown.distinct().order_by("number")
    }


def numbers_of(tournament):
    return dict(tournament.entries.values_list("pk", "number"))


def follow_story(recorded):
    """Send the documents one after the other: after each the site verifies, and tells the same."""
    desk = pair_new_desk(*found_club())
    for place, (document, standings) in enumerate(recorded):
        answer = desk.send(document)
        assert answer.status_code == 200, (place, answer.json())
        assert answer.json()["shown"] == compute_digest(document), place
        shown = Tournament.objects.get()
        assert verify_tournament(shown) == (), place
        assert read_standings(shown) == standings, place
    return desk


def test_a_story_arrives_step_by_step(figures):
    sent = 0
    for number, chain in enumerate(("pools and knockout", "double")):
        recorded = record_story(number, chain)
        desk = follow_story(recorded)
        sent += len(desk.bodies)
        take_away(Tournament.objects.get())
    figures(pieces=sent)


@pytest.mark.proof
@pytest.mark.parametrize("number", range(60))
def test_sixty_stories_arrive_step_by_step(number):
    chains = sorted(CHAINS)
    follow_story(record_story(number, chains[number % len(chains)]))
