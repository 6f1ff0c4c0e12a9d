"""A season of a union, from the lists to the ranking. If this failed, a union could not trust its rankings."""

import csv
import datetime as dt
import io
import random
from collections import defaultdict
from fractions import Fraction

import openpyxl
import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format

from federation.models import MemberYear, Placing, PlannedEvent, TakenResult, Union, UnionClub, UnionMember, WaitingResult
from federation.results_in.services import ResultRefused, receive_result
from federation.union_rankings.queries import build_series_lines, list_due, rank_series, select_ranking
from publishing.pieces.signatures import derive_public_key, make_private_key
from tests.federation.unions.files import write_file
from tests.pages import read_page
from tests.scoring.builders import NOW
from tournaments.models import Organizer

pytestmark = [pytest.mark.django_db]
KEY, OTHER_KEY = make_private_key(), make_private_key()
NAMES = ["Anna Rossi", "Ugo Villa", "Carla Bassi", "Dino Serra", "Elena Gatti", "Furio Sala"]
CARDS = [f"10{number}" for number in range(len(NAMES))]
LINES = [(place, name, card) for place, (name, card) in enumerate(zip(NAMES, CARDS, strict=True), start=1)]
UNION = "/organizers/federazione/union/"


def send(client, path, name, content, follow=True):
    return read_page(client.post(f"{UNION}{path}", {"file": io.BytesIO(content)}, follow=follow)).text


def build_list(*rows):
    return "\n".join(";".join(row) for row in rows).encode()


@pytest.fixture
def official(data):
    organizer = Organizer.objects.create(slug="federazione", name="Federazione Prova")
    client = Client(headers={"accept-language": "en"})
    client.force_login(User.objects.create_superuser("admin", password="asso-due-tre-0000"))
    client.post(UNION)
    union = Union.objects.get(organizer=organizer)
    rule = {"issuer": "FIBUR", "formula": "base * share / 100", "best_of": 0, "days_due": 10, "places": "100 80 65 50"}
    client.post(f"{UNION}points/", rule | {"club": 10, "provincial": 20, "regional": 40, "national": 80, "public": "on"})
    send(
        client,
        "lists/clubs/",
        "clubs.csv",
        build_list(["Numero", "Nome", "Provincia"], ["MO-1", "Burraco Modena", "MO"], ["BO-1", "Bologna", "BO"]),
    )
    rows = [[card, name, "MO-1", "A" if place < 4 else "B", "MO" if place % 2 else "BO", "31/12/2026"] for place, name, card in LINES]
    heading = ["Tessera", "Nome e cognome", "Circolo", "Categoria", "Prov.", "Scadenza"]
    heading[4] = "Provincia"
    send(client, "lists/members/", "members.csv", build_list(heading, *rows))
    UnionClub.objects.filter(number="MO-1").update(key=derive_public_key(KEY))
    club = UnionClub.objects.get(number="MO-1")
    for number, day in enumerate(("2026-10-17", "2026-11-07", "2026-11-14"), start=1):
        PlannedEvent.objects.create(
            union=union, club=club, name=f"Torneo torneo-{number}", date=day, event_class="regional", state="approved"
        )
    return client


@pytest.fixture
def union(official):
    return Union.objects.select_related("organizer").get()


def read_points(union, year=2026, **chosen):
    return {row.member.name: (row.rank, row.points) for row in select_ranking(union, year, **chosen)}


def test_lists_come_in_as_csv_and_xlsx_and_every_bad_line_is_named(official, union):
    assert (union.members.count(), union.clubs.count()) == (6, 2)
    anna = union.members.get(number="100")
    assert (anna.name, anna.category, anna.province, anna.club.name, anna.valid_until) == (
        "Anna Rossi", "A", "MO", "Burraco Modena", dt.date(2026, 12, 31),
    )  # fmt: skip
    book = openpyxl.Workbook()
    for row in (["Tessera", "Cognome", "Nome", "Categoria"], [100, "Rossi", "Anna", "B"], [200, "Neri", "Gino", "B"]):
        book.active.append(row)
    stream = io.BytesIO()
    book.save(stream)
    assert "Taken in: 1 new, 1 changed." in send(official, "lists/members/", "members.xlsx", stream.getvalue())
    assert union.members.get(number="100").category == "B"
    bad = build_list(["Tessera", "Nome", "Scadenza"], ["", "Zoe Rossi", ""], ["301", "Zeno Bo", "31/02/2027"], ["302", "Ida Po", ""])
    text = send(official, "lists/members/", "members.csv", bad)
    assert "line 2: “number” is empty" in text
    assert "line 3: “31/02/2027” is no date: write it as 31/12/2026" in text
    assert union.members.count() == 7
    assert "there is none for “number”" in send(official, "lists/members/", "members.csv", b"Nome;Prov\nAnna;MO\n")
    assert "which is not in the list of clubs" in send(official, "lists/calendar/", "c.csv", b"club;date;name\nXX;2026-12-01;Gara\n")
    assert "Taken in: 1 new" in send(official, "lists/calendar/", "c.csv", b"club;date;name;class\nBO-1;1/12/2026;Gara;regionale\n")


def test_a_file_that_says_what_is_known_counts_at_once_and_every_number_is_explained(official, union):
    assert "file is taken in and counts." in send(official, "results/", "file", write_file(KEY, LINES))
    assert read_points(union) == {
        "Anna Rossi": (1, 4000), "Ugo Villa": (2, 3200), "Carla Bassi": (3, 2600), "Dino Serra": (4, 2000), "Elena Gatti": (5, 0),
        "Furio Sala": (5, 0),
    }  # fmt: skip
    assert read_points(union, category="B")["Dino Serra"] == (1, 2000)
    assert list(read_points(union, province="BO")) == ["Ugo Villa", "Dino Serra", "Furio Sala"]
    ugo = union.members.get(name="Ugo Villa")
    assert "40 × 80 ÷ 100 = 32" in read_page(official.get(f"{UNION}members/{ugo.pk}/")).text
    rows = list(csv.reader(io.StringIO(official.get(f"{UNION}ranking.csv?province=BO").content.decode("utf-8-sig")), delimiter=";"))
    assert [row[2] for row in rows[1:]] == ["Ugo Villa", "Dino Serra", "Furio Sala"]
    assert openpyxl.load_workbook(io.BytesIO(official.get(f"{UNION}ranking.xlsx").content)).active.max_row == 7
    assert "Ugo Villa" in read_page(Client().get("/unions/federazione/")).text
    Union.objects.update(public=False)
    assert Client().get("/unions/federazione/").status_code == 404


def ask(union, content):
    """The codes of what is asked about a file."""
    return receive_result(union, content, at=NOW).codes


def test_what_is_doubtful_is_asked_and_what_is_wrong_refused(official, union):
    first = write_file(KEY, LINES, ledger=10)
    assert ask(union, first) == frozenset()
    for content, sentence in (
        (first, f"is in already, taken in on {date_format(timezone.localtime(NOW), 'SHORT_DATETIME_FORMAT')}"),
        (write_file(KEY, LINES, ledger=9, made_at="2026-10-18T10:00:00Z"), "its ledger has 9 entries, and 10 are known"),
        (write_file(KEY, LINES[::-1], ledger=10, made_at="2026-10-16T10:00:00Z"), "older than the result that counts"),
        (write_file(KEY, LINES, state="practice"), "This is practice"),
        (first.replace(b"Anna Rossi", b"Anna Verdi"), "was changed after it was signed"),
        (first[:-200], "ends too early"),
        (first.replace(b'"version": 1', b'"version": 7'), "Update the program"),
    ):
        with pytest.raises(ResultRefused, match=sentence):
            receive_result(union, content, at=NOW)
    swapped = [(2, *LINES[0][1:]), (1, *LINES[1][1:]), *LINES[2:]]
    assert ask(union, write_file(KEY, swapped, ledger=12)) == {"correction"}
    assert ask(union, write_file(OTHER_KEY, LINES, ledger=12)) == {"two_desks", "key"}
    assert ask(union, write_file(None, LINES, event="torneo-2", date="2026-11-07")) == {"unsigned"}
    assert ask(union, write_file(KEY, LINES, event="x", date="2026-11-08")) == {"unplanned"}
    assert ask(union, write_file(KEY, LINES, event="torneo-2", date="2026-11-07", event_class="club", state="provisional")) == {
        "class", "provisional",
    }  # fmt: skip
    assert ask(union, write_file(KEY, LINES, event="torneo-2", date="2026-11-07", club="XX")) == {"organizer", "unplanned"}
    union.members.filter(number="101").update(valid_until="2026-01-01")
    strange = [*LINES[:2], (3, "Sconosciuto", "999"), (4, "Senza", ""), (5, "Altro Nome", "100")]
    content = write_file(KEY, [strange[1], *strange[2:4]], event="torneo-3", date="2026-11-14").replace(b'"place": 2', b'"place": 2')
    with pytest.raises(ResultRefused, match="skips places"):
        receive_result(union, content, at=NOW)
    lines = [(1, *strange[1][1:]), (2, *strange[2][1:]), (3, *strange[3][1:]), (4, *strange[4][1:])]
    judgement = receive_result(union, write_file(KEY, lines, event="torneo-3", date="2026-11-14"), at=NOW)
    assert [line.partition(":")[0] for line in judgement.questions[0].lines] == ["Ugo Villa", "Sconosciuto", "Senza", "Altro Nome"]
    assert (union.results.count(), union.waiting.count()) == (1, 7)


def test_a_correction_waits_is_shown_counts_and_leaves_its_history(official, union):
    receive_result(union, write_file(KEY, LINES, ledger=10), at=NOW)
    swapped = [(1, *LINES[1][1:]), (2, *LINES[0][1:]), *LINES[2:5], (6, "Nuovo Arrivo", "777")]
    assert "waits below" in send(official, "results/", "file", write_file(KEY, swapped, ledger=12))
    waiting = WaitingResult.objects.get()
    text = read_page(official.get(f"{UNION}waiting/{waiting.pk}/")).text
    for line in ("Anna Rossi: place 1 becomes 2", "Nuovo Arrivo comes in at place 6", "Furio Sala, place 6, is not in it any more"):
        assert line in text
    assert "card 777 is not known" in text
    answer = official.post(f"{UNION}waiting/{waiting.pk}/", {"question": ["cards"]}, follow=True)
    assert "something else is asked by now" in read_page(answer).text
    answer = official.post(f"{UNION}waiting/{waiting.pk}/", {"question": ["cards", "correction"]}, follow=True)
    assert "Taken in: it counts." in read_page(answer).text
    assert read_points(union)["Ugo Villa"] == (1, 4000)
    assert "Furio Sala" not in read_points(union)
    counting = TakenResult.objects.get(counts=True)
    page = read_page(official.get(f"{UNION}results/{counting.pk}/"))
    assert page.text.count("counts") >= 1
    assert (TakenResult.objects.count(), WaitingResult.objects.count(), counting.accepted) == (2, 0, ["cards", "correction"])
    send(official, "lists/members/", "members.csv", build_list(["tessera", "nome"], ["777", "Nuovo Arrivo"]))
    assert Placing.objects.filter(member__number="777", name="").count() == 1
    official.post(f"{UNION}results/{counting.pk}/")
    assert (read_points(union), MemberYear.objects.count()) == ({}, 0)


def test_a_club_asks_for_events_hands_in_and_sees_what_is_late(official, union):
    club = UnionClub.objects.get(number="MO-1")
    visitor, address = Client(headers={"accept-language": "en"}), f"/unions/clubs/{club.code}/"
    assert [line.late for line in list_due(union, dt.date(2026, 11, 16))] == [True, False, False]
    visitor.post(address, {"ask": "", "name": "Natale", "date": "2026-12-20", "event_class": "club"})
    assert (
        "asked for already"
        in read_page(visitor.post(address, {"ask": "", "name": "Natale", "date": "2026-12-20", "event_class": "club"}, follow=True)).text
    )
    assert visitor.post(address, {"ask": "", "name": "", "date": "x", "event_class": "world"}).status_code == 422
    event = PlannedEvent.objects.get(name="Natale")
    assert "Natale" in read_page(official.get(UNION)).text
    official.post(f"{UNION}events/{event.pk}/", {"approve": ""})
    assert "Natale · approved" in read_page(visitor.get(address)).text
    text = read_page(visitor.post(address, {"hand_in": "", "file": io.BytesIO(write_file(KEY, LINES))}, follow=True)).text
    assert "Handed in: it counts." in text
    text = read_page(visitor.post(address, {"hand_in": "", "file": io.BytesIO(write_file(None, LINES, event="b"))}, follow=True)).text
    assert "Handed in: the federation looks at it." in text
    text = read_page(visitor.post(address, {"hand_in": "", "file": io.BytesIO(b"{}")}, follow=True)).text
    assert "This is no result file" in text
    assert [line.event.name for line in list_due(union, dt.date(2026, 11, 16))] == ["Torneo torneo-2", "Torneo torneo-3"]
    assert Client().get("/unions/clubs/wrong/").status_code == 404


def test_a_desk_that_is_known_sends_by_itself_and_a_stranger_does_not(official, union):
    bridge = "/unions/federazione/results/"
    answer = Client().post(bridge, write_file(OTHER_KEY, LINES), content_type="application/json")
    assert (answer.status_code, answer.json()["problem"]) == (403, "refused")
    answer = Client().post(bridge, write_file(KEY, [*LINES[:5], (6, "Ignoto", "999")], ledger=3), content_type="application/json")
    assert (answer.json()["result"], len(answer.json()["noted"])) == ("taken", 1)
    answer = Client().post(bridge, write_file(KEY, LINES, ledger=4), content_type="application/json")
    assert (answer.json()["result"], TakenResult.objects.filter(counts=True).count()) == ("taken", 1)
    answer = Client().post(bridge, write_file(KEY, LINES, ledger=4), content_type="application/json")
    assert (answer.status_code, "is in already" in answer.json()["sentence"]) == (409, True)
    answer = Client().post(bridge, write_file(KEY, LINES, event="z", date="2026-01-01"), content_type="application/json")
    assert (answer.json()["result"], union.waiting.count()) == ("waits", 1)


def test_an_erased_member_stays_erased_whatever_comes_later(official, union):
    receive_result(union, write_file(KEY, LINES, ledger=10), at=NOW)
    anna = union.members.get(name="Anna Rossi")
    assert "Tick the box" in read_page(official.post(f"{UNION}members/{anna.pk}/", {}, follow=True)).text
    official.post(f"{UNION}members/{anna.pk}/", {"sure": "yes"})
    swapped = [(1, *LINES[1][1:]), (2, *LINES[0][1:]), *LINES[2:]]
    receive_result(union, write_file(KEY, swapped, ledger=12), at=NOW, mild=True)
    stored = str(list(UnionMember.objects.values())) + str(list(Placing.objects.values()))
    assert ("Anna" in stored, "'100'" in stored) == (False, False)
    assert read_points(union)[""] == (2, 3200)
    assert "Anna" not in read_page(Client().get("/unions/federazione/")).text


def test_a_formula_that_is_wrong_changes_nothing_and_a_right_one_counts_everything_again(official, union):
    receive_result(union, write_file(KEY, LINES), at=NOW)
    rule = {"issuer": "FIBUR", "best_of": 0, "days_due": 10, "club": 10, "provincial": 20, "regional": 40, "national": 80}
    answer = official.post(f"{UNION}points/", rule | {"formula": "base ^ 2", "places": "100"})
    assert (answer.status_code, 'value="base ^ 2"' in answer.content.decode()) == (422, True)
    assert official.post(f"{UNION}points/", rule | {"formula": "base", "places": "100 x"}).status_code == 422
    assert read_points(union)["Anna Rossi"] == (1, 4000)
    official.post(f"{UNION}points/", rule | {"formula": "base + entries - place", "places": "100"})
    assert read_points(union)["Anna Rossi"] == (1, 4500)


def recompute(files, union, choose, best_of):
    """Points by card from the files alone, without the program: the rule is the first one of the form, in fractions."""
    shares, bases = [100, 80, 65, 50], {"club": 10, "provincial": 20, "regional": 40, "national": 80}
    earned = defaultdict(list)
    for event_class, date, lines in files:
        if choose(event_class, date):
            for place, _name, card in lines:
                share = shares[place - 1] if place <= len(shares) else 0
                earned[card].append(Fraction(bases[event_class] * share, 100))
    return {card: sum(sorted(points, reverse=True)[: best_of or None]) for card, points in earned.items()}


@pytest.mark.parametrize("best_of", [0, 2])
def test_another_program_computes_every_ranking_from_the_files(official, union, best_of):
    rng, files = random.Random(7), []
    PlannedEvent.objects.all().delete()
    for number in range(9):
        people = rng.sample(LINES, 5)
        lines = [(place, name, card) for place, (_place, name, card) in enumerate(people, start=1)]
        event_class, date = rng.choice(["club", "regional", "national"]), dt.date(2025 + number % 2, 1 + number, 10)
        values = {"union": union, "club": union.clubs.get(number="MO-1"), "name": "x", "date": date, "event_class": event_class}
        PlannedEvent.objects.create(state="approved", **values)
        assert ask(union, write_file(KEY, lines, event=f"t-{number}", date=date.isoformat(), event_class=event_class)) == frozenset()
        files.append((event_class, date, lines))
    rule = {"issuer": "FIBUR", "formula": "base * share / 100", "best_of": best_of, "days_due": 10, "places": "100 80 65 50"}
    official.post(f"{UNION}points/", rule | {"club": 10, "provincial": 20, "regional": 40, "national": 80})
    for year in (2025, 2026):
        wanted = recompute(files, union, lambda _class, date, year=year: date.year == year, best_of)
        rows = list(select_ranking(union, year))
        assert {row.member.number: Fraction(row.points, 100) for row in rows} == wanted
        for row in rows:
            assert row.rank == 1 + sum(points > wanted[row.member.number] for points in wanted.values())
    typed = {"name": "Serie", "first_day": "2025-06-01", "last_day": "2026-03-31", "best_of": best_of, "qualifies": 2}
    official.post(f"{UNION}series/", typed)
    first, last = dt.date(2025, 6, 1), dt.date(2026, 3, 31)
    wanted = recompute(files, union, lambda _class, date: first <= date <= last, best_of)
    series = union.series.get()
    lines = build_series_lines(series, rank_series(series))
    assert {line.member.number: Fraction(line.points) for line in lines} == wanted
    assert all(line.through == (line.rank <= 2) for line in lines)
    page = read_page(official.get(f"{UNION}series/{union.series.get().pk}/"))
    assert page.text.count("goes on") == sum(line.through for line in lines)
    assert official.post(f"{UNION}series/", typed | {"last_day": "2025-01-01"}).status_code == 422
