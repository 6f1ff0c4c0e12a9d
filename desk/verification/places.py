"""Whether podium, prizes, certificates, cash and seasons put everybody where the final list of a finished tournament does."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from django.utils.translation import gettext as _

from desk.treasury.queries import read_due_prizes
from desk.verification.findings import Finding
from printing.prints.heads import PrintContext, read_print_context
from printing.prints.honours import (
    LEAST_PLACES,
    Honour,
    divide_money,
    read_award_certificates,
    read_honours,
    share_prizes,
)
from rankings.seasons.queries import read_evening_scores
from rankings.standings_pages.final_list import FinalLine, read_final_list, read_podium
from rankings.standings_pages.queries import PLACES, find_deciding_stage, has_one_ranking
from rankings.standings_pages.stage_progress import find_final_stage
from standings.season import parse_season_options
from tournaments.cash.prize_lines import parse_prizes
from tournaments.models import Entry, SeasonEvening, Tournament

_PLACES_OF_THE_LIST = re.compile(r"\d+(?:–\d+)?")


def find_place_findings(tournament: Tournament) -> Iterator[Finding]:
    """Nothing before the tournament is over and its places are certain."""
    current = Tournament.objects.get(pk=tournament.pk)
    if current.state != Tournament.State.FINISHED or find_final_stage(current) is None:
        return
    lines = list(read_final_list(current).lines)
    names = {line.entry_id: f"{line.number} {line.name}" for line in lines}
    for place, misplaced in (*_compare_papers(current, lines), *_compare_seasons(current, lines)):
        if misplaced:
            listed = ", ".join(names.get(entry) or str(Entry.objects.get(pk=entry)) for entry in sorted(misplaced))
            yield Finding(place, _("puts these elsewhere than the final list: %(entries)s") % {"entries": listed})


def _compare_papers(tournament: Tournament, lines: Sequence[FinalLine]) -> Iterator[tuple[str, set[int]]]:
    """Each paper with the entries that it puts elsewhere; where pools are ranked apart there is no list that they could follow."""
    ranks = {line.entry_id: line.rank for line in lines}
    if podium := {line.entry_id: line.rank for line in read_podium(tournament)}:
        yield _("Podium"), _find_differing(podium, {entry: rank for entry, rank in ranks.items() if rank <= PLACES})
    stage = find_deciding_stage(tournament)
    if stage is None or not has_one_ranking(stage):
        return
    context = read_print_context(tournament, str)
    honours = {honour.line.entry_id: honour.line.rank for honour in read_honours(context) if not honour.title}
    yield _("Prize list"), _find_differing(honours, ranks)
    yield _("Certificates"), _find_wrong_certificates(context, lines)
    yield _("Cash"), _find_wrong_dues(context, lines)


def _find_differing(named: Mapping[int, int], due: Mapping[int, int]) -> set[int]:
    return {entry for entry in named.keys() | due.keys() if named.get(entry) != due.get(entry)}


def _find_wrong_certificates(context: PrintContext, lines: Sequence[FinalLine]) -> set[int]:
    """The entries whose certificate is missing or says another place. Those of consolations come after them."""
    last = max((LEAST_PLACES, *parse_prizes(context.style.prize_lines)))
    due = [(str(line.number), Honour("", line, "", rewarded=True).place_in_words) for line in lines if line.rank <= last]
    printed = [(award.party.number, award.text) for award in read_award_certificates(context)][: len(due)]
    numbers = {number for number, _text in set(due) ^ set(printed)}
    return set(Entry.objects.filter(tournament=context.tournament, number__in=numbers).values_list("pk", flat=True))


def _find_wrong_dues(context: PrintContext, lines: Sequence[FinalLine]) -> set[int]:
    """The entries that the treasurer would pay something else than the prizes of the places that they hold or share."""
    shared = share_prizes(lines, parse_prizes(context.style.prize_lines))
    holders = Counter(line.rank for line in lines)
    due = {line.entry_id: divide_money(shared[line.rank], holders[line.rank]) for line in lines}
    paid = {prize.entry_id: prize.due for prize in read_due_prizes(context) if _PLACES_OF_THE_LIST.fullmatch(prize.places) and prize.due}
    return _find_differing(paid, {entry: cents for entry, cents in due.items() if cents})


def _compare_seasons(tournament: Tournament, lines: Collection[FinalLine]) -> Iterator[tuple[str, set[int]]]:
    """Each season with the entries whose place there is another; an entry that played nothing has none there."""
    for row in SeasonEvening.objects.filter(tournament=tournament).select_related("season", "tournament").order_by("season"):
        scores = read_evening_scores([row], parse_season_options(row.season.rule))[tournament.pk]
        due = {line.entry_id: line.rank for line in lines if line.entry_id in scores}
        counted = {entry: score.place for entry, score in scores.items()}
        yield _("Season “%(name)s”") % {"name": row.season.name}, _find_differing(counted, due)
