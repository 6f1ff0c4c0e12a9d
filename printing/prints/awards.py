"""Prizes beside those of the places: for the best of a category or of a club, and for the last."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from printing.prints.heads import PrintContext
from rankings.standings_pages.final_list import FinalLine, find_consolations, read_final_list
from tournaments.cash.prize_lines import LAST, PrizeLine, parse_prize_lines
from tournaments.models import Entry, Stage, Tournament


@dataclass(frozen=True, slots=True)
class Award:
    """A heading of the prize list with its prizes, and the entries that compete for them: the best first, from place 1."""

    title: str
    prize_lines: tuple[str, ...]
    lines: tuple[FinalLine, ...]


def list_awards(context: PrintContext) -> tuple[str, ...]:
    """The headings of the prize list that are no consolation, as they are written."""
    consolations = {name for stage in find_consolations(context.tournament) for name in stage.spellings}
    titles = {line.award.casefold(): line.award for line in parse_prize_lines(context.style.prizes) if line.award}
    return tuple(title for key, title in titles.items() if key not in consolations)


def name_consolation(context: PrintContext, stage: Stage) -> str:
    """What the prize list calls it, where that is its name in another language: what was handed over is known by this word."""
    headings = {line.award.casefold(): line.award for line in parse_prize_lines(context.style.prizes)}
    written = stage.spellings & headings.keys()
    return stage.name if stage.name.casefold() in written or not written else headings[min(written)]


def read_awards(context: PrintContext) -> Iterator[Award]:
    """Who stands where among those that each heading means, by the final list. No query where the list has no such heading."""
    titles = list_awards(context) if context.style.prizes else ()
    if not titles:
        return
    final = read_final_list(context.tournament).lines
    entries = {entry.pk: entry for entry in Entry.objects.filter(tournament=context.tournament).select_related("club")}
    for title in titles:
        lines = _pick_lines(title.casefold(), final, entries)
        yield Award(title, context.style.list_stage_prizes({title.casefold()}), tuple(_rank_among(lines)))


def _pick_lines(heading: str, final: Sequence[FinalLine], entries: dict[int, Entry]) -> list[FinalLine]:
    if heading in LAST:
        return [line for line in reversed(final) if entries[line.entry_id].state != Entry.State.WITHDRAWN]
    return [line for line in final if heading in list_group_names(entries[line.entry_id])]


def list_group_names(entry: Entry) -> tuple[str, ...]:
    """The headings, in small letters, that mean this entry: its category and its club."""
    return tuple(name.casefold() for name in (entry.category, entry.club.name if entry.club else "") if name)


def find_strange_awards(context: PrintContext) -> tuple[str, ...]:
    """Headings that mean nobody who is entered: a word that was typed in another way, or a category that nobody has yet."""
    names = {*LAST, *read_group_names(context.tournament).keys()}
    return tuple(title for title in list_awards(context) if title.casefold() not in names)


def read_group_names(tournament: Tournament) -> dict[str, str]:
    """The categories and clubs of the entries by their words in small letters. One query."""
    rows = Entry.objects.filter(tournament=tournament).values_list("category", "club__name")
    return {name.casefold(): name for row in sorted(rows, key=str) for name in row if name}


def _rank_among(lines: Sequence[FinalLine]) -> Iterator[FinalLine]:
    """The lines with their places among themselves; who was tied stays so where the other is among them, and holds their places only."""
    counts, following = Counter(line.rank for line in lines), 1
    places: dict[int, int] = {}
    for line in lines:
        held = min(line.held, counts[line.rank])
        if line.rank not in places:
            places[line.rank] = following
            following += held
        yield replace(line, rank=places[line.rank], shared=held > 1, held=held)


def find_line(text: str, key: str) -> PrizeLine | None:
    """The line of a prize list with this key."""
    return next((line for line in parse_prize_lines(text) if line.key == key), None)
