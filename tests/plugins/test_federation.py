"""A federation with rules of its own counts, asks, keeps and exports by them. If this failed, a federation’s table would have to be typed
into the product.
"""

import io

import pytest
from django.contrib.auth.models import User
from django.test import Client

from federation.models import MemberYear, Union, UnionMember
from tests.federation.unions.files import write_file
from tests.pages import read_page
from tournaments.models import Organizer

pytestmark = [pytest.mark.django_db]
UNION = "/organizers/federazione/union/"
RULE = {"formula": "base * share / 100", "best_of": 0, "days_due": 10, "places": "100 80", "plugin": "burracoexample"}
RULE |= {"club": 10, "provincial": 20, "regional": 40, "national": 80}


@pytest.fixture
def official(installed, data):
    Organizer.objects.create(slug="federazione", name="Federazione Prova")
    client = Client(headers={"accept-language": "en"})
    client.force_login(User.objects.create_superuser("admin", password="asso-due-tre-0000"))
    client.post(UNION)
    client.post(f"{UNION}points/", RULE)
    return client


@pytest.fixture
def counted(official):
    """Two members from the register, and a result of ten entries that an official took in."""
    official.post(f"{UNION}lists/members/", {"source": "registerexample"})
    lines = [(1, "Maria Bianchi", "71"), (2, "Luca Rossi", "72"), *((place, f"Altro {place}", "") for place in range(3, 11))]
    official.post(f"{UNION}results/", {"file": io.BytesIO(write_file("", lines, event_class="regional"))})
    waiting = Union.objects.get().waiting.get()
    page = read_page(official.get(f"{UNION}waiting/{waiting.pk}/"))
    codes = ["unsigned", "organizer", "unplanned", "cards", "plugin"]
    official.post(f"{UNION}waiting/{waiting.pk}/", {"question": codes})
    return page


def read_totals():
    return {row.member.name: (row.points, row.member.own) for row in MemberYear.objects.select_related("member")}


def test_its_table_counts_its_checks_ask_and_its_export_is_as_it_wants(official, counted):
    assert "Entry 1 has 1 persons, and pairs have two." in counted.text
    assert read_totals() == {"Maria Bianchi": (6000, {"licence": "A"}), "Luca Rossi": (4800, {"licence": "B"})}
    member = UnionMember.objects.get(name="Maria Bianchi")
    text = read_page(official.get(f"{UNION}members/{member.pk}/")).text
    assert ("regional, place 1 = 60" in text, "Licence: A" in text) == (True, True)
    exported = official.get(f"{UNION}ranking.plugin")
    assert exported.content.decode().splitlines()[1:] == ["2026;1;71;A;6000", "2026;2;72;B;4800"]
    assert 'filename="ranking-2026.txt"' in exported.headers["Content-Disposition"]
    official.post(f"{UNION}members/{member.pk}/", {"sure": "yes"})
    assert UnionMember.objects.get(pk=member.pk).own == {}


def test_one_that_fails_or_is_gone_changes_no_total(official, counted, installed, monkeypatch, forget):
    totals = read_totals()
    monkeypatch.setattr(type(installed["federation", "example"].loaded), "compute_points", lambda *_arguments: -1)
    official.post(f"{UNION}points/", RULE | {"best_of": 1})
    member = UnionMember.objects.get(name="Maria Bianchi")
    assert read_totals() == totals
    assert "does not answer" in read_page(official.get(f"{UNION}members/{member.pk}/")).text
    assert "points must be a whole number" in read_page(official.get("/plugins/")).text
    answer = official.post(f"{UNION}lists/clubs/", {"source": "registerexample"}, follow=True)
    assert "gave no list" in read_page(answer).text
    monkeypatch.undo()
    forget()
    for page in ("", "points/", "ranking/", f"members/{member.pk}/"):
        assert official.get(f"{UNION}{page}").status_code == 200, page
    assert "burracoexample (not installed)" in read_page(official.get(f"{UNION}points/")).text
    answer = official.get(f"{UNION}ranking.plugin", follow=True)
    assert "wrote no file" in read_page(answer).text
    assert read_totals() == totals
