"""Which part of a name is the surname: as somebody said, else as the name shows, else as the tournament writes names."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tournaments.people.names import NAME_SEPARATOR, PARTICLES, fold_name

_TELL_APART = frozenset({"jr", "jun", "junior", "sr", "sen", "senior", "figlio", "padre", "figlia", "madre"})
"""Words behind a name that tell two people of one name apart: no surnames."""
_GIVEN_NAMES = Path(__file__).with_name("given_names.txt")


class SplitName(NamedTuple):
    """The two parts of a name, as they are written; `sure` where somebody said so, or the name itself shows it."""

    given: str
    surname: str
    sure: bool = False

    @property
    def listed(self) -> str:
        """“Rossi Mario”: as lists by surname show it."""
        return f"{self.surname} {self.given}".strip()


def split_name(name: str, *, surname_first: bool = False, surname: str = "") -> SplitName:
    """The given name and the surname. `surname` is what somebody said; it counts if the name begins or ends with it.

    A comma, a part in capitals, a particle in front, or a common Italian given name or an initial at one end only show which part is which;
    else `surname_first` decides. A name of one word is a surname.
    """
    stated = _split_as_stated(name, surname)
    if stated is not None:
        return stated
    if "," in name:
        surname, _comma, given = (part.strip() for part in name.partition(","))
        return SplitName(given, surname, sure=True)
    words = name.split()
    if len(words) < 2:
        return SplitName("", name, sure=True)
    if len(words) > 2 and fold_name(words[-1]).strip(".") in _TELL_APART:
        given, surname, sure = split_name(" ".join(words[:-1]), surname_first=surname_first)
        return SplitName(f"{given} {words[-1]}", surname, sure)
    return _split_by_capitals(words) or _split_by_given_names(words, surname_first=surname_first)


def format_surnames(name: str, *, surname_first: bool = False) -> str:
    """“Loi – Manca” for the entry “Raffaele Loi – Rosanna Manca”, where space is short; any other name as it is."""
    persons = name.split(NAME_SEPARATOR)
    return NAME_SEPARATOR.join(split_name(person, surname_first=surname_first).surname for person in persons) if len(persons) > 1 else name


def guess_surname_first(names: Iterable[str]) -> tuple[int, int]:
    """How many names have a common given name at their beginning only, and how many at their end only."""
    beginnings = endings = 0
    for name in names:
        words = name.split()
        if len(words) > 1:
            first, last = (is_given_name(words[place]) for place in (0, -1))
            beginnings += first and not last
            endings += last and not first
    return beginnings, endings


def list_splits(name: str) -> list[SplitName]:
    """Every way to split the words of the name into a given name and a surname, in the order in which people are called most often."""
    words = name.replace(",", " ").split()
    cuts = range(1, len(words))
    given_first = [SplitName(" ".join(words[:cut]), " ".join(words[cut:])) for cut in cuts]
    surname_first = [SplitName(" ".join(words[cut:]), " ".join(words[:cut])) for cut in cuts]
    return [*given_first, *surname_first]


def is_given_name(word: str) -> bool:
    return fold_name(word) in _read_given_names()


@cache
def _read_given_names() -> frozenset[str]:
    return frozenset(_GIVEN_NAMES.read_text(encoding="utf-8").split())


def _split_as_stated(name: str, surname: str) -> SplitName | None:
    words, stated = name.replace(",", " ").split(), surname.split()
    size = len(stated)
    if not size or size > len(words):
        return None
    if words[-size:] == stated:
        return SplitName(" ".join(words[:-size]), surname, sure=True)
    return SplitName(" ".join(words[size:]), surname, sure=True) if words[:size] == stated else None


def _split_by_capitals(words: list[str]) -> SplitName | None:
    """“ROSSI Mario” and “Mario DE ROSSI”: the words in capitals are the surname."""
    capitals = [word.isupper() and sum(map(str.isalpha, word)) > 1 and not _is_initial(word) for word in words]
    if all(capitals) or not any(capitals):
        return None
    cut = capitals.index(not capitals[0])
    if any(capital == capitals[0] for capital in capitals[cut:]):
        return None
    first, second = " ".join(words[:cut]), " ".join(words[cut:])
    return SplitName(second, first, sure=True) if capitals[0] else SplitName(first, second, sure=True)


def _split_by_given_names(words: list[str], *, surname_first: bool) -> SplitName:
    is_given = [is_given_name(word) or _is_initial(word) for word in words]
    begins_with_particle = len(words) > 2 and fold_name(words[0]) in PARTICLES
    sure = begins_with_particle or is_given[0] != is_given[-1]
    if begins_with_particle or (is_given[-1] if sure else surname_first):
        cut = _find_surname_end(words, is_given)
        return SplitName(" ".join(words[cut:]), " ".join(words[:cut]), sure=sure)
    cut = _find_surname_start(words, is_given)
    return SplitName(" ".join(words[:cut]), " ".join(words[cut:]), sure=sure)


def _is_initial(word: str) -> bool:
    """“M.” or “M.L.”, which nobody is called by."""
    letters = word.split(".")
    return len(letters) > 1 and not letters[-1] and any(letters) and all(len(letter) < 2 for letter in letters)


def _find_surname_start(words: list[str], given: list[bool]) -> int:
    """After the given names at the beginning; of an unknown given name after its first word, or before the particle of the last word."""
    cut = 1
    while cut < len(words) - 1 and given[cut]:
        cut += 1
    return cut


def _find_surname_end(words: list[str], given: list[bool]) -> int:
    """Before the given names at the end; particles at the beginning belong to the surname: “De Rossi Anna Maria”."""
    least = 1
    while least < len(words) - 1 and fold_name(words[least - 1]) in PARTICLES:
        least += 1
    cut = len(words) - 1
    while cut > least and given[cut - 1]:
        cut -= 1
    return cut
