"""Games with their options and boxes, seasons, and persons who let others see their page."""

from collections.abc import Iterable
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from api.callers.problems import Refused
from api.reads.paging import find_next, read_offset
from api.reads.schemas import (
    EventKindOut,
    FieldOut,
    GameDetail,
    GameItem,
    PersonDetail,
    PersonEveningOut,
    PresetOut,
    SeasonEveningOut,
    SeasonItem,
    SeasonOut,
    SeasonPlaceOut,
)
from federation.identities.queries import find_person_of, list_evening_lines, list_person_lines
from federation.models import PersonPage
from rankings.seasons.queries import read_ranking
from rules import GAMES, FieldSpec
from scoring.ledger.match_log import AnyGame
from scoring.page_versions import read_season_page_version
from tournaments.models import Season


def list_games() -> list[GameItem]:
    """Every game, in the order of the handbook."""
    return [GameItem(**_build_game_line(game)) for game in GAMES]


def _build_game_line(game: AnyGame) -> dict[str, Any]:
    web = reverse("scoring:handbook", args=[game.key])
    return {"key": game.key, "name": _(game.name), "sides": game.side_count, "entry_size": game.entry_size, "web": web}


def read_game(key: str) -> GameDetail:
    """A game with its options and presets, and the boxes of each kind of entry. Raises: Refused."""
    game = next((game for game in GAMES if game.key == key), None)
    if game is None:
        raise Refused("not_found")
    kinds = [
        EventKindOut(kind=kind, label=_(event.label), fields=_build_fields(game.fields_of(event), game.side_count))
        for kind, event in game.event_types.items()
    ]
    presets = [PresetOut(key=preset.key, title=_(preset.title), options=dict(preset.options)) for preset in game.presets]
    return GameDetail(
        **_build_game_line(game),
        version=str(game.version),
        options=_build_fields(game.option_specs, game.side_count),
        presets=presets,
        kinds=kinds,
    )


def _build_fields(specs: Iterable[FieldSpec], sides: int) -> list[FieldOut]:
    return [
        FieldOut(
            name=spec.name,
            boxes=list(spec.box_names(sides)),
            label=_(spec.label) if spec.label else "",
            sentence=_(spec.sentence) if spec.sentence else "",
            kind=spec.kind,
            choices=[str(choice.value) for choice in spec.choices],
            required=spec.required,
            default=list(spec.default) if isinstance(spec.default, tuple) else spec.default,
        )
        for spec in specs
    ]


def list_seasons() -> list[SeasonItem]:
    """The public seasons, the latest first. One query."""
    seasons = Season.objects.filter(public=True).order_by("-pk")
    return [SeasonItem(slug=item.slug, name=item.name, game=item.game_key, web=item.get_absolute_url()) for item in seasons]


def read_season(slug: str, cursor: str, limit: int) -> SeasonOut:
    """The public ranking of a season, with its evenings. Raises: Refused."""
    version = read_season_page_version(slug[:60])
    season = Season.objects.filter(slug=slug[:60], public=True).first()
    if version is None or season is None:
        raise Refused("not_found")
    ranking, offset = read_ranking(season, version, everything=False), read_offset(cursor)
    places = [
        SeasonPlaceOut(
            place=line.rank,
            shared=bool(line.tied),
            name=ranking.called[line.player].name,
            club=ranking.called[line.player].club,
            points=float(line.points),
            evenings=len(line.counted),
        )
        for line in ranking.lines[offset : offset + limit]
    ]
    evenings = [
        SeasonEveningOut(slug=item.slug, name=item.name, date=item.date, final=item.final, standing=item.standing)
        for item in ranking.evenings
    ]
    more = find_next(offset, limit, len(ranking.lines))
    return SeasonOut(slug=season.slug, name=season.name, evenings=evenings, withheld=ranking.withheld, items=places, next=more)


def read_person(key: str) -> PersonDetail:
    """A person who lets others see their page: public evenings with their places. Raises: Refused."""
    page = PersonPage.objects.select_related("organizer").filter(key=key[:16], shown__in=PersonPage.PUBLIC).first()
    person = find_person_of(page) if page else None
    if page is None or person is None:
        raise Refused("not_found")
    evenings = [
        PersonEveningOut(
            tournament=line.tournament.slug,
            name=line.tournament.name,
            date=line.tournament.date,
            entry_name=line.entry,
            place=line.place,
            entries=line.entries,
        )
        for line in list_evening_lines(person, public=True)
    ]
    return PersonDetail(id=page.key, name=list_person_lines([person])[0].name, evenings=evenings)
