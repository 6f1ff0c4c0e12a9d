"""Members at the door: a list that is imported once, what each card says tonight, day cards, and the register."""

import datetime as dt
import io
import socket

import openpyxl
import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from jobs.databases import write_tx
from printing.prints.heads import read_print_context
from printing.prints.member_papers import read_member_sections
from printing.prints.treasurer_papers import draw_members
from tests.desk.treasury.test_treasury_pages import address, client_as, evening, number_of, send
from tests.pages import read_page
from tests.paper.reading import read as read_sheets
from tests.scoring.builders import NOW, build_user
from tests.tournaments.conftest import enter_pairs, found_tournament
from tournaments.importing.member_list import parse_member_list
from tournaments.models import CardKind, MemberCard, Organizer, PayerKind, Person, StaffRole, Tournament
from tournaments.people.cards import CardState, check_cards, choose_payer_kind, judge_card
from tournaments.people.erasure import erase_person_rows
from tournaments.people.names import ERASED_NAME

__all__ = ["evening"]
pytestmark = pytest.mark.django_db
NIGHT = dt.date(2026, 11, 28)
HEADINGS = "Tessera;Cognome;Nome;Ente;Tipo;Scadenza;Sospeso"


def write_list(tournament, *rows):
    return "\n".join((HEADINGS, *rows))


@pytest.mark.parametrize(
    ("card", "state"),
    [
        (None, CardState.MISSING),
        ({"valid_until": None}, CardState.VALID),
        ({"valid_until": NIGHT}, CardState.VALID),
        ({"valid_until": NIGHT - dt.timedelta(days=1)}, CardState.EXPIRED),
        ({"valid_until": None, "suspended": True}, CardState.SUSPENDED),
    ],
)
def test_a_card_is_judged_by_the_date_of_the_evening_also_past_midnight(card, state):
    assert judge_card(MemberCard(**card) if card is not None else None, NIGHT) is state


def test_a_list_is_read_with_its_faults():
    rows, faults = parse_member_list(
        f"{HEADINGS}\nT1;Rossi;Anna;ARCI;socio;31/12/2026;\nT2;Bianchi;Berto;;associato;2026-12-31;sì\nT1;Verdi;Carla;;;;\n;Neri;Dino;;;;"
        "\nT3;Blu;Eva;;;31/13/2026;"
    )
    assert [(row.number, row.name, row.issuer, row.kind, row.valid_until, row.suspended) for row in rows] == [
        ("T1", "Anna Rossi", "ARCI", CardKind.MEMBER, dt.date(2026, 12, 31), False),
        ("T2", "Berto Bianchi", "", CardKind.ASSOCIATE, dt.date(2026, 12, 31), True),
    ]
    assert [fault.line for fault in faults] == [4, 5, 6]


def import_list(tournament, text, **files):
    return send(tournament, "members_import", {"text": text, **files})


def list_people(tournament):
    return list(Person.objects.filter(memberships__tournament=tournament).order_by("memberships__entry__number", "memberships__position"))


def set_up(tournament):
    """The first pair are members, by number and by name; one of the second has an expired card, one is suspended; the third is unknown."""
    people = list_people(tournament)
    Person.objects.filter(pk=people[0].pk).update(membership="T1")
    day = f"{tournament.date:%d/%m/%Y}"
    rows = (
        f"T1;;Somebody else;;;{day};",
        f"T2;;{' '.join(reversed(people[1].name.split()))};ARCI;associato;;",
        f"T3;;{people[2].name};;;01/01/2020;",
        f"T4;;{people[3].name};;;;sì",
    )
    assert import_list(tournament, write_list(tournament, *rows)).status_code == 302
    return people


def test_the_door_sees_who_is_no_member_and_what_to_do(evening):
    assert "not a member" not in client_as("director").get(reverse("tournaments:check_in", args=[evening.slug])).content.decode()
    people = set_up(evening)
    page = client_as("director").get(reverse("tournaments:check_in", args=[evening.slug])).content.decode()
    assert [word in page for word in ("card expired on 01/01/2020 (T3)", "card suspended (T4)", "not a member")] == [True, True, True]
    checks = check_cards(evening, list(evening.entries.order_by("number")))
    first, second, *_rest = evening.entries.order_by("number")
    assert [choose_payer_kind(checks[entry.pk]) for entry in (first, second)] == [PayerKind.ASSOCIATE, PayerKind.GUEST]
    assert f"{people[0].name}: " not in page


def test_a_day_card_makes_somebody_a_member_for_the_evening_once(evening):
    people = set_up(evening)
    StaffRole.objects.create(tournament=evening, user=User.objects.create_user("door"), role=StaffRole.Role.DOOR)
    for _again in range(2):
        assert send(evening, "day_card", {"person": str(people[4].pk)}, "door").status_code == 302
    send(evening, "day_card", {"person": str(people[2].pk)}, "door")
    cards = MemberCard.objects.filter(kind=CardKind.DAY).order_by("pk")
    assert [(card.number, card.name, card.valid_until) for card in cards] == [
        (f"G-{evening.date:%d%m%y}-1", people[4].name, evening.date),
        (f"G-{evening.date:%d%m%y}-2", people[2].name, evening.date),
    ]
    checks = check_cards(evening, list(evening.entries.all()))
    states = [check.state for entry in evening.entries.order_by("number") for check in checks[entry.pk]]
    assert states[:5] == [CardState.VALID, CardState.VALID, CardState.VALID, CardState.SUSPENDED, CardState.VALID]
    Person.objects.filter(pk=people[3].pk).update(membership="T4")
    answer = send(evening, "day_card", {"person": str(people[3].pk)}, "door", follow=True)
    assert "is suspended. Ask the board." in answer.content.decode()


def test_a_number_of_a_day_card_is_given_once_also_after_its_person_was_erased(evening):
    people = set_up(evening)
    for person in (people[4], people[2]):
        send(evening, "day_card", {"person": str(person.pk)})
    with write_tx():
        erase_person_rows(people[2], at=NOW)
    send(evening, "day_card", {"person": str(people[6].pk)})
    cards = MemberCard.objects.filter(kind=CardKind.DAY).order_by("pk")
    day = f"G-{evening.date:%d%m%y}"
    named = [(f"{day}-1", people[4].name), (f"{day}-2", ERASED_NAME), (f"{day}-3", people[6].name)]
    assert [(card.number, card.name) for card in cards] == named


def test_a_list_with_a_fault_is_not_imported_and_stays_in_the_box(evening):
    text = write_list(evening, "T1;Rossi;Anna;;;domani;")
    answer = import_list(evening, text)
    page = answer.content.decode()
    assert (answer.status_code, MemberCard.objects.exists()) == (422, False)
    assert ("“domani” is no date" in page, "T1;Rossi;Anna" in page) == (True, True)
    assert "Write headings above the columns" in import_list(evening, "Anna\nBerto").content.decode()
    assert "Write or paste the list here" in import_list(evening, "").content.decode()


def test_a_workbook_is_imported_and_imported_again(evening):
    book = openpyxl.Workbook()
    for row in (("Number", "Name", "Valid until"), ("T1", "Anna", dt.date(2026, 12, 31)), (2, "Berto", None)):
        book.active.append(row)
    stream = io.BytesIO()
    book.save(stream)
    import_list(evening, "", file=SimpleUploadedFile("soci.xlsx", stream.getvalue()))
    assert list(MemberCard.objects.values_list("number", "valid_until")) == [("T1", dt.date(2026, 12, 31)), ("2", None)]
    answer = send(evening, "members_import", {"text": "Number,Name\nT1,Anna\n3,Carla"}, follow=True)
    assert "1 new, 1 changed, 0 as before" in answer.content.decode()


def forbid_network(monkeypatch):
    """No name is resolved any more and no other machine is spoken to; the database and the page need neither."""

    def refuse(*_address, **_options):
        raise AssertionError("the network was asked for")

    for name in ("connect", "connect_ex", "sendto"):
        monkeypatch.setattr(socket.socket, name, refuse)
    for name in ("getaddrinfo", "gethostbyname", "create_connection"):
        monkeypatch.setattr(socket, name, refuse)


def test_a_list_is_imported_once_and_checked_without_a_network_on_every_evening_of_the_club(evening, monkeypatch):
    set_up(evening)
    forbid_network(monkeypatch)
    with pytest.raises(AssertionError):
        socket.create_connection(("127.0.0.1", 9))
    following = found_tournament(build_user(), "Giovedì dopo", fee_cents=2000)
    enter_pairs(following, build_user(), 4)
    for tournament in (evening, following):
        page = read_page(client_as("director").get(reverse("tournaments:check_in", args=[tournament.slug]))).text
        words = ("card expired on 01/01/2020 (T3)", "card suspended (T4)", "not a member")
        assert [word in page for word in words] == [True, True, True]
        checks = check_cards(tournament, list(tournament.entries.order_by("number")))
        states = [check.state for entry in tournament.entries.order_by("number") for check in checks[entry.pk]]
        assert states[1:5] == [CardState.VALID, CardState.EXPIRED, CardState.SUSPENDED, CardState.MISSING]
    send(following, "cash_take", {"what": "entry", "entry": number_of(following, 2), "count": "1"})
    form = client_as("director").get(address(following, "receipts"), {"receipt": "1"}).context["form"]
    assert form["kind"].value() == PayerKind.GUEST
    assert MemberCard.objects.count() == 4
    Tournament.objects.filter(pk=following.pk).update(organizer=Organizer.objects.create(name="Altro circolo", slug="altro"))
    page = client_as("director").get(reverse("tournaments:check_in", args=[following.slug])).content.decode()
    assert "card expired" not in page


def test_a_card_is_renewed_and_two_who_change_it_are_told(evening):
    set_up(evening)
    page = client_as("director").get(address(evening, "members"), {"card": "T3"})
    typed = {"number": "T3", "kind": "member", "valid_until": "2027-12-31", "seen": page.context["fingerprint"]}
    assert send(evening, "member_card", typed).status_code == 302
    answer = send(evening, "member_card", typed | {"valid_until": "2028-12-31"})
    assert (answer.status_code, "no longer what your page showed" in answer.content.decode()) == (422, True)
    assert MemberCard.objects.get(number="T3").valid_until == dt.date(2027, 12, 31)


def test_the_register_names_everybody_with_the_card(evening):
    set_up(evening)
    context = read_print_context(evening, str)
    rows = read_member_sections(context)[0].rows
    assert len(rows) == len(list_people(evening))
    day = f"{evening.date:%d/%m/%Y}"
    assert {row[2] for row in rows} == {day, "", "01/01/2020\ncard expired", "card suspended", "not a member"}
    assert {"", "T1 · member", "T2 · member of the same association · ARCI"} <= {row[1] for row in rows}


def test_the_register_is_printed_in_letters_that_can_be_read(evening):
    set_up(evening)
    MemberCard.objects.update(issuer="Associazione Ricreativa e Culturale Italiana, comitato provinciale di Nuoro", kind=CardKind.ASSOCIATE)
    [page] = read_sheets(draw_members(read_print_context(evening, str)))
    assert "comitato provinciale di Nuoro" in " ".join(page.words)
    assert min(text.size for text in page.texts) >= 8
