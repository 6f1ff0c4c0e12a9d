"""Bracket, lists of those who go on, standings, final list, prizes and public pages tell one story, whatever is corrected."""

import os
import re
from collections import Counter

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from desk.verification.queries import verify_tournament
from printing.prints.heads import read_print_context
from printing.prints.honours import read_honours, read_rewarded_honours
from rankings.standings_pages import chains, contradictions, final_list
from rankings.standings_pages.final_list import read_final_list, read_podium
from rankings.standings_pages.queries import find_deciding_stage, has_one_ranking
from tests.faults.conftest import SEED
from tests.faults.last_places import (
    check_papers,
    check_podium,
    check_rewards,
    find_overtaken,
    find_placed_elsewhere,
    find_sent_behind,
    read_ranks,
)
from tests.faults.story import Evening, find_false_entries, find_false_seats, is_bracket, read_winner, was_decided
from tests.pages import read_page
from tests.rankings.standings_pages.test_one_order import follow, play_out, turn_first_match_and_let_it_stand
from tests.scoring.corrected import found_stage, turn_result
from tournaments.models import Match, Round, Tournament
from tournaments.stages.chains import StageSource

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.turns(4)]
PROVISIONAL = re.compile("Provisional: a result|Not everything is played|No final list yet")


def play_run(number, steps, chain=""):
    """One random evening, rolled back at its end; what it came to."""
    savepoint = transaction.savepoint()
    try:
        evening = Evening(number, chain)
        for _step in range(steps):
            evening.step()
            check_story(evening)
        ended = evening.finish()
        check_story(evening)
        more = check_end(evening) if ended else Counter()
        return f"{evening.chain}: {'ended' if ended else 'stopped'}", Counter(accidents=evening.accidents) + more
    finally:
        transaction.savepoint_rollback(savepoint)


def check_story(evening):
    """What contradicts the results is named, or was decided; what is provisional says so."""
    points = contradictions.compute_open_points(evening.tournament)
    for stage in evening.refreshed_stages():
        silent = not points and not was_decided(evening.tournament)
        assert not (silent and find_false_seats(stage)), (evening.chain, stage)
        assert not (silent and find_false_entries(stage)), (evening.chain, stage)
    if evening.rng.random() < 0.05:
        text = visit_page("scoring:public_final", evening.tournament).text
        final = read_final_list(Tournament.objects.get(pk=evening.tournament.pk))
        assert bool(PROVISIONAL.search(text)) == (final.provisional or not final.lines)
        assert final.provisional >= bool(points)


def check_end(evening):
    """Everybody has one place, and the winner on every page is the one whom the last match says."""
    tournament = Tournament.objects.get(pk=evening.tournament.pk)
    assert tournament.state == "finished"
    assert verify_tournament(tournament) == ()
    final = read_final_list(tournament)
    assert Counter(line.entry_id for line in final.lines) == Counter(
        tournament.entries.filter(stage_entries__isnull=False).distinct().values_list("pk", flat=True)
    )
    assert [line.rank for line in final.lines] == [1 + sum(other.rank < line.rank for other in final.lines) for line in final.lines]
    assert not final.provisional
    podium = [(line.entry_id, line.rank) for line in read_podium(tournament)]
    honours = [(honour.line.entry_id, honour.line.rank) for honour in read_honours(read_print_context(tournament, str))]
    assert honours[: len(podium)] == podium
    rewarded = read_rewarded_honours(read_print_context(tournament, str))
    assert {honour.line.entry_id for honour in rewarded} >= {entry for entry, _rank in podium}
    assert visit_page("scoring:public_final", tournament).texts("th[scope=row]") == [line.name for line in final.lines]
    if podium:
        check_winner(evening, tournament, podium, final)
    check_places(evening, tournament)
    return Counter(stood=evening.stood, placed_elsewhere=sum(len(find_placed_elsewhere(stage)) for stage in tournament.stages.all()))


def check_places(evening, tournament):
    """Nobody stands above a round that it did not play, and all papers follow from where they stand."""
    ranks = read_ranks(tournament)
    if not (evening.withdrawn or evening.voided):
        for stage in tournament.stages.all():
            assert not (is_bracket(stage) and find_overtaken(stage, ranks)), evening.chain
            assert find_sent_behind(stage, ranks) == [], evening.chain
    check_podium(tournament, ranks)
    check_papers(tournament, ranks)
    if has_one_ranking(find_deciding_stage(tournament)):
        check_rewards(tournament, ranks)


def check_winner(evening, tournament, podium, final):
    first = [line.entry_id for line in final.lines if line.rank == 1]
    assert sorted(entry for entry, rank in podium if rank == 1) == sorted(first)
    stage = find_deciding_stage(tournament)
    if not is_bracket(stage) or evening.withdrawn or was_decided(tournament) or evening.voided:
        return
    played = Match.objects.filter(round__stage=stage, kind="played").select_related("round").order_by("-round__number", "position")
    winner, loser = read_winner(next(match for match in played if match.bracket[0] == 1 and match.bracket[3] != "losers"))
    assert podium[0][0] == winner
    assert loser in {entry for entry, rank in podium if rank == 2}
    standings = visit_page("scoring:public_standings", tournament)
    name = next(line.name for line in final.lines if line.entry_id == winner)
    assert name in next(row for row in standings.find_all("tr") if row.find_all("td")).text


def visit_page(name, tournament):
    answer = Client().get(reverse(name, args=[tournament.slug]), headers={"accept-language": "en"})
    assert answer.status_code == 200, name
    return read_page(answer)


def play_runs(numbers, steps=14, chains=()):
    """Evenings of chance, then one of each of the `chains`."""
    reached, counts = Counter(), Counter()
    for number, chain in [*((number, "") for number in numbers), *((SEED, chain) for chain in chains)]:
        name, more = play_run(number, steps, chain)
        reached[name] += 1
        counts += more
    return {"reached": dict(sorted(reached.items())), **counts}


def test_one_story(figures):
    of_two_stages = ("knockout and losers", "pools, final of two, rest", "swiss and final of two")
    figures(runs=5, **play_runs(range(SEED, SEED + 2), chains=of_two_stages))


def test_without_the_check_the_story_is_false(monkeypatch):
    """The positive control: a corrected first round contradicts the second, and nothing names it."""
    evening = Evening(SEED, chain="knockout")
    while not Round.objects.filter(stage=evening.stages[0], number=2, state="published").exists():
        evening.go_on(evening.stages[0])
    turn_result(evening.matches(round__number=1)[0])
    check_story(evening)
    monkeypatch.setattr(contradictions, "list_contradictions", lambda _stage: [])
    with pytest.raises(AssertionError):
        check_story(evening)


def test_without_their_seats_losers_are_put_above_finalists(monkeypatch):
    """The positive control of the places: who plays on after a first round that was turned is ranked by the consolation as well."""
    for module in (chains, final_list):
        monkeypatch.setattr(module, "read_not_lost", lambda _stage, _rounds: frozenset())
    monkeypatch.setattr(chains, "_read_seated_later", lambda _stage, _last: [])
    stage = found_stage(8)
    turn_first_match_and_let_it_stand(stage)
    consolation = follow(stage, "knockout", source=StageSource(stage, lost=(1, 1)))
    play_out(stage)
    play_out(consolation)
    assert find_overtaken(stage, read_ranks(stage.tournament)) != []


@pytest.mark.proof
@pytest.mark.timeout(14_400)
def test_two_thousand_evenings(figures):
    """`RUNS` and `SEED` divide them among processes."""
    runs = int(os.environ.get("RUNS", "2000"))
    figures(runs=runs, **play_runs(range(SEED, SEED + runs)))
