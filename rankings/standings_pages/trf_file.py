"""A stage as a TRF file, the exchange format of chess programs: its rounds, clubs, numbers of membership and places."""

from collections.abc import Mapping, Sequence

from pairing.formats import format_by_key
from pairing.swiss.acceleration import count_accelerated_rounds
from pairing.trf.report import TrfEntry, TrfReport, TrfScoring
from pairing.trf.stored import build_cells, find_scoring
from pairing.trf.writing import MOST_ENTRIES, format_trf
from scoring.standings.carried import read_carried
from scoring.standings.finished_matches import read_finished_matches
from scoring.standings.stored import read_accelerated, read_entrant_ids, read_scheme, read_standings
from standings import CountingScheme, build_played_history, continue_rounds
from standings.points import OWN_VALUES
from tournaments.models import Entry, Member, Stage


def can_be_trf(stage: Stage) -> bool:
    """Whether every match is between two entries, each for itself, as TRF tells it."""
    form = format_by_key(stage.format_key)
    return form.sides == 2 and form.side_size == 1 and not form.in_teams


def format_stage_as_trf(stage: Stage) -> str | None:
    """None where TRF cannot tell the matches, or for more entries than it can number.

    Points are those of the standings where they come from matches; else one for a match won and a half for a drawn one. The places are
    always those of the standings. A pair is written as a team of one, and the membership number is its first player's; one with letters
    is left out, because other programs refuse the file for it.
    """
    form, order = format_by_key(stage.format_key), read_entrant_ids(stage)
    if not can_be_trf(stage) or len(order) > MOST_ENTRIES:
        return None
    carried = read_carried(stage)
    order += [entry for entry in carried.entries if entry not in set(order)] if carried else []
    history = build_played_history(continue_rounds(carried, read_finished_matches(stage).results))
    rounds = max((played.round for played in history), default=0)
    cells = build_cells(history, order, rounds)
    standings = read_standings(stage)
    lines = {line.entrant: line for group in standings.groups.values() for line in group}
    scheme = read_scheme(stage)
    is_whole = scheme.system.unit == 1
    scoring = find_scoring({entry: int(line.points) for entry, line in lines.items()}, cells, _list_scorings(scheme)) if is_whole else None
    members = frozenset(read_accelerated(stage)) if scoring else frozenset()
    before = carried.rounds if carried else 0
    planned = before + form.count_rounds(form.options_from(stage.options), len(order))
    numbers = frozenset(number for number, entry in enumerate(order, start=1) if entry in members)
    names, entries = _read_entries(order, {entry: line.rank for entry, line in lines.items()})
    report = TrfReport(
        name=f"{stage.tournament.name} {stage.name}".strip(),
        rounds=planned if members else rounds,
        names=tuple(names[entry] for entry in order),
        cells=tuple(tuple(cells[entry]) for entry in order),
        scoring=scoring or TrfScoring(win=2, draw=1, bye=2),
        entries=tuple(entries[entry] for entry in order),
        accelerated=(numbers,) * min(rounds, count_accelerated_rounds(planned)) if members else (),
    )
    return format_trf(report)


def _list_scorings(scheme: CountingScheme) -> list[TrfScoring]:
    """What the stage gives for matches: which of its points are a draw's, other programs need for Buchholz though nobody has drawn."""
    win, draw, loss = scheme.values if scheme.points == OWN_VALUES else (scheme.system.win, scheme.system.draw, 0)
    bye = scheme.system.get_bye_worth(scheme.bye) or 0
    return [TrfScoring(2 * win, 2 * draw, 2 * loss, 2 * bye)] if win else []


def _read_entries(order: Sequence[int], ranks: Mapping[int, int]) -> tuple[dict[int, str], dict[int, TrfEntry]]:
    """Names, and what else the file says of the entries, by id."""
    first_seats = Member.objects.filter(entry__in=order).order_by("-position")
    stated = dict(first_seats.values_list("entry_id", "person__membership"))
    membership = {entry: text for entry, text in stated.items() if text.isdecimal()}
    clubs = dict(Entry.objects.filter(pk__in=order, club__isnull=False).values_list("pk", "club__name"))
    names = {entry.pk: entry.name for entry in Entry.objects.filter(pk__in=order)}
    return names, {pk: TrfEntry(ranks.get(pk, 0), membership.get(pk, ""), clubs.get(pk, "")) for pk in names}
