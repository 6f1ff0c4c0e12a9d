"""The addresses that programs read: each asks who may see it, and gives a value with a schema."""

import datetime as dt
import re
from typing import Annotated, Literal

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_noop as _
from ninja import Path, Query, Router, Schema
from pydantic import BeforeValidator, StringConstraints
from pydantic_core import PydanticCustomError

from api.callers.problems import Refused
from api.reads import catalogue, matches, present, rankings, tournaments
from api.reads.finding import find_match, find_round, find_stage, find_tournament, get_caller
from api.reads.paging import MOST
from api.reads.result_schemas import (
    BracketOut,
    EventsOut,
    ExplainedLineOut,
    FinalListOut,
    MatchItem,
    MatchOut,
    NowOut,
    PoolsOut,
    StandingsOut,
)
from api.reads.schemas import (
    EntryOut,
    GameDetail,
    GameItem,
    ListPart,
    PersonDetail,
    SeasonItem,
    SeasonOut,
    StageOut,
    TournamentItem,
    TournamentOut,
)

MOST_EVENTS = 1000

Slug = Annotated[str, Path(pattern=r"^[-a-zA-Z0-9_]{1,60}$")]
Number = Annotated[int, Path(ge=1, le=32767)]
EntryNumber = Annotated[int, Path(ge=1, le=1_000_000)]
Code = Annotated[str, Path(pattern=r"^[2-9A-HJ-NP-Z]{8}$")]
Key = Annotated[str, Path(pattern=r"^[0-9a-z]{1,20}$")]
Cursor = Annotated[str, Query(max_length=120, pattern=r"^[-_0-9A-Za-z]*$")]
Limit = Annotated[int, Query(ge=1, le=MOST)]


def require_iso_date(value: object) -> object:
    """A date as it is written, and no number that the library would take for seconds."""
    if isinstance(value, str) and not re.fullmatch(r"\d{4}-\d{2}-\d{2}", value, re.ASCII):
        raise PydanticCustomError("date_parsing", "a date is written like this: 2026-11-28")
    return value


WrittenDate = Annotated[dt.date, BeforeValidator(require_iso_date)]


class TournamentWishes(Schema):
    """What one looks for; what is left out does not matter."""

    game: Annotated[str, StringConstraints(pattern=r"^[a-z0-9_-]{0,20}$")] = ""
    club: Annotated[str, StringConstraints(pattern=r"^[-a-zA-Z0-9_]{0,60}$")] = ""
    since: WrittenDate | None = None
    until: WrittenDate | None = None
    state: Literal["", "preparing", "running", "finished"] = ""
    q: Annotated[str, StringConstraints(max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$")] = ""
    order: Literal["latest", "soonest"] = "latest"


TOURNAMENTS, RESULTS, OTHERS = _("Tournaments"), _("Results"), _("Games, seasons, persons")

router = Router()


@router.get("/tournaments", response=ListPart[TournamentItem], tags=[TOURNAMENTS], summary=_("The tournaments, by what one looks for"))
def list_tournaments(
    request: HttpRequest, wishes: Query[TournamentWishes], cursor: Cursor = "", limit: Limit = 100
) -> ListPart[TournamentItem]:
    """With `order=soonest` and `since` it is a calendar. A token also sees the tournaments without a public page that it may read."""
    return tournaments.read_tournament_page(get_caller(request), wishes.model_dump(), cursor, limit)


@router.get("/tournaments/{slug}", response=TournamentOut, tags=[TOURNAMENTS], summary=_("One tournament with its stages and rounds"))
def get_tournament(request: HttpRequest, slug: Slug) -> TournamentOut:
    return tournaments.read_tournament(find_tournament(request, slug))


@router.get("/tournaments/{slug}/entries", response=ListPart[EntryOut], tags=[TOURNAMENTS], summary=_("The entries by number"))
def list_entries(request: HttpRequest, slug: Slug, cursor: Cursor = "", limit: Limit = 100) -> ListPart[EntryOut]:
    return tournaments.read_entries(find_tournament(request, slug), cursor, limit)


@router.get("/tournaments/{slug}/entries/{number}", response=EntryOut, tags=[TOURNAMENTS], summary=_("One entry"))
def get_entry(request: HttpRequest, slug: Slug, number: EntryNumber) -> EntryOut:
    entry = tournaments.read_entry(find_tournament(request, slug), number)
    if entry is None:
        raise Refused("not_found")
    return entry


@router.get("/tournaments/{slug}/stages", response=list[StageOut], tags=[TOURNAMENTS], summary=_("The stages with their rounds"))
def list_stages(request: HttpRequest, slug: Slug) -> list[StageOut]:
    return tournaments.read_stages(find_tournament(request, slug).tournament)


@router.get("/tournaments/{slug}/now", response=NowOut, tags=[RESULTS], summary=_("What happens at this moment"))
def get_now(request: HttpRequest, slug: Slug) -> NowOut:
    """At most 100 tables in play and the last 10 results: for overlays and bots."""
    return present.read_now(find_tournament(request, slug))


@router.get(
    "/tournaments/{slug}/stages/{stage}/rounds/{number}/pairings",
    response=ListPart[MatchItem],
    tags=[RESULTS],
    summary=_("The pairings of a round, with their reasons and results"),
)
def list_pairings(
    request: HttpRequest, slug: Slug, stage: Number, number: Number, cursor: Cursor = "", limit: Limit = 100
) -> ListPart[MatchItem]:
    access = find_tournament(request, slug)
    return matches.read_pairings(access, find_round(access.tournament, stage, number), cursor, limit)


@router.get("/tournaments/{slug}/matches/{code}", response=MatchOut, tags=[RESULTS], summary=_("A match hand by hand"))
def get_match(request: HttpRequest, slug: Slug, code: Code) -> MatchOut:
    access = find_tournament(request, slug)
    return matches.read_match(access, find_match(access.tournament, code))


@router.get(
    "/tournaments/{slug}/stages/{stage}/standings",
    response=StandingsOut,
    tags=[RESULTS],
    summary=_("The standings of a stage, with what decides between equals"),
)
def get_standings(request: HttpRequest, slug: Slug, stage: Number, cursor: Cursor = "", limit: Limit = 100) -> StandingsOut:
    access = find_tournament(request, slug)
    return rankings.read_standings_page(access, find_stage(access.tournament, stage), cursor, limit)


@router.get(
    "/tournaments/{slug}/stages/{stage}/standings/{number}",
    response=ExplainedLineOut,
    tags=[RESULTS],
    summary=_("How the numbers of an entry came about"),
)
def explain_standing(request: HttpRequest, slug: Slug, stage: Number, number: EntryNumber) -> ExplainedLineOut:
    access = find_tournament(request, slug)
    return rankings.read_explained_line(access, find_stage(access.tournament, stage), number)


@router.get("/tournaments/{slug}/standings", response=FinalListOut, tags=[RESULTS], summary=_("The final list over all stages"))
def get_final_list(request: HttpRequest, slug: Slug, cursor: Cursor = "", limit: Limit = 100) -> FinalListOut:
    return rankings.read_final_places(find_tournament(request, slug), cursor, limit)


@router.get(
    "/tournaments/{slug}/standings.csv",
    tags=[RESULTS],
    summary=_("The final list for a spreadsheet"),
    openapi_extra={"responses": {200: {"description": "OK", "content": {"text/csv": {"schema": {"type": "string"}}}}}},
)
def get_final_list_csv(request: HttpRequest, slug: Slug) -> HttpResponse:
    """Semicolons, as spreadsheets in Italy open it: in LibreOffice *Sheet → External Links*, in Excel *Data → From Web*."""
    return HttpResponse(rankings.render_final_list(find_tournament(request, slug)), content_type="text/csv; charset=utf-8")


@router.get("/tournaments/{slug}/stages/{stage}/bracket", response=BracketOut, tags=[RESULTS], summary=_("The bracket of a stage"))
def get_bracket(request: HttpRequest, slug: Slug, stage: Number) -> BracketOut:
    access = find_tournament(request, slug)
    return rankings.read_bracket(access, find_stage(access.tournament, stage))


@router.get(
    "/tournaments/{slug}/stages/{stage}/pools", response=PoolsOut, tags=[RESULTS], summary=_("The pools of a stage as cross tables")
)
def get_pools(request: HttpRequest, slug: Slug, stage: Number) -> PoolsOut:
    access = find_tournament(request, slug)
    return rankings.read_pools(access, find_stage(access.tournament, stage))


@router.get(
    "/tournaments/{slug}/events", response=EventsOut, tags=[RESULTS], summary=_("The ledger after an entry: whatever was entered since")
)
def list_events(
    request: HttpRequest,
    slug: Slug,
    after: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
    limit: Annotated[int, Query(ge=1, le=MOST_EVENTS)] = MOST_EVENTS,
) -> EventsOut:
    """Ask again with `after` = `last`. Nothing in it is ever changed, and nobody is named."""
    return present.read_events(find_tournament(request, slug).tournament, after, limit)


@router.get("/games", response=list[GameItem], tags=[OTHERS], summary=_("The games"))
def list_games(request: HttpRequest) -> list[GameItem]:
    return catalogue.list_games()


@router.get("/games/{key}", response=GameDetail, tags=[OTHERS], summary=_("A game with its options, and the boxes of a hand"))
def get_game(request: HttpRequest, key: Annotated[str, Path(pattern=r"^[a-z0-9_-]{1,20}$")]) -> GameDetail:
    return catalogue.read_game(key)


@router.get("/seasons", response=list[SeasonItem], tags=[OTHERS], summary=_("The seasons"))
def list_seasons(request: HttpRequest) -> list[SeasonItem]:
    return catalogue.list_seasons()


@router.get("/seasons/{slug}", response=SeasonOut, tags=[OTHERS], summary=_("The ranking of a season"))
def get_season(request: HttpRequest, slug: Slug, cursor: Cursor = "", limit: Limit = 100) -> SeasonOut:
    return catalogue.read_season(slug, cursor, limit)


@router.get("/persons/{key}", response=PersonDetail, tags=[OTHERS], summary=_("A person who lets others see their evenings"))
def get_person(request: HttpRequest, key: Key) -> PersonDetail:
    return catalogue.read_person(key)
