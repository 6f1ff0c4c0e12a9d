"""A phantom at tables whose partners change: the movement stays what it was planned to be, nobody has it twice, and it has no place."""

import io
from collections import Counter

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from desk.roster.phantoms import add_phantom, dismiss_phantom, seat_phantom
from desk.rounds.services import close_round, draw_next_round
from printing.prints.entry_rounds import read_entry_rounds
from printing.prints.heads import read_print_context
from printing.prints.registry import draw_pairings_by_name
from scoring.confirmation.services import confirm_match
from scoring.entry.services import FilledBoxes
from scoring.standings.finished_matches import read_finished_matches
from scoring.standings.stored import read_standings
from tests.desk.verification.test_every_format import papers
from tests.scoring.builders import NOW, build_user, origin
from tests.scoring.evenings import origin_of
from tests.scoring.hands import enter, fresh_key
from tests.scoring.links import phone
from tests.tournaments.conftest import found_tournament
from tests.tournaments.doors import publish_round
from tournaments.draws.publishing import replay_draw
from tournaments.entries.services import readmit_entry, withdraw_entry
from tournaments.importing.services import import_entries
from tournaments.models import Draw, Entry, Match, Person, Seat, Stage, Tournament
from tournaments.refusals import ChangeRefused
from tournaments.stages.services import create_stage
from visitors.phones.codes import issue_codes

pytestmark = pytest.mark.django_db
ROUNDS = 5


def begin(players, *, phantom=False, name="Baraonda"):
    """A stage whose first round is not drawn yet."""
    director = build_user()
    tournament = found_tournament(director, name, individual=True, one_person=True)
    Tournament.objects.filter(pk=tournament.pk).update(demonstration=True)
    import_entries(tournament, "\n".join(f"{name}{number}" for number in range(1, players + 1)), actor=director)
    if phantom:
        add_phantom(tournament, actor=director)
    return create_stage(tournament, actor=director, format_key="individual", options={"rounds": ROUNDS})


def play_next(stage, *, closed=True):
    director = build_user()
    drafted = draw_next_round(stage, actor=director, seed="lots", at=NOW)
    round_ = publish_round(drafted, actor=director, at=NOW)
    if closed:
        finish(round_)
    return round_


def finish(round_):
    for match in round_.matches.filter(kind=Match.Kind.PLAYED).select_related("round__stage__tournament"):
        enter(match, FilledBoxes("match", {"games_0": "2", "games_1": "1"} if match.position % 2 else {"games_0": "0", "games_1": "2"}))
        confirm_match(match, origin=origin(fresh_key()), version=None)
    close_round(round_, actor=build_user(), origin=origin_of(build_user()))


def read_seats(round_):
    """Every table as (numbers of the entries by side and place)."""
    seats = Seat.objects.filter(round=round_, match__kind=Match.Kind.PLAYED).order_by("match__position", "side", "place")
    tables: dict[int, list[int]] = {}
    for match, number in seats.values_list("match", "entry__number"):
        tables.setdefault(match, []).append(number)
    return list(tables.values())


def partners_of(tables, number):
    pairs = [table[:2] for table in tables] + [table[2:] for table in tables]
    return [next(other for other in pair if other != number) for pair in pairs if number in pair]


@pytest.mark.parametrize(("leaver", "after"), [(7, 1), (16, 3)])
def test_where_a_player_leaves_the_movement_goes_on_as_if_nobody_had_left(leaver, after):
    """The rest of the plan of sixteen, seat by seat; without a phantom three would rest in every round."""
    planned, left = begin(16, name="Piano"), begin(16, name="Uscita")
    plan = [read_seats(play_next(planned)) for _round in range(ROUNDS)]
    tables = []
    for number in range(1, ROUNDS + 1):
        if number == after + 1:
            seat_phantom(left.tournament.entries.get(number=leaver), actor=build_user())
        tables.append(read_seats(play_next(left)))
    assert tables == plan
    assert len(set(partners_of([table for round_tables in tables for table in round_tables], leaver))) == ROUNDS
    assert all(replay_draw(draw).proven for draw in Draw.objects.filter(round__stage=left))


def test_the_phantom_is_not_ranked_and_its_results_count_for_the_others():
    stage = begin(7, phantom=True)
    rounds = [play_next(stage) for _round in range(3)]
    phantom = Entry.objects.get(phantom=True)
    assert all(len(read_seats(round_)) == 2 for round_ in rounds)
    won = Counter()
    for result in read_finished_matches(stage).results:
        won.update(result.sides[2 * result.winner : 2 * result.winner + 2])
    assert won.pop(phantom.pk, 0) >= 0
    lines = {line.entrant: line.points for line in read_standings(Stage.objects.get(pk=stage.pk)).lines}
    assert lines == {entry.pk: won[entry.pk] for entry in Entry.objects.filter(phantom=False)}


def test_it_plays_only_where_it_completes_the_tables():
    stage = begin(15, phantom=True)
    director = build_user()
    assert len(read_seats(play_next(stage))) == 4
    withdraw_entry(stage.tournament.entries.get(number=3), actor=director)
    without = read_seats(play_next(stage))
    assert len(without) == 3
    assert {3, 16}.isdisjoint(number for table in without for number in table)
    readmit_entry(stage.tournament.entries.get(number=3), actor=director)
    assert len(read_seats(play_next(stage))) == 4


def test_who_left_comes_back_and_a_phantom_that_never_played_goes_without_a_trace():
    stage = begin(8)
    play_next(stage, closed=False)
    director, entry = build_user(), stage.tournament.entries.get(number=5)
    seat_phantom(entry, actor=director)
    gone = Entry.objects.get(pk=entry.pk)
    assert (gone.name, gone.has_left) == ("Phantom", False)
    assert entry.pk not in {line.entrant for line in read_standings(stage).lines}
    with pytest.raises(ChangeRefused):
        readmit_entry(gone, actor=director)
    with pytest.raises(ChangeRefused):
        seat_phantom(stage.tournament.entries.get(number=6), actor=director)
    finish(stage.rounds.get())
    dismiss_phantom(gone, returns=True, actor=director)
    back = Entry.objects.get(pk=entry.pk)
    assert (back.name, back.state, back.phantom) == ("Baraonda5", "entered", False)
    assert back.pk in {line.entrant for line in read_standings(Stage.objects.get(pk=stage.pk)).lines}
    fresh = begin(7, phantom=True, name="Altra")
    assert dismiss_phantom(Entry.objects.get(phantom=True), returns=False, actor=director)
    assert fresh.tournament.entries.count() == 7


@pytest.mark.parametrize("players", [8, 9, 10])
def test_where_it_would_complete_nothing_it_is_refused(players):
    stage = begin(players)
    with pytest.raises(ChangeRefused):
        add_phantom(stage.tournament, actor=build_user())
    assert not Entry.objects.filter(phantom=True).exists()


def test_nobody_gets_its_card_and_its_page_says_who_plays_it():
    stage = begin(7, phantom=True)
    play_next(stage)
    assert [sheet.party.number for sheet in read_entry_rounds(stage, to_come=True)] == [str(number) for number in range(1, 8)]
    page = Client().get(reverse("scoring:public_player", args=[stage.tournament.slug, 8])).content.decode()
    assert "Nobody sits here" in page
    assert "Withdrawn" not in page


def test_it_is_in_no_list_by_name_and_its_partner_stands_there_by_the_surname():
    stage = begin(7, phantom=True)
    for person in Person.objects.filter(memberships__tournament=stage.tournament):
        person.name = f"Anna {person.name}"
        person.save()
        Entry.objects.filter(members__person=person).update(name=person.name)
    round_ = play_next(stage, closed=False)
    context = read_print_context(Tournament.objects.get(pk=stage.tournament_id), str)
    (page,) = PdfReader(io.BytesIO(draw_pairings_by_name(context, round_))).pages
    lines = page.extract_text().splitlines()
    assert {f"Baraonda{number} Anna" for number in range(1, 8)} <= set(lines)
    assert "Phantom" not in lines


def test_the_pages_offer_it_print_it_and_the_file_takes_it_along():
    stage = begin(7)
    slug, director = stage.tournament.slug, build_user()
    client = Client()
    client.force_login(director)
    assert "A phantom fills the empty seat" in client.get(f"/desk/{slug}/stages/1/").content.decode()
    added = client.post(reverse("scoring:phantom_add", args=[slug]), follow=True)
    assert "Number 8 is a phantom" in added.content.decode()
    page = client.get(f"/desk/{slug}/stages/1/")
    assert (page.context["plan"].rests, "A phantom fills the empty seat" in page.content.decode()) == ((), False)
    for _round in range(2):
        play_next(stage)
    for path in ("", "entries/", "entries/8/", "check-in/", "results/", "standings/", "stages/1/", "cash/", "print/"):
        assert client.get(f"/desk/{slug}/{path}").status_code in (200, 302), path
    assert "Phantom" not in client.get(f"/desk/{slug}/standings/").content.decode()
    for _round in range(ROUNDS - 2):
        play_next(stage)
    assert all(paper.startswith(b"%PDF") for paper in papers(stage))


def test_the_phone_of_who_left_is_at_no_table_and_the_others_read_who_plays_both_hands():
    stage, director = begin(8), build_user()
    play_next(stage, closed=False)
    leaver, partner = Seat.objects.filter(match__position=1, side=0).select_related("entry__tournament").order_by("place")
    phones = [phone(issued) for issued in issue_codes(stage.tournament, [leaver.entry, partner.entry], actor=director, at=NOW)]
    seat_phantom(leaver.entry, actor=director)
    gone, there = (client.get("/t/match/").content.decode() for client in phones)
    assert ("Withdrawn from the tournament." in gone, leaver.entry.name in gone, "Phantom" in gone) == (True, True, False)
    assert "Nobody sits in the phantom’s seat" in there
    assert phones[0].post("/t/match/events/", {"kind": "hand", "total_0": "45", "turned": "2"}).status_code == 409
    dismiss_phantom(Entry.objects.get(pk=leaver.entry_id), returns=True, actor=director)
    assert "data-entry" in phones[0].get("/t/match/").content.decode()
