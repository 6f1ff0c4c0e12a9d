"""The schedule of pools: drawn rounds as they are, later rounds from the Berger table."""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext

from pairing import draw_from_json, format_by_key
from pairing.berger import build_berger_round, build_double_berger_round, count_berger_rounds
from paper import BergerGrid, GridMatch, GridRound
from printing.prints.heads import build_party
from printing.prints.stage_prints import read_group_titles
from rules.texts import format_score
from scoring.models import MatchResult
from scoring.standings.stored import read_groups
from tournaments.models import Draw, Entry, Match, Round, Stage
from tournaments.models.prefetches import prefetch_members, prefetch_seats
from tournaments.people.naming import IN_FULL, Naming

MatchesByRound = Mapping[int, list[Match]]


def read_berger_grids(stage: Stage, naming: Naming = IN_FULL) -> list[BergerGrid]:
    """One grid for each pool. Five queries."""
    entries = {entry.pk: entry for entry in _read_entries(stage)}
    drawn = _read_drawn(stage)
    format_ = format_by_key(stage.format_key)
    double = getattr(format_.options_from(stage.options), "meetings", 1) == 2
    groups = _read_members(stage)
    titles = read_group_titles(stage, groups)
    return [
        BergerGrid(
            tuple(build_party(entries[pk], naming) for pk in members),
            tuple(_build_rounds(members, entries, drawn, double=double)),
            titles[name],
        )
        for name, members in groups.items()
    ]


def _read_entries(stage: Stage) -> list[Entry]:
    return list(Entry.objects.filter(stage_entries__stage=stage).select_related("club").prefetch_related(prefetch_members()))


def _read_members(stage: Stage) -> dict[str, list[int]]:
    """Entry keys by pool, in the order of the numbers in the table that the first draw gave them."""
    first = Draw.objects.filter(round__stage=stage).order_by("round__number").first()
    if first is None:
        return read_groups(stage)
    return {group.name: list(group.members) for group in draw_from_json({**first.outcome, "request": first.inputs}).groups}


def _read_drawn(stage: Stage) -> MatchesByRound:
    matches = Match.objects.filter(round__stage=stage).exclude(round__state=Round.State.DRAFT)
    matches_by_round: dict[int, list[Match]] = {}
    listed = matches.select_related("round", "result").prefetch_related(prefetch_seats())
    for match in listed.order_by("round__number", "position"):
        matches_by_round.setdefault(match.round.number, []).append(match)
    return matches_by_round


def _build_rounds(members: list[int], entries: Mapping[int, Entry], drawn: MatchesByRound, *, double: bool) -> Iterator[GridRound]:
    for number in range(1, count_berger_rounds(len(members), double=double) + 1):
        title = gettext("Round %(number)d") % {"number": number}
        if number in drawn:
            pool_matches = [match for match in drawn[number] if match.seats.all()[0].entry_id in members]
            yield _build_played_round(title, pool_matches)
        else:
            table = (build_double_berger_round if double else build_berger_round)(len(members), number)
            yield _build_coming_round(title, [tuple(_get_entry_number(members, entries, place) for place in pair) for pair in table])


def _get_entry_number(members: list[int], entries: Mapping[int, Entry], place: int) -> str:
    """Number of the entry at this place of the table; empty if the place is free."""
    return str(entries[members[place - 1]].number) if place <= len(members) else ""


def _build_played_round(title: str, matches: list[Match]) -> GridRound:
    played = tuple(_build_played_match(match) for match in matches if match.kind == Match.Kind.PLAYED)
    resting = [str(match.seats.all()[0].entry.number) for match in matches if match.kind == Match.Kind.BYE]
    return GridRound(title, played, ", ".join(resting))


def _build_played_match(match: Match) -> GridMatch:
    first, second = (str(seat.entry.number) for seat in match.seats.all())
    if match.first_dealer == 1:
        first, second = second, first
    table = gettext("table %(table)d") % {"table": match.table} if match.table else ""
    return GridMatch(first, second, table, _format_result(match))


def _format_result(match: Match) -> str:
    result = getattr(match, "result", None)
    if result is None or result.state in (MatchResult.State.OPEN, MatchResult.State.VOID):
        return ""
    won = result.summary.get("games_won", ())
    return format_score(won[::-1] if match.first_dealer == 1 else won)


def _build_coming_round(title: str, pairs: list[tuple[str, ...]]) -> GridRound:
    matches = tuple(GridMatch(first, second) for first, second in pairs if first and second)
    return GridRound(title, matches, ", ".join(first or second for first, second in pairs if not (first and second)))
