"""Players who enter singly, lines that keep their tables, heats that play where their tables stand."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from desk.overview.services import choose_entering
from scoring.clocks.queries import read_hall_status
from tests.tournaments.conftest import NOON, SEED, enter_pairs, found_tournament
from tests.tournaments.doors import draw_round, publish_round, read_open_rounds
from tournaments.draws.publishing import change_pairing, replay_draw
from tournaments.draws.queries import read_round_view
from tournaments.halls.queries import list_table_numbers, read_table_lines
from tournaments.halls.services import set_table_places
from tournaments.importing.services import import_entries
from tournaments.models import Match, Round, Seat, Tournament
from tournaments.refusals import ChangeRefused
from tournaments.stage_pages.queries import build_rank_lines, select_ranked_entries
from tournaments.stages.services import create_stage

pytestmark = pytest.mark.django_db


def published(stage, actor):
    """The next round of a format that needs no results."""
    Round.objects.filter(stage=stage).update(state=Round.State.CLOSED)
    return publish_round(draw_round(stage, actor=actor, seed=SEED, at=NOON), actor=actor, at=NOON)


@pytest.fixture
def singles(director):
    tournament = found_tournament(director, individual=True)
    import_entries(tournament, "\n".join(f"Anna{number}" for number in range(1, 10)), actor=director)
    return tournament


def test_a_side_is_two_entries_with_both_names(singles, director):
    stage = create_stage(singles, actor=director, format_key="individual", options={"rounds": 2})
    drafted = draw_round(stage, actor=director, seed=SEED, at=NOON)
    seats = Seat.objects.filter(round=drafted, match__kind=Match.Kind.PLAYED)
    assert sorted(seats.values_list("side", "place")) == sorted([(0, 0), (0, 1), (1, 0), (1, 1)] * 2)
    assert replay_draw(drafted.draw).proven
    matches = [line for line in read_round_view(drafted).pairings if not line.bye]
    assert [len(line.sides) for line in matches] == [2, 2]
    first = matches[0].sides[0]
    assert first.name == " – ".join(seat.name for seat in first.seats)
    publish_round(drafted, actor=director, at=NOON)
    [shown] = read_open_rounds(singles)
    assert {len(one.sides) for one in shown.matches} == {2}
    assert [len(line.names) for line in read_table_lines(singles, list_table_numbers(singles)) if line.names] == [2, 2]


def test_the_public_page_leads_to_each_of_two_partners(singles, director):
    """Both were one link to “players/3 + 7/”, which was not found."""
    stage = create_stage(singles, actor=director, format_key="individual", options={"rounds": 2})
    publish_round(draw_round(stage, actor=director, seed=SEED, at=NOON), actor=director, at=NOON)
    page = Client().get(singles.get_absolute_url()).content.decode()
    addresses = re.findall(r'href="(/tournaments/[^"]+/players/[^"]+/)"', page)
    assert len(addresses) == 9
    assert {Client().get(address).status_code for address in addresses} == {200}


def test_who_sits_down_is_told_with_partners_together(singles, director):
    Tournament.objects.filter(pk=singles.pk).update(table_count=1)
    singles.refresh_from_db()
    stage = create_stage(singles, actor=director, format_key="individual", options={"rounds": 2})
    publish_round(draw_round(stage, actor=director, seed=SEED, at=NOON), actor=director, at=NOON)
    [waiting] = read_hall_status(singles, at=NOON).waiting
    assert [name.count(" – ") for name in waiting.place.names] == [1, 1]


def test_partners_can_be_changed_by_hand_at_one_table(singles, director):
    stage = create_stage(singles, actor=director, format_key="individual", options={"rounds": 2})
    drafted = draw_round(stage, actor=director, seed=SEED, at=NOON)
    match = drafted.matches.filter(kind=Match.Kind.PLAYED).first()
    one, partner, other, _last = (seat.entry for seat in match.seats.order_by("side", "place"))
    with pytest.raises(ChangeRefused):
        change_pairing(drafted, actor=director, first=one, second=partner, reason="insieme", at=NOON)
    change_pairing(drafted, actor=director, first=partner, second=other, reason="non insieme", at=NOON)
    assert [seat.entry for seat in match.seats.order_by("side", "place")][:2] == [one, other]
    assert replay_draw(Round.objects.get(pk=drafted.pk).draw).proven


def test_how_people_enter_stays_once_somebody_is_in(singles, director):
    with pytest.raises(ChangeRefused) as refusal:
        choose_entering(singles, actor=director, individual=False)
    assert refusal.value.code == "entering_fixed"
    trionfo = found_tournament(director, "Trionfo", game_key="trionfo5")
    with pytest.raises(ChangeRefused) as refusal:
        choose_entering(trionfo, actor=director, individual=True)
    assert refusal.value.code == "no_partners"
    fresh = found_tournament(director, "Nuovo")
    assert choose_entering(fresh, actor=director, individual=True).entry_size == 1


def test_the_switch_stands_where_a_tournament_is_founded(director_client):
    address = reverse("tournaments:create_form", args=["mariglia", "tournament"])
    page = director_client.get(address)
    assert "Players enter alone, partners change every round" in page.text
    boxes = {f"rules-{name}": value for name, value in page.context["rules"].initial.items() if value not in (None, False)}
    told = {"name": "Baraonda", "date": "2026-11-21", "individual": "on", "public_names": "full", **boxes}
    assert director_client.post(address, told).status_code == 302
    made = Tournament.objects.get(name="Baraonda")
    assert made.individual
    assert "Rossi Mario / " not in director_client.get(reverse("tournaments:import", args=[made.slug])).text
    trionfo = director_client.get(reverse("tournaments:create_form", args=["trionfo5", "tournament"]))
    assert "Players enter alone, partners change every round" not in trionfo.text


def test_the_fixed_line_keeps_its_tables(evening, director):
    enter_pairs(evening, director, 9)
    stage = create_stage(evening, actor=director, format_key="mitchell", options={"rounds": 4})
    homes: dict[int, set[int]] = {}
    for _number in range(4):
        round_ = published(stage, director)
        fixed = set(stage.stage_entries.filter(pool="fixed").values_list("entry_id", flat=True))
        for match in round_.matches.filter(kind=Match.Kind.PLAYED):
            for seat in match.seats.filter(entry_id__in=fixed):
                homes.setdefault(seat.entry_id, set()).add(match.table)
    assert len(homes) == 5
    assert all(len(tables) == 1 for tables in homes.values())
    assert len(set.union(*homes.values())) == 5


def test_heats_play_where_their_tables_stand(evening, director):
    enter_pairs(evening, director, 8)
    set_table_places(evening, actor=director, numbers=range(1, 4), place="Bar Sport")
    set_table_places(evening, actor=director, numbers=range(21, 24), place="Dopolavoro")
    stage = create_stage(evening, actor=director, format_key="heats", options={"heats": 2, "rounds": 2})
    published(stage, director)
    [shown] = read_open_rounds(evening)
    assert {(one.pool, one.place, one.table) for one in shown.matches} == {
        ("Venue A", "Bar Sport", 1),
        ("Venue A", "Bar Sport", 2),
        ("Venue B", "Dopolavoro", 21),
        ("Venue B", "Dopolavoro", 22),
    }
    assert {line.pool for line in build_rank_lines(stage, select_ranked_entries(stage))} == {"Bar Sport", "Dopolavoro"}


def test_places_are_given_and_taken_back_on_the_page_of_tables(evening, director_client):
    address = reverse("tournaments:tables", args=[evening.slug])
    assert director_client.post(address, {"save_place": "", "numbers": "1-2", "place": "Sala B"}).status_code == 302
    assert director_client.get(address).text.count("Sala B") == 2
    assert director_client.post(address, {"save_place": "", "numbers": "x", "place": "Sala C"}).status_code == 422
    director_client.post(address, {"save_place": "", "numbers": "1-2", "place": ""})
    assert "Sala B" not in director_client.get(address).text
