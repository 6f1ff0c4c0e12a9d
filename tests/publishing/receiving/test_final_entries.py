"""A final takes its entries from the evenings that a site holds. If this failed, somebody who qualified would be missing or entered twice,
or a correction at a venue would change a final behind its director's back.
"""

import pytest
from django.test import Client
from django.utils import timezone

from publishing.fetching import asking, services
from publishing.fetching.services import forget_evening, keep_evening, note_versions
from publishing.models import DeskKey, FetchedEvening, Target
from publishing.pieces.questions import EVENINGS_FORMAT, encode_question
from publishing.sending.http import SiteAnswer
from rankings.qualifying.queries import Rule, read_qualifier_list
from rankings.qualifying.services import enter_qualified
from rankings.standings_pages.final_list import read_final_orders
from tests.publishing.receiving.desks import found_club, pair_new_desk, read_document, take_away
from tests.scoring.builders import build_user
from tests.scoring.evenings import play_evening
from tests.tournaments.conftest import found_tournament
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def site(monkeypatch):
    """An evening that a venue's desk shows on the site; the final's desk, which asks it in the same process."""
    evening = play_evening(name="Bar Porto", closed=2)
    Tournament.objects.filter(pk=evening.pk).update(public=True, demonstration=False, state="finished")
    evening.stages.update(state="finished")
    document = read_document(evening)
    take_away(evening)
    club, president = found_club()
    venue, finals = pair_new_desk(club, president, "Bar Porto"), pair_new_desk(club, president, "Finale")
    assert venue.send(document).status_code == 200
    DeskKey.objects.create(private_key=finals.private_key, made_at=timezone.now())
    target = Target.objects.create(kind="site", address="http://testserver", desk=finals.key, title="Circolo", made_at=timezone.now())

    def ask(address, body=None, *, language="", most=0, **headers):
        answer = Client().post(
            address.removeprefix("http://testserver"),
            body,
            content_type="application/octet-stream",
            headers={"X-Signature": headers["X_Signature"]},
        )
        return SiteAnswer(answer.status_code, answer.json())

    monkeypatch.setattr(asking, "ask_site", ask)
    return venue, document, target


def test_the_first_of_an_evening_come_from_the_site_once_and_a_correction_is_told(site, monkeypatch):
    _venue, document, target = site
    director = build_user("direttrice")
    final = found_tournament(director, "Finale")
    key = document["tournament"]["created_at"]
    (offered,) = asking.ask_evenings(target, final)
    assert (offered["name"], offered["finished"]) == ("Bar Porto", True)
    fetched_document, version = asking.ask_evening(target, final, key)
    take_away(Tournament.objects.get(name="Bar Porto"))

    def keep(content, version):
        return keep_evening(final, content, version=version, target=target, actor=director, at=timezone.now())

    row = keep(fetched_document, version)
    evening = row.tournament
    assert (evening.public, evening.shown_from, FetchedEvening.objects.count()) == (False, "Circolo", 1)
    rule = Rule(of_each=2)
    going = [line.entry.pk for line in read_qualifier_list(final, [evening], rule).lines if line.goes_on]
    assert enter_qualified(final, [evening], rule, chosen=going, seeded=True, actor=director, at=timezone.now()) == 2
    names_in_order = list(Entry.objects.filter(tournament=final).order_by("seed").values_list("name", flat=True))
    names = sorted(Entry.objects.filter(tournament=final).values_list("name", flat=True))

    note_versions(target, {key: "later"})
    assert FetchedEvening.objects.get().is_newer is True
    orders = iter([read_final_orders([evening.pk]), {evening.pk: read_final_orders([evening.pk])[evening.pk][::-1]}])
    monkeypatch.setattr(services, "read_final_orders", lambda _keys: next(orders))  # the venue corrects who won
    again = keep(fetched_document | {"tournament": fetched_document["tournament"] | {"venue": "Porto"}}, "later")
    assert (again.pk, again.is_newer, again.tournament.venue) == (row.pk, False, "Porto")
    assert sorted(Entry.objects.filter(tournament=final).values_list("name", flat=True)) == names
    listed = read_qualifier_list(final, [evening], rule)
    assert (listed.questions, sum("already entered" in line.reason for line in listed.lines)) == ((), 2)
    assert sorted((name, before) for name, before, _now in again.changes) == sorted(
        (name, names_in_order.index(name) + 1) for name in names
    )
    client = Client()
    client.force_login(director)
    page = client.get(f"/desk/{final.slug}/qualified/site/").text
    assert ("was entered here. Its place there was 1 and is 4 now." in page, "Ask the site" in page) == (True, True)
    forget_evening(final, again, actor=director)
    assert (Tournament.objects.filter(pk=evening.pk).exists(), Entry.objects.filter(tournament=final).count()) == (False, 2)


def test_only_a_paired_desk_of_the_club_hears_of_public_evenings(site):
    venue, document, _target = site

    def ask(desk, counter, wanted=""):
        question = {"counter": counter, "game": document["tournament"]["game"], "singly": False, "wanted": wanted}
        body, signature = encode_question(question, desk.private_key, form=EVENINGS_FORMAT)
        headers = {"X-Signature": signature}
        return desk.client.post(f"/bridge/{desk.key}/evenings/", body, content_type="application/octet-stream", headers=headers)

    key = document["tournament"]["created_at"]
    assert len(ask(venue, 1).json()["evenings"]) == 1
    assert ask(venue, 1).json()["problem"] == "counter"
    stranger = pair_new_desk(*found_club("Altro", "altra"), name="altro")
    assert (ask(stranger, 1).json()["evenings"], ask(stranger, 2, key).status_code) == ([], 404)
    Tournament.objects.filter(name="Bar Porto").update(public=False)
    assert (ask(venue, 2).json()["evenings"], ask(venue, 3, key).status_code) == ([], 404)
