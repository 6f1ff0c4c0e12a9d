"""Score sheets of a round: to be filled at the tables, or filled with what the ledger holds."""

import datetime as dt
from dataclasses import replace

from django.db.models import Prefetch
from django.urls import reverse
from django.utils.formats import time_format
from django.utils.timezone import localtime
from django.utils.translation import get_language, gettext, ngettext

from paper import Party
from paper.logos import logo_picture
from paper.sheets import Paper, Sheet, SheetEvent, SheetGame, SheetSetup, SheetSide, sheet_fields
from rules import game_by_key
from rules.scorebook import Plan
from rules.texts import SIDE_LETTERS
from scoring.matches.queries import load_match
from scoring.models import SheetIssue
from scoring.printing.heads import Surroundings, party_of_side, printed_date
from scoring.printing.records import record_of
from tournaments.models import Match, Round, Seat
from tournaments.people.sides import by_side
from tournaments.stages.groups import Venue


def sheet_setup(around: Surroundings, paper: Paper, suits: str = "") -> SheetSetup:
    """`suits` instead of those that the director chose for all papers."""
    tournament = around.tournament
    game = game_by_key(tournament.game_key)
    options = game.options_from(tournament.rules)
    plan = game.plan(options)
    return SheetSetup(
        event=SheetEvent(
            tournament=tournament.name,
            game_key=game.key,
            game=gettext(game.name),
            options=plan_in_words(plan),
            date=printed_date(tournament),
            venue=tournament.venue,
            regulation=tournament.regulation,
            logo=logo_picture(around.style.picture),
        ),
        fields=sheet_fields(game, options),
        games=sheet_games(plan),
        translate=gettext,
        language=get_language() or "en",
        paper=paper,
        side_count=game.side_count,
        suits=suits or around.style.suits,
    )


def setup_of_round(setup: SheetSetup, round_: Round) -> SheetSetup:
    """The sheets of this round say which stage it belongs to."""
    return replace(setup, event=replace(setup.event, stage=round_.stage.name))


SPARE_ROWS = 3
"""For hands that win no game, where every other one does."""


def sheet_games(plan: Plan) -> tuple[SheetGame, ...]:
    """A grid for each game, or a single one where points run on from one game to the next."""
    if plan.carries:
        return (SheetGame(plan.target(1), plan.most_games + SPARE_ROWS),)
    return tuple(SheetGame(plan.target(number), plan.deals or None, exact=bool(plan.deals)) for number in range(1, plan.most_games + 1))


def plan_in_words(plan: Plan) -> str:
    """`best of 3 · 35/35/45`, `12 hands`, `3 games to 21`."""
    if plan.deals:
        return ngettext("%(hands)d hand", "%(hands)d hands", plan.deals) % {"hands": plan.deals}
    if plan.carries:
        return gettext("%(games)d games to %(target)s") % {"games": plan.games_to_win, "target": plan.target(1)}
    targets = "/".join(str(plan.target(number)) for number in range(1, plan.most_games + 1))
    if plan.most_games == 1:
        return gettext("to %(target)s") % {"target": targets}
    return gettext("best of %(games)d") % {"games": plan.most_games} + f" · {targets}"


def played_matches(round_: Round, venue: Venue | None = None) -> list[Match]:
    """The matches of a round that have a table, in the order of the tables, with everything a sheet names; those of one `venue`, or of all.
    Four queries."""
    seats = Seat.objects.select_related("entry__club").prefetch_related("entry__members__person")
    played = round_.matches.filter(kind=Match.Kind.PLAYED).select_related("round__stage__tournament")
    here = played.filter(pool=venue.key) if venue else played
    return list(here.prefetch_related(Prefetch("seats", queryset=seats)).order_by("table", "position"))


def blank_sheet(match: Match, issue: SheetIssue, around: Surroundings) -> Sheet:
    return Sheet(
        sides=tuple(_side(party_of_side(side)) for side in by_side(match.seats.all())),
        round=str(match.round.number),
        table="" if match.table is None else str(match.table),
        place=around.places.get(match.table or 0, ""),
        serial=sheet_name(match, issue),
        code=match.code,
        link=around.address(reverse("scoring:short_code", args=[sheet_name(match, issue)])),
        head=str(around.head),
        first_dealer=SIDE_LETTERS[match.first_dealer],
    )


def sheet_name(match: Match, issue: SheetIssue) -> str:
    """The code of the match and which of its printings this is; `queries.reconciliation` reads it back."""
    return f"{match.code}-{issue.serial}"


def _side(party: Party) -> SheetSide:
    return SheetSide(party.number, party.names, party.club)


def filled_sheet(match: Match, issue: SheetIssue, around: Surroundings) -> Sheet:
    """The official record of a match: six queries more."""
    view = load_match(match)
    started = match.seated_at or match.round.starts_at or match.round.published_at
    ended = view.fold.progress[-1].account.versions[0].entry.recorded_at if view.decided and view.fold.progress else None
    blank = blank_sheet(match, issue, around)
    return replace(blank, record=record_of(view), started=_clock(started if view.fold.progress else None), ended=_clock(ended))


def _clock(moment: dt.datetime | None) -> str:
    return time_format(localtime(moment), "H:i") if moment else ""


def issued_matches(matches: list[Match]) -> set[int]:
    """Ids of the matches that have had a sheet printed; one query."""
    return set(SheetIssue.objects.filter(match__in=matches, what=SheetIssue.What.SHEET).values_list("match_id", flat=True))
