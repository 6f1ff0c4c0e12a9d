"""The role of a column, read from its heading in Italian or English."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.fields.declaration import DeclaredField
from tournaments.fields.declared import ENTRY_FIELDS, PERSON_FIELDS
from tournaments.people.names import fold_name

MAX_PERSONS = 4


@dataclass(frozen=True, eq=False)
class ColumnRole:
    """The content of a column of the list: names, or a declared field, of the person at `position` (from 0) where it is about one.

    Two columns of one role are joined: surname and first name.
    """

    value: str
    label: str | Promise
    field: DeclaredField | None = None
    position: int = 0


def _number_label(label: str | Promise, position: int) -> Promise:
    return format_lazy("{label} {number}", label=label, number=position + 1)


PERSON_ROLES = tuple(ColumnRole(f"person_{n + 1}", _number_label(_("Player"), n), position=n) for n in range(MAX_PERSONS))
LINE = ColumnRole("line", _("All players (and club)"))
AGAIN_OF = ColumnRole("again_of", _("Re-entry after number"))
"""The number in the list of the entry that lost and entered again."""
UNUSED = ColumnRole("unused", _("Not used"))
FIELD_ROLES = {field.key: ColumnRole(field.key, field.title, field) for field in ENTRY_FIELDS}
PERSON_FIELD_ROLES = {
    (field.key, n): ColumnRole(f"{field.key}_{n + 1}", _number_label(field.title, n), field, n)
    for field in PERSON_FIELDS
    for n in range(MAX_PERSONS)
}
ROLES = (*PERSON_ROLES, LINE, *FIELD_ROLES.values(), *PERSON_FIELD_ROLES.values(), AGAIN_OF, UNUSED)


def _split_words(text: str) -> frozenset[str]:
    return frozenset(word.strip() for word in text.split(","))


_PERSON = _split_words(
    "giocatore, giocatrice, player, nome, cognome, name, surname, atleta, componente, nominativo, partecipante, concorrente, member, "
    "given name, last name, family name, full name, player name, player surname, cognome e nome, nome e cognome, cognome nome, "
    "nome cognome, nome giocatore, cognome giocatore, nome e cognome giocatore, cognome e nome giocatore, capitano, captain, titolare"
)
_PARTNER = _split_words("compagno, compagna, partner, socio, socia")
_AGAIN = _split_words("rientro di, rientro dopo, rientro dopo il numero, rientra dopo, re entry, re entry of, re entry after number")
_LINE = _split_words("coppia, coppie, pair, pairs, giocatori, players, nomi, names, componenti, members")
_UNUSED = _split_words(
    "n, nr, no, num, pos, posizione, id, email, e mail, mail, quota, fee, data, date, ora, firma, signature, tavolo, table, "
    "rk, rank, sno, snr, fed, federation, federazione, rtg, rtgi, rtgn, elo, rp, sex, sesso, typ, type, tipo, gr, "
    "pts, tb1, tb2, tb3, tb4, tb5, tb6, rtg diff, w we, krtg, title, titolo"
)
"""Headings of no use to an entry; the last two lines are those of chess-results and Swiss-Manager."""
_OF_FEDERATIONS = _split_words("fed, rtg, rtgi, rtgn, elo, fideid, fide id, id fide")
_INDEX = re.compile(r"\b(?:([123])[ao]?|([abc])|(primo|prima|first)|(secondo|seconda|second)|(terzo|terza|third))\b")
_FIRST_NAME = re.compile(r"\bfirst name\b")


def is_heading_row(cells: Sequence[str]) -> bool:
    """Whether at least half of the cells are known headings, and one of them stands for players."""
    cells_with_text = [cell for cell in cells if cell.strip()]
    words = [_parse_heading(cell)[0] for cell in cells_with_text]
    recognised = [word for word in words if word in _UNUSED or _find_role(word) or _find_person_field(word)]
    players = any(_is_person(word) or _find_role(word) in (LINE, FIELD_ROLES["name"]) for word in words)
    return players and 2 * len(recognised) >= len(cells_with_text)


def parse_heading_roles(heading: Sequence[str]) -> tuple[ColumnRole, ...]:
    """One role a column. A heading that is repeated (“Cognome; Nome; Cognome; Nome”) belongs to the next player."""
    counts: Counter[str] = Counter()
    roles: list[ColumnRole] = []
    for cell in heading:
        word, index = _parse_heading(cell)
        counts[word] += 1
        person_field = _find_person_field(word)
        if _is_person(word):
            place = index or counts[word] + (word.rpartition(" ")[2] in _PARTNER)
            roles.append(PERSON_ROLES[place - 1] if place <= MAX_PERSONS else UNUSED)
        elif person_field is not None:
            field, is_partner = person_field
            place = index or counts[word] + is_partner
            roles.append(PERSON_FIELD_ROLES.get((field.key, place - 1), UNUSED))
        else:
            roles.append(_find_role(word) or UNUSED)
    return _resolve_team_column(tuple(roles))


def _resolve_team_column(roles: tuple[ColumnRole, ...]) -> tuple[ColumnRole, ...]:
    """“Coppia” is the team's name where the players have their own columns, else it holds the players."""
    team = FIELD_ROLES["name"]
    has_persons = any(role in PERSON_ROLES for role in roles)
    if has_persons:
        return tuple(team if role is LINE else role for role in roles)
    if LINE in roles:
        return roles
    return tuple(LINE if role is team else role for role in roles)


def is_heading_word(text: str) -> bool:
    """Whether a text that stands where a name is expected is the heading of a column of players."""
    word = _parse_heading(text)[0]
    return _is_person(word) or word in _LINE


def is_federation_heading(heading: Sequence[str]) -> bool:
    """Whether the list has ratings or federations, so that a program of a federation wrote it."""
    return any(_parse_heading(cell)[0] in _OF_FEDERATIONS for cell in heading)


def is_unused_heading(text: str) -> bool:
    """Whether it is known that a column with this heading is of no use to an entry: “N.”, “Firma”."""
    return _parse_heading(text)[0] in _UNUSED


def join_headings(upper: Sequence[str], lower: Sequence[str]) -> tuple[str, ...]:
    """The heading of two rows: the lower one where it has a word, else the upper one."""
    width = max(len(upper), len(lower))
    filled = [[*row, *[""] * (width - len(row))] for row in (upper, lower)]
    return tuple(low or high for high, low in zip(*filled, strict=True))


def spread_merged_headings(heading: Sequence[str], roles: Sequence[ColumnRole], filled: Sequence[int], size: int) -> tuple[ColumnRole, ...]:
    """The roles where one heading stands over several columns, as merged cells do: “Coppia” over the names of both.

    `filled` holds the indices of the columns without a heading that have cells.
    """
    spread = list(roles)
    for index, role in enumerate(roles):
        under = _list_columns_under(index, filled)
        if role is LINE and len(under) in {size, 2 * size} and size > 1:
            for place, column in enumerate(under):
                spread[column] = PERSON_ROLES[place * size // len(under)]
        elif role in PERSON_ROLES and len(under) == 2 and heading[index]:
            spread[under[1]] = role
    return tuple(spread)


def _list_columns_under(index: int, filled: Sequence[int]) -> list[int]:
    columns = [index]
    while columns[-1] + 1 in filled:
        columns.append(columns[-1] + 1)
    return columns


def _is_person(word: str) -> bool:
    """Whether a heading stands for the name of a player: “cognome”, “compagno”, “cognome compagno”."""
    beginning, _space, last = word.rpartition(" ")
    return word in _PERSON or word in _PARTNER or (last in _PARTNER and beginning in _PERSON)


def _find_role(word: str) -> ColumnRole | None:
    """The role of a heading that is about the whole entry."""
    if _is_person(word):
        return PERSON_ROLES[0]
    if word in _LINE:
        return LINE
    if word in _AGAIN:
        return AGAIN_OF
    return next((FIELD_ROLES[field.key] for field in ENTRY_FIELDS if word in field.words), None)


def _find_person_field(word: str) -> tuple[DeclaredField, bool] | None:
    """The field of a person for which “telefono”, “telefono giocatore” or “telefono compagno” stands; and whether of the partner."""
    for candidate, is_partner in _list_readings(word):
        for field in PERSON_FIELDS:
            if candidate in field.words:
                return field, is_partner
    return None


def _list_readings(word: str) -> Iterator[tuple[str, bool]]:
    yield word, False
    beginning, _space, last = word.rpartition(" ")
    if last in _PERSON or last in _PARTNER:
        yield beginning, last in _PARTNER


def _parse_heading(heading: str) -> tuple[str, int]:
    """“2° Giocatore” → ("giocatore", 2); the index is 0 where the heading has none."""
    text = _FIRST_NAME.sub("given name", fold_name(heading))
    index_match = _INDEX.search(text)
    if index_match is None:
        return text, 0
    digit, letter, *ordinals = index_match.groups()
    index = int(digit) if digit else "abc".index(letter) + 1 if letter else 1 + next(i for i, o in enumerate(ordinals) if o)
    word = " ".join((text[: index_match.start()] + text[index_match.end() :]).split())
    return word, index
