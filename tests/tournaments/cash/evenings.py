"""Random evenings of money: two treasurers, cancellations, fees given back, people who enter again, receipts that are handed out."""

from django.core.exceptions import PermissionDenied

from tests.scoring.builders import NOW
from tests.scoring.hands import fresh_key
from tournaments.cash.book import CashMove
from tournaments.cash.receipts import ReceiptOrder, hand_out_receipts, number_receipts
from tournaments.cash.services import cancel_line, pay_out, take_in
from tournaments.models import CashLine, Entry, Member, PayerKind, StaffRole
from tournaments.refusals import ChangeRefused

Kind = CashLine.Kind
STEPS = 24


def play_cash(tournament, rng, director, treasurer):
    """Whatever two people with one box do in an evening; what is refused changes nothing."""
    StaffRole.objects.get_or_create(tournament=tournament, user=treasurer, defaults={"role": StaffRole.Role.DOOR})
    for _step in range(STEPS):
        deed = rng.choice((take_fee, take_fee, take_other, give_back, cancel_any, enter_anew, hand_out, spend))
        try:
            deed(tournament, rng, rng.choice((director, treasurer)))
        except (ChangeRefused, PermissionDenied):
            continue


def choose_entry(tournament, rng):
    return rng.choice(list(Entry.objects.filter(tournament=tournament).order_by("pk")))


def take_fee(tournament, rng, actor):
    move, key = CashMove(Kind.ENTRY, rng.choice((0, 0, 500, 750)), choose_entry(tournament, rng)), fresh_key()
    take_in(tournament, move, actor=actor, key=key)
    take_in(tournament, move, actor=actor, key=key)  # the same form, sent twice


def take_other(tournament, rng, actor):
    kind = rng.choice((Kind.EXTRA, Kind.INCOME, Kind.FLOAT))
    entry = choose_entry(tournament, rng) if kind == Kind.EXTRA else None
    take_in(tournament, CashMove(kind, rng.randint(1, 3000), entry, "Cena"), actor=actor, key=fresh_key())


def give_back(tournament, rng, actor):
    pay_out(tournament, CashMove(Kind.ENTRY, rng.randint(1, 2100), choose_entry(tournament, rng)), actor=actor, key=fresh_key())


def spend(tournament, rng, actor):
    kind = rng.choice((Kind.PRIZE, Kind.EXPENSE))
    pay_out(tournament, CashMove(kind, rng.randint(1, 2000), choose_entry(tournament, rng), "Sala"), actor=actor, key=fresh_key())


def cancel_any(tournament, rng, actor):
    lines = list(CashLine.objects.filter(tournament=tournament).order_by("pk"))
    if lines:
        cancel_line(rng.choice(lines), actor=actor)


def enter_anew(tournament, rng, actor):
    lost = choose_entry(tournament, rng)
    if Entry.objects.filter(again_of=lost).exists():
        return
    number = Entry.objects.filter(tournament=tournament).count() + 1
    again = Entry.objects.create(tournament=tournament, number=number, name=lost.name, again_of=lost)
    for member in lost.members.all():
        row = {"person": member.person, "position": member.position, "attempt": member.attempt + 1}
        Member.objects.create(entry=again, tournament=tournament, **row)
    take_in(tournament, CashMove(Kind.ENTRY, 1000, again), actor=actor, key=fresh_key())


def hand_out(tournament, rng, actor):
    receipts = number_receipts(tournament)
    if receipts:
        orders = [ReceiptOrder(rng.choice(receipts).number, "Anna", rng.choice(list(PayerKind)))]
        hand_out_receipts(tournament, orders, actor=actor, at=NOW)
