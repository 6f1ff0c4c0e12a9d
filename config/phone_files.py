"""What pages on a phone load: `written/phone.css`, `written/phone.js` and `written/enrol.css`, made where static files are collected.

Pages at a table and those of an enrolment are opened over bad networks. Instead of five style sheets, of which they use a fifth, they load
one: the rules whose selectors name only classes, elements and attributes that stand in their templates or scripts. A rule is left out only
when it cannot apply. The scripts at a table are put one behind the other, each on its own should another fail; who enrols needs none.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from django.contrib.staticfiles.finders import BaseFinder
from django.core.checks import CheckMessage
from django.core.files.storage import FileSystemStorage

from config.old_browsers import write_for_old_browsers
from config.style_sheets import read_brackets, split_list, split_rules

ROOT = Path(__file__).resolve().parent.parent
STATIC, TEMPLATES = ROOT / "static", ROOT / "templates"
SHEETS = ("vendor/pico/pico.min.css", "labella.css", "parts.css", "scoring.css", "table.css", "spaces.css")
"""In the order in which other pages load them."""
ENROLMENT_SHEETS = ("vendor/pico/pico.min.css", "labella.css", "parts.css", "tournaments.css", "evenings.css")
BASE = "visitors/phones/base.html"
SCRIPTS = ("labella.js", "live.js", "entry.js", "keys.js", "table.js")
WIDGETS = frozenset({"input", "select", "option", "textarea", "svg"})
"""Elements that come from Django's widgets and from Python."""
TYPES = frozenset({"button", "checkbox", "hidden", "number", "radio", "submit", "tel", "text"})
"""Types of the boxes of these pages."""
NOTE = "/* Made by config/phone_files.py of the other files: change those. */\n"

LINE_REMARK = re.compile(r"^\s*//.*\n", re.MULTILINE)
BLOCK_REMARK = re.compile(r"^\s*/\*.*?\*/\n", re.DOTALL | re.MULTILINE)
INDENTATION = re.compile(r"^\s+", re.MULTILINE)
REMARK = re.compile(r"\{#.*?#\}|^\s*//.*?$|/\*.*?\*/", re.DOTALL | re.MULTILINE)
LATER = "catch (error) { setTimeout(() => { throw error; }); }"
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
TEMPLATE = re.compile(r"""\{%\s*(?:include|extends)\s+["']([^"']+)["']""")
WORD = re.compile(r"[A-Za-z][\w-]*")
BEGINNING = re.compile(r"([A-Za-z][\w-]*-)(?:\{\{|\{%|\$\{)")
ALTERNATIVES = re.compile(r":(?:is|where)\(")
NEGATION = re.compile(r":not\((?:[^()]|\([^()]*\))*\)")
PSEUDO = re.compile(r"::?[\w-]+(?:\([^()]*\))?")
TYPE = re.compile(r"""\[type=["']?([\w-]+)["']?\]""")
ATTRIBUTE = re.compile(r"""\[([\w-]+)(?:[~^|*$]?=["']?([\w-]*)["']?)?[^\]]*\]""")
NAME = re.compile(r"[.#]?[A-Za-z_][\w-]*")
VARIABLE = re.compile(r"""(--[\w-]+)\s*:(?:"[^"]*"|[^;}"])*;?""")
USE = re.compile(r"var\(\s*(--[\w-]+)")
ELEMENT = re.compile(r"""<([a-z][a-z0-9]*)|createElement\("([a-z]+)"\)""")
FOREIGN = re.compile(r":host|::-ms-|::-moz-focus|:-moz-ui")
SPACE = re.compile(r"\s+")
TIGHT = re.compile(r"\s*([{};,>])\s*|(:)\s+(?=[^;{}]*[;}])")


@dataclass(frozen=True, slots=True)
class PageKind:
    """Pages with a style sheet of their own: the base that their templates extend, the sheets and scripts that they would load, and
    templates that Django draws their forms with.
    """

    base: str
    sheets: tuple[str, ...]
    scripts: tuple[str, ...] = ()
    forms: str = ""

    def list_templates(self) -> list[Path]:
        """The templates of these pages, and all that they extend and include."""
        waiting = [path for path in sorted(TEMPLATES.rglob("*.html")) if f'"{self.base}"' in path.read_text(encoding="utf-8")]
        waiting += sorted(TEMPLATES.glob(self.forms)) if self.forms else []
        reached: list[Path] = []
        while waiting:
            path = waiting.pop()
            if path in reached or not path.exists():
                continue
            reached.append(path)
            waiting += [TEMPLATES / name for name in TEMPLATE.findall(path.read_text(encoding="utf-8"))]
        return sorted(reached)


AT_A_TABLE = PageKind(BASE, SHEETS, SCRIPTS)
ENROLLING = PageKind("evenings/enrolment/light_base.html", ENROLMENT_SHEETS, forms="components/form*.html")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What pages of a kind could use: elements by name, and words as classes, identifiers, attributes and their values."""

    elements: frozenset[str]
    words: frozenset[str]
    beginnings: tuple[str, ...] = ()
    """How words begin whose end is known to the page only, as in `is-{{ state }}`."""

    def has(self, name: str) -> bool:
        """Whether a name of a selector (`.class`, `#id`, `element`) can occur."""
        if name[0] in ".#":
            return self.has_word(name[1:])
        return name.lower() in self.elements

    def has_word(self, word: str) -> bool:
        return word.lower() in self.words or word.lower().startswith(self.beginnings)


def collect_vocabulary(kind: PageKind = AT_A_TABLE) -> Vocabulary:
    """All that stands in the templates and the scripts of the pages, without their comments."""
    sources = [*kind.list_templates(), *(STATIC / name for name in kind.scripts)]
    text = "\n".join(REMARK.sub("", path.read_text(encoding="utf-8")) for path in sources)
    elements = frozenset(tag or made for tag, made in ELEMENT.findall(text))
    beginnings = tuple(sorted({word.lower() for word in BEGINNING.findall(text)}))
    return Vocabulary(elements | WIDGETS, frozenset(word.lower() for word in WORD.findall(text)), beginnings)


def can_apply(selector: str, vocabulary: Vocabulary) -> bool:
    """Whether all names of the selector occur in the vocabulary; of a list within it, those of one alternative."""
    selector = NEGATION.sub("", selector)
    if FOREIGN.search(selector):
        return False
    if opening := ALTERNATIVES.search(selector):
        inside, rest = read_brackets(selector[opening.end() :])
        around = f"{selector[: opening.start()]} {rest}"
        return can_apply(around, vocabulary) and any(can_apply(alternative, vocabulary) for alternative in split_list(inside))
    if any(kind not in TYPES for kind in TYPE.findall(selector)):
        return False
    for name, value in ATTRIBUTE.findall(selector):
        if name.lower() not in vocabulary.words or (value and value.lower() not in vocabulary.words):
            return False
    return all(vocabulary.has(name) for name in NAME.findall(PSEUDO.sub("", ATTRIBUTE.sub("", selector))))


def select_rules(sheet: str, vocabulary: Vocabulary) -> str:
    """The rules of a style sheet that could apply to the pages, in their order."""
    rules: list[str] = []
    for head, body in split_rules(sheet):
        if head.startswith(("@media", "@supports")):
            inner = select_rules(body, vocabulary)
            rules += [f"{head}{{{inner}}}"] if inner else []
        elif not head.startswith("@"):
            selectors = [selector for selector in split_list(head) if can_apply(selector, vocabulary)]
            rules += [f"{','.join(selectors)}{{{body.strip()}}}"] if selectors else []
        elif head.startswith("@keyframes") and head.split()[-1].lower() in vocabulary.words:
            rules.append(f"{head}{{{body}}}")
    return "".join(rules)


def drop_unused_variables(sheet: str) -> str:
    """The sheet without custom properties that nothing in it reads."""
    used = set(USE.findall(sheet))
    shorter = VARIABLE.sub(lambda found: found[0] if found[1] in used else "", sheet)
    return sheet if shorter == sheet else drop_unused_variables(shorter)


def build_sheet(kind: PageKind = AT_A_TABLE) -> str:
    """The text of `written/phone.css`, or of the sheet of other pages."""
    vocabulary = collect_vocabulary(kind)
    sheets = (COMMENT.sub("", (STATIC / name).read_text(encoding="utf-8")) for name in kind.sheets)
    rules = drop_unused_variables("".join(select_rules(sheet, vocabulary) for sheet in sheets))
    tight = TIGHT.sub(lambda found: found[1] or found[2], SPACE.sub(" ", rules)).replace(";}", "}")
    tight = write_for_old_browsers(tight, lambda selector: can_apply(selector, vocabulary))
    return NOTE + tight.replace("}", "}\n").replace("}\n}", "}}") + "\n"


def build_script() -> str:
    """The text of `written/phone.js`: an error in one of the scripts is reported and leaves the others alone."""
    texts = ((STATIC / name).read_text(encoding="utf-8").replace('"use strict";\n', "") for name in SCRIPTS)
    texts = (LINE_REMARK.sub("", BLOCK_REMARK.sub("", text)) for text in texts)
    parts = (f"try {{\n{INDENTATION.sub('', text).strip()}\n}} {LATER}\n" for text in texts)
    return f'"use strict";\n{NOTE}{"".join(parts)}'


BUILDERS: dict[str, Callable[[], str]] = {
    "written/phone.css": build_sheet,
    "written/phone.js": build_script,
    "written/enrol.css": partial(build_sheet, ENROLLING),
}


class PhoneFilesFinder(BaseFinder):
    """Gives `collectstatic`, and a desk that is being developed, the files as if they stood in `static/written/`."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self.storage = FileSystemStorage(ROOT / "build" / "static")

    def check(self, **options: Any) -> list[CheckMessage]:
        return []

    def find(self, path: str, find_all: bool = False, **options: Any) -> Any:  # noqa: FBT001, FBT002 - Django's signature
        if path not in BUILDERS:
            return []
        self._write(path)
        place = self.storage.path(path)
        return [place] if find_all else place

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, FileSystemStorage]]:
        for name in BUILDERS:
            self._write(name)
            yield name, self.storage

    def _write(self, name: str) -> None:
        place, text = Path(self.storage.path(name)), BUILDERS[name]().encode()
        if not place.exists() or place.read_bytes() != text:
            place.parent.mkdir(parents=True, exist_ok=True)
            unfinished = place.with_name(f"{os.getpid()}.part")
            unfinished.write_bytes(text)
            unfinished.replace(place)  # whoever reads it meanwhile reads a whole file
