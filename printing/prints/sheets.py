"""Score sheets of a round: blank for the tables, or filled from the ledger."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import replace
from urllib.parse import urlsplit

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.formats import time_format
from django.utils.timezone import localtime
from django.utils.translation import get_language, gettext, ngettext

from jobs.machine import free_after_large_work
from paper import Party
from paper.logos import read_logo_picture
from paper.sheets import Paper, Sheet, SheetEvent, SheetKind, SheetRecord, SheetSetup, SheetSide, list_sheet_fields
from printing.prints.heads import PrintContext, build_side_party, format_tournament_date
from printing.prints.records import read_records
from rules.cards import RANK_LETTERS, RANK_NAMES
from rules.options import FieldKind, FieldSpec, Options
from rules.texts import SIDE_LETTERS
from scoring.ledger.chain import build_head
from scoring.ledger.match_log import AnyGame
from scoring.matches.former_matches import format_sheet_label
from scoring.matches.queries import MatchView, load_matches
from scoring.matches.sheet_grid import read_sheet_grid
from scoring.models import ExtraSheet, SheetIssue
from tournaments.models import Match, Round
from tournaments.models.prefetches import prefetch_seated_persons
from tournaments.people.sides import group_by_side
from tournaments.stages.groups import Venue
from tournaments.stages.match_rules import read_match_options

MATCHES_AT_ONCE = 500
"""Matches that are in memory with all their persons while many sheets are built."""


def build_sheet_setup(context: PrintContext, paper: Paper, suits: str = "") -> SheetSetup:
    """The setup of a print; `suits` replaces the suits that the director chose for all papers."""
    tournament = context.tournament
    game = tournament.game
    options = game.options_from(tournament.rules)
    grid = read_sheet_grid(tournament, context.style)
    kind = grid.kind.on_paper(paper)
    fields = grid.fields if kind is grid.kind else list_sheet_fields(game, options, kind)
    return SheetSetup(
        event=SheetEvent(
            tournament=tournament.name,
            game_key=game.key,
            game=gettext(game.name),
            options=format_plan(game, options),
            date=format_tournament_date(tournament),
            venue=tournament.venue,
            regulation=tournament.regulation,
            logo=read_logo_picture(context.style.picture),
        ),
        fields=fields,
        games=grid.games,
        translate=gettext,
        language=get_language() or "en",
        paper=paper,
        side_count=game.side_count,
        suits=suits or context.style.suits,
        kind=kind,
        seats=grid.seats,
        legend=format_card_legend(game, fields),
        printed_at=context.at,
    )


def build_record_setup(setup: SheetSetup, round_: Round) -> SheetSetup:
    """The setup of the official records of a round, which have every box whatever the tables wrote on."""
    game = round_.stage.tournament.game
    fields = list_sheet_fields(game, read_match_options(round_))
    return replace(setup, fields=fields, kind=SheetKind.FULL, legend=format_card_legend(game, fields))


def format_card_legend(game: AnyGame, fields: Sequence[FieldSpec]) -> str:
    """The letters of the cards with their names, where a card is written: `A ace · K king · Q queen · J jack`."""
    if not any(spec.kind is FieldKind.CARD for spec in fields):
        return ""
    letters = [rank for rank in game.pack.ranks if rank in RANK_NAMES]
    return " · ".join(f"{gettext(RANK_LETTERS.get(rank, rank))} {gettext(RANK_NAMES[rank])}" for rank in letters)


def build_round_setup(setup: SheetSetup, round_: Round, context: PrintContext) -> SheetSetup:
    """The setup with the name of the stage to which this round belongs, and with the rules by which it is played."""
    event = replace(setup.event, stage=round_.stage.name)
    return build_rules_setup(replace(setup, event=event), round_, context)


def build_rules_setup(setup: SheetSetup, round_: Round, context: PrintContext) -> SheetSetup:
    """The setup with the columns and rows of the rules by which this round is played."""
    game, options = round_.stage.tournament.game, read_match_options(round_)
    grid = read_sheet_grid(context.tournament, context.style, round_=round_)
    fields = grid.fields if setup.kind is grid.kind else list_sheet_fields(game, options, setup.kind)
    event = replace(setup.event, options=format_plan(game, options))
    return replace(setup, event=event, games=grid.games, fields=fields, legend=format_card_legend(game, fields))


def format_plan(game: AnyGame, options: Options) -> str:
    """`best of 3 · 35/35/45`, `2 games · 35/35`, `12 hands`, `best of 3 hands`, `best of 3 · 4 hands`, `3 games to 21`."""
    plan = game.build_plan(options)
    if plan.carries:
        return gettext(game.paper.series) % {"games": plan.games_to_win, "target": plan.target_points(1)}
    if plan.deals:
        length = ngettext("%(hands)d hand", "%(hands)d hands", plan.deals) % {"hands": plan.deals}
    else:
        length = "/".join(str(plan.target_points(number)) for number in range(1, plan.most_games + 1))
    if plan.deals == 1 and plan.most_games > 1 and not plan.games:
        return gettext("best of %(games)d hands") % {"games": plan.most_games}
    if plan.most_games > 1:
        series = ngettext("%(games)d game", "%(games)d games", plan.games) if plan.games else gettext("best of %(games)d")
        decider = ", " + gettext("then a decider") if plan.needs_decider else ""
        return series % {"games": plan.most_games} + f" · {length}{decider}"
    return length if plan.deals else gettext("to %(target)s") % {"target": length}


def read_played_matches(round_: Round, venue: Venue | None = None, *, most: int | None = None) -> list[Match]:
    """Matches of a round that are played, in the order of the tables, with everything that a sheet shows; only those of `venue` if there is
    one, and with `most` the first ones. Three queries.
    """
    played = _select_played(round_, venue).select_related("round__stage__tournament")
    return list(played.prefetch_related(prefetch_seated_persons())[:most])


def list_played_matches(round_: Round, venue: Venue | None = None) -> list[Match]:
    """The same matches with key, code, table and pool only. One query."""
    return list(_select_played(round_, venue).only("round", "code", "table", "pool"))


def _select_played(round_: Round, venue: Venue | None) -> QuerySet[Match]:
    played = round_.matches.filter(kind=Match.Kind.PLAYED).order_by("table", "position")
    return played.filter(pool=venue.key) if venue else played


def list_unprinted_matches(rounds: Sequence[Round], venue: Venue | None = None) -> list[Match]:
    """Matches of several rounds that have no sheet yet, as `list_played_matches` gives them: pool by pool, so that the sheets of a pool lie
    together. Two queries a round.
    """
    matches = [(round_.number, match) for round_ in rounds for match in list_played_matches(round_, venue)]
    issued = read_issued_matches([match for _number, match in matches])
    unprinted = [(number, match) for number, match in matches if match.pk not in issued]
    return [match for _number, match in sorted(unprinted, key=lambda row: (row[1].pool, row[0], row[1].table or 0))]


def read_whole_matches(matches: Sequence[Match]) -> Iterator[list[Match]]:
    """The listed matches in their order with everything that a sheet shows, a few hundred at a time. Three queries for these."""
    for start in range(0, len(matches), MATCHES_AT_ONCE):
        free_after_large_work()
        keys = [match.pk for match in matches[start : start + MATCHES_AT_ONCE]]
        rows = Match.objects.filter(pk__in=keys).select_related("round__stage__tournament").prefetch_related(prefetch_seated_persons())
        by_key = {match.pk: match for match in rows}
        yield [by_key[key] for key in keys]


def build_blank_sheet(match: Match, issue: SheetIssue, context: PrintContext) -> Sheet:
    """The sheet of a printing, with the head of the ledger that was noted for it."""
    name = format_sheet_name(match, issue)
    head = build_head(issue.head_seq, issue.head_digest) if issue.head_digest else context.head
    plain = _build_plain_sheet(match, context)
    return replace(plain, serial=name, code=match.code, link=build_sheet_link(name, context), head=str(head) if head.seq else "")


def build_preview_sheet(match: Match, context: PrintContext) -> Sheet:
    """The sheet without code and serial, so that nobody takes it for one that is out."""
    return replace(_build_plain_sheet(match, context), code=gettext("PREVIEW"), serial=gettext("Preview: do not give it to a table."))


def build_extra_sheet(extra: ExtraSheet, context: PrintContext) -> Sheet:
    """A blank sheet, or a further one of a match, with its own code; a blank one has a line for the match that it is used for."""
    link = build_sheet_link(extra.code, context)
    if extra.match is not None:
        serial = gettext("Sheet %(number)d of match %(code)s") % {"number": extra.number, "code": extra.match.code}
        return replace(_build_plain_sheet(extra.match, context), serial=serial, code=extra.code, link=link)
    return Sheet(
        sides=(SheetSide(),) * context.tournament.game.side_count,
        serial=gettext("Blank sheet %(number)d") % {"number": extra.number},
        code=extra.code,
        link=link,
        head=gettext("Used for the match with code ____________, as its sheet No. ____"),
    )


def _build_plain_sheet(match: Match, context: PrintContext) -> Sheet:
    """Who plays where."""
    return Sheet(
        sides=tuple(_build_side(build_side_party(side)) for side in group_by_side(match.seats.all())),
        round=str(match.round.number),
        table=format_sheet_label(match, context.letters),
        place=context.places.get(match.table or 0, ""),
        first_dealer=SIDE_LETTERS[match.first_dealer],
    )


def format_sheet_name(match: Match, issue: SheetIssue) -> str:
    """The code of the match and the serial of the printing; `printing.sheets_back` parses it."""
    return f"{match.code}-{issue.serial}"


def build_sheet_link(name: str, context: PrintContext) -> str:
    """The address in the QR code, in capitals where that leads to the same page: not where the site stands under a path of its own."""
    path = reverse("scoring:short_code_in_capitals", args=[name])
    address = context.address(path)
    return address.upper() if urlsplit(address).path == path else address


def _build_side(party: Party) -> SheetSide:
    return SheetSide(party.number, party.names, party.club)


def read_filled_sheets(matches: Sequence[Match], issues: Sequence[SheetIssue], context: PrintContext) -> list[Sheet]:
    """The official records of matches; six queries, whatever their number. The matches come as from `read_played_matches`."""
    views = load_matches(matches)
    written = zip(views, issues, read_records(views), strict=True)
    return [_build_filled_sheet(view, build_blank_sheet(view.match, issue, context), record) for view, issue, record in written]


def _build_filled_sheet(view: MatchView, blank: Sheet, record: SheetRecord) -> Sheet:
    match = view.match
    started = match.seated_at or match.round.starts_at or match.round.published_at
    ended = view.log.counted_lines[-1].line.revisions[0].entry.recorded_at if view.is_decided and view.log.counted_lines else None
    return replace(blank, record=record, started=_format_clock(started if view.log.counted_lines else None), ended=_format_clock(ended))


def _format_clock(moment: dt.datetime | None) -> str:
    return time_format(localtime(moment), "H:i") if moment else ""


def read_issued_matches(matches: list[Match]) -> set[int]:
    """Keys of the matches for which a sheet was printed; one query."""
    return set(SheetIssue.objects.filter(match__in=matches, what=SheetIssue.What.SHEET).values_list("match_id", flat=True))
