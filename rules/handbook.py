"""The handbook page of a game, made of nothing but its declarations: for the site, the command line and the files of docs/handbook."""

import importlib
import pkgutil
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rules.cards import RANK_NAMES
from rules.contract import Price
from rules.events import Penalty, Punishment
from rules.feasibility import Rows, bits, ranges
from rules.game import Game
from rules.options import Choice, FieldSpec, Value, declared_fields
from rules.problems import Fact
from rules.texts import Translate, _

KINDS_OF_SOURCE = {
    "S": _("the document that the rules were taken from"),
    "P": _("a public source, by its number in the list"),
    "T": _("the regulation of a tournament"),
    "G": _("another program for the game"),
    "C": _("computed"),
    "D": _("decided here, because nothing is stated"),
}


@dataclass(frozen=True, slots=True)
class Grid:
    """A table; every row has as many cells as there are headers."""

    caption: str
    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Section:
    """Paragraphs, then points of a list, then tables; each may be empty."""

    title: str
    text: tuple[str, ...] = ()
    points: tuple[str, ...] = ()
    grids: tuple[Grid, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    title: str
    sections: tuple[Section, ...]


def page(game: Game[Any, Any], translate: Translate) -> Page:
    """Everything about a game in the language of `translate`."""
    made = (_game, _cards, _scores, _options, _presets, _customs, _sheet, _play, _counts, _facts, _sources, _open)
    return Page(translate(game.name), tuple(section(game, translate) for section in made))


def _game(game: Game[Any, Any], translate: Translate) -> Section:
    table = translate(_("Seats: {seats}. Sides: {sides}. Persons in an entry: {persons}."))
    told = table.format(seats=game.seat_count, sides=game.side_count, persons=game.entry_size)
    place = translate(_("Played in: {place}.")).format(place=translate(game.place))
    version = translate(_("Key: {key}. Version of these rules: {version}.")).format(key=game.key, version=game.version)
    return Section(translate(_("The game")), (translate(game.summary), f"{place} {told} {version}"))


def _cards(game: Game[Any, Any], translate: Translate) -> Section:
    told = translate(_("{cards} cards in four suits. Strongest first.")).format(cards=len(game.pack))
    return Section(translate(_("Cards")), (told,), grids=card_grids(game, translate))


def card_grids(game: Game[Any, Any], translate: Translate) -> tuple[Grid, ...]:
    """The cards with their names and points, strongest first; two tables where trumps are ordered differently."""
    pack = game.pack
    headers = (translate(_("Card")), translate(_("Name")), translate(game.unit))
    plain = _ranking(pack.ranks, pack.points, translate)
    if not pack.trump_ranks:
        return (Grid("", headers, plain),)
    trumps = _ranking(pack.trump_ranks, pack.trump_points, translate)
    return (Grid(translate(_("Trumps")), headers, trumps), Grid(translate(_("Other suits")), headers, plain))


def _ranking(ranks: Sequence[str], points: Sequence[int], translate: Translate) -> tuple[tuple[str, ...], ...]:
    return tuple((rank, translate(RANK_NAMES.get(rank, rank)), str(worth)) for rank, worth in zip(ranks, points, strict=True))


def _scores(game: Game[Any, Any], translate: Translate) -> Section:
    return Section(translate(_("What scores")), (translate(_("Under the default options.")),), grids=score_grids(game, translate))


def score_grids(game: Game[Any, Any], translate: Translate) -> tuple[Grid, ...]:
    """What scores how much under the default options."""
    return tuple(
        Grid(translate(table.caption), tuple(map(translate, table.headers)), tuple(tuple(map(translate, row)) for row in table.rows))
        for table in game.score_tables
    )


def _options(game: Game[Any, Any], translate: Translate) -> Section:
    rows = tuple(
        (
            spec.name,
            f"{translate(spec.label)}: {translate(spec.sentence)}",
            _shown(spec, spec.default, translate),
            _values(spec, translate),
            spec.source,
        )
        for spec in declared_fields(game.Options)
    )
    headers = tuple(map(translate, (_("Option"), _("Meaning"), _("Default"), _("Values"), _("Source"))))
    return Section(translate(_("Options")), grids=(Grid("", headers, rows),))


def _shown(spec: FieldSpec, value: Value, translate: Translate) -> str:
    if isinstance(value, bool):
        return translate(_("yes") if value else _("no"))
    if isinstance(value, tuple):
        labels = {choice.value: translate(choice.label) for choice in spec.choices}
        return ("; " if labels else "/").join(labels.get(part, str(part)) for part in value) or "–"
    label = next((choice.label for choice in spec.choices if choice.value == value), None)
    return str(value) if label is None else translate(label)


def _bounds(spec: FieldSpec) -> str:
    return "" if spec.lowest is None or spec.highest is None else f"{spec.lowest}–{spec.highest}"


def _presets(game: Game[Any, Any], translate: Translate) -> Section:
    specs = {spec.name: spec for spec in declared_fields(game.Options)}
    rows = []
    for preset in game.presets:
        values = {name: tuple(value) if isinstance(value, list) else value for name, value in preset.options.items()}
        changed = "; ".join(f"{name} = {_shown(specs[name], value, translate)}" for name, value in values.items())
        rows.append((translate(preset.title), changed or translate(_("all defaults"))))
    return Section(translate(_("Presets")), grids=(Grid("", (translate(_("Preset")), translate(_("Options that differ"))), tuple(rows)),))


def _customs(game: Game[Any, Any], translate: Translate) -> Section:
    prices = translate(_("What faults cost under the default options: {prices}."))
    options = game.options_from({})
    told = "; ".join(f"{translate(price.fault)}: {_cost(price, game.forfeit(options), translate)}" for price in game.prices(options))
    return Section(translate(_("Customs at the table")), (prices.format(prices=told),), points=tuple(map(translate, game.customs)))


def _cost(price: Price, forfeit: int | None, translate: Translate) -> str:
    """In words; a hand that is lost with what it gives to the others."""
    if price.cost is Punishment.HAND and forfeit is not None:
        return translate(_("the hand is lost, {points} points to the other side")).format(points=forfeit)
    (spec,) = (spec for spec in declared_fields(Penalty) if spec.name == "what")
    return translate(next((choice.label for choice in spec.choices if choice.value == price.cost), _("the referee decides")))


def _sheet(game: Game[Any, Any], translate: Translate) -> Section:
    rows = tuple(
        (", ".join(spec.boxes(game.side_count)), translate(spec.label), translate(spec.sentence), _values(spec, translate))
        for spec in declared_fields(game.HandEntry)
    )
    headers = tuple(map(translate, (_("Box"), _("Label"), _("What is written"), _("Values"))))
    others = ", ".join(translate(event.label) for event in game.common_events)
    told = translate(_("Besides hands a match may hold: {events}.")).format(events=others)
    return Section(translate(_("The sheet of a hand")), (told,), grids=(Grid("", headers, rows),))


def _values(spec: FieldSpec, translate: Translate) -> str:
    return "; ".join(_choice(choice, translate) for choice in spec.choices) or _bounds(spec)


def _choice(choice: Choice, translate: Translate) -> str:
    """Its key and what it means; the key once, where the meaning begins with it."""
    label, key = translate(choice.label), str(choice.value)
    return label if re.match(rf"{re.escape(key)}\b", label) else f"{key}: {label}"


def _play(game: Game[Any, Any], translate: Translate) -> Section:
    told = translate(_("A hand card by card is written as in docs/hand-record.md, with these verbs: {verbs}."))
    return Section(translate(_("Card by card")), (told.format(verbs=", ".join(verb.name for verb in game.verbs)),))


def _counts(game: Game[Any, Any], translate: Translate) -> Section:
    """Which counts go with which tricks: the tables that hands are judged by."""
    grids = tuple(_row_grid(translate(title), rows, translate) for title, rows in game.row_tables())
    told = translate(_("Computed from the pack: what a side can have with so many tricks. Anything else cannot be and is refused."))
    return Section(translate(_("What a hand can give")), (told,), grids=grids)


def _row_grid(title: str, rows: Rows, translate: Translate) -> Grid:
    counts = sorted({tricks for tricks, _last in rows.masks})
    same = all(rows.masks.get((tricks, False)) in (None, rows.masks.get((tricks, True))) for tricks in counts if tricks)
    if same:
        shown = tuple((str(tricks), _range(rows.reach(tricks))) for tricks in counts)
        return Grid(title, (translate(_("Tricks")), translate(_("Count"))), shown)
    headers = tuple(map(translate, (_("Tricks"), _("without the last"), _("with the last"))))
    cells = tuple((str(tricks), *(_range(rows.masks.get((tricks, last), 0)) for last in (False, True))) for tricks in counts)
    return Grid(title, headers, cells)


def _range(mask: int) -> str:
    return ranges(bits(mask)) or "–"


def _facts(game: Game[Any, Any], translate: Translate) -> Section:
    """What this game's own sheet and play can be found to break; the kernel has more that every game shares."""
    rows = tuple(
        (
            fact.code,
            re.sub(r"\{\w+\}\.?", "…", translate(fact.message)),
            translate(_("asked once") if fact.severity.value == "remarkable" else _("refused")),
            fact.source,
        )
        for fact in facts_of(game)
    )
    headers = tuple(map(translate, (_("Code"), _("Message"), _("What happens"), _("Source"))))
    return Section(translate(_("What is checked")), grids=(Grid("", headers, rows),))


def facts_of(game: Game[Any, Any]) -> tuple[Fact, ...]:
    """Every fact declared in the game's folder, by code."""
    package = importlib.import_module(type(game).__module__.rpartition(".")[0])
    modules = [importlib.import_module(f"{package.__name__}.{found.name}") for found in pkgutil.iter_modules(package.__path__)]
    found = {
        fact.code: fact
        for module in modules
        for value in vars(module).values()
        for fact in [getattr(value, "fact", value)]
        if isinstance(fact, Fact)
    }
    return tuple(found[code] for code in sorted(found))


def _sources(game: Game[Any, Any], translate: Translate) -> Section:
    used = " ".join([spec.source for spec in declared_fields(game.Options)] + [fact.source for fact in facts_of(game)] + list(game.sources))
    letters = {word[0] for word in re.findall(r"[A-Z]\w*", used)}
    legend = [f"{letter}: {translate(text)}" for letter, text in KINDS_OF_SOURCE.items() if letter in letters]
    return Section(translate(_("Sources")), (". ".join(legend) + ".",), tuple(map(translate, game.sources)))


def _open(game: Game[Any, Any], translate: Translate) -> Section:
    return Section(translate(_("What the sources leave open or say twice")), points=tuple(map(translate, game.discrepancies)))
