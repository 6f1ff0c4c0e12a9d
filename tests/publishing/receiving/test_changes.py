"""If these failed, what was taken back at the desk would stay on the site: a round that was unpublished, a name that was erased."""

import zlib

import pytest
from django.apps import apps
from django.test import Client
from django.utils import timezone

from desk.hall_pages.reseating import exchange_entries
from desk.roster.substitutions import substitute_player
from desk.seats.unpublishing import list_entered_matches, unpublish_round
from desk.verification.queries import verify_tournament
from jobs.databases import write_tx
from publishing.models import ReceivedTournament
from publishing.pieces.codec import unpack
from publishing.pieces.digests import compute_digest
from tests.publishing.receiving.desks import found_club, pair_new_desk, read_document, take_away
from tests.scoring.builders import NOW, build_user
from tests.scoring.evenings import origin_of, play_evening
from tests.tournaments.doors import publish_round
from tournaments.entries.services import withdraw_entry
from tournaments.models import Entry, Match, Person, Round, Substitution, Tournament
from tournaments.people.erasure import erase_person_rows
from tournaments.people.naming import PublicNaming

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.turns(4)]
COMES = "Zenobia Zanzottera"


def read_facts(tournament):
    """Who sits where in the published rounds with what result, what everybody is called in public, who withdrew, who was substituted."""
    naming = PublicNaming(tournament)
    matches = Match.objects.filter(round__stage__tournament=tournament).exclude(round__state="draft").order_by("round__number", "position")
    seats = [
        (match.round.number, match.code, match.table, sorted((seat.side, seat.entry.number) for seat in match.seats.all()))
        + ((match.result.state, match.result.winner) if hasattr(match, "result") else ())
        for match in matches
    ]
    entries = [
        (entry.number, naming.format_name(entry), naming.list_persons(entry), naming.format_club(entry), entry.state)
        for entry in Entry.objects.filter(tournament=tournament).order_by("number")
    ]
    changes = [
        (change.entry.number, naming.format_person(change.leaves, change.entry), naming.format_person(change.comes, change.entry))
        for change in Substitution.objects.filter(entry__tournament=tournament).order_by("pk")
    ]
    return seats, entries, changes


def hide(tournament, _director):
    Entry.objects.filter(tournament=tournament, number=3).update(hidden=True)


def show_again(tournament, _director):
    Entry.objects.filter(tournament=tournament).update(hidden=False)


def tell_names(form):
    return lambda tournament, _director: Tournament.objects.filter(pk=tournament.pk).update(public_names=form)


def withdraw(tournament, director):
    withdraw_entry(Entry.objects.get(tournament=tournament, number=2), actor=director)


def publish_again(tournament, director):
    drafted = Round.objects.select_related("stage__tournament").get(stage__tournament=tournament, state="draft")
    publish_round(drafted, actor=director, at=NOW)


def erase(_tournament, _director):
    with write_tx():
        erase_person_rows(Person.objects.get(name=COMES), at=timezone.now())


def substitute(tournament, director):
    entry = Entry.objects.get(tournament=tournament, number=3)
    substitute_player(entry, 0, COMES, actor=director, origin=origin_of(director), reason="febbre")


def unpublish(tournament, director):
    round_ = current_round(tournament)
    codes = tuple(row.code for row in list_entered_matches(round_))
    unpublish_round(round_, actor=director, origin=origin_of(director), words="prova", annul=codes)


def exchange(tournament, director):
    first, second = [
        match.seats.first().entry for match in current_round(tournament).matches.filter(kind="played").order_by("position")[:2]
    ]
    exchange_entries(current_round(tournament), first, second, actor=director, origin=origin_of(director), words="sedie")


def current_round(tournament):
    return Round.objects.select_related("stage__tournament").get(stage__tournament=tournament, state="published")


CHANGES = {
    "first": lambda _tournament, _director: None,
    "exchanged": exchange,
    "unpublished": unpublish,
    "published again": publish_again,
    "withdrawn": withdraw,
    "substituted": substitute,
    "short names": tell_names("first"),
    "numbers": tell_names("numbers"),
    "full names again": tell_names("full"),
    "hidden": hide,
    "shown again": show_again,
    "erased": erase,
}


@pytest.fixture
def recorded(db):
    """Documents and facts of a desk after each change; then its rows are taken away."""
    tournament = play_evening(pairs=5, rounds=2, substitutions=True)
    director = build_user("director")
    steps = {}
    for name, change in CHANGES.items():
        change(tournament, director)
        tournament = Tournament.objects.get(pk=tournament.pk)
        steps[name] = (read_document(tournament), read_facts(tournament))
    take_away(tournament)
    return steps


def holds_word(word):
    """The tables of the database, what is compressed in them too, in which a word stands."""
    found = []
    for model in apps.get_models():
        for row in model._base_manager.values():
            texts = [unpack_value(value) for value in row.values()]
            found += [model.__name__] if any(word in text for text in texts) else []
    return sorted(set(found))


def unpack_value(value):
    if isinstance(value, bytes | memoryview) and bytes(value)[:1] == b"x":
        return zlib.decompress(bytes(value)).decode(errors="replace")
    return str(value)


def test_every_change_arrives_as_a_patch_and_the_site_equals(recorded):
    desk = pair_new_desk(*found_club())
    sizes = {}
    for name, (document, facts) in recorded.items():
        answer = desk.send(document)
        assert answer.status_code == 200, (name, answer.json())
        shown = Tournament.objects.get()
        assert (name, read_facts(shown)) == (name, facts)
        assert verify_tournament(shown) == (), name
        sizes[name] = len(desk.bodies[-1])
        told = COMES in str(facts[1])
        assert (name, bool(holds_word(COMES))) == (name, told)
    assert len(desk.bodies) == len(CHANGES)
    assert all(sizes[name] < sizes["first"] / 2 for name in ("exchanged", "withdrawn", "substituted", "hidden", "erased")), sizes


def test_the_name_stands_in_the_tables_before_it_is_erased(recorded):
    """The positive control of the walk through the tables."""
    desk = pair_new_desk(*found_club())
    assert desk.send(recorded["shown again"][0]).status_code == 200
    assert {"Person", "Entry", "ReceivedTournament"} <= set(holds_word(COMES))


def test_a_tournament_that_is_withdrawn_is_gone_with_its_data(recorded):
    desk = pair_new_desk(*found_club())
    document = recorded["shown again"][0]
    assert desk.send(document).status_code == 200
    tournament, key = Tournament.objects.get(), document["tournament"]["created_at"]
    path = f"/tournaments/{tournament.slug}/"
    assert "Zanzottera Zenobia" in Client().get(f"{path}players/").content.decode()
    answer = desk.withdraw(key)
    assert (answer.status_code, answer.json()["holds"], answer.json()["path"]) == (200, "", "")
    assert [Client().get(f"{path}{page}").status_code for page in ("", "players/", "standings/", "results/", "ledger.jsonl")] == [404] * 5
    assert holds_word(COMES) == holds_word("Anna00") == []
    assert (Tournament.objects.count(), ReceivedTournament.objects.get().withdrawn_at is not None) == (0, True)
    assert desk.withdraw(key).status_code == 200
    desk.document = None
    assert desk.send(document).json()["shown"] == compute_digest(document)


def test_a_tournament_that_is_not_public_has_no_document(db):
    tournament = play_evening()
    Tournament.objects.filter(pk=tournament.pk).update(public=False)
    assert read_document(tournament) == {}
    Tournament.objects.filter(pk=tournament.pk).update(public=True)
    assert read_document(tournament) != {}


def test_what_never_left_is_in_no_piece(recorded):
    """Drafts and the names that were not told at the time: in no byte that left."""
    desk = pair_new_desk(*found_club())
    for name in ("first", "unpublished", "numbers"):
        assert desk.send(recorded[name][0]).status_code == 200
    assert not any(COMES.encode() in unpack(body) for body in desk.bodies)
    codes = {match["code"] for stage in recorded["unpublished"][0]["stages"] for match in stage["rounds"][-1]["matches"]}
    assert all(not match["seats"] for stage in recorded["unpublished"][0]["stages"] for match in stage["rounds"][-1]["matches"] if codes)
