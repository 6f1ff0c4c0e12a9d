"""The treasurer's pages, as the door and the director use them; what was typed wrongly; the report on paper and as a list."""

import csv
import io

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from desk.rehearsal.services import start_rehearsal
from printing.prints.cash_papers import read_cash_sections
from printing.prints.heads import read_print_context
from scoring.models import PaperStyle
from tests.pages import read_page
from tests.scoring.builders import NOW, build_user
from tests.scoring.evenings import play_evening
from tests.tournaments.conftest import enter_pairs, found_tournament
from tournaments.cash.book import read_fee_plan
from tournaments.fields.euros import parse_cents
from tournaments.models import CashLine, Entry, StaffRole, Tournament

pytestmark = pytest.mark.django_db
PLAN = {"fee": "20", "pot": "15", "extras": "Dinner: 15", "split": "50 30 20", "reentry_most": "1", "reentry": "10", "reentry_pot": "10"}


@pytest.fixture
def evening():
    tournament = found_tournament(build_user(), fee_cents=2000)
    enter_pairs(tournament, build_user(), 4)
    return tournament


def client_as(name):
    client = Client(headers={"accept-language": "en"})
    client.force_login(User.objects.get(username=name))
    return client


def address(tournament, name, *arguments):
    return reverse(f"scoring:{name}", args=[tournament.slug, *arguments])


def send(tournament, name, data, user="director", **options):
    return client_as(user).post(address(tournament, name), {"key": f"key-{CashLine.objects.count()}", **data}, **options)


def number_of(tournament, number):
    return str(Entry.objects.get(tournament=tournament, number=number).pk)


def test_fees_are_set_taken_paid_back_and_balanced(evening):
    assert send(evening, "cash_fees", PLAN).status_code == 302
    send(evening, "cash_take", {"what": "entry", "entry": number_of(evening, 1), "count": "1", "amount": ""})
    send(evening, "cash_take", {"what": "extra:Dinner", "entry": "", "count": "3", "amount": ""})
    send(evening, "cash_take", {"what": "income", "entry": "", "count": "1", "amount": "100", "words": "Sponsor"})
    send(evening, "cash_pay", {"what": "expense", "entry": "", "amount": "50,50", "words": "Hall"})
    page = send(evening, "cash_pay", {"what": "entry", "entry": number_of(evening, 1), "amount": "5"}, follow=True).content.decode()
    assert list(CashLine.objects.values_list("kind", "label", "amount_cents")) == [
        ("entry", "", 2000),
        ("extra", "Dinner", 4500),
        ("income", "Sponsor", 10_000),
        ("expense", "Hall", -5050),
        ("entry", "", -500),
    ]
    assert "Paid out: €5.00, entry fee, 1 Anna001 – Berto001." in page
    assert "in the box €109.50" in page
    assert "Pot €11.25" in read_page(page).text
    assert any(text.startswith("€11.25") for text in read_page(page).texts("small"))
    assert "More was paid out than came in" not in page
    page = send(evening, "cash_pay", {"what": "expense", "entry": "", "amount": "109,51", "words": "Band"}, follow=True).content.decode()
    assert "in the box −€0.01" in page
    assert "More was paid out than came in" in page


@pytest.mark.parametrize(
    ("name", "typed", "sentence"),
    [
        ("cash_take", {"what": "entry", "count": "1"}, "Say which entry pays its fee."),
        ("cash_take", {"what": "income", "count": "1", "amount": "5"}, "Write what this money is."),
        ("cash_take", {"what": "float", "count": "1"}, "Write the amount."),
        ("cash_take", {"what": "extra:Dinner", "count": "0"}, "Write 1 or more."),
        ("cash_pay", {"what": "prize", "amount": "5"}, "Say which entry gets the money."),
        ("cash_pay", {"what": "expense", "words": "Hall", "amount": "molto"}, "Write an amount in euros"),
        ("cash_pay", {"what": "expense", "words": "Hall"}, "Write the amount."),
        ("cash_fees", PLAN | {"pot": "25"}, "More than the fee itself."),
        ("cash_fees", PLAN | {"split": "50 40"}, "The shares add up to 90 per cent and not to 100."),
        ("cash_fees", PLAN | {"extras": "Dinner 15"}, "a colon and euros"),
    ],
)
def test_what_was_typed_wrongly_stays_on_the_page(evening, name, typed, sentence):
    send(evening, "cash_fees", PLAN)
    answer = send(evening, name, typed)
    assert (answer.status_code, CashLine.objects.count()) == (422, 0)
    assert sentence in answer.content.decode()
    assert read_fee_plan(evening).split == "50 30 20"


def test_without_a_fee_nobody_has_paid_it_already(evening):
    Tournament.objects.update(fee_cents=0)
    answer = send(evening, "cash_take", {"what": "entry", "entry": number_of(evening, 1), "count": "1", "amount": ""})
    page = answer.content.decode()
    assert (answer.status_code, "Not saved: write the amount." in page, "has paid its fee" in page) == (422, True, False)
    assert not CashLine.objects.exists()


def test_the_door_takes_in_and_sees_no_way_to_pay_out(evening):
    StaffRole.objects.create(tournament=evening, user=User.objects.create_user("door"), role=StaffRole.Role.DOOR)
    page = client_as("door").get(address(evening, "cash")).content.decode()
    assert ("Money in" in page, "Money out" in page, "Fees and pot" in page, "other income" in page) == (True, False, False, False)
    send(evening, "cash_take", {"what": "entry", "entry": number_of(evening, 1), "count": "1"}, "door")
    send(evening, "cash_take", {"what": "income", "words": "x", "count": "1", "amount": "5"}, "door")
    line = CashLine.objects.get()
    assert client_as("door").post(address(evening, "cash_cancel", line.number)).status_code == 302
    assert CashLine.objects.filter(cancels=line).count() == 1


def test_prizes_go_from_the_pot_to_the_list_and_out_of_the_box():
    tournament = play_evening(pairs=4, rounds=1, closed=1, fee_cents=2000)
    PaperStyle.objects.create(tournament=tournament, prizes="Ham\n€ 5,00\n3: cup\n4: wine\nConsolation:\nsalami")
    for number in range(1, 5):
        send(tournament, "cash_take", {"what": "entry", "entry": number_of(tournament, number), "count": "1"})
    send(tournament, "cash_fees", PLAN | {"split": "60 40"})
    assert send(tournament, "cash_prizes", {"noted": "yes"}, follow=True).status_code == 200
    style = PaperStyle.objects.get(tournament=tournament)
    assert style.prizes.splitlines() == ["1: €36.00", "2: €24.00", "3: cup", "4: wine", "Consolation:", "salami"]
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.FINISHED)
    tournament.stages.update(state="finished")
    due = [form.fields for form in list_due(tournament)]
    assert len(due) >= 2
    assert sum(parse_cents(boxes["amount"]) for boxes in due) == 6000
    send(tournament, "cash_pay", {"what": "prize", "entry": due[0]["entry"], "amount": due[0]["amount"]})
    assert len(list_due(tournament)) == len(due) - 1


def test_a_prize_in_kind_that_the_pot_replaces_is_named(evening):
    PaperStyle.objects.create(tournament=evening, prizes="1: Ham · Salumeria Rossi\n2: € 5,00\n3: cup")
    send(evening, "cash_fees", PLAN | {"split": "60 40"})
    send(evening, "cash_take", {"what": "entry", "entry": number_of(evening, 1), "count": "1"})
    for sentences in (["Money has replaced on the prize list: Ham · Salumeria Rossi."], []):
        page = send(evening, "cash_prizes", {"noted": "yes"}, follow=True)
        assert [str(message) for message in page.context["messages"]] == [*sentences, "Saved: these prizes are on the prize list."]


def test_of_two_treasurers_who_pay_the_same_the_second_is_told(evening):
    send(evening, "cash_take", {"what": "float", "count": "1", "amount": "500"})
    seen = client_as("director").get(address(evening, "cash")).context["last_line"]
    prize = {"what": "prize", "entry": number_of(evening, 1), "amount": "100", "last_line": str(seen)}
    send(evening, "cash_pay", prize)
    answer = send(evening, "cash_pay", prize)
    assert (answer.status_code, CashLine.objects.filter(kind="prize").count()) == (422, 1)
    assert "director wrote €100.00 for 1 Anna001 – Berto001 at" in answer.content.decode()
    send(evening, "cash_pay", prize | {"last_line": str(answer.context["last_line"])})
    assert CashLine.objects.filter(kind="prize").count() == 2


def list_due(tournament):
    """The forms that pay a prize."""
    forms = read_page(client_as("director").get(address(tournament, "cash"))).find_all("form")
    return [form for form in forms if any(words.startswith("Pay €") for words in form.texts("button"))]


def test_without_a_pot_no_prize_is_overwritten(evening):
    PaperStyle.objects.create(tournament=evening, prizes="Ham")
    answer = send(evening, "cash_prizes", {"noted": "yes"}, follow=True)
    assert "there is no pot to split" in answer.content.decode()
    assert PaperStyle.objects.get().prizes == "Ham"


def test_the_report_and_the_list_say_what_the_page_says(evening):
    send(evening, "cash_fees", PLAN)
    send(evening, "cash_take", {"what": "entry", "entry": number_of(evening, 1), "count": "1"})
    client_as("director").post(address(evening, "cash_cancel", 1))
    send(evening, "cash_take", {"what": "extra:Dinner", "entry": number_of(evening, 2), "count": "2"})
    sections = {section.title: section for section in read_cash_sections(read_print_context(evening, str))}
    assert sections["Balance"].rows[-1] == ("In the box", "", "", "€30.00")
    assert [row[2] for row in sections["Cash book"].rows] == ["Entry fee", "Entry fee (cancels line 1)", "Dinner"]
    answer = client_as("director").get(reverse("scoring:list_csv", args=[evening.slug, "cash"]))
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))
    assert [float(row[6].replace(",", ".")) for row in rows[1:]] == [20, -20, 30]
    paper = client_as("director").get(reverse("scoring:print_paper", args=[evening.slug, "cash"]))
    assert paper.content.startswith(b"%PDF")


def test_among_many_entries_the_box_takes_a_number_or_a_name():
    tournament = found_tournament(build_user(), fee_cents=2000)
    enter_pairs(tournament, build_user(), 201)
    page = client_as("director").get(address(tournament, "cash"), {"entry": number_of(tournament, 150)})
    assert page.context["take"]["entry"].value() == "150"
    send(tournament, "cash_take", {"what": "entry", "entry": "150", "count": "1"})
    send(tournament, "cash_take", {"what": "entry", "entry": "Berto201", "count": "1"})
    assert list(CashLine.objects.values_list("entry__number", flat=True)) == [150, 201]


def test_a_practice_copy_has_the_fees_and_an_empty_box(evening):
    send(evening, "cash_fees", PLAN)
    send(evening, "cash_take", {"what": "entry", "entry": number_of(evening, 1), "count": "1"})
    copy = start_rehearsal(evening, actor=build_user(), at=NOW)
    assert (read_fee_plan(copy).split, copy.fee_cents, CashLine.objects.filter(tournament=copy).count()) == ("50 30 20", 2000, 0)
    assert read_fee_plan(evening).tournament_id == evening.pk
