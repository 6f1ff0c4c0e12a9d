"""What the board of a round shows: tabs for all rounds, a tile for each table, and the next step of the evening."""

import datetime as dt
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from django.db.models import Count, Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from desk.console.tiles import build_tiles, build_tiles_ahead
from desk.rounds.ahead import find_ready_matches
from desk.rounds.drafts import find_reopened_match
from printing.sheets_back.queries import count_sheets_out, has_sheet_out
from rankings.standings_pages.pictures import find_picture_title, read_stage_picture
from rules import GameScore
from scoring.entry.requests import generate_key
from scoring.ledger.match_log import AnyGame, State
from scoring.matches.conflicts import list_open_drafts
from scoring.matches.rounds import (
    SETTLED_MATCHES,
    RoundCount,
    build_match_row,
    compute_round_fingerprint,
    read_round_count,
    select_late_matches,
    select_matches,
)
from scoring.matches.table_links import list_open_calls
from scoring.models import DirectorCall, MatchResult
from scoring.models.links import TABLE_ACTOR
from scoring.standings.finished_matches import read_played_history
from tournaments.draws.services import is_over
from tournaments.models import Match, Round, Tournament
from tournaments.pages.paging import build_paged_rows
from tournaments.stages.match_rules import read_match_options
from tournaments.stages.rounds import (
    find_round_name,
    format_round_name,
    format_round_tab,
    has_rounds_side_by_side,
    is_last_round,
    list_counted_rounds,
    read_quoted_round,
)

DENSITIES = ((16, "roomy"), (32, "usual"), (64, "dense"))
"""Up to how many tables a board is drawn with tiles of that size."""
MOST_MISSING = 14
"""Of the tables whose result is missing, so many are named."""
OPEN = Q(result__isnull=True) | Q(result__state=State.OPEN)
SUBMITTED = Q(result__state=State.SUBMITTED, result__outcome=MatchResult.Outcome.PLAYED)


def name_filters() -> dict[str, str]:
    """The filters of the board with their words, which are also the legend of its signs."""
    return {
        "all": _("all"),
        "open": pgettext("matches", "open"),
        "waiting": _("to confirm"),
        "disputed": pgettext("matches", "disputed"),
        "confirmed": pgettext("matches", "confirmed"),
        "late": _("entered, sheet not back"),
        "called": _("called"),
        "table": _("submitted by table"),
    }


def build_filters(called_codes: Collection[str]) -> dict[str, Q]:
    """What each filter of `name_filters` asks of a match. `called_codes`: matches whose table called the director."""
    return {
        "all": Q(),
        "open": OPEN,
        "waiting": SUBMITTED,
        "disputed": Q(result__state=State.DISPUTED),
        "confirmed": SETTLED_MATCHES & ~Q(result__state=State.VOID),
        "late": ~OPEN & has_sheet_out(),
        "called": Q(code__in=called_codes),
        "table": SUBMITTED & Q(result__entered_by__startswith=TABLE_ACTOR),
    }


def count_listed(round_: Round, filters: dict[str, Q]) -> dict[str, int]:
    """By filter, how many matches of the round it lists, without byes. One query."""
    counts = {key: Count("pk", filter=listed) if listed else Count("pk") for key, listed in filters.items()}
    return round_.matches.filter(kind=Match.Kind.PLAYED).order_by().aggregate(**counts)


@dataclass(frozen=True, slots=True)
class RoundTab:
    """A round of the tournament, open or closed; a draft leads to its own page."""

    title: str
    url: str
    state: str
    is_current: bool


@dataclass(frozen=True, slots=True)
class NextStep:
    """What the one button does: a POST to `url` when everything is ready, else a link to the page that says what is missing."""

    title: str
    url: str
    is_ready: bool
    begins_ahead: bool = False
    """Whether it publishes matches of a later round while the round that is shown is being played."""


def build_round_tabs(tournament: Tournament, rounds: Sequence[Any], current: Round | None, *, directs: bool) -> tuple[RoundTab, ...]:
    """The rounds of `list_counted_rounds` as tabs; drafts for directors only."""
    return tuple(
        RoundTab(
            format_round_tab(round_),
            build_round_address(tournament, round_),
            round_.state,
            current is not None and round_.pk == current.pk,
        )
        for round_ in rounds
        if directs or round_.state != Round.State.DRAFT
    )


def build_round_address(tournament: Tournament, round_: Round) -> str:
    """Where a round is opened: on the board, or as a draft."""
    if round_.state == Round.State.DRAFT:
        return reverse("tournaments:draft", args=[tournament.slug, round_.stage.number, round_.number])
    return f"{reverse('scoring:results', args=[tournament.slug])}?stage={round_.stage.number}&round={round_.number}"


def find_next_step(round_: Round, rounds: Sequence[Any], count: RoundCount) -> NextStep | None:
    """What follows the round that is shown; None for a round that is closed. The last round is known once all its results are in.

    `rounds` are all rounds of the tournament, as of `list_counted_rounds`.
    """
    if round_.state != Round.State.PUBLISHED:
        return None
    of_stage = [candidate for candidate in rounds if candidate.stage_id == round_.stage_id]
    open_rounds = [candidate for candidate in of_stage if candidate.state == Round.State.PUBLISHED]
    if len(open_rounds) > 1 and has_rounds_side_by_side(round_.stage):
        return _build_closing_step(round_, open_rounds, is_complete=count.complete)
    if not (count.complete and round_.number == open_rounds[0].number) and (ahead := _build_ahead_step(round_)):
        return ahead
    if round_.number != open_rounds[0].number:
        return _build_link_to_round(open_rounds[0])
    if count.complete and (reopened := find_reopened_match(round_.stage)):
        return _build_link_to_reopened(reopened)
    place = [round_.stage.tournament.slug, round_.stage.number, round_.number]
    address = reverse("scoring:advance" if count.complete else "scoring:close_round", args=place)
    return NextStep(_name_closing_step(round_, of_stage, is_complete=count.complete), address, count.complete)


def _name_closing_step(round_: Round, of_stage: Sequence[Any], *, is_complete: bool) -> str:
    stage, entries = round_.stage, of_stage[0].entry_count
    if any(candidate.number == round_.number + 1 for candidate in of_stage):  # a part of it is published already
        names = [format_round_name(stage, number, entries) for number in (round_.number, round_.number + 1)]
        return _("Close “%(name)s” and publish the rest of “%(next)s”") % dict(zip(("name", "next"), names, strict=True))
    is_last = is_last_round(stage, round_.number, entries)
    is_last = is_last or (is_complete and is_over(stage, round_.number, partial(read_played_history, stage)))
    name = find_round_name(stage, round_.number if is_last else round_.number + 1, entries)
    if is_last:
        return _("Close “%(name)s”") % {"name": name} if name else _("Close round %(number)d") % {"number": round_.number}
    if name:
        return _("Close, publish “%(name)s” and print") % {"name": name}
    return _("Close, publish round %(next)d and print") % {"next": round_.number + 1}


def _build_ahead_step(round_: Round) -> NextStep | None:
    """The matches of a bracket that can begin before the round is over; None where there are none."""
    ready = find_ready_matches(round_.stage)
    if ready is None:
        return None
    values = {"count": ready.count, "name": ready.name or _("Round %(number)d") % {"number": ready.number}}
    title = ngettext("Start %(count)d match of “%(name)s” now", "Start %(count)d matches of “%(name)s” now", ready.count) % values
    place = [round_.stage.tournament.slug, round_.stage.number]
    return NextStep(title, reverse("scoring:begin_ready", args=place), is_ready=True, begins_ahead=True)


def _build_link_to_reopened(match: Match) -> NextStep:
    """Nothing can be drawn before it is confirmed."""
    values = {"table": match.table or match.code, "round": read_quoted_round(match.round.stage, match.round.number)}
    title = _("First confirm table %(table)s of round %(round)s") % values
    return NextStep(title, build_round_address(match.round.stage.tournament, match.round), is_ready=False)


def _build_link_to_round(target: Any) -> NextStep:
    name = find_round_name(target.stage, target.number, target.entry_count)
    title = _("Go to “%(name)s”") % {"name": name} if name else _("Go to round %(number)d") % {"number": target.number}
    return NextStep(title, build_round_address(target.stage.tournament, target), is_ready=False)


def _build_closing_step(round_: Round, open_rounds: Sequence[Any], *, is_complete: bool) -> NextStep:
    """Rounds that are played side by side are closed together: from one that is complete to the first that is not, whose page of closing
    says what is missing.
    """
    incomplete = [open_round for open_round in open_rounds if not read_round_count(open_round).complete]
    target = incomplete[0] if incomplete else round_
    if incomplete and is_complete:
        return _build_link_to_round(incomplete[0])
    title = ngettext("Close %(count)d round", "Close all %(count)d rounds", len(open_rounds)) % {"count": len(open_rounds)}
    place = [round_.stage.tournament.slug, round_.stage.number, target.number]
    return NextStep(title, reverse("scoring:close_round" if incomplete else "scoring:advance", args=place), not incomplete)


def read_board(request: HttpRequest, tournament: Tournament, round_: Round | None, *, directs: bool, at: dt.datetime) -> dict[str, Any]:
    """The context of the board's template: a page of the tables of the round, or with `?view=picture` the picture of its stage.

    `round_` comes with its stage; about ten queries for any number of tables, of which only those of the page are read.
    """
    rounds = list_counted_rounds(tournament)
    tabs = build_round_tabs(tournament, rounds, round_, directs=directs)
    drafts = list_open_drafts(tournament)
    if round_ is None:
        return {"round": None, "tabs": tabs, "board_drafts": drafts}
    count = read_round_count(round_)
    entries = next(candidate.entry_count for candidate in rounds if candidate.pk == round_.pk)
    next_step = find_next_step(round_, rounds, count) if directs else None
    picture_title = find_picture_title(round_.stage, entries)
    shows_picture = bool(picture_title) and request.GET.get("view") == "picture"
    late = list(select_late_matches(round_)[: MOST_MISSING + 1])
    return {
        "picture_title": picture_title,
        "picture": read_stage_picture(round_.stage) if shows_picture else None,
        "round": round_,
        "command_example": choose_example(round_),
        "round_name": find_round_name(round_.stage, round_.number, entries) or str(round_),
        "tabs": tabs,
        "board_drafts": drafts,
        "byes": [build_match_row(match) for match in select_matches(round_).filter(kind=Match.Kind.BYE)],
        "count": count,
        "missing": late[:MOST_MISSING],
        "has_more_missing": len(late) > MOST_MISSING,
        "next_missing": late[0] if late else None,
        "sheets_out": count_sheets_out(round_),
        "next_step": next_step,
        "board_fingerprint": compute_round_fingerprint(round_) if next_step and next_step.is_ready else "",
        "board_url": build_round_address(tournament, round_),
        "board_key": generate_key(),
        **_read_tiles(request, round_, list_open_calls(tournament), at),
    }


def _read_tiles(request: HttpRequest, round_: Round, calls: Sequence[DirectorCall], at: dt.datetime) -> dict[str, Any]:
    """The page of tiles that the address asks for, with the filters and how many matches each lists."""
    filters, names = build_filters({call.match.code for call in calls}), name_filters()
    wanted = request.GET.get("show", "all")
    wanted = wanted if wanted in names else "all"
    counts = count_listed(round_, filters)
    listed = select_matches(round_).filter(filters[wanted], kind=Match.Kind.PLAYED)
    return {
        "listing": build_paged_rows(request, listed, build=lambda matches: build_tiles(round_, list(map(build_match_row, matches)), at=at)),
        "ahead": build_tiles_ahead(round_, at=at) if wanted == "all" and round_.state == Round.State.PUBLISHED else [],
        "density": next((name for most, name in DENSITIES if counts[wanted] <= most), "densest"),
        "calls": sorted({(call.match.table or 0, call.match.code) for call in calls}),
        "filters": [(key, name, counts[key]) for key, name in names.items() if counts[key] or key in ("all", wanted)],
        "wanted": wanted,
    }


def build_examples(round_: Round) -> tuple[str, str]:
    """What the input takes for table 12 in this round: the result of a match, and the score of a game; empty where there is none such."""
    game = round_.stage.tournament.game
    options = read_match_options(round_)
    plan = game.build_plan(options)
    if game.side_count > 2:
        return "", ""
    result = f"12 {plan.walkover_games}-0" if plan.most_games > 1 else ""
    score = _find_likely_score(game, options)
    return result, f"12 {score[0]}-{score[1]}" if score else ""


@lru_cache(maxsize=64)
def _find_likely_score(game: AnyGame, options: Any) -> tuple[int, int] | None:
    """The target of the first game and about four fifths of it, as a game can end; None where none ends like that."""
    state = game.start(options)
    target = next(iter(state.plan.targets), 0)
    possible = ((target, lost) for lost in range(target * 4 // 5, 0, -1))
    return next((score for score in possible if not game.problems(state, GameScore(score))), None)


def choose_example(round_: Round) -> str:
    """The example that fits what the desk types from a sheet in this tournament; empty where it types hands, after the table's number."""
    result, score = build_examples(round_)
    values = {Tournament.ResultEntry.GAMES: score, Tournament.ResultEntry.RESULT: result or score}
    return values.get(Tournament.ResultEntry(round_.stage.tournament.result_entry), "")
