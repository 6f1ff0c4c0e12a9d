"""Prizes on paper beside the prize list: what to buy, who signs for what, and whom to thank."""

from collections.abc import Iterable, Sequence

from django.utils.timezone import localtime
from django.utils.translation import gettext

from paper import PaperSection
from printing.prints.heads import PrintContext
from printing.prints.honours import Honour, list_unwon_prizes, read_rewarded_honours
from rankings.standings_pages.stage_progress import find_final_stage
from tournaments.cash.prize_lines import PrizeKind, PrizeLine, list_single_prizes, name_places, parse_prize_lines
from tournaments.fields.euros import format_euros
from tournaments.models import PrizeHandover


def read_shopping_sections(context: PrintContext) -> list[PaperSection]:
    """What the organizer buys, what has to be collected from sponsors, and the vouchers to be written."""
    lines = [line for line in parse_prize_lines(context.style.prizes) if not line.prize.is_money]
    purchases = [line for line in lines if line.prize.kind is PrizeKind.GOODS and not line.prize.sponsor]
    vouchers = [line for line in lines if line.prize.kind is PrizeKind.VOUCHER and not line.prize.sponsor]
    donated = [line for line in lines if line.prize.sponsor]
    sections = [
        _build_list(gettext("To buy"), purchases),
        _build_list(gettext("Vouchers to write"), vouchers),
        _build_list(gettext("To collect from sponsors"), donated),
    ]
    return [section for section in sections if section.rows]


def _build_list(title: str, lines: Sequence[PrizeLine]) -> PaperSection:
    rows: list[tuple[str, ...]] = [
        (
            "☐",
            str(line.count),
            line.prize.what,
            name_places(line.award, line.places),
            line.prize.sponsor,
            *_format_amounts(line),
        )
        for line in lines
    ]
    total = sum((line.prize.cents or 0) * line.count for line in lines)
    if rows and total:
        rows.append(("", "", gettext("All together"), "", "", "", format_euros(total)))
    words = (gettext("How many"), gettext("What"), gettext("Place"), gettext("Given by"), gettext("Each"), gettext("Sum"))
    headings: tuple[str, ...] = ("", *words)
    if not any(line.prize.sponsor for line in lines):
        headings, rows = (*headings[:4], *headings[5:]), [(*row[:4], *row[5:]) for row in rows]
        return PaperSection(title, headings=headings, rows=tuple(rows), numbers=(1, 4, 5))
    return PaperSection(title, headings=headings, rows=tuple(rows), numbers=(1, 5, 6))


def _format_amounts(line: PrizeLine) -> tuple[str, str]:
    cents = line.prize.cents
    return (format_euros(cents), format_euros(cents * line.count)) if cents else ("", "")


def read_handover_sections(context: PrintContext) -> list[PaperSection]:
    """Who gets what, with room to sign, each prize in a row; without names before the tournament is decided, and for what nobody has won.
    What was given already says when, also while a result is open again.
    """
    decided = find_final_stage(context.tournament) is not None
    handovers = {(row.award, row.place): row for row in select_handovers(context)}
    rows: list[tuple[str, ...]] = []
    if decided:
        honours = read_rewarded_honours(context)
        unwon = [(line, place) for line, place in list_unwon_prizes(context, honours) if (line.award.casefold(), place) not in handovers]
        for honour in honours:
            handover = _take_own(handovers, honour)
            if honour.prize:
                when = f"{localtime(handover.given_at):%H:%M}" if handover else ""
                rows.append((honour.places, honour.prize, f"{honour.line.number} {honour.line.name}", when, ""))
        rows += (_build_given_row(handover) for handover in handovers.values())
    else:
        rows = [_build_given_row(handover) for handover in handovers.values()]
        unwon = [row for row in list_single_prizes(context.style.prizes) if (row[0].award.casefold(), row[1]) not in handovers]
    rows += ((name_places(line.award, place), line.prize.text, "", "", "") for line, place in unwon)
    headings = (gettext("Place"), gettext("Prize"), gettext("Entry"), gettext("Given at"), gettext("Signature"))
    section = PaperSection(
        gettext("Received by"), headings=headings, rows=tuple(rows), names=(2,), texts=(1,), signed=(4,) if decided else (2, 4)
    )
    return [section] if rows else []


def _take_own(handovers: dict[tuple[str, int], PrizeHandover], honour: Honour) -> PrizeHandover | None:
    """What the entry of a place got for it; for a shared place any of the prizes of its places."""
    for place in range(honour.line.rank, honour.line.rank + honour.held):
        handover = handovers.get((honour.title.casefold(), place))
        if handover is not None and handover.entry_id == honour.line.entry_id:
            return handovers.pop((honour.title.casefold(), place))
    return None


def _build_given_row(handover: PrizeHandover) -> tuple[str, ...]:
    """A prize that was given for a place that somebody else has now, or that is on the list no more."""
    place = name_places(handover.award, handover.place)
    return (place, handover.text, str(handover.entry), f"{localtime(handover.given_at):%H:%M}", "")


def select_handovers(context: PrintContext) -> Iterable[PrizeHandover]:
    return PrizeHandover.objects.filter(tournament=context.tournament, taken_back_at=None).select_related("entry")


def read_thanks_sections(context: PrintContext) -> list[PaperSection]:
    """What each sponsor gave, the sponsors in the order of the list."""
    by_sponsor: dict[str, list[PrizeLine]] = {}
    for line in parse_prize_lines(context.style.prizes):
        if line.prize.sponsor:
            by_sponsor.setdefault(line.prize.sponsor, []).append(line)
    rows = tuple(
        (
            sponsor,
            ", ".join(f"{line.count} × {line.prize.what}" if line.count > 1 else line.prize.what for line in lines),
            format_euros(worth) if (worth := sum((line.prize.cents or 0) * line.count for line in lines)) else "",
        )
        for sponsor, lines in by_sponsor.items()
    )
    headings = (gettext("Sponsor"), gettext("What"), gettext("Value"))
    return [PaperSection(gettext("Thank you"), headings=headings, rows=rows, names=(0,), texts=(1,), numbers=(2,))] if rows else []


def read_worth_section(context: PrintContext) -> PaperSection:
    """What the prizes in kind cost, by who gave them, for the treasurer's report; without rows where there are none."""
    lines = [line for line in parse_prize_lines(context.style.prizes) if not line.prize.is_money]
    rows = [
        (
            name_places(line.award, line.places),
            line.prize.what,
            line.prize.sponsor or gettext("bought"),
            format_euros(line.prize.cents * line.count) if line.prize.cents else gettext("not stated"),
        )
        for line in lines
    ]
    bought_cents = sum((line.prize.cents or 0) * line.count for line in lines if not line.prize.sponsor)
    donated_cents = sum((line.prize.cents or 0) * line.count for line in lines if line.prize.sponsor)
    sentence = gettext("Purchase value: %(bought)s bought, %(given)s given by sponsors.")
    paragraphs = (sentence % {"bought": format_euros(bought_cents), "given": format_euros(donated_cents)},) if rows else ()
    headings = (gettext("Place"), gettext("Prize"), gettext("Given by"), gettext("Purchase value"))
    return PaperSection(gettext("Prizes in kind"), paragraphs, headings if rows else (), tuple(rows), texts=(1,), numbers=(3,))
