"""What a finished evening owes to each of its places: who stands above whom, prizes, certificates, cash, minutes and season, by plain
arithmetic from seats and ranks, without the code that is tested.
"""

import re
from collections import Counter

from django.test import Client
from django.urls import reverse

from desk.treasury.queries import read_due_prizes
from printing.prints.heads import read_print_context
from printing.prints.honours import read_award_certificates, read_rewarded_honours
from printing.prints.list_rows import read_final_rows
from printing.prints.minutes_data import read_minutes
from printing.prints.paper_settings import StyleChoice, choose_style
from rankings.seasons.queries import compute_results
from rankings.standings_pages.final_list import read_final_list, read_podium
from tests.scoring.builders import build_user
from tests.scoring.seasons import build_season
from tournaments.cash.book import CashMove
from tournaments.cash.queries import read_cash_report
from tournaments.cash.services import pay_out
from tournaments.models import CashLine, Entry, Match, StageEntry

PRIZES = "1: 400 euro\n2: 200 euro\n3: 100 euro\n4: 80 euro\n5–8: 50 euro"
CENTS = {1: 40_000, 2: 20_000, 3: 10_000, 4: 8_000, 5: 5_000, 6: 5_000, 7: 5_000, 8: 5_000}
LOOK = {"suits": "italian", "language": "it", "signatures": "", "sheet_kind": "full", "wifi_name": "", "wifi_password": "", "logo": b""}


def announce_prizes(tournament):
    choose_style(tournament, StyleChoice(prizes=PRIZES, sheet_dropped=[], wifi_shown=False, **LOOK), actor=build_user("director"))


def read_ranks(tournament):
    return {line.entry_id: line.rank for line in read_final_list(tournament).lines}


def find_overtaken(stage, ranks):
    """Two entries of a bracket of which the first stands above the second, or beside it, and played fewer of its rounds. Losers of rounds
    that a consolation takes together stand as it puts them.
    """
    reached = _read_reached(stage)
    for follower in stage.followers.filter(takes="lost", rounds__state="closed").distinct():
        together = range(follower.lost_from, follower.lost_until + 1)
        reached = {entry: follower.lost_until if round_ in together else round_ for entry, round_ in reached.items()}
    here = reached.keys() - find_placed_elsewhere(stage)
    return [(ahead, behind) for ahead in here for behind in here if reached[ahead] < reached[behind] and ranks[ahead] <= ranks[behind]]


def find_placed_elsewhere(stage):
    """Entries of a stage of losers, or of one filled from it, whose seats in the bracket they came from say that they lost in other rounds
    or not at all: they stand where that bracket puts them.
    """
    if stage.source is None:
        return set()
    elsewhere = find_placed_elsewhere(stage.source)
    if stage.takes == "lost":
        taken = range(stage.lost_from, stage.lost_until + 1)
        elsewhere |= {entry for entry, round_ in _read_reached(stage.source).items() if round_ not in taken}
    return elsewhere & set(StageEntry.objects.filter(stage=stage).values_list("entry_id", flat=True))


def _read_reached(stage):
    """The last round of the main bracket in which each entry sits; in a double elimination of either bracket, since losers come back."""
    is_double = stage.format_key == "double_elimination"
    reached = dict.fromkeys(StageEntry.objects.filter(stage=stage).values_list("entry_id", flat=True), 0)
    for match in Match.objects.filter(round__stage=stage).exclude(round__state="draft").select_related("round"):
        if is_double or (match.bracket[0] == 1 and match.bracket[3] == "main"):
            reached |= {entry: max(reached[entry], match.round.number) for entry in match.seats.values_list("entry_id", flat=True)}
    return reached


def find_sent_behind(stage, ranks):
    """Entries that went on from a stage and stand below one that did not."""
    behind = []
    for follower in stage.followers.filter(takes="first", rounds__state="closed").distinct():
        went_on, here = (set(StageEntry.objects.filter(stage=one).values_list("entry_id", flat=True)) for one in (follower, stage))
        elsewhere = find_placed_elsewhere(stage)
        went_on, stayed = went_on - elsewhere, here - went_on - elsewhere
        best = min((ranks[entry] for entry in stayed), default=len(ranks) + 1)
        behind += [entry for entry in went_on if ranks[entry] >= best]
    return behind


def divide_prizes(ranks):
    """What each entry gets: who shares places divides their prizes, and cents that cannot be divided stay."""
    holders = Counter(ranks.values())
    won = {rank: sum(CENTS.get(place, 0) for place in range(rank, rank + count)) // count for rank, count in holders.items()}
    return {entry: won[rank] for entry, rank in ranks.items() if won[rank]}


def check_rewards(tournament, ranks):
    """Prizes, certificates and cash go to exactly those who stand at the places that have one, also after they were paid."""
    context = read_print_context(tournament, str)
    rewarded = {entry: rank for entry, rank in ranks.items() if rank <= max(CENTS)}
    assert {honour.line.entry_id: honour.line.rank for honour in read_rewarded_honours(context) if not honour.title} == rewarded
    assert read_certified(context, tournament) == rewarded
    won = divide_prizes(ranks)
    assert {prize.entry_id: prize.due for prize in read_due_prizes(context)} == won
    for prize in read_due_prizes(context):
        move = CashMove(CashLine.Kind.PRIZE, prize.left, Entry.objects.get(pk=prize.entry_id))
        pay_out(tournament, move, actor=build_user("director"), key=f"prize-{prize.entry_id}")
    assert [prize for prize in read_due_prizes(context) if prize.left] == []
    assert read_cash_report(tournament).prizes_paid == sum(won.values()) <= sum(CENTS.values())


def read_certified(context, tournament):
    """The place on every certificate that is not a consolation's."""
    ids = dict(tournament.entries.values_list("number", "pk"))
    plain = [award for award in read_award_certificates(context) if "·" not in award.text]
    return {ids[int(award.party.number)]: int(re.search(r"\d+", award.text)[0]) for award in plain}


def check_papers(tournament, ranks):
    """List, minutes and season have the order of the final list, and the home page leads to it."""
    numbers = dict(tournament.entries.values_list("pk", "number"))
    placed = [(ranks[entry], numbers[entry]) for entry in sorted(ranks, key=lambda entry: (ranks[entry], numbers[entry]))]
    context = read_print_context(tournament, str)
    assert [(row[0], row[2]) for row in read_final_rows(context).rows] == placed
    if tournament.stages.count() > 1:
        section = next(section for section in read_minutes(context) if section.title == "Final list")
        assert [(int(row[0].rstrip("=")), int(row[1])) for row in section.rows] == placed
    season = build_season(tournament, name=tournament.name)
    scored = {sighting.appearance.atom[0]: sighting.score.place for sighting in compute_results(season, everything=True).sightings}
    assert scored == {entry: ranks[entry] for entry in scored}
    home = Client().get(reverse("tournaments:public", args=[tournament.slug])).content.decode()
    assert f'href="{reverse("scoring:public_final", args=[tournament.slug])}"' in home


def check_podium(tournament, ranks):
    podium = {line.entry_id: line.rank for line in read_podium(tournament)}
    assert podium in ({}, {entry: rank for entry, rank in ranks.items() if rank <= 3})
