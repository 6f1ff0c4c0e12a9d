"""The schedule of pools: rounds that are drawn as they are, those to come by the Berger table."""

from collections.abc import Iterator, Mapping

from django.db.models import Prefetch
from django.utils.translation import gettext

from pairing import draw_from_json, format_by_key
from pairing.berger import berger_round, berger_round_count, double_berger_round
from paper import BergerGrid, GridMatch, GridRound
from rules.texts import dashed
from scoring.models import MatchResult
from scoring.printing.heads import party_of
from scoring.printing.stage_prints import group_titles
from scoring.standings_pages.stored import groups_of
from tournaments.models import Draw, Entry, Match, Round, Seat, Stage
from tournaments.people.naming import IN_FULL, Naming

Drawn = Mapping[int, list[Match]]


def berger_grids_of(stage: Stage, naming: Naming = IN_FULL) -> list[BergerGrid]:
    """One grid for each pool. Seven queries."""
    entries = {entry.pk: entry for entry in _entries(stage)}
    drawn = _drawn(stage)
    form = format_by_key(stage.format_key)
    double = getattr(form.options_from(stage.options), "meetings", 1) == 2
    groups = _members(stage)
    titles = group_titles(stage, groups)
    return [
        BergerGrid(
            tuple(party_of(entries[pk], naming) for pk in members), tuple(_rounds(members, entries, drawn, double=double)), titles[name]
        )
        for name, members in groups.items()
    ]


def _entries(stage: Stage) -> list[Entry]:
    return list(Entry.objects.filter(stage_entries__stage=stage).select_related("club").prefetch_related("members__person"))


def _members(stage: Stage) -> dict[str, list[int]]:
    """Ids of the entries by pool, in the order of their numbers in the table, which the first draw gave them."""
    first = Draw.objects.filter(round__stage=stage).order_by("round__number").first()
    if first is None:
        return groups_of(stage)
    return {group.name: list(group.members) for group in draw_from_json({**first.outcome, "request": first.inputs}).groups}


def _drawn(stage: Stage) -> Drawn:
    seats = Seat.objects.select_related("entry").order_by("side")
    matches = Match.objects.filter(round__stage=stage).exclude(round__state=Round.State.DRAFT)
    found: dict[int, list[Match]] = {}
    listed = matches.select_related("round", "result").prefetch_related(Prefetch("seats", queryset=seats))
    for match in listed.order_by("round__number", "position"):
        found.setdefault(match.round.number, []).append(match)
    return found


def _rounds(members: list[int], entries: Mapping[int, Entry], drawn: Drawn, *, double: bool) -> Iterator[GridRound]:
    for number in range(1, berger_round_count(len(members), double=double) + 1):
        title = gettext("Round %(number)d") % {"number": number}
        if number in drawn:
            own = [match for match in drawn[number] if match.seats.all()[0].entry_id in members]
            yield _played_round(title, own)
        else:
            table = (double_berger_round if double else berger_round)(len(members), number)
            yield _coming_round(title, [tuple(_number(members, entries, place) for place in pair) for pair in table])


def _number(members: list[int], entries: Mapping[int, Entry], place: int) -> str:
    """Of the entry at that place of the table; empty for nobody."""
    return str(entries[members[place - 1]].number) if place <= len(members) else ""


def _played_round(title: str, matches: list[Match]) -> GridRound:
    played = tuple(_played_match(match) for match in matches if match.kind == Match.Kind.PLAYED)
    resting = [str(match.seats.all()[0].entry.number) for match in matches if match.kind == Match.Kind.BYE]
    return GridRound(title, played, ", ".join(resting))


def _played_match(match: Match) -> GridMatch:
    first, second = (str(seat.entry.number) for seat in match.seats.all())
    if match.first_dealer == 1:
        first, second = second, first
    table = gettext("table %(table)d") % {"table": match.table} if match.table else ""
    return GridMatch(first, second, table, _result(match))


def _result(match: Match) -> str:
    result = getattr(match, "result", None)
    if result is None or result.state in (MatchResult.State.OPEN, MatchResult.State.VOID):
        return ""
    won = result.summary.get("games_won", ())
    return dashed(won[::-1] if match.first_dealer == 1 else won)


def _coming_round(title: str, pairs: list[tuple[str, ...]]) -> GridRound:
    matches = tuple(GridMatch(first, second) for first, second in pairs if first and second)
    return GridRound(title, matches, ", ".join(first or second for first, second in pairs if not (first and second)))
