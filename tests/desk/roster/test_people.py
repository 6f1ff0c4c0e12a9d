"""One player for another, and seats that were wrong."""

import pytest
from django.core.exceptions import PermissionDenied

from desk.hall_pages.reseating import exchange_entries, exchange_sides, exchange_tables
from desk.roster.substitutions import substitute_player
from desk.verification.queries import verify_tournament
from jobs.databases import write_tx
from scoring.confirmation.services import confirm_match
from scoring.entry.outcomes import Created, Locked, Rejected, Replayed
from scoring.entry.services import FilledBoxes, Override
from scoring.ledger.match_log import unwrap_overruled
from scoring.matches.queries import load_match
from scoring.models import LedgerEntry, LedgerText
from scoring.standings.stored import compute_standings
from tests.pages import read_page
from tests.scoring.builders import NOW, build_actor, build_user, origin
from tests.scoring.hands import enter, fresh_key, typed, win
from tests.tournaments.conftest import NOON, draw_first, enter_pairs, found_tournament
from tests.tournaments.doors import publish_round
from tournaments import refusals
from tournaments.draws.publishing import replay_draw
from tournaments.entries.services import EntryDetails, edit_entry
from tournaments.entries.substitutions import read_substitutions_in
from tournaments.models import Entry, Match, Member, Person, Substitution, Tournament
from tournaments.people.erasure import erase_person_rows, filter_people_of, read_tournaments_of

pytestmark = pytest.mark.both_databases


@pytest.fixture
def evening(db):
    """Two matches being played; substitutions are allowed."""
    director = build_user()
    tournament = found_tournament(director, one_person=True, substitutions=True)
    enter_pairs(tournament, director, 4)
    publish_round(draw_first(tournament, director), actor=director, at=NOON)
    return Tournament.objects.get(pk=tournament.pk)


def table(tournament, number):
    return Match.objects.select_related("round__stage__tournament").get(round__stage__tournament=tournament, table=number)


def substitute(entry, name, leaves=1, reason="febbre", **more):
    return substitute_player(entry, leaves, name, actor=build_user(), origin=origin(fresh_key()), reason=reason, **more)


def names(entry):
    return [member.person.name for member in entry.members.select_related("person")]


def first_entry(tournament):
    return table(tournament, 1).seats.get(side=0).entry


def test_the_place_the_name_and_the_match_are_noted_and_the_ledger_has_no_name(evening):
    entry = first_entry(evening)
    before = names(entry)
    made = substitute(entry, "Carlo Nuovo")
    entry.refresh_from_db()
    assert names(entry) == [before[0], "Carlo Nuovo"]
    assert entry.name == f"{before[0]} – Carlo Nuovo"
    assert (made.leaves.name, made.match, made.made_at) == (before[1], table(evening, 1), NOW)
    line = LedgerEntry.objects.get(tournament=evening)
    assert line.payload == f'{{"decision":"substitution","entry":{entry.number},"match":"{made.match.code}","place":1}}'
    assert (line.match, LedgerText.objects.get(seq=line.seq).text) == (None, "febbre")
    assert [(one.comes, one.reason) for one in read_substitutions_in(made.match, staff=False)] == [("Carlo Nuovo", "")]
    assert verify_tournament(evening) == ()


def test_only_between_games(evening):
    match = table(evening, 1)
    enter(match, typed(40))
    with pytest.raises(refusals.ChangeRefused, match="A game is in progress"):
        substitute(first_entry(evening), "Carlo Nuovo")
    enter(match, typed(70))
    assert substitute(first_entry(evening), "Carlo Nuovo").match == match


def test_who_falls_ill_during_a_game_is_substituted_by_the_directors_decision(evening):
    match = table(evening, 1)
    enter(match, typed(40))
    made = substitute(first_entry(evening), "Carlo Nuovo", during_game=True)
    assert (made.match, made.reason) == (match, "febbre")
    assert '"during_game":true' in LedgerEntry.objects.get(match=None).payload
    assert [line.event for line in load_match(match).log.state.lines] == list(load_match(match).log.events)
    assert verify_tournament(evening) == ()


def test_who_left_may_come_back_as_the_same_person_but_not_to_another_entry(evening):
    entry, other = first_entry(evening), table(evening, 2).seats.get(side=0).entry
    left = entry.members.get(position=1).person
    substitute(entry, "Carlo Nuovo")
    with pytest.raises(refusals.ChangeRefused, match=f"has played for entry {entry.number}"):
        substitute(other, left.name)
    with pytest.raises(refusals.ChangeRefused, match=f"plays for entry {entry.number}"):
        substitute(other, "carlo nuovo")
    assert substitute(entry, left.name).comes == left
    assert Substitution.objects.filter(entry=entry).count() == 2


@pytest.mark.parametrize(("name", "reason", "leaves"), [("", "febbre", 0), ("Carlo", " ", 0), ("Carlo", "febbre", 2)])
def test_incomplete(evening, name, reason, leaves):
    with pytest.raises(refusals.ChangeRefused):
        substitute(first_entry(evening), name, leaves, reason)
    assert not Substitution.objects.exists()


def test_not_where_it_is_not_allowed_nor_by_an_assistant(evening):
    build_actor("assistant", evening)
    with pytest.raises(PermissionDenied):
        substitute_player(first_entry(evening), 0, "Carlo", actor=build_user("assistant"), origin=origin(fresh_key()), reason="x")
    Tournament.objects.filter(pk=evening.pk).update(substitutions=False)
    with pytest.raises(refusals.ChangeRefused, match="does not allow"):
        substitute(first_entry(evening), "Carlo")


def test_erasing_who_left_empties_every_wording(evening):
    entry = first_entry(evening)
    left = entry.members.get(position=1).person
    substitute(entry, "Carlo Nuovo", reason=f"{left.name} ha la febbre")
    assert left in filter_people_of(evening)
    assert read_tournaments_of(left) == [evening]
    with write_tx():
        erase_person_rows(Person.objects.get(pk=left.pk), at=NOW)
    assert Substitution.objects.get().reason == "… ha la febbre"
    assert not Entry.history.filter(name__contains=left.name).exists()


def test_a_changed_entry_forgets_nobody_who_has_played(evening):
    entry = first_entry(evening)
    substitute(entry, "Carlo Nuovo")
    edit_entry(Entry.objects.get(pk=entry.pk), EntryDetails(persons=("Altra Uno", "Altro Due")), actor=build_user())
    assert Person.objects.filter(name="Carlo Nuovo").exists()


def said(match):
    """What counts in a match, as it was typed."""
    view = load_match(match)
    return [
        {box: text for box, text in view.game.typed_from(unwrap_overruled(one.event)).items() if text} for one in view.log.counted_lines
    ]


def test_two_tables_are_exchanged_with_everything_that_was_written(evening):
    one, other = table(evening, 1), table(evening, 2)
    enter(one, typed(40))
    enter(one, typed(20))
    win(other)
    confirm_match(other, origin=origin(fresh_key()), version=None)
    before = said(one), said(other)
    asked = origin(fresh_key())
    done = exchange_tables(one, other, origin=asked, words="sedute ai tavoli scambiati")
    assert isinstance(done, Created)
    assert (said(one), said(other)) == (before[1], before[0])
    assert load_match(one).state == "submitted"
    assert load_match(other).state == "open"
    reasons = LedgerEntry.objects.filter(tournament=evening, reason="wrong_table").values_list("kind", flat=True)
    assert sorted(reasons) == ["submit"] * 4 + ["void"] * 4
    count = LedgerEntry.objects.count()
    assert isinstance(exchange_tables(one, other, origin=asked, words="sedute ai tavoli scambiati"), Replayed)
    assert LedgerEntry.objects.count() == count
    assert verify_tournament(evening) == ()


def test_sides_are_turned_round(evening):
    match = table(evening, 1)
    enter(match, typed(40))
    win(match)
    assert load_match(match).log.winner == 0
    exchange_sides(match, origin=origin(fresh_key()), words="colonne scambiate")
    assert load_match(match).log.winner == 1
    assert said(match)[0]["total_1"] == "40"
    assert verify_tournament(evening) == ()


def test_two_entries_are_seated_where_they_played(evening):
    one, other = table(evening, 1), table(evening, 2)
    win(one)
    first, second = one.seats.get(side=0).entry, other.seats.get(side=0).entry
    exchange_entries(one.round, first, second, actor=build_user(), origin=origin(fresh_key()), words="sedute per sbaglio")
    assert (one.seats.get(side=0).entry, other.seats.get(side=0).entry) == (second, first)
    assert next(compute_standings(one.round.stage).lines).entrant == second.pk
    assert replay_draw(one.round.draw).proven
    assert verify_tournament(evening) == ()


def test_what_cannot_be_put_right(evening):
    one, other = table(evening, 1), table(evening, 2)
    assert isinstance(exchange_tables(one, other, origin=origin(fresh_key()), words="x"), Rejected)
    win(one)
    assert isinstance(exchange_tables(one, other, origin=origin(fresh_key()), words=" "), Rejected)
    assert isinstance(exchange_tables(one, one, origin=origin(fresh_key()), words="x"), Rejected)
    assistant = build_actor("assistant", evening)
    assert isinstance(exchange_sides(one, origin=origin(fresh_key(), assistant), words="x"), Locked)
    first, second = (seat.entry for seat in one.seats.order_by("side"))
    with pytest.raises(refusals.ChangeRefused, match="Choose two entries of this round that do not already play each other"):
        exchange_entries(one.round, first, second, actor=build_user(), origin=origin(fresh_key()), words="x")


def test_a_walk_over_is_turned_too(evening):
    match = table(evening, 1)
    enter(match, FilledBoxes("match", {"games_0": "2", "games_1": "1"}), override=Override(sure=True))
    exchange_sides(match, origin=origin(fresh_key()), words="linee scambiate")
    assert tuple(load_match(match).games_won) == (1, 2)


def open_entry(client, evening):
    """The page of the first entry, what its form holds, and the same with the first name spelt otherwise."""
    client.force_login(build_user())
    entry = evening.entries.order_by("number").first()
    address = f"/desk/{evening.slug}/entries/{entry.number}/"
    page = read_page(client.get(address))
    form = page.find(".entry-form")
    filled = {box["name"]: box.value or "" for box in form.find_all("input[name]") if box.attributes.get("type") != "checkbox"}
    return entry, address, filled


def test_a_name_that_changes_after_the_draw_is_asked_about(evening, client):
    entry, address, filled = open_entry(client, evening)
    changed = {**filled, "person_0": "Rosa Nuova"}
    answer = client.post(address, changed)
    page = read_page(answer)
    assert answer.status_code == 422
    assert "Is Rosa Nuova the same person, whose name was misspelt, or somebody else who plays from now on?" in page.text
    assert page.find("#comes")["value"] == "Rosa Nuova"
    assert not Member.objects.filter(entry=entry, person__name="Rosa Nuova").exists()
    assert client.post(address, {**changed, "means": "spelling"}).status_code == 302
    assert Member.objects.filter(entry=entry, person__name="Rosa Nuova").exists()
    assert not Substitution.objects.exists()


def test_nothing_is_asked_where_no_name_changes(evening, client):
    entry, address, filled = open_entry(client, evening)
    assert client.post(address, {**filled, "note": "paid at the bar"}).status_code == 302
    assert Entry.objects.get(pk=entry.pk).note == "paid at the bar"
