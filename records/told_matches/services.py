"""Tallies of evenings that are over, stored by the worker when nobody waits."""

import datetime as dt

from jobs.databases import write_tx
from records.models import EveningTally, MatchTally
from records.told_matches.queries import build_tally_version, read_places, select_told_matches, tell_matches
from records.told_matches.tallies import tally_match, write_tally
from tournaments.models import Edition, Tournament

MOST_AT_ONCE = 50
"""Evenings of one sweep: the others follow with the next."""


def tally_evenings(now: dt.datetime) -> int:
    """Store the tallies of finished tournaments that have none, or old ones: the sweeper's part. Returns how many were stored."""
    current = dict(EveningTally.objects.values_list("tournament", "mark"))
    marks = Edition.objects.filter(tournament__state=Tournament.State.FINISHED).values_list("tournament", "mark")
    stale = [tournament for tournament, mark in marks if current.get(tournament) != build_tally_version(mark)]
    for tournament in sorted(stale)[:MOST_AT_ONCE]:
        store_tally(tournament)
    return min(len(stale), MOST_AT_ONCE)


def store_tally(tournament: int) -> None:
    """1. The page version is read, then the matches; 2. the old rows go; 3. the new ones are stored under that version, so that whoever
    changed something meanwhile has made them old already.
    """
    mark = Edition.objects.values_list("mark", flat=True).get(tournament=tournament)
    matches = list(select_told_matches().filter(round__stage__tournament=tournament))
    rows = [
        MatchTally(match=match, tournament_id=tournament, numbers=write_tally(tally_match(played)))
        for match, played in zip(matches, tell_matches(matches), strict=True)
    ]
    places, entries = read_places(tournament)
    with write_tx():
        MatchTally.objects.filter(tournament=tournament).delete()
        MatchTally.objects.bulk_create(rows)
        values = {"mark": build_tally_version(mark), "places": places, "entries": entries}
        EveningTally.objects.update_or_create(tournament_id=tournament, defaults=values)
