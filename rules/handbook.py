"""The handbook page of a game, built only from its declarations: for the site, the command line and the files of docs/handbook."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.cards import RANK_LETTERS, RANK_NAMES
from rules.contract import FaultPrice
from rules.events import Penalty, Punishment
from rules.fact_list import list_facts
from rules.feasibility import CountRows, format_ranges, list_bits
from rules.game import Game
from rules.options import FieldSpec, Value, declared_fields
from rules.texts import Translate, _

SOURCE_KINDS = {
    "S": _("the document that the rules were taken from"),
    "P": _("a public source, by its number in the list"),
    "T": _("the regulation of a tournament"),
    "G": _("another program for the game"),
    "C": _("computed"),
    "D": _("decided here, because nothing is stated"),
}


@dataclass(frozen=True, slots=True)
class HandbookGrid:
    """A table; every row has as many cells as there are headers."""

    caption: str
    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class HandbookSection:
    """Paragraphs, then the items of a list, then tables; each may be empty. `is_reference`: for those who check, not for those who play."""

    title: str
    text: tuple[str, ...] = ()
    points: tuple[str, ...] = ()
    grids: tuple[HandbookGrid, ...] = ()
    is_reference: bool = False
    is_cards: bool = False
    """Whether pictures of the whole pack belong here, where there are pictures."""


@dataclass(frozen=True, slots=True)
class Page:
    title: str
    sections: tuple[HandbookSection, ...]


def build_page(game: Game[Any, Any], translate: Translate) -> Page:
    """The page of a game with all its sections, in the language of `translate`."""
    of_game = (_build_game, _build_cards, _build_scores, _build_options, _build_presets, _build_customs)
    of_checks = (_build_sheet, _build_play, _build_counts, _build_facts, _build_sources, _build_open_questions)
    of_cards = {_build_cards, _build_scores, _build_customs, _build_play, _build_counts, _build_open_questions}
    for_players = {_build_game, _build_cards, _build_scores, _build_customs}
    chosen = [build for build in (*of_game, *of_checks) if game.plays_cards or build not in of_cards]
    return Page(translate(game.name), tuple(replace(build(game, translate), is_reference=build not in for_players) for build in chosen))


def build_regulation(game: Game[Any, Any], options: Any, translate: Translate) -> tuple[HandbookSection, ...]:
    """What the players of a tournament with these options read: the game, and with cards these, what scores and what an offence costs."""
    if not game.plays_cards:
        return (_build_game(game, translate),)
    scores_note = translate(_("Under the default options; what this tournament changes is listed above."))
    prices = translate(_("Penalties in this tournament: {prices}.")).format(prices=_format_prices(game, options, translate))
    scores, customs = replace(_build_scores(game, translate), text=(scores_note,)), replace(_build_customs(game, translate), text=(prices,))
    return (_build_game(game, translate), _build_cards(game, translate), scores, customs)


def _build_game(game: Game[Any, Any], translate: Translate) -> HandbookSection:
    place = translate(_("Played in: {place}.")).format(place=translate(game.place))
    return HandbookSection(translate(_("The game")), (translate(game.summary), place))


def _build_cards(game: Game[Any, Any], translate: Translate) -> HandbookSection:
    introduction = translate(_("{cards} cards in four suits. Strongest first.")).format(cards=game.card_count)
    return HandbookSection(translate(_("Cards")), (introduction,), grids=build_card_grids(game, translate), is_cards=True)


def build_card_grids(game: Game[Any, Any], translate: Translate) -> tuple[HandbookGrid, ...]:
    """The cards with their names and points, strongest first; two tables where trumps are ordered differently."""
    pack = game.pack
    headers = (translate(_("Card")), translate(_("Name")), translate(game.unit))
    plain = _rank_rows(pack.ranks, pack.points, translate)
    if not pack.trump_ranks:
        return (HandbookGrid("", headers, plain),)
    trumps = _rank_rows(pack.trump_ranks, pack.trump_points, translate)
    return (HandbookGrid(translate(_("Trumps")), headers, trumps), HandbookGrid(translate(_("Other suits")), headers, plain))


def _rank_rows(ranks: Sequence[str], points: Sequence[int], translate: Translate) -> tuple[tuple[str, ...], ...]:
    worths = zip(ranks, points, strict=True)
    return tuple((translate(RANK_LETTERS.get(rank, rank)), translate(RANK_NAMES.get(rank, rank)), str(worth)) for rank, worth in worths)


def _build_scores(game: Game[Any, Any], translate: Translate) -> HandbookSection:
    return HandbookSection(
        translate(_("What scores")), (translate(_("Under the default options.")),), grids=build_score_grids(game, translate)
    )


def build_score_grids(game: Game[Any, Any], translate: Translate) -> tuple[HandbookGrid, ...]:
    """Tables of what scores how much under the default options."""
    return tuple(
        HandbookGrid(
            translate(table.caption), tuple(map(translate, table.headers)), tuple(tuple(map(translate, row)) for row in table.rows)
        )
        for table in game.score_tables
    )


def _build_options(game: Game[Any, Any], translate: Translate) -> HandbookSection:
    rows = tuple(
        (
            f"{translate(spec.label)}: {translate(spec.sentence)}",
            _format_value(spec, spec.default, translate),
            _format_values(spec, translate),
            spec.source,
        )
        for spec in game.option_specs
    )
    headers = tuple(map(translate, (_("Option"), _("Default"), _("Values"), _("Source"))))
    template = translate(_("Key: {key}. Version of these rules: {version}. Seats: {seats}. Sides: {sides}. Persons per entry: {persons}."))
    text = template.format(key=game.key, version=game.version, seats=game.seat_count, sides=game.side_count, persons=game.entry_size)
    return HandbookSection(translate(_("Options")), (text,), grids=(HandbookGrid("", headers, rows),))


def _format_value(spec: FieldSpec, value: Value, translate: Translate) -> str:
    if isinstance(value, bool):
        return translate(_("yes") if value else _("no"))
    if isinstance(value, tuple):
        labels = {choice.value: translate(choice.label) for choice in spec.choices}
        return ("; " if labels else "/").join(labels.get(part, str(part)) for part in value) or "–"
    label = next((choice.label for choice in spec.choices if choice.value == value), None)
    return str(value) if label is None else translate(label)


def _format_bounds(spec: FieldSpec) -> str:
    return "" if spec.lowest is None or spec.highest is None else f"{spec.lowest}–{spec.highest}"


def _build_presets(game: Game[Any, Any], translate: Translate) -> HandbookSection:
    specs = {spec.name: spec for spec in game.option_specs}
    rows = []
    for preset in game.presets:
        values = {name: tuple(value) if isinstance(value, list) else value for name, value in preset.options.items()}
        changed_options = "; ".join(
            f"{translate(specs[name].label)}: {_format_value(specs[name], value, translate)}" for name, value in values.items()
        )
        rows.append((translate(preset.title), changed_options or translate(_("all defaults"))))
    return HandbookSection(
        translate(_("Presets")), grids=(HandbookGrid("", (translate(_("Preset")), translate(_("Options that differ"))), tuple(rows)),)
    )


def _build_customs(game: Game[Any, Any], translate: Translate) -> HandbookSection:
    prices = _format_prices(game, game.options_from({}), translate)
    text = translate(_("Penalties under the default options: {prices}.")).format(prices=prices)
    return HandbookSection(translate(_("Customs at the table")), (text,), points=tuple(map(translate, game.customs)))


def _format_prices(game: Game[Any, Any], options: Any, translate: Translate) -> str:
    return "; ".join(
        f"{translate(game.offences[price.offence])}: {_format_cost(price, game.compute_forfeit(options), translate)}"
        for price in game.list_prices(options)
    )


def _format_cost(price: FaultPrice, forfeit: int | None, translate: Translate) -> str:
    """The cost in words; a lost hand is named with the points that the other side gets."""
    if price.cost is Punishment.HAND and forfeit is not None:
        return translate(_("the hand is lost, {points} points to the other side")).format(points=forfeit)
    (spec,) = (spec for spec in declared_fields(Penalty) if spec.name == "what")
    return translate(next((choice.label for choice in spec.choices if choice.value == price.cost), _("the referee decides")))


def _build_sheet(game: Game[Any, Any], translate: Translate) -> HandbookSection:
    rows = tuple(
        (translate(spec.label), translate(spec.sentence), _format_values(spec, translate)) for spec in declared_fields(game.HandEntry)
    )
    headers = tuple(map(translate, (_("Box"), _("What is written"), _("Values"))))
    event_labels = ", ".join(translate(event.label) for event in game.common_events)
    event_text = translate(_("Besides hands a match may contain: {events}.")).format(events=event_labels)
    return HandbookSection(translate(_("The sheet of a hand")), (event_text,), grids=(HandbookGrid("", headers, rows),))


def _format_values(spec: FieldSpec, translate: Translate) -> str:
    return "; ".join(translate(choice.label) for choice in spec.choices) or _format_bounds(spec)


def _build_play(game: Game[Any, Any], translate: Translate) -> HandbookSection:
    """The words of the record as they are typed, which no language changes, each beside what it says."""
    rows = tuple((verb.name, translate(verb.says).format(seat="…", what="…")) for verb in game.verbs)
    introduction = translate(_("A hand card by card is written with these words, in every language."))
    headers = (translate(_("Word")), translate(_("What it says")))
    return HandbookSection(translate(_("Card by card")), (introduction,), grids=(HandbookGrid("", headers, rows),))


def _build_counts(game: Game[Any, Any], translate: Translate) -> HandbookSection:
    """Tables of the counts that are possible with each number of tricks; hands are judged by them."""
    grids = tuple(_build_row_grid(translate(title), rows, translate) for title, rows in game.row_tables())
    introduction = translate(
        _("Computed from the pack: the points a side can have with a given number of tricks. Anything else is not possible and is refused.")
    )
    return HandbookSection(translate(_("What a hand can give")), (introduction,), grids=grids)


def _build_row_grid(title: str, rows: CountRows, translate: Translate) -> HandbookGrid:
    counts = sorted({tricks for tricks, _last in rows.masks})
    last_is_irrelevant = all(rows.masks.get((tricks, False)) in (None, rows.masks.get((tricks, True))) for tricks in counts if tricks)
    if last_is_irrelevant:
        pairs = tuple((str(tricks), _format_range(rows.possible_points(tricks))) for tricks in counts)
        return HandbookGrid(title, (translate(_("Tricks")), translate(_("Count"))), pairs)
    headers = tuple(map(translate, (_("Tricks"), _("without the last"), _("with the last"))))
    cells = tuple((str(tricks), *(_format_range(rows.masks.get((tricks, last), 0)) for last in (False, True))) for tricks in counts)
    return HandbookGrid(title, headers, cells)


def _format_range(mask: int) -> str:
    return format_ranges(list_bits(mask)) or "–"


def _build_facts(game: Game[Any, Any], translate: Translate) -> HandbookSection:
    """The facts that this game's own sheet and card play can report; the kernel has further ones that all games share."""
    rows = tuple(
        (
            re.sub(r"\{\w+\}\.?", "…", translate(fact.message)),
            translate(_("asked once") if fact.severity.value == "remarkable" else _("refused")),
            fact.source,
        )
        for fact in list_facts(game)
    )
    headers = tuple(map(translate, (_("Message"), _("What happens"), _("Source"))))
    return HandbookSection(translate(_("What is checked")), grids=(HandbookGrid("", headers, rows),))


def _build_sources(game: Game[Any, Any], translate: Translate) -> HandbookSection:
    source_text = " ".join([spec.source for spec in game.option_specs] + [fact.source for fact in list_facts(game)] + list(game.sources))
    letters = {word[0] for word in re.findall(r"[A-Z]\w*", source_text)}
    legend = [f"{letter}: {translate(text)}" for letter, text in SOURCE_KINDS.items() if letter in letters]
    return HandbookSection(translate(_("Sources")), (". ".join(legend) + ".",), tuple(map(translate, game.sources)))


def _build_open_questions(game: Game[Any, Any], translate: Translate) -> HandbookSection:
    return HandbookSection(translate(_("What the sources leave open or say in two ways")), points=tuple(map(translate, game.discrepancies)))
