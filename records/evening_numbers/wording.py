"""The sentences of an evening's oddities, with names as they are shown."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from records.evening_numbers.oddities import Oddity, OddityKind
from records.told_matches.telling import SWEEP, AnyGame
from rules.texts import format_score
from tournaments.people.names import NAME_SEPARATOR

LEAST_RARE = 5
"""What happens more often than once in so many is not called rare."""


@dataclass(frozen=True, slots=True)
class ToldLine:
    """An oddity in words: its title, the sentence without it, how rare it is (empty where it is not), and the codes of its matches."""

    kind: str
    title: str
    words: str
    rarity: str
    codes: tuple[str, ...]

    @property
    def sentence(self) -> str:
        return pgettext("a title and what it is", "%(title)s: %(words)s.") % {"title": self.title, "words": self.words}


def tell_oddity(oddity: Oddity, names: Mapping[int, str], game: AnyGame, size: int) -> ToldLine:
    """The line of an oddity; `names` by id of the entry, `size` persons in an entry."""
    return ToldLine(oddity.kind.value, _name_title(oddity, game, size), _tell_words(oddity, names), _tell_rarity(oddity), oddity.codes)


def name_side(entries: tuple[int, ...], names: Mapping[int, str]) -> str:
    """The names of a side; a line does not begin with their dash."""
    return NAME_SEPARATOR.join(names[entry] for entry in entries).replace(NAME_SEPARATOR, f"\N{NO-BREAK SPACE}{NAME_SEPARATOR.lstrip()}")


def _name_title(oddity: Oddity, game: AnyGame, size: int) -> str:
    titles = {
        OddityKind.LONGEST: _("The longest match"),
        OddityKind.SHORTEST: _("The shortest match"),
        OddityKind.CLOSEST: _("The closest bella"),
        OddityKind.COME_BACK: _("The biggest come-back"),
        OddityKind.ROW: _("Most hands in a row"),
        OddityKind.HAND: _("The rarest hand"),
    }
    best = {1: _("Player of the evening"), 2: _("Pair of the evening")}
    if oddity.kind is OddityKind.DECLARED:
        return _("Most cappotti") if oddity.bonus == SWEEP else _("Most %(bonuses)s") % {"bonuses": _(game.declared_bonuses[oddity.bonus])}
    return best.get(size, _("Team of the evening")) if oddity.kind is OddityKind.PAIR else titles[oddity.kind]


def _tell_words(oddity: Oddity, names: Mapping[int, str]) -> str:
    who = [name_side(side, names) for side in oddity.sides]
    count = oddity.numbers[0]
    hands = ngettext("%(count)s hand", "%(count)s hands", count) % {"count": count}
    match oddity.kind:
        case OddityKind.LONGEST | OddityKind.SHORTEST | OddityKind.ROW:
            return f"{_join_against(who)}, {hands}"
        case OddityKind.CLOSEST:
            return f"{_join_against(who)}, {format_score(oddity.numbers)}"
        case OddityKind.HAND:
            points = ", ".join(map(str, oddity.numbers)) if len(oddity.numbers) > 2 else format_score(oddity.numbers)
            return f"{_join_against(who)}, {points}"
        case OddityKind.COME_BACK:
            score = format_score(oddity.numbers)
            return _("%(match)s, from %(score)s to the game won") % {"match": _join_against(who), "score": score}
        case OddityKind.PAIR:
            won, played, lead = oddity.numbers
            matches = ngettext("%(won)s of %(played)s match won", "%(won)s of %(played)s matches won", played)
            points = ngettext("%(lead)s point more than the opponents", "%(lead)s points more than the opponents", lead) % {"lead": lead}
            return f"{who[0]}, {matches % {'won': won, 'played': played}}, {points}"
        case _:
            return f"{who[0]}, {count}"


def _join_against(who: list[str]) -> str:
    if len(who) == 2:
        return _("%(first)s against %(second)s") % {"first": who[0], "second": who[1]}
    return _("%(first)s at the table of %(others)s") % {"first": who[0], "others": ", ".join(who[1:])}


def _tell_rarity(oddity: Oddity) -> str:
    """“one match in 85”, “one hand in more than 5,000”."""
    if oddity.once < LEAST_RARE:
        return ""
    number = number_format(round_roughly(oddity.once), 0, force_grouping=True)
    if oddity.kind is OddityKind.HAND:
        return _("one hand in about %(number)s") % {"number": number}
    if oddity.kind in (OddityKind.PAIR, OddityKind.DECLARED):
        return _("one entry in about %(number)s") % {"number": number}
    return _("one match in about %(number)s") % {"number": number}


def round_roughly(number: float) -> int:
    """A number with two digits that count: 85, 310, 5200."""
    digits = max(0, len(str(int(number))) - 2)
    return int(round(number, -digits))
