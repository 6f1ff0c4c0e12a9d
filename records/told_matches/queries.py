"""The played matches of a tournament, as the ledger stands now."""

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from django.db.models import F, QuerySet

from rankings.standings_pages.final_list import read_final_orders, read_final_teams
from records.told_matches.telling import ToldMatch, play_told_matches, tell_match
from rules import game_by_key
from scoring.ledger.match_log import MatchLog, build_match_log
from scoring.models import LedgerEntry, MatchResult
from standings.season import list_places
from tournaments.models import Entry, Match, Member, Round, Seat, Substitution, Tournament
from tournaments.people.names import ERASED_NAME
from tournaments.stages.match_rules import read_match_options

TOLD_STATES = (MatchResult.State.SUBMITTED, MatchResult.State.CONFIRMED, MatchResult.State.LOCKED)
"""Of matches that are told: they are over, and nobody disputes or cancelled them."""
TALLY_VERSION = 4
"""Raised whenever a stored tally would say something else."""
SIMULATED = 300
MOST_KEPT = 2_000
_kept_matches: dict[tuple[int, str], ToldMatch] = {}
"""Matches as this process has told them, by match and the digest of its last entry, which covers all before it: after a restored copy the
same version and place can hold another hand."""


@dataclass(frozen=True, slots=True)
class ToldEvening:
    """The matches of a tournament in their order. `unnamed` are ids of entries that are named nowhere: hidden, erased, played by nobody."""

    matches: tuple[ToldMatch, ...]
    unnamed: frozenset[int]

    @property
    def named(self) -> tuple[ToldMatch, ...]:
        """The matches of which every entry may be named."""
        return tuple(match for match in self.matches if self.unnamed.isdisjoint(entry for side in match.sides for entry in side))


def read_told_evening(tournament: Tournament) -> ToldEvening:
    """All matches of published rounds that were played to their end. Nine queries, and one for each stage whose last rounds differ."""
    matches = select_told_matches().filter(round__stage__tournament=tournament)
    return ToldEvening(tell_matches(list(matches)), find_unnamed_entries(tournament))


def select_told_matches() -> QuerySet[Match]:
    """Matches that are told, in the order of their rounds."""
    played = Match.objects.filter(kind=Match.Kind.PLAYED, result__state__in=TOLD_STATES, result__outcome=MatchResult.Outcome.PLAYED)
    published = played.exclude(round__state=Round.State.DRAFT).select_related("round__stage__tournament", "result")
    return published.order_by("round__stage__number", "round__number", "position")


def tell_matches(matches: Sequence[Match]) -> tuple[ToldMatch, ...]:
    """The matches, which come with round, stage, tournament and result, in their order. Three queries, and `read_match_options`."""
    last = LedgerEntry.objects.filter(match__in=matches, seq=F("match__result__seq"))
    digests = dict(last.values_list("match", "digest"))
    keys = [(match.pk, digests[match.pk]) for match in matches]
    missing = [match for match, key in zip(matches, keys, strict=True) if key not in _kept_matches]
    entries: defaultdict[int | None, list[LedgerEntry]] = defaultdict(list)
    for entry in LedgerEntry.objects.filter(match__in=missing).order_by("seq"):
        entries[entry.match_id].append(entry)
    options = {match.round_id: match.round for match in missing}
    read = {pk: read_match_options(round_) for pk, round_ in options.items()}
    if len(_kept_matches) > MOST_KEPT:
        _kept_matches.clear()
    for match in missing:
        game = match.round.stage.tournament.game
        log = build_match_log(game, read[match.round_id], entries[match.pk])
        rules = json.dumps({"game": game.key, "rules": game.options_to_json(read[match.round_id])}, sort_keys=True)
        match_told = replace(tell_log(log), code=match.code, stage=match.round.stage.number, round=match.round.number, rules=rules)
        _kept_matches[match.pk, digests[match.pk]] = match_told
    sides = _read_sides(matches)
    return tuple(replace(_kept_matches[key], sides=sides[key[0]]) for key in keys)


def tell_log(log: MatchLog) -> ToldMatch:
    """The match of a log."""
    return tell_match(log.game, [(line.event, line.before, line.after) for line in log.counted_lines], log.state)


@lru_cache(maxsize=32)
def simulate_matches(rules: str, count: int = SIMULATED) -> tuple[ToldMatch, ...]:
    """Random matches under the rules of a told match; played once in a process, which takes up to a second."""
    stored = json.loads(rules)
    game = game_by_key(stored["game"])
    return play_told_matches(game, stored["rules"], count, f"told {game.version}")


def find_unnamed_entries(tournament: Tournament) -> frozenset[int]:
    """Ids of the entries that no text names: hidden ones, those with an erased person, and seats without anybody. Two queries."""
    hidden = Entry.objects.filter(tournament=tournament, hidden=True) | Entry.objects.filter(tournament=tournament, phantom=True)
    erased = Member.objects.filter(tournament=tournament, person__name="").values_list("entry", flat=True)
    replaced = Substitution.objects.filter(entry__tournament=tournament, leaves__name="").values_list("entry", flat=True)
    blank = Entry.objects.filter(tournament=tournament, name__contains=ERASED_NAME).values_list("pk", flat=True)
    return frozenset([*hidden.values_list("pk", flat=True), *erased, *replaced, *blank])


def _read_sides(matches: Sequence[Match]) -> dict[int, tuple[tuple[int, ...], ...]]:
    """By match the entries of each side."""
    seats: defaultdict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    rows = Seat.objects.filter(match__in=matches).order_by("match", "side", "place").values_list("match", "side", "entry")
    for match, side, entry in rows:
        seats[match][side].append(entry)
    return {match: tuple(tuple(sides[side]) for side in sorted(sides)) for match, sides in seats.items()}


def build_tally_version(mark: str) -> str:
    """What a stored tally belongs to: a page version, and how tallies are counted."""
    return f"{TALLY_VERSION} {mark}"


def read_places(tournament: int) -> tuple[dict[str, str], int]:
    """By id of the entry its place as text, and how many have one."""
    count, places = 0, dict[str, str]()
    for rank, holders, together in list_places(read_final_orders([tournament]).get(tournament, ()), read_final_teams([tournament])):
        places |= {str(entry): f"{rank}=" if holders > 1 else str(rank) for entry in together}
        count += holders
    return places, count
