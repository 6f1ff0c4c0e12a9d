"""Every game under its defaults, its presets and every single change of an option."""

from rules import GAMES, FieldKind, declared_fields


def values_of(spec):
    """Values of an option that a conformance run tries, beside the default."""
    if spec.kind is FieldKind.BOOLEAN:
        return [not spec.default]
    if spec.kind is FieldKind.CHOICE:
        return [choice.value for choice in spec.choices if choice.value != spec.default]
    if spec.kind is FieldKind.SEVERAL:
        return [[], *([choice.value] for choice in spec.choices), [choice.value for choice in spec.choices]]
    if spec.kind is FieldKind.TEXT:
        return ["Otto ♠"]
    if spec.kind is FieldKind.INTEGERS:
        return [[15], [20, 30]] if spec.default else []
    return [value for value in (spec.lowest, min(spec.highest, 4)) if value != spec.default]


def single_changes(game):
    return [{spec.name: value} for spec in declared_fields(game.Options) for value in values_of(spec)]


VARIED = [game for game in GAMES if game.plays_cards or game.key in ("pointsonly2", "pointstable3")]
"""Of the games without cards one of two sides and one of several: the others differ in the number of persons only."""


def all_variations():
    """(game, raw options, a name for the report)."""
    for game in GAMES:
        yield game, {}, f"{game.key}-default"
        for preset in game.presets:
            yield game, preset.options, f"{game.key}-{preset.key}"
        for raw in single_changes(game) if game in VARIED else ():
            yield game, raw, f"{game.key}-{raw}"


def accepted_variations():
    """Those that the game does not refuse as contradictory (`option_problems`)."""
    return [(game, raw, name) for game, raw, name in all_variations() if _accepted(game, raw)]


def _accepted(game, raw):
    values = {spec.name: raw.get(spec.name, spec.default) for spec in declared_fields(game.Options)}
    options = game.Options(**{name: tuple(value) if isinstance(value, list) else value for name, value in values.items()})
    return not list(game.option_problems(options))
