"""The card of a person. If this failed, somebody would read wrong numbers about a friend, or a name that nobody may read."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone

from backup.erasure import order_erasure
from desk.rehearsal.playing import simulate_results
from desk.rounds.services import close_round, draw_next_round
from federation.identities.queries import read_persons
from federation.identities.services import answer_identity, open_page
from federation.models import PersonPage
from federation.player_cards import queries as cards
from federation.player_cards.counting import PlayedRecord
from federation.player_cards.queries import narrow_to_pair, read_card
from federation.player_cards.views import RecordLine
from records.models import EveningTally, MatchTally
from records.told_matches.services import tally_evenings
from records.told_matches.tallies import tally_match
from records.told_matches.telling import play_told_matches
from rules import game_by_key
from scoring.ledger.appending import build_staff_actor
from tests.pages import read_page
from tests.records import retold
from tests.records.evening_numbers.test_oddities import read_lines, read_sides
from tests.scoring.builders import NOW, build_user
from tests.scoring.evenings import origin_of, play_evening
from tests.tournaments.conftest import found_tournament
from tests.tournaments.doors import publish_round
from tournaments.importing.services import import_entries
from tournaments.models import Entry, Member, Round, Tournament, get_house
from tournaments.stages.services import create_stage

pytestmark = pytest.mark.django_db
GAMES = ("marafon", "tressette")


@pytest.fixture
def evenings(data):
    """Two finished evenings of two games with the same names, which the director has said to be the same people."""
    played = [play_evening(game_key=game, pairs=4, rounds=2, closed=2, name=f"Serata {game}", seed="lots") for game in GAMES]
    keys = [tournament.pk for tournament in played]
    Tournament.objects.filter(pk__in=keys).update(demonstration=False, state="finished", public=True, organizer=get_house())
    head = User.objects.create_superuser("head", password="asso-due-tre-0000")
    for question in read_persons(get_house()).questions:
        parts = {key: 1 for person in question for key in person.keys}
        answer_identity(get_house(), parts, actor=head, at=NOW)
    return [Tournament.objects.get(pk=key) for key in keys]


def find_person(name):
    member = Member.objects.filter(person__name=name).order_by("pk").first()
    return read_persons(get_house()).by_key[member.pk]


def count_again(evenings, name):
    """What the public ledgers say of a person: matches, won, hands, and points of both sides."""
    sums = Counter()
    for tournament in evenings:
        own = set(Member.objects.filter(tournament=tournament, person__name=name).values_list("entry", flat=True))
        sides = read_sides(tournament)
        for code, match in retold.retell(tournament.game_key, read_lines(tournament)).items():
            side = next((index for index, entries in enumerate(sides[code]) if own & set(entries)), None)
            if side is not None:
                sums["matches"] += 1
                sums["won"] += match.winner == side
                sums["hands"] += len(match.hands)
                sums["own"] += sum(score[side] for score, _winner in match.games)
                sums["others"] += sum(score[1 - side] for score, _winner in match.games)
    return sums


def read_totals(card):
    total = card.numbers.total
    return Counter(matches=total.matches, won=total.won, hands=total.hands, own=total.points[0], others=total.points[1])


def test_the_card_says_what_an_independent_program_counts(evenings):
    for number in range(1, 5):
        name = f"Anna{number:03d}"
        card = read_card(get_house(), find_person(name), public=False)
        assert read_totals(card) == count_again(evenings, name)
        for group in (card.numbers.games, card.numbers.targets, card.numbers.partners):
            assert sum(record.matches for _key, record in group) == card.numbers.total.matches
        assert {game for (game, _targets), _record in card.numbers.targets} == set(GAMES)
        assert len(card.numbers.targets) == len(GAMES)  # however many games a match went to
        assert sum(record.matches for _key, record in card.numbers.opponents) == 2 * card.numbers.total.matches
        assert [card.names[key] for key, _record in card.numbers.partners] == [f"Berto{number:03d}"]


def test_stored_tallies_say_the_same_and_are_left_when_something_changed(evenings, django_assert_max_num_queries):
    person = find_person("Anna001")
    fresh = read_card(get_house(), person, public=False)
    assert (tally_evenings(timezone.now()), tally_evenings(timezone.now())) == (2, 0)
    with django_assert_max_num_queries(14):
        stored = read_card(get_house(), person, public=False)
    assert (stored.numbers, stored.matches, stored.best) == (fresh.numbers, fresh.matches, fresh.best)
    MatchTally.objects.filter(tournament=evenings[0]).delete()
    cards._kept_cards.clear()
    assert read_card(get_house(), person, public=False).numbers != fresh.numbers
    Entry.objects.filter(tournament=evenings[0], number=1).update(note="changed")
    EveningTally.objects.filter(tournament=evenings[0]).update(mark="1 another")
    cards._kept_cards.clear()
    assert read_card(get_house(), person, public=False).numbers == fresh.numbers


def test_every_number_leads_to_its_matches(evenings):
    client = Client(headers={"accept-language": "en"})
    client.force_login(User.objects.get(username="head"))
    person = find_person("Anna001")
    address = f"/organizers/house/persons/{person.key}/card/"
    page = read_page(client.get(address))
    card = read_card(get_house(), person, public=False)
    for words, link in page.links:
        if link.startswith(("?pair", "?against", "?game")):
            rows = read_page(client.get(address + link.partition("#")[0])).texts("table.stack tbody tr")
            assert rows, words
    against = card.numbers.opponents[0]
    rows = read_page(client.get(f"{address}?against={against[0]}")).texts("table.stack tbody tr")
    assert len(rows) == against[1].matches
    assert client.get(f"{address}?pair=x&against=-1&game=no&targets=0&evening=999").status_code == 200


def test_a_pair_has_a_card_of_its_own(evenings):
    """What the person played with one partner; for whoever is no partner, or may not be named, it is the card of the person."""
    moved, other = (Member.objects.get(tournament=evenings[1], person__name=name) for name in ("Berto001", "Berto002"))
    first, second = moved.entry, other.entry
    for member, entry, position in ((moved, second, 2), (other, first, 1), (moved, second, 1)):
        Member.objects.filter(pk=member.pk).update(entry=entry, position=position)
    client = Client(headers={"accept-language": "en"})
    client.force_login(User.objects.get(username="head"))
    person = find_person("Anna001")
    card = read_card(get_house(), person, public=False)
    address = f"/organizers/house/persons/{person.key}/card/"
    partners = dict(card.numbers.partners)
    assert len(partners) == 2
    for key, record in partners.items():
        assert narrow_to_pair(card, key).numbers.total == record
        page = read_page(client.get(f"{address}?pair={key}"))
        assert page.texts("h1")[0].startswith(f"Anna001 – {card.names[key]}")
        assert len(page.texts("table.stack tbody tr")) == record.matches
        ways = [link for _words, link in page.links if "against" in link]
        assert ways
        assert all(read_page(client.get(address + way.partition("#")[0])).texts("table.stack tbody tr") for way in ways)
    opponent = next(key for key, _record in card.numbers.opponents if key not in partners)
    assert read_page(client.get(f"{address}?pair={opponent}")).texts("h1")[0].startswith("Anna001Matches")


def test_a_card_is_as_public_as_its_person_allows_and_names_nobody_hidden_or_erased(evenings):
    person = find_person("Anna001")
    page = open_page(get_house(), person, actor=User.objects.get(username="head"), at=NOW)
    public, own = f"/persons/{page.key}/card/", f"/persons/own/{page.own_code}/card/"
    assert (Client().get(public).status_code, Client().get(own).status_code) == (404, 200)
    for shown in ("listed", "link"):
        PersonPage.objects.update(shown=shown)
        assert "Berto001" in read_page(Client().get(public)).text
    Entry.objects.filter(number=2).update(hidden=True)
    erased = Member.objects.filter(entry__number=3, position=0).first().person
    name = erased.name
    order_erasure(erased, actor=build_user(), at=timezone.now(), page="/")
    for text in (read_page(Client().get(public)).text, read_page(Client().get(own)).text):
        assert not [hidden for hidden in ("Anna002", "Berto002", name) if hidden in text]
    Tournament.objects.filter(pk=evenings[1].pk).update(public=False)
    assert "Serata tressette" not in read_page(Client().get(public)).text
    Entry.objects.filter(number=1).update(hidden=True)
    assert "No matches yet" in read_page(Client(headers={"accept-language": "en"}).get(public)).text


def test_who_plays_alone_has_no_partner_and_points_below_zero_have_their_sign(data):
    """The list of matches named a partner “…”, and points were written “85–-8”."""
    head = User.objects.create_superuser("head", password="asso-due-tre-0000")
    tournament = found_tournament(head, "Da soli", game_key="marjolet", one_person=True)
    import_entries(tournament, "Anna Neri\nBerto Rossi", actor=head)
    stage = create_stage(tournament, actor=head, format_key="knockout", options={})
    round_ = publish_round(draw_next_round(stage, actor=head, seed="lots", at=NOW), actor=head, at=NOW)
    Tournament.objects.filter(pk=tournament.pk).update(demonstration=True)
    staff = build_staff_actor(head)
    simulate_results(Round.objects.get(pk=round_.pk), enterer=staff, confirmer=staff, rng=random.Random(1), at=NOW, prefix="alone")
    close_round(round_, actor=head, origin=origin_of(head))
    Tournament.objects.filter(pk=tournament.pk).update(demonstration=False, organizer=get_house())
    client = Client(headers={"accept-language": "en"})
    client.force_login(head)
    page = read_page(client.get(f"/organizers/house/persons/{find_person('Anna Neri').key}/card/"))
    (row,) = page.texts("table.stack tbody tr")
    assert "Berto Rossi" in row
    assert "…" not in row
    line = RecordLine("Anna", "against=1", replace(PlayedRecord(), points=(85, -8)))
    assert "85–−8" in render_to_string("federation/player_cards/records.html", {"title": "Against", "lines": [line]})


def test_matches_by_the_same_rules_are_of_one_length_in_however_many_games():
    matches = play_told_matches(game_by_key("mariglia"), {}, 20, "lots")
    assert {len(match.games) for match in matches} == {2, 3}
    assert {tally_match(match).targets for match in matches} == {"35 35 45"}
