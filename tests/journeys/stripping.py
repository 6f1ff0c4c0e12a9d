"""A style sheet as a phone of 2019 takes it: an iPhone 6 with Safari 12.0, an Android 7 with Chrome 70.

Whatever one of the two lacks is taken away. It reads the sheet by itself, and knows nothing of the program that writes it. The versions
are those of the compatibility data of MDN (github.com/mdn/browser-compat-data, which caniuse.com shows too): first Safari, then Chrome.
"""

import re
from dataclasses import dataclass

SAFARI, CHROME = 12.0, 70.0


@dataclass(frozen=True, slots=True)
class Feature:
    """What came with which version of Safari and of Chrome, and how it is recognised."""

    name: str
    safari: float
    chrome: float
    pattern: re.Pattern[str]

    @property
    def is_late(self) -> bool:
        return self.safari > SAFARI or self.chrome > CHROME


NEVER = 999.0
SIMPLE = r"\s*(?:[\w-]+|[.#][\w-]+|\[[^\]]*\]|::?[\w-]+)\s*"


def _list_features(*rows: tuple[str, float, float, str]) -> list[Feature]:
    return [Feature(name, safari, chrome, re.compile(pattern)) for name, safari, chrome, pattern in rows]


SELECTORS = _list_features(
    (":is()", 14, 88, r":is\("),
    (":where()", 14, 88, r":where\("),
    (":has()", 15.4, 105, r":has\("),
    ("a list or a compound in :not()", 9, 88, rf":not\((?!{SIMPLE}\))"),
    (":focus-visible", 15.4, 86, r":focus-visible"),
    (":focus-within", 10.1, 60, r":focus-within"),
    ("::file-selector-button", 14.1, 89, r"::file-selector-button"),
    ("::marker", 11.1, 86, r"::marker"),
    ("of other browsers", NEVER, NEVER, r":-moz-|::-moz-|::-ms-"),
    ("nesting", 16.5, 112, r"&"),
)
"""A rule with one of them is dropped as a whole."""
HEADS = _list_features(
    ("@layer", 15.4, 99, r"@layer"),
    ("@container", 16, 105, r"@container"),
    ("@property", 16.4, 85, r"@property"),
    ("@supports selector()", 14.1, 83, r"@supports[^{]*selector\("),
    ("a range in @media", 16.4, 104, r"@media[^{]*[<>]"),
    ("prefers-color-scheme", 12.1, 76, r"prefers-color-scheme"),
    ("prefers-reduced-motion", 10.1, 74, r"prefers-reduced-motion"),
    ("animation-timeline", 26, 115, r"animation-timeline"),
)
DECLARATIONS = _list_features(
    ("inset", 14.1, 87, r"^inset"),
    ("directions in shorthands", 14.1, 87, r"^(margin|padding|border)-(inline|block):"),
    ("directions", 12.1, 69, r"^(margin|padding|border)-(inline|block)-(start|end)"),
    ("sizes in directions", 12.1, 57, r"^(min-|max-)?(inline|block)-size"),
    ("floats in directions", 15, 118, r"^(float|clear):\s*inline"),
    ("aspect-ratio", 15, 88, r"^aspect-ratio"),
    ("accent-color", 15.4, 93, r"^accent-color"),
    ("color-scheme", 13, 81, r"^color-scheme"),
    ("text-wrap", 17.5, 114, r"^text-wrap"),
    ("text-decoration-thickness", 12.1, 89, r"^text-decoration-thickness"),
    ("text-underline-offset", 12.1, 87, r"^text-underline-offset"),
    ("scroll-padding", 14.1, 69, r"^scroll-(padding|margin)"),
    ("overscroll-behavior", 16, 63, r"^overscroll-behavior"),
    ("appearance", 15.4, 84, r"^appearance"),
    ("hyphens", 17, 55, r"^hyphens"),
    ("mask", 15.4, 120, r"^mask"),
    ("single transforms", 14.1, 104, r"^(translate|rotate|scale):"),
    ("content-visibility", 18, 85, r"^content-visibility"),
    ("clamp()", 13.1, 79, r"[\s:(,]clamp\("),
    ("min() and max()", 11.1, 79, r"[\s:(,](min|max)\("),
    ("overflow-wrap: anywhere", 15.4, 80, r"^overflow-wrap:\s*anywhere"),
    ("overflow: clip", 16, 90, r"^overflow[\w-]*:.*clip"),
    ("display: flow-root", 13, 58, r"^display:\s*flow-root"),
    ("position: sticky", 13, 56, r"^position:\s*sticky"),
    ("min-content, max-content", 12.1, 46, r"^(min-|max-)?(width|height):.*(min|max)-content"),
    ("new heights of the window", 15.4, 108, r"\d[dsl]v[hwib]\b"),
    ("color-mix() and light-dark()", 16.2, 111, r"color-mix\(|light-dark\("),
    ("colours with a stroke", 12.1, 65, r"(rgb|hsl)a?\([^)]*/"),
    ("of other browsers", NEVER, NEVER, r"^-(moz|ms|o)-"),
)
GAP = Feature("gap between flex boxes", 14.1, 84, re.compile(r"^(grid-)?(row-|column-)?gap:"))
START = Feature("start and end of flex boxes", 9, 93, re.compile(r"^(align|justify|place)-(items|content|self):\s*(start|end)\b"))
"""Both are known in grids, where a rule of these sheets always says so itself."""
GRID = re.compile(r"(?:^|;)\s*(?:display:\s*(?:inline-)?grid|grid-template)")
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
WITHIN = re.compile(r"""(?:[^;"'(]|"[^"]*"|'[^']*'|\((?:[^()"']|"[^"]*"|'[^']*'|\([^()]*\))*\))+""")
REMARK = re.compile(r"/\*.*?\*/", re.DOTALL)
EMPTY = re.compile(r"@[^{}]*\{\s*\}")
ELEMENTS = "fieldset:not([hidden]){display:block!important}"
"""Chrome lets a fieldset lie out its boxes as flex or grid from version 86 on (Safari from 11)."""


def strip_sheet(sheet: str) -> str:
    """The sheet without what Safari 12.0 or Chrome 70 would pass over."""
    sheet = REMARK.sub("", sheet)
    for feature in HEADS:
        if feature.is_late:
            sheet = _drop_blocks(sheet, feature.pattern)
    return EMPTY.sub("", RULE.sub(_strip_rule, sheet)) + ELEMENTS


def _drop_blocks(sheet: str, pattern: re.Pattern[str]) -> str:
    """Whole blocks with everything in them, whose head is recognised."""
    for block in re.finditer(r"@[^{};]+\{(?:[^{}]|\{[^{}]*\})*\}", sheet):
        if pattern.search(block[0].partition("{")[0]):
            sheet = sheet.replace(block[0], "")
    return sheet


def _strip_rule(rule: re.Match[str]) -> str:
    head, body = rule.groups()
    if any(feature.is_late and feature.pattern.search(head) for feature in SELECTORS):
        return ""
    features = [feature for feature in DECLARATIONS if feature.is_late] + ([] if GRID.search(body) else [GAP, START])
    declarations = [text.strip() for text in WITHIN.findall(body)]
    if "position: -webkit-sticky" in body or "position:-webkit-sticky" in body:  # Safari 12 knows it by that name, Chrome 70 by its own
        features = [feature for feature in features if feature.name != "position: sticky"]
    return f"{head}{{{';'.join(text for text in declarations if not any(feature.pattern.search(text) for feature in features))}}}"


def list_late(sheet: str) -> set[str]:
    """The names of all features of a sheet that are late."""
    sheet = REMARK.sub("", sheet)
    late = {feature.name for feature in HEADS if feature.is_late and feature.pattern.search(sheet)}
    for head, body in RULE.findall(sheet):
        late |= {feature.name for feature in SELECTORS if feature.is_late and feature.pattern.search(head)}
        declarations = [text.strip() for text in WITHIN.findall(body)]
        features = DECLARATIONS if GRID.search(body) else [*DECLARATIONS, GAP, START]
        late |= {feature.name for text in declarations for feature in features if feature.is_late and feature.pattern.search(text)}
    return late
