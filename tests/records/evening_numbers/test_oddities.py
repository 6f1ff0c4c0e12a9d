"""The numbers of an evening. If this failed, the hall would read a record that nobody set, or a name that nobody may read."""

import json

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from backup.erasure import order_erasure
from records.evening_numbers.oddities import Usual, find_come_back, find_oddities, find_row, share_at_least, share_at_most
from records.evening_numbers.queries import read_oddities, read_usual
from records.told_matches.queries import read_told_evening
from records.told_matches.telling import ToldHand, ToldMatch, play_told_matches
from rules import game_by_key
from tests.pages import read_page
from tests.records import retold
from tests.scoring.builders import build_user
from tests.scoring.evenings import play_evening, quarrel
from tournaments.models import Entry, Match, Person, Seat, Tournament
from tournaments.people.naming import PublicNaming

pytestmark = pytest.mark.django_db
GAMES = ("marafon", "tressette", "briscola", "pointsonly2")
USER = ("director", "assistant")


def play_told(game_key, seed="lots", **more):
    tournament = play_evening(game_key=game_key, seed=seed, name=f"Serata {game_key} {seed}", pairs=4, rounds=2, closed=1, **more)
    Tournament.objects.filter(pk=tournament.pk).update(public=True)
    return tournament


def read_lines(tournament):
    answer = Client().get(f"/tournaments/{tournament.slug}/ledger.jsonl")
    return b"".join(answer.streaming_content).decode().splitlines()


def read_sides(tournament):
    sides = {}
    for seat in Seat.objects.filter(match__round__stage__tournament=tournament).select_related("match").order_by("side", "place"):
        sides.setdefault(seat.match.code, {}).setdefault(seat.side, []).append(seat.entry_id)
    return {code: tuple(tuple(found[side]) for side in sorted(found)) for code, found in sides.items()}


def list_differences(tournament):
    """Every number that our own program and the independent one tell differently."""
    told = read_told_evening(tournament).matches
    again = retold.retell(tournament.game_key, read_lines(tournament))
    sides, of_kind = read_sides(tournament), {}
    for oddity in find_oddities(told, {match.rules: read_usual(match.rules) for match in told}):
        of_kind.setdefault(oddity.kind.value, []).append(oddity)
    first = {kind: found[0] for kind, found in of_kind.items()}
    pairs = [("matches", {match.code for match in told}, set(again))]
    for match in told:
        hands = [(hand.game, hand.before, hand.after) for hand in match.played]
        pairs.append((match.code, hands, again[match.code].hands))
        pairs.append((match.code, list(zip(match.games, match.winners, strict=True)), again[match.code].games))
        pairs.append((match.code, sorted(found for hand in match.played for found in hand.bonuses), sorted(again[match.code].bonuses)))
    lengths = tuple(first[kind].numbers[0] if kind in first else None for kind in ("shortest", "longest"))
    pairs.append(("lengths", lengths, retold.find_lengths(again)))
    closest = first.get("closest")
    lead = closest.numbers[0] - closest.numbers[1] if closest else None
    pairs.append(("closest", lead, retold.find_closest(tournament.game_key, again)))
    come_back = first.get("come_back")
    most = retold.find_come_back(again)
    pairs.append(("come_back", come_back.numbers[1] - come_back.numbers[0] if come_back else 0, most if most >= 5 else 0))
    row, longest = first.get("row"), retold.find_row(again)
    pairs.append(("row", row.numbers[0] if row else 0, longest if longest >= 3 else 0))
    counts = retold.count_bonuses(again, sides)
    pairs += [("declared", oddity.numbers[0], counts[oddity.bonus, oddity.sides[0]]) for oddity in of_kind.get("declared", [])]
    sums = retold.sum_leads(again, sides)
    pairs += [("pair", oddity.numbers, sums[oddity.sides[0]]) for oddity in of_kind.get("pair", [])]
    return [pair for pair in pairs if pair[1] != pair[2]]


@pytest.mark.parametrize("game_key", GAMES)
def test_an_independent_program_tells_the_same_numbers(data, game_key):
    tournament = play_told(game_key)
    quarrel(tournament)
    assert list_differences(tournament) == []


def test_a_restored_copy_tells_its_own_hands(data):
    """After it the same numbers of match, version and ledger place can stand for other hands, in a process that has told the first."""
    before = transaction.savepoint()
    assert list_differences(play_told("pointsonly2", seed="before")) == []
    transaction.savepoint_rollback(before)
    assert list_differences(play_told("pointsonly2", seed="after")) == []


@pytest.mark.proof
@pytest.mark.parametrize("number", range(125))
@pytest.mark.parametrize("game_key", GAMES)
def test_it_does_so_on_five_hundred_evenings(data, game_key, number):
    assert list_differences(play_told(game_key, seed=f"proof-{number}")) == []


def test_the_comparison_notices_one_changed_hand(data):
    """The positive control: a ledger in which one hand says something else is told otherwise."""
    lines = read_lines(play_told("tressette"))
    place, entry = next((place, entry) for place, entry in enumerate(map(json.loads, lines)) if entry["kind"] == "submit")
    payload = json.loads(entry["payload"])
    payload["event"]["points"] = payload["event"]["points"][::-1]
    changed = [*lines[:place], json.dumps(entry | {"payload": json.dumps(payload)}), *lines[place + 1 :]]
    assert retold.retell("tressette", changed) != retold.retell("tressette", lines)


def test_a_tied_game_is_told_with_its_points_and_goes_on_from_nothing():
    hands = [hand for match in play_told_matches(game_by_key("briscola"), {}, 120, "ties") for hand in match.hands]
    tied = [number for number, hand in enumerate(hands) if hand.plays_again]
    assert tied
    for number in tied:
        assert (hands[number].after, hands[number + 1].before, hands[number].ends_game) == ((60, 60), (0, 0), False)


def build_match(*games, rules="r", code="A"):
    """A match from games as lists of running scores; the higher one wins a game."""
    hands = []
    for number, scores in enumerate(games, start=1):
        before = (0, 0)
        for place, score in enumerate(scores, start=1):
            ends = place == len(scores)
            winner = int(score[1] > score[0]) if ends else None
            hands.append(ToldHand(number, 41, before, score, ends_game=ends, game_winner=winner))
            before = score
    scores = tuple(scores[-1] for scores in games)
    winners = tuple(int(score[1] > score[0]) for score in scores)
    winner = int(winners.count(1) > winners.count(0))
    return ToldMatch(tuple(hands), scores, winners, winner, 3, is_whole=True, code=code, sides=((1,), (2,)), rules=rules)


def test_a_come_back_counts_within_its_game_and_a_row_over_games():
    match = build_match([(20, 0), (30, 8), (38, 41)], [(0, 20), (0, 41)], [(41, 0)])
    assert find_come_back(match) == (22, 1, (30, 8))
    assert find_row(match) == (3, 1)
    assert (share_at_least([1, 2, 2, 9], 2), share_at_most([1, 2, 2, 9], 2)) == (4 / 5, 4 / 5)


def test_what_chance_gives_seldom_stands_first():
    usual = build_match([(10, 0), (20, 0), (41, 0)], [(41, 0)])
    odd = build_match([(0, 39), (40, 39), (40, 41)], [(0, 41)], code="B")
    found = find_oddities([usual, odd], {"r": Usual((usual,) * 300)})
    assert [oddity.chance for oddity in found] == sorted(oddity.chance for oddity in found)
    assert found[0].codes == ("B",)


def test_every_line_names_people_as_the_tournament_does_and_leads_to_its_match(data):
    tournament = play_told("marafon")
    page = read_page(Client(headers={"accept-language": "it"}).get(f"/tournaments/{tournament.slug}/told/"))
    assert {"L’incontro più lungo", "La mano più rara"} <= set(page.texts("main h2"))
    codes = set(Match.objects.filter(round__stage__tournament=tournament).values_list("code", flat=True))
    links = {address.rstrip("/").rpartition("/")[2] for _words, address in page.links if "/matches/" in address}
    assert links
    assert links <= codes
    lines = read_oddities(tournament, PublicNaming(tournament), short=True)
    assert "Anna0" in lines[0].words


def test_hidden_and_erased_persons_are_told_nowhere(data):
    tournament = play_told("marafon", seed="canary")
    addresses = [f"/tournaments/{tournament.slug}/told/", f"/tournaments/{tournament.slug}/screen/"]
    entry = Entry.objects.filter(tournament=tournament).order_by("number").first()
    names = list(entry.persons.values_list("name", flat=True))
    Entry.objects.filter(pk=entry.pk).update(hidden=True)
    erased = Person.objects.filter(entries__tournament=tournament).exclude(entries=entry).order_by("pk").last()
    names.append(erased.name)
    order_erasure(erased, actor=build_user(), at=timezone.now(), page="/")
    gone = {entry.pk, *Entry.objects.filter(persons=erased).values_list("pk", flat=True)}
    evening = read_told_evening(Tournament.objects.get(pk=tournament.pk))
    assert gone <= evening.unnamed
    assert all(gone.isdisjoint(pk for side in match.sides for pk in side) for match in evening.named)
    for address in addresses:
        text = read_page(Client().get(address)).text
        assert not [name for name in names if name in text]
