"""The cash: what is taken in and paid out adds up, compared with a plain count; the pot and its split; who may do what."""

import random

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from jobs.databases import write_tx
from tests.tournaments.conftest import enter_pairs, found_tournament, pair_lines
from tournaments.cash.book import CashMove
from tournaments.cash.pot import compute_pot_part, parse_extras, parse_split, split_pot
from tournaments.cash.queries import read_cash_report, sum_prizes_paid
from tournaments.cash.services import cancel_line, pay_out, save_fee_plan, take_in
from tournaments.check_in.services import check_in_entry
from tournaments.entries.services import edit_entry
from tournaments.fields.details import EntryDetails
from tournaments.importing.services import import_entries
from tournaments.models import CashLine, Entry, StaffRole, Tournament
from tournaments.people.erasure import erase_person_rows
from tournaments.refusals import ChangeRefused

Kind = CashLine.Kind
PLAN = {"pot_cents": 1500, "split": "50 30 20", "extras": "Dinner: 15"}


@pytest.fixture
def evening(director):
    tournament = found_tournament(director, fee_cents=2000)
    enter_pairs(tournament, director, 5)
    save_fee_plan(tournament, fee_cents=2000, values=PLAN, actor=director)
    return Tournament.objects.get(pk=tournament.pk)


def entry(tournament, number):
    return Entry.objects.get(tournament=tournament, number=number)


def test_the_fee_goes_into_the_book_whichever_way_it_is_noted(evening, director, assistant):
    StaffRole.objects.update_or_create(tournament=evening, user=assistant, defaults={"role": StaffRole.Role.DOOR})
    check_in_entry(entry(evening, 1), actor=assistant, paid=True)
    edit_entry(entry(evening, 2), EntryDetails(("Anna002", "Berto002"), fee_paid=1250), actor=director)
    take_in(evening, CashMove(Kind.ENTRY, 0, entry(evening, 2)), actor=assistant, key="rest")
    lines = CashLine.objects.filter(tournament=evening).values_list("number", "entry__number", "amount_cents", "made_by__username")
    assert list(lines) == [(1, 1, 2000, "assistant"), (2, 2, 1250, "director"), (3, 2, 750, "assistant")]
    report = read_cash_report(evening)
    assert (report.in_the_box, report.owing, report.owed) == (4000, 3, 6000)
    assert [(taker.name, taker.net) for taker in report.takers] == [("assistant", 2750), ("director", 1250)]


def test_a_list_with_what_was_paid_is_in_the_book(director):
    tournament = found_tournament(director, fee_cents=2000)
    import_entries(tournament, "Giocatore 1;Giocatore 2;Pagato\nAnna;Berto;20\nCarla;Dino;", actor=director)
    assert list(CashLine.objects.values_list("kind", "amount_cents", "entry__number")) == [("entry", 2000, 1)]


def test_what_was_noted_before_there_was_a_book_is_counted_without_a_name(evening):
    Entry.objects.filter(tournament=evening, number__lte=2).update(fee_paid_cents=2000)
    report = read_cash_report(evening)
    assert [(line.kind, line.count, line.net) for line in report.sums] == [("entry", 0, 4000)]
    assert [(taker.name, taker.net) for taker in report.takers] == [("", 4000)]
    assert report.in_the_box == sum(taker.net for taker in report.takers) == 4000


def test_whatever_is_done_the_book_the_entries_and_the_balance_agree(evening, director):
    """Three hundred payments, refunds and cancelled lines in any order, against a plain sum of what was handed over."""
    rng, box, fees, prizes, dinners = random.Random(3), 0, 0, 0, 0
    done = []
    for number in range(300):
        playing, what = entry(evening, rng.randint(1, 5)), rng.choice(["take", "take", "back", "dinner", "prize", "hall", "cancel"])
        amount = rng.randint(1, 30) * 50
        try:
            if what == "take":
                line = take_in(evening, CashMove(Kind.ENTRY, amount, playing), actor=director, key=str(number))
            elif what == "dinner":
                line = take_in(evening, CashMove(Kind.EXTRA, amount, None, "Dinner"), actor=director, key=str(number))
            elif what == "cancel":
                line = cancel_line(rng.choice(done), actor=director) if done else None
            else:
                kind = {"back": Kind.ENTRY, "prize": Kind.PRIZE, "hall": Kind.EXPENSE}[what]
                line = pay_out(evening, CashMove(kind, amount, playing), actor=director, key=str(number))
        except ChangeRefused:
            continue
        if line is not None:
            done.append(line)
            box += line.amount_cents
            fees += line.amount_cents if line.kind == "entry" else 0
            prizes -= line.amount_cents if line.kind == "prize" else 0
            dinners += line.amount_cents if line.kind == "extra" else 0
    report = read_cash_report(evening)
    assert sum(Entry.objects.filter(tournament=evening).values_list("fee_paid_cents", flat=True)) == fees == report.entry_fees
    assert (report.in_the_box, report.prizes_paid) == (box, prizes)
    assert sum(taker.net for taker in report.takers) == box
    assert sum(line.net for line in report.sums if line.label == "Dinner") == dinners
    assert sum(sum_prizes_paid(evening).values()) == prizes
    assert CashLine.objects.filter(cancels__isnull=False).count() > 20


def test_a_form_that_is_sent_twice_is_one_line(evening, director):
    for _time in range(2):
        take_in(evening, CashMove(Kind.EXTRA, 4500, entry(evening, 1), "Dinner"), actor=director, key="once")
        pay_out(evening, CashMove(Kind.PRIZE, 500, entry(evening, 1)), actor=director, key="prize")
    assert list(CashLine.objects.values_list("amount_cents", flat=True)) == [4500, -500]


@pytest.mark.parametrize(
    ("kind", "amount", "number", "sentence"),
    [
        (Kind.ENTRY, -1, 1, "more cannot be given back"),
        (Kind.ENTRY, -1, None, "which entry"),
        (Kind.ENTRY, 1, None, "which entry"),
        (Kind.EXTRA, 0, None, "write the amount"),
        (Kind.PRIZE, 0, 1, "write the amount"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(evening, director, kind, amount, number, sentence):
    move = CashMove(kind, abs(amount), None if number is None else entry(evening, number))
    save = take_in if amount > 0 or kind == Kind.EXTRA else pay_out
    with pytest.raises(ChangeRefused, match=sentence):
        save(evening, move, actor=director, key="k")
    assert not CashLine.objects.exists()


def test_a_fee_is_not_taken_twice(evening, director):
    take_in(evening, CashMove(Kind.ENTRY, 0, entry(evening, 1)), actor=director, key="a")
    with pytest.raises(ChangeRefused, match="has paid its fee already"):
        take_in(evening, CashMove(Kind.ENTRY, 0, entry(evening, 1)), actor=director, key="b")


def test_the_door_takes_fees_and_cancels_its_own_lines_only(evening, director, assistant):
    StaffRole.objects.update_or_create(tournament=evening, user=assistant, defaults={"role": StaffRole.Role.DOOR})
    own = take_in(evening, CashMove(Kind.EXTRA, 1500, None, "Dinner"), actor=assistant, key="own")
    others = take_in(evening, CashMove(Kind.ENTRY, 0, entry(evening, 1)), actor=director, key="others")
    cancel_line(own, actor=assistant)
    refused = (
        lambda: cancel_line(others, actor=assistant),
        lambda: pay_out(evening, CashMove(Kind.PRIZE, 500, entry(evening, 1)), actor=assistant, key="p"),
        lambda: take_in(evening, CashMove(Kind.INCOME, 500, None, "Sponsor"), actor=assistant, key="i"),
        lambda: save_fee_plan(evening, fee_cents=1, values={}, actor=assistant),
    )
    for attempt in refused:
        with pytest.raises(PermissionDenied):
            attempt()
    with pytest.raises(ChangeRefused, match="cancelled already"):
        cancel_line(own, actor=director)
    assert read_cash_report(evening).in_the_box == 2000


def test_the_pot_grows_with_what_was_paid_and_shrinks_with_what_was_given_back(evening, director):
    for number in (1, 2, 3):
        take_in(evening, CashMove(Kind.ENTRY, 0, entry(evening, number)), actor=director, key=str(number))
    pay_out(evening, CashMove(Kind.ENTRY, 1000, entry(evening, 3)), actor=director, key="half back")
    report = read_cash_report(evening)
    assert (report.pot, report.prizes) == (3750, (1950, 1100, 700))
    save_fee_plan(evening, fee_cents=2000, values={**PLAN, "guaranteed_cents": 10_000}, actor=director)
    report = read_cash_report(evening)
    assert (report.collected_pot, report.pot, report.prizes) == (3750, 10_000, (5000, 3000, 2000))


def test_a_split_pays_out_the_whole_pot_in_whole_euros():
    rng = random.Random(1)
    for _ in range(300):
        pot, cuts = rng.randint(0, 300_000), sorted(rng.sample(range(1, 100), rng.randint(0, 5)))
        shares = sorted((high - low for low, high in zip([0, *cuts], [*cuts, 100], strict=True)), reverse=True)
        assert parse_split(" ".join(map(str, shares))) == tuple(shares)
        prizes = split_pot(pot, shares)
        assert sum(prizes) == pot
        for share, prize in zip(shares[1:], prizes[1:], strict=True):
            assert prize % 100 == 0
            assert 0 <= pot * share / 100 - prize < 100
    assert (split_pot(5000, ()), parse_split("  "), compute_pot_part(100, 0, 50)) == ((), (), 0)


@pytest.mark.parametrize(
    ("text", "sentence"), [("50 30", "add up to 80"), ("30 70", "more than the place before"), ("half", "for example")]
)
def test_a_split_that_cannot_be_is_refused(text, sentence):
    with pytest.raises(ValidationError, match=sentence):
        parse_split(text)


def test_extras_are_read_as_people_write_them():
    assert parse_extras("Cena: 15\n\n Maglietta : € 7,50 \nBirra: 3 €") == {"Cena": 1500, "Maglietta": 750, "Birra": 300}
    for text in ("Cena 15", "Cena: 15\nCena: 20", "Cena: molto"):
        with pytest.raises(ValidationError):
            parse_extras(text)


def test_names_go_out_of_the_book_with_the_person(evening, director):
    pay_out(evening, CashMove(Kind.EXPENSE, 500, None, "Benzina di Anna001"), actor=director, key="k")
    with write_tx():
        erase_person_rows(entry(evening, 1).persons.get(name="Anna001"), at=evening.created_at)
    assert "Anna001" not in CashLine.objects.get().label


def test_a_long_list_costs_no_more_queries(director, django_assert_max_num_queries):
    tournament = found_tournament(director, "Grande", fee_cents=2000)
    import_entries(
        tournament,
        "Giocatore 1;Giocatore 2;Pagato\n" + "\n".join(f"{row.replace(' / ', ';')};20" for row in pair_lines(150).split("\n")),
        actor=director,
    )
    with django_assert_max_num_queries(7):
        assert read_cash_report(tournament).in_the_box == 300_000
