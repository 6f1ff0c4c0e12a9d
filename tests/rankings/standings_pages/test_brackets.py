"""Brackets and own rounds of whole evenings, as the public page and the papers show them."""

from collections import Counter
from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from printing.prints.entry_rounds import read_entry_rounds
from rankings.standings_pages.bracket import read_bracket_parts
from tests.scoring.builders import build_user
from tests.scoring.evenings import play_evening
from tournaments.models import Match, Round, Seat

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.turns(4)]
BRACKETS = [("double_elimination", 6), ("repechage", 10), ("knockout", 6)]


def director() -> Client:
    client = Client()
    client.force_login(build_user())
    return client


def slots(stage):
    """Name of the round, names of the match."""
    return [
        (round_.title, match)
        for part in read_bracket_parts(stage)
        for round_ in part.rounds
        for match in round_.matches
        if match is not None
    ]


@pytest.mark.parametrize(("format_key", "pairs"), BRACKETS)
def test_every_match_that_is_drawn_stands_in_the_drawing_once(format_key: str, pairs: int):
    tournament = play_evening(format_key=format_key, pairs=pairs, rounds=2, closed=1)
    stage = tournament.stages.get()
    drawn = Match.objects.filter(round__stage=stage, kind=Match.Kind.PLAYED).exclude(round__state=Round.State.DRAFT)
    shown = Counter(match.code for _title, match in slots(stage) if match.code)
    assert shown == Counter(drawn.values_list("code", flat=True))
    page = Client().get(reverse("scoring:public_bracket", args=[tournament.slug])).content.decode()
    assert page.count('<rect class="box') == len(slots(stage))
    for key in ("bracket", "bracket-poster"):
        answer = director().get(reverse("scoring:print_paper", args=[tournament.slug, key]))
        text = "\n".join(one.extract_text() for one in PdfReader(BytesIO(answer.content)).pages)
        assert all(name in text for match in drawn for name in match.seats.values_list("entry__members__person__name", flat=True))


def test_whoever_rests_or_has_won_stands_in_the_next_box_before_it_is_drawn():
    stage = play_evening(format_key="knockout", pairs=6, rounds=1, closed=0).stages.get()
    semi = [slot.name for title, match in slots(stage) if title == "Semi-final" for slot in match.slots]
    through = [seat.entry.name for seat in Seat.objects.filter(match__kind=Match.Kind.BYE)]
    through += [match.seats.get(side=match.result.winner).entry.name for match in Match.objects.filter(kind=Match.Kind.PLAYED)]
    assert sorted(semi) == sorted(through)


def test_a_place_that_waits_says_for_whom():
    stage = play_evening(format_key="double_elimination", pairs=8, rounds=1, closed=0).stages.get()
    hints = [slot.hint for _title, match in slots(stage) for slot in match.slots if slot.hint]
    assert hints == ["winner of match 15", "loser of match 6", "loser of match 5", "loser of match 7"]


def test_everybody_has_own_rounds_with_results_seen_from_their_side():
    tournament = play_evening(format_key="mitchell", pairs=6, rounds=2, closed=1)
    stage = tournament.stages.get()
    players = read_entry_rounds(stage, to_come=True)
    results = {(player.party.name, one.against): one.result for player in players for one in player.matches if one.table}
    for (name, against), result in results.items():
        assert results[against, name] == result[::-1]
    assert len(results) == 12
    assert [len(player.matches) for player in players] == [3] * 6
    for key in ("movement-cards", "own-rounds"):
        answer = director().get(reverse("scoring:print_paper", args=[tournament.slug, key]))
        assert tournament.name in "".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)
