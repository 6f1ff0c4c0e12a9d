"""A style sheet as browsers of 2019 read it, Safari 12 and Chrome 70, which looks the same in today's.

They drop a whole rule for one selector that they do not know. So `:is()`, `:where()` and lists within `:not()` are written out, and
what stays late (`:has()`, `:focus-visible`) stands in rules of its own. What is written out may weigh more than before; every rule that
has to win against it is made as heavy with `:not(_)`, which is true of everything. Directions of writing become sides, and where a value
is late an older one stands before it. Flex boxes get no `gap`: what stands between them is for `static/spaces.css`.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from config.style_sheets import (
    STEPS,
    Weight,
    read_brackets,
    read_list_within,
    split_declarations,
    split_list,
    split_parts,
    split_rules,
    weigh_selector,
)

Test = Callable[[str], bool]
LATE = re.compile(r":(?:is|where|has)\(|:focus-visible|::(?:-webkit-|-moz-|marker|file-selector-button)|:-moz-")
TYPE_OF_INPUT = re.compile(r"""\[type=["']?([\w-]+)["']?\]""")
TYPED, ROOT = {"input", "button"}, "html"
ELEMENT = re.compile(r"[A-Za-z][\w-]*|\*")
CLASS_FILLER, ELEMENT_FILLER = ":not(._)", ":not(_)"
"""True of every element; the first weighs as much as a class, the second as an element."""

SIDES = {"inline": ("left", "right"), "block": ("top", "bottom")}
ENDS = {"start": 0, "end": 1}
DIRECTED = re.compile(r"(margin|padding|border)-(inline|block)(?:-(start|end))?")
SIZED = re.compile(r"(min-|max-)?(inline|block)-size")
CALCULATED = re.compile(r"\b(?:clamp|min|max)\(")
VENDOR = re.compile(r"-(?:webkit|moz)-")
SHORTHANDS = frozenset({"animation", "background", "border", "flex", "font", "grid", "list", "outline", "overflow", "text", "transition"})
GRIDS = frozenset({"grid", "inline-grid"})
GAPS = frozenset({"gap", "row-gap", "column-gap"})


@dataclass(frozen=True, slots=True)
class SelectorBranch:
    """A selector without alternatives, with the weight of what it was written out of and its own."""

    parts: tuple[str, ...]
    meant: Weight
    weight: Weight

    @property
    def text(self) -> str:
        return "".join(self.parts)

    @property
    def subject(self) -> tuple[str, ...]:
        """The parts that say of which element a rule speaks."""
        steps = [place for place, part in enumerate(self.parts) if part in STEPS]
        return self.parts[steps[-1] + 1 :] if steps else self.parts


@dataclass(frozen=True, slots=True)
class StyleRule:
    """Declarations for some branches; `around` are the heads, such as `@media print`, in which the rule stands."""

    around: tuple[str, ...]
    branches: tuple[SelectorBranch, ...]
    body: str
    is_frame: bool = False
    """Whether it is no rule but, for instance, `@keyframes`, whose head is the last of `around`."""


def write_for_old_browsers(sheet: str, can_apply: Test) -> str:
    """The sheet with other words and the same effect; branches that cannot apply are left out."""
    rules = [rule for rule in list_rules(sheet, can_apply) if rule.is_frame or (rule.branches and rule.body)]
    weights = settle_weights(rules)
    text = ""
    around: tuple[str, ...] = ()
    for place, rule in enumerate(rules):
        heads = rule.around[:-1] if rule.is_frame else rule.around
        if heads != around:
            text += "}" * len(around) + "".join(f"{head}{{" for head in heads)
            around = heads
        if rule.is_frame:
            text += f"{rule.around[-1]}{{{rule.body}}}"
        else:
            selectors = [add_weight(branch, weights[place, branch.text]) for branch in rule.branches]
            text += "".join(f"{','.join(group)}{{{rule.body}}}" for group in group_by_age(selectors))
    return text + "}" * len(around)


def group_by_age(selectors: Iterable[str]) -> list[list[str]]:
    """All that old browsers know in one group, and each that they do not know alone."""
    old: list[str] = []
    late: list[list[str]] = []
    for selector in dict.fromkeys(selectors):
        if is_late(selector):
            late.append([selector])
        else:
            old.append(selector)
    return [old, *late] if old else late


def is_late(selector: str) -> bool:
    """Whether Safari 12 or Chrome 70 do not know it: there `:not()` holds a single part."""
    if LATE.search(selector):
        return True
    lists = (read_list_within(part) for part in split_parts(selector) if part.startswith(":not("))
    return any(len(inside) != 1 or len(split_parts(inside[0])) != 1 for _name, inside in lists)


def list_rules(sheet: str, can_apply: Test, around: tuple[str, ...] = ()) -> Iterator[StyleRule]:
    """The rules in their order, with selectors written out."""
    for head, body in split_rules(sheet):
        if head.startswith(("@media", "@supports")):
            yield from list_rules(body, can_apply, (*around, head))
        elif head.startswith("@"):
            yield StyleRule((*around, head), (), body, is_frame=True)
        else:
            branches = (branch for selector in split_list(head) for branch in write_out_selector(selector, can_apply))
            yield StyleRule(around, tuple({branch.text: branch for branch in branches}.values()), write_declarations(body))


# ----------------------------------------------------------------------------------------------------------------- selectors


def write_out_selector(selector: str, can_apply: Test) -> Iterator[SelectorBranch]:
    """Its alternatives that can apply."""
    meant = weigh_selector(selector)
    for parts in _write_out_alternatives(split_parts(selector)):
        plain = tuple(text for part in parts for text in _write_out_negation(part, can_apply)) or ("*",)
        text = "".join(plain)
        if can_apply(text):
            yield SelectorBranch(plain, meant, weigh_selector(text))


def _write_out_alternatives(parts: list[str]) -> Iterator[list[str]]:
    for place, part in enumerate(parts):
        name, inside = read_list_within(part)
        if name not in {":is", ":where"}:
            continue
        start = 1 + max((before for before in range(place) if parts[before] in STEPS), default=-1)
        for alternative in inside:
            yield from _put_in(parts, start, place, split_parts(alternative))
        return
    yield parts


def _put_in(parts: list[str], start: int, place: int, alternative: list[str]) -> Iterator[list[str]]:
    """Put an alternative at its place, its element before the other parts of the same element."""
    before, after = parts[start:place], parts[place + 1 :]
    if STEPS.intersection(alternative) and place > 0:
        raise ValueError(f"cannot be written without :is() or :where(): {''.join(parts)}")
    if before and ELEMENT.fullmatch(alternative[0]):
        if ELEMENT.fullmatch(before[0]):
            if before[0] != alternative[0]:
                return  # no element has two names
            alternative = alternative[1:]
        else:
            before, alternative = [alternative[0], *before], alternative[1:]
    yield from _write_out_alternatives([*parts[:start], *before, *alternative, *after])


def _write_out_negation(part: str, can_apply: Test) -> list[str]:
    name, inside = read_list_within(part)
    if name != ":not":
        return [part]
    return [f":not({selector})" for selector in inside if can_apply(selector)]


def add_weight(branch: SelectorBranch, weight: Weight) -> str:
    """The selector, made as heavy as it has to be."""
    classes = max(0, weight[1] - branch.weight[1])
    elements = max(0, weight[2] - branch.weight[2])
    head, rest = (branch.parts[:1], branch.parts[1:]) if ELEMENT.fullmatch(branch.parts[0]) else ((), branch.parts)
    return "".join((*head, CLASS_FILLER * classes, ELEMENT_FILLER * elements, *rest))


# --------------------------------------------------------------------------------------------------------------- which rule wins


def settle_weights(rules: list[StyleRule]) -> dict[tuple[int, str], Weight]:
    """For each rule and branch the weight with which every rule wins where it won before."""
    branches = [(branch.meant, place, branch) for place, rule in enumerate(rules) for branch in rule.branches]
    losers: dict[str, list[tuple[Weight, int, SelectorBranch]]] = defaultdict(list)
    weights: dict[tuple[int, str], Weight] = {}
    effects = [{effect for pair in split_declarations(rule.body) for effect in _list_effects(*pair)} for rule in rules]
    for _meant, place, branch in sorted(branches, key=lambda one: one[:2]):
        weight = branch.weight
        for effect in effects[place]:
            for rival, earlier, loser in losers[effect]:
                needed = rival if earlier <= place else (rival[0], rival[1], rival[2] + 1)
                if needed > weight and may_meet(branch, loser):
                    weight = _reach_weight(branch.weight, needed)
        weights[place, branch.text] = weight
        for effect in effects[place]:
            losers[effect].append((weight, place, branch))
    return weights


def _list_effects(name: str, value: str) -> list[str]:
    """What a declaration may change, with shorthands in their families; what is important competes only with its like."""
    important = "!" if value.endswith("!important") else ""
    if name.startswith("--"):
        return [name + important]
    word, _dash, side = VENDOR.sub("", name).partition("-")
    if word in {"margin", "padding"}:
        return [f"{word}-{edge}{important}" for edge in ([side] if side else SIDES["inline"] + SIDES["block"])]
    return [f"{'font' if name == 'line-height' else word if word in SHORTHANDS else name}{important}"]


def _reach_weight(weight: Weight, needed: Weight) -> Weight:
    """The nearest weight that is not below what is needed, reached by adding classes and elements."""
    if weight[0] < needed[0]:
        raise ValueError("no selector of this sheet may win against an identifier by its weight alone")
    equal, above = (weight[0], needed[1], max(weight[2], needed[2])), (weight[0], needed[1] + 1, weight[2])
    return above if sum(above) < sum(equal) else equal


def may_meet(branch: SelectorBranch, rival: SelectorBranch) -> bool:
    """Whether one element, or one box before or after it, may be spoken of by both. In doubt it may."""
    ours, theirs = branch.subject, rival.subject
    if _list_boxes(ours) != _list_boxes(theirs):
        return False
    for names, rivals in ((_list_elements(ours), _list_elements(theirs)), (_list_types(ours), _list_types(theirs))):
        if names and rivals and not names & rivals:
            return False
    return not ({f":not({part})" for part in ours} & {*theirs} or {f":not({part})" for part in theirs} & {*ours})


def _list_boxes(parts: Iterable[str]) -> set[str]:
    return {part for part in parts if part.startswith("::")}


def _list_elements(parts: Iterable[str]) -> set[str]:
    """The elements of which it may be one; none where it may be any."""
    if any(TYPE_OF_INPUT.fullmatch(part) for part in parts):
        return TYPED & {*parts} or TYPED
    return {ROOT if part == ":root" else part for part in parts if part == ":root" or (ELEMENT.fullmatch(part) and part != "*")}


def _list_types(parts: Iterable[str]) -> set[str]:
    return {found[1] for part in parts if (found := TYPE_OF_INPUT.fullmatch(part))}


# -------------------------------------------------------------------------------------------------------------- declarations


def write_declarations(body: str) -> str:
    """The declarations of one rule, each with what an older browser needs before it."""
    pairs = split_declarations(body)
    is_grid = any((name == "display" and value in GRIDS) or name.startswith("grid-template") for name, value in pairs)
    kept = [(name, value) for name, value in pairs if is_grid or name not in GAPS]
    turned = [pair for name, value in kept for pair in _turn_to_sides(name, value)]
    return ";".join(f"{name}:{value}" for pair in turned for name, value in (*_list_older(*pair), pair))


def _turn_to_sides(name: str, value: str) -> list[tuple[str, str]]:
    """Inline is from left to right, block from top to bottom, in all languages of the pages at a table."""
    if directed := DIRECTED.fullmatch(name):
        family, axis, end = directed.groups()
        sides = SIDES[axis][ENDS[end]] if end else SIDES[axis]
        names = [f"{family}-{side}" for side in ([sides] if isinstance(sides, str) else sides)]
        values = [value] if family == "border" or end else _split_values(value)
        return list(zip(names, (values[0], values[-1]), strict=False))
    if sized := SIZED.fullmatch(name):
        return [(f"{sized[1] or ''}{'width' if sized[2] == 'inline' else 'height'}", value)]
    return [(name, value.replace("inline-start", "left").replace("inline-end", "right") if name in {"float", "clear"} else value)]


def _split_values(value: str) -> list[str]:
    """The values of a declaration of several sides, each with its `!important`."""
    text, important, _rest = value.partition("!important")
    return [f"{part}{important}" for part in split_list(text, " ") if part]


def _list_older(name: str, value: str) -> list[tuple[str, str]]:
    """The declarations before a late one, for browsers that pass over it."""
    if name == "overflow-wrap":
        return [("word-break", "break-word" if value == "anywhere" else "normal")]
    if (name, value) == ("position", "sticky"):
        return [(name, "-webkit-sticky")]
    if CALCULATED.search(value) and not name.startswith("--"):
        return [(name, _take_first(value))]
    return []


def _take_first(value: str) -> str:
    """The least of `clamp()`, and the first of `min()` and `max()`, which is written for the narrowest phones."""
    while late := CALCULATED.search(value):
        inside, rest = read_brackets(value[late.end() :])
        value = f"{value[: late.start()]}{split_list(inside)[0]}{rest}"
    return value
