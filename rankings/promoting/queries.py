"""The categories of the last season, and who of them plays in this one."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import groupby
from operator import attrgetter

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from pairing import format_by_key
from pairing.format import Family
from pairing.pools import compute_pool_order
from rankings.promoting.moves import Fate, judge_category
from rankings.qualifying.identities import Identities, NamesakeQuestion, read_identities
from rankings.qualifying.queries import MOST_EVENINGS, select_evenings
from rankings.standings_pages.final_list import read_final_orders
from scoring.standings.stored import read_standings
from tournaments.models import Entry, StageEntry, Tournament
from tournaments.stages.groups import read_group_names


@dataclass(frozen=True, slots=True)
class Category:
    """A finished tournament, or one pool of its last stage, as the last season of a category."""

    tournament: Tournament
    pool: str = ""
    pool_name: str = ""

    @property
    def key(self) -> str:
        return f"{self.tournament.pk}:{self.pool}"

    @property
    def name(self) -> str:
        return f"{self.tournament.name}, {self.pool_name}" if self.pool else self.tournament.name


class Side(IntEnum):
    """Where an entry comes from, in the order in which entries are seeded: the category above, the same, or the one below."""

    ABOVE = 0
    SAME = 1
    BELOW = 2


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A category above or below; `up` go up across the line between the two, `down` go down."""

    category: Category
    up: int
    down: int


@dataclass(frozen=True, slots=True)
class Plan:
    """The last season of this category and its neighbours, where there are any."""

    last: Category
    above: Neighbour | None = None
    below: Neighbour | None = None

    @property
    def categories(self) -> tuple[Category, ...]:
        return (*(neighbour.category for neighbour in (self.above, self.below) if neighbour), self.last)


@dataclass(frozen=True, slots=True)
class MoverLine:
    """An entry of the last season: `plays` says whether it is ticked, `open` whether the director can choose, `reason` why."""

    entry: Entry
    category: str
    place: str
    reason: str
    side: Side
    plays: bool
    is_tied: bool
    open: bool
    persons: frozenset[int]


@dataclass(frozen=True, slots=True)
class MoverList:
    """First who plays here, in the order of the seeds, then the tied, then the others; and the names that must be asked about."""

    lines: tuple[MoverLine, ...]
    questions: tuple[NamesakeQuestion, ...]

    @property
    def playing(self) -> int:
        return sum(line.plays for line in self.lines)

    @property
    def tied(self) -> int:
        return sum(line.is_tied for line in self.lines)


def list_categories(tournament: Tournament, user_pk: int) -> list[Category]:
    """The finished tournaments that `select_evenings` offers, and the pools of their last stage, the latest first."""
    evenings = list(select_evenings(tournament, user_pk).prefetch_related("stages")[:MOST_EVENINGS])
    categories = []
    for evening in evenings:
        categories.append(Category(evening))
        categories += _list_pools(evening)
    return categories


def _list_pools(evening: Tournament) -> Iterator[Category]:
    stage = max(evening.stages.all(), key=attrgetter("number"), default=None)
    if stage is None or format_by_key(stage.format_key).family is not Family.POOLS or format_by_key(stage.format_key).in_teams:
        return
    keys = sorted(set(StageEntry.objects.filter(stage=stage).values_list("pool", flat=True)), key=compute_pool_order)
    names = read_group_names(stage, keys)
    yield from (Category(evening, key, names[key]) for key in keys if len(keys) > 1 and key)


def read_mover_list(tournament: Tournament, plan: Plan) -> MoverList:
    """Every entry of the categories. About a dozen queries."""
    orders = {category.key: _read_order(category) for category in plan.categories}
    ids = [entry for order in orders.values() for together in order for entry in together]
    entries = Entry.objects.select_related("club").in_bulk(ids)
    identities = read_identities(tournament, ids)
    lines = [
        line
        for side, category, up, down in _list_sides(plan)
        for line in _judge(
            side, category, judge_category(orders[category.key], up=up, down=down), orders[category.key], entries, identities
        )
    ]
    questions = identities.list_questions({line.entry.pk for line in lines if line.plays or line.is_tied})
    return MoverList(tuple(sorted(_close_taken(lines, identities.here), key=_get_sort_key)), questions)


def count_categories(plan: Plan) -> dict[str, int]:
    """How many entries each category had that did not withdraw, by its key."""
    return {category.key: sum(map(len, _read_order(category))) for category in plan.categories}


def _list_sides(plan: Plan) -> Iterator[tuple[Side, Category, int, int]]:
    """Of every category how many of its first move up and how many of its last move down, as far as it concerns this tournament."""
    if plan.above:
        yield Side.ABOVE, plan.above.category, 0, plan.above.down
    yield Side.SAME, plan.last, plan.above.up if plan.above else 0, plan.below.down if plan.below else 0
    if plan.below:
        yield Side.BELOW, plan.below.category, plan.below.up, 0


def _read_order(category: Category) -> list[list[int]]:
    """Ids of the entries that did not withdraw, the best first, those who share a place together."""
    if category.pool:
        stage = category.tournament.stages.select_related("tournament").order_by("number").last()
        lines = read_standings(stage).groups.get(category.pool, ()) if stage else ()
        order: Iterable[Iterable[int]] = [[line.entrant for line in group] for _rank, group in groupby(lines, key=attrgetter("rank"))]
    else:
        order = read_final_orders([category.tournament.pk])[category.tournament.pk]
    gone = set(Entry.objects.filter(tournament=category.tournament, state=Entry.State.WITHDRAWN).values_list("pk", flat=True))
    remaining = ([entry for entry in together if entry not in gone] for together in order)
    return [together for together in remaining if together]


_SENTENCES: Mapping[tuple[Side, Fate], str | Promise] = {
    (Side.ABOVE, Fate.DOWN): _("comes down: place %(place)s in %(category)s"),
    (Side.ABOVE, Fate.TIED_DOWN): _("tied for the last place that comes down"),
    (Side.ABOVE, Fate.STAYS): _("stays in the category above"),
    (Side.SAME, Fate.STAYS): _("stays: place %(place)s in %(category)s"),
    (Side.SAME, Fate.UP): _("goes up: place %(place)s in %(category)s"),
    (Side.SAME, Fate.DOWN): _("goes down: place %(place)s in %(category)s"),
    (Side.SAME, Fate.TIED_UP): _("tied for the last place that goes up"),
    (Side.SAME, Fate.TIED_DOWN): _("tied for the last place that goes down"),
    (Side.SAME, Fate.TIED_BOTH): _("tied for the last place that goes up and the last that goes down"),
    (Side.BELOW, Fate.UP): _("comes up: place %(place)s in %(category)s"),
    (Side.BELOW, Fate.TIED_UP): _("tied for the last place that comes up"),
    (Side.BELOW, Fate.STAYS): _("stays in the category below"),
}
_PLAYING = {(Side.ABOVE, Fate.DOWN), (Side.SAME, Fate.STAYS), (Side.BELOW, Fate.UP)}
_TIES = {Fate.TIED_UP, Fate.TIED_DOWN, Fate.TIED_BOTH}


def _judge(
    side: Side,
    category: Category,
    fates: Mapping[int, Fate],
    order: Sequence[Sequence[int]],
    entries: Mapping[int, Entry],
    identities: Identities,
) -> Iterator[MoverLine]:
    rank = 1
    for together in order:
        place = f"{rank}=" if len(together) > 1 else str(rank)
        for pk in together:
            fate = fates[pk]
            yield MoverLine(
                entry=entries[pk],
                category=category.name,
                place=place,
                reason=str(_SENTENCES[side, fate]) % {"place": place, "category": category.name},
                side=side,
                plays=(side, fate) in _PLAYING,
                is_tied=fate in _TIES,
                open=True,
                persons=identities.persons[pk],
            )
        rank += len(together)


def _close_taken(lines: Sequence[MoverLine], here: frozenset[int]) -> Iterator[MoverLine]:
    """Who plays here already, or is ticked in two categories, cannot be ticked again."""
    playing = {person for line in lines if line.plays for person in line.persons}
    busy: set[int] = set()
    for line in lines:
        if line.persons & here:
            yield _close(line, gettext("already entered here"))
        elif line.persons & (busy if line.plays else playing):
            yield _close(line, gettext("already plays here from another category"))
        else:
            busy |= line.persons if line.plays else set()
            yield line


def _close(line: MoverLine, reason: str) -> MoverLine:
    return replace(line, reason=reason, plays=False, is_tied=False, open=False)


def _get_sort_key(line: MoverLine) -> tuple[int, Side]:
    """Within a category the order stays that of the places, because sorting is stable."""
    return 0 if line.plays else 1 if line.is_tied else 2 if line.open else 3, line.side
