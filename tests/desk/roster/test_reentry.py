"""Entering again after a defeat: who may, until when and how often, at what fee; and what the others notice of it."""

import pytest
from django.test import Client
from django.urls import reverse

from desk.roster.reentry import enter_again, read_reentry_offer
from desk.verification.queries import verify_tournament
from scoring.confirmation.services import confirm_match
from scoring.entry.services import FilledBoxes
from tests.desk.roster.test_late_entries import begin, in_order, play, publish_next, to_the_end
from tests.scoring.builders import build_user, origin
from tests.scoring.hands import enter, fresh_key
from tests.tournaments.conftest import found_tournament
from tournaments.cash.queries import read_cash_report
from tournaments.cash.services import save_fee_plan
from tournaments.entries.exports import read_entries_list, render_csv
from tournaments.entries.services import edit_entry, withdraw_entry
from tournaments.fields.details import EntryDetails
from tournaments.importing import job_handlers
from tournaments.importing.services import import_entries
from tournaments.models import CashLine, Entry, Match, Member, Seat, Tournament
from tournaments.reading.faults import describe_fault
from tournaments.reading.lists import parse_list
from tournaments.reading.rows import ExistingEntries
from tournaments.refusals import ChangeRefused

pytestmark = pytest.mark.django_db
ONCE = {"reentry_most": 1, "reentry_cents": 1000, "reentry_pot_cents": 1000}


def allow(stage, **values):
    save_fee_plan(stage.tournament, fee_cents=2000, values={**ONCE, **values}, actor=build_user())


def lose(stage):
    """Decide one match that is being played; who lost it."""
    match = (
        stage.rounds.order_by("-number")[0]
        .matches.filter(kind=Match.Kind.PLAYED, result=None)
        .select_related("round__stage__tournament")[0]
    )
    enter(match, FilledBoxes("match", {"games_0": "2", "games_1": "1"}))
    confirm_match(match, origin=origin(fresh_key()), version=None)
    return match.seats.get(side=1).entry


def again(entry, *, paid=True):
    return enter_again(Entry.objects.get(pk=entry.pk), paid=paid, actor=build_user(), origin=origin(fresh_key()))


def offer_of(entry):
    return read_reentry_offer(Entry.objects.select_related("tournament").get(pk=entry.pk))


def test_in_a_bracket_who_lost_takes_a_free_place_of_the_first_round():
    stage = begin("knockout", 6)
    allow(stage)
    loser = lose(stage)
    back = again(loser)
    first = stage.rounds.get(number=1)
    assert first.matches.filter(kind=Match.Kind.BYE).count() == 1
    assert Seat.objects.filter(round=first, entry=back).exists()
    assert (back.again_of_id, Entry.objects.get(pk=loser.pk).state) == (loser.pk, Entry.State.WITHDRAWN)
    assert list(back.members.values_list("person", "attempt")) == [(pk, 1) for pk in loser.members.values_list("person", flat=True)]
    order = to_the_end(stage)
    assert len(order) == 7
    assert in_order(stage) == (0, True)
    assert verify_tournament(stage.tournament) == ()


def test_where_everybody_plays_all_rounds_it_plays_from_the_next_one():
    stage = begin("swiss", 6, rounds=3)
    allow(stage)
    loser = lose(stage)
    play(stage.rounds.get(number=1))
    back = again(loser, paid=False)
    second = publish_next(stage)
    seated = set(Seat.objects.filter(round=second).values_list("entry", flat=True))
    assert (back.pk in seated, loser.pk in seated) == (True, False)
    to_the_end(stage)
    assert verify_tournament(stage.tournament) == ()


def test_the_fee_of_a_reentry_is_taken_now_or_owed():
    stage = begin("swiss", 6, rounds=3)
    allow(stage, reentry_most=2)
    first, second = lose(stage), lose(stage)
    again(first)
    again(second, paid=False)
    report = read_cash_report(Tournament.objects.get(pk=stage.tournament_id))
    assert list(CashLine.objects.values_list("kind", "amount_cents", "entry__number")) == [("reentry", 1000, 7)]
    assert (report.reentry_fees, report.collected_pot, report.owing, report.owed) == (1000, 1000, 7, 6 * 2000 + 1000)


def test_who_withdrew_and_did_not_enter_again_owes_nothing():
    stage = begin("swiss", 6, rounds=3)
    allow(stage)
    loser = lose(stage)
    assert read_cash_report(Tournament.objects.get(pk=stage.tournament_id)).owing == 6
    withdraw_entry(loser, actor=build_user())
    assert read_cash_report(Tournament.objects.get(pk=stage.tournament_id)).owing == 5


def test_nobody_enters_again_where_the_director_does_not_allow_it():
    stage = begin("knockout", 6)
    loser = lose(stage)
    assert offer_of(loser) is None
    with pytest.raises(ChangeRefused, match="Only an entry that has lost"):
        again(loser)


def test_who_won_who_plays_and_who_did_so_already_does_not_enter_again():
    stage = begin("knockout", 6)
    allow(stage)
    loser = lose(stage)
    winner = Seat.objects.get(match__seats__entry=loser, side=0).entry
    playing = Seat.objects.filter(match__result=None, match__kind=Match.Kind.PLAYED).first().entry
    assert (offer_of(winner), offer_of(playing)) == (None, None)
    again(loser)
    assert offer_of(loser) is None
    with pytest.raises(ChangeRefused):
        again(loser)


def test_how_often_is_counted_over_all_attempts():
    stage = begin("swiss", 4, rounds=5)
    allow(stage)
    loser = lose(stage)
    play(stage.rounds.get(number=1))
    back = again(loser)
    current = publish_next(stage)
    match = Match.objects.select_related("round__stage__tournament").get(round=current, seats__entry=back)
    side = match.seats.get(entry=back).side
    assert offer_of(back) is None
    enter(match, FilledBoxes("match", {f"games_{side}": "0", f"games_{1 - side}": "2"}))
    confirm_match(match, origin=origin(fresh_key()), version=None)
    refused = offer_of(back)
    assert (refused.stage, refused.sentence) == (None, "It has entered again 1 times, and the fees allow no more.")
    allow(stage, reentry_most=2)
    assert offer_of(back).stage == stage


@pytest.mark.parametrize(("until", "stage_allows"), [(1, False), (2, True), (None, True)])
def test_until_when(until, stage_allows):
    stage = begin("swiss", 6, rounds=4)
    allow(stage, reentry_until=until)
    loser = lose(stage)
    play(stage.rounds.get(number=1))
    publish_next(stage)
    play(stage.rounds.get(number=2))
    assert (offer_of(loser).stage is not None) is stage_allows


def test_a_full_bracket_says_that_it_is_full():
    stage = begin("knockout", 4)
    allow(stage)
    offer = offer_of(lose(stage))
    assert (offer.stage, offer.sentence) == (None, "The first draw left no free place: every bracket or pool is full.")


def test_a_name_is_corrected_in_either_attempt():
    stage = begin("knockout", 6)
    allow(stage)
    back = again(lose(stage))
    names = list(back.persons.values_list("name", flat=True).order_by("memberships__position").distinct())
    changed = edit_entry(back, EntryDetails((names[0], "Zeno Nuovo")), actor=build_user())
    assert list(Member.objects.filter(entry=changed).values_list("attempt", flat=True)) == [1, 1]


def test_the_page_of_who_lost_has_the_button_and_leads_to_the_new_entry():
    stage = begin("knockout", 6)
    allow(stage)
    loser = lose(stage)
    client = Client(headers={"accept-language": "en"})
    client.force_login(build_user())
    address = reverse("tournaments:entry_edit", args=[stage.tournament.slug, loser.number])
    page = client.get(address).content.decode()
    assert "Enters again, paid €10.00" in page
    answer = client.post(reverse("scoring:enter_again", args=[stage.tournament.slug, loser.number]), {"what": "paid"}, follow=True)
    assert "entered again after" in answer.content.decode()
    assert "Enters again" not in client.get(address).content.decode()


def import_list(text, *, only_good=False):
    tournament = found_tournament(build_user(), name="Copia")
    import_entries(tournament, text, actor=build_user(), only_good=only_good)
    return tournament


def test_an_exported_list_with_reentries_comes_back_whole(monkeypatch):
    stage = begin("swiss", 4, rounds=5)
    allow(stage, reentry_most=2)
    loser = lose(stage)
    play(stage.rounds.get(number=1))
    back = again(loser)
    match = Match.objects.select_related("round__stage__tournament").get(round=publish_next(stage), seats__entry=back)
    side = match.seats.get(entry=back).side
    enter(match, FilledBoxes("match", {f"games_{side}": "0", f"games_{1 - side}": "2"}))
    confirm_match(match, origin=origin(fresh_key()), version=None)
    again(back, paid=False)
    listed = read_entries_list(stage.tournament)
    text = render_csv(listed).decode("utf-8-sig")
    assert [row[-1] for row in listed.rows] == [None] * 4 + [loser.number, back.number]
    at_once = import_list(text)
    assert read_entries_list(at_once) == listed
    assert list(CashLine.objects.filter(tournament=at_once).values_list("kind", "amount_cents")) == [("reentry", 1000)]
    monkeypatch.setattr(job_handlers, "IMPORTED_AT_ONCE", 1)
    in_parts = found_tournament(build_user(), name="A pezzi")
    roles = tuple(role.value for role in parse_list(text, size=2, existing=ExistingEntries()).roles)
    order = {"text": text, "roles": roles, "one_person_a_row": None, "only_good": False, "token": "t"}
    import_job = {"tournament": in_parts.pk, "actor": build_user().pk, **order, "newest": Entry.objects.order_by("pk").last().pk}
    job_handlers.import_list(import_job, lambda _percent, _sentence: None)
    assert read_entries_list(in_parts) == listed


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ("3;Ada;Bea;1", None),
        ("3;Ada;Eva;1", "no correct row above has this number"),
        ("3;Ada;Bea;2", "no correct row above has this number"),
        ("3;Ada;Bea;9", "no correct row above has this number"),
        ("3;Ada;Bea;x", "is not a number"),
        ("3;Ada;Bea;", "is already in line 2"),
    ],
)
def test_a_reentry_follows_a_row_of_the_same_names(row, fault):
    text = f"Numero;Giocatore 1;Giocatore 2;Rientro dopo il numero\n1;Ada;Bea;\n2;Ciro;Dino;\n{row}"
    sentences = [describe_fault(problem) for problem in parse_list(text, size=2, existing=ExistingEntries()).rows[2].faults]
    assert any(fault in sentence for sentence in sentences) if fault else sentences == []


def test_who_enters_again_in_a_list_without_states_plays_once():
    tournament = import_list("Numero;Giocatore 1;Giocatore 2;Rientro di\n1;Ada;Bea;\n2;Ciro;Dino;\n3;Ada;Bea;1")
    assert list(tournament.entries.order_by("number").values_list("state", flat=True)) == ["withdrawn", "entered", "entered"]
    assert list(tournament.entries.filter(number=3).values_list("again_of__number", flat=True)) == [1]
