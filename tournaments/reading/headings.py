"""The role of a column, read from its heading in Italian or English."""

import re
from collections import Counter
from collections.abc import Sequence
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.people.names import fold_name


class ColumnRole(StrEnum):
    """The content of a column of the list. Two columns of one player are joined: surname and first name."""

    PERSON_1 = "person_1"
    PERSON_2 = "person_2"
    PERSON_3 = "person_3"
    LINE = "line"
    NAME = "name"
    CLUB = "club"
    SEED = "seed"
    NOTE = "note"
    UNUSED = "unused"

    @property
    def label(self) -> str | Promise:
        return ROLE_LABELS[self]


PERSON_ROLES = (ColumnRole.PERSON_1, ColumnRole.PERSON_2, ColumnRole.PERSON_3)

ROLE_LABELS: dict[ColumnRole, str | Promise] = {
    ColumnRole.PERSON_1: _("player 1"),
    ColumnRole.PERSON_2: _("player 2"),
    ColumnRole.PERSON_3: _("player 3"),
    ColumnRole.LINE: _("all players (and club)"),
    ColumnRole.NAME: _("name of the team"),
    ColumnRole.CLUB: _("club"),
    ColumnRole.SEED: _("seed"),
    ColumnRole.NOTE: _("note"),
    ColumnRole.UNUSED: _("not used"),
}


def _split_words(text: str) -> frozenset[str]:
    return frozenset(word.strip() for word in text.split(","))


_PERSON = _split_words(
    "giocatore, giocatrice, player, nome, cognome, name, surname, atleta, componente, nominativo, partecipante, concorrente, member, "
    "given name, last name, family name, full name, player name, player surname, cognome e nome, nome e cognome, cognome nome, "
    "nome cognome, nome giocatore, cognome giocatore, nome e cognome giocatore, cognome e nome giocatore"
)
_PARTNER = _split_words("compagno, compagna, partner, socio")
_LINE = _split_words("coppia, coppie, pair, pairs, giocatori, players, nomi, names, componenti, members")
_TEAM = _split_words("squadra, team, formazione, terna, iscrizione, entry, nome squadra, team name, nome coppia")
_OTHER_HEADINGS = {
    ColumnRole.CLUB: _split_words(
        "club, circolo, bar, societa, associazione, paese, provenienza, citta, comune, localita, sezione, gruppo, town, village"
    ),
    ColumnRole.SEED: _split_words("seed, testa di serie, teste di serie, tds, ts, seeding, serie"),
    ColumnRole.NOTE: _split_words("note, nota, notes, annotazioni"),
    ColumnRole.UNUSED: _split_words(
        "n, nr, no, num, numero, number, pos, posizione, id, telefono, cellulare, tel, phone, mobile, email, e mail, mail, quota, "
        "pagato, fee, paid, data, date, ora, firma, signature, stato, state, tavolo, table"
    ),
}
_INDEX = re.compile(r"\b(?:([123])[ao]?|([abc])|(primo|prima|first)|(secondo|seconda|second)|(terzo|terza|third))\b")
_FIRST_NAME = re.compile(r"\bfirst name\b")


def is_heading_row(cells: Sequence[str]) -> bool:
    """Whether at least half of the cells are known headings, and one of them stands for players."""
    cells_with_text = [cell for cell in cells if cell.strip()]
    words = [_parse_heading(cell)[0] for cell in cells_with_text]
    roles = [_find_role(word) for word in words]
    recognised = [role for role in roles if role is not None]
    players = any(word in _PERSON or word in _LINE or word in _TEAM or word in _PARTNER for word in words)
    return players and 2 * len(recognised) >= len(cells_with_text)


def parse_heading_roles(heading: Sequence[str]) -> tuple[ColumnRole, ...]:
    """One role a column. A heading that is repeated (“Cognome; Nome; Cognome; Nome”) belongs to the next player."""
    counts: Counter[str] = Counter()
    roles: list[ColumnRole] = []
    for cell in heading:
        word, index = _parse_heading(cell)
        if word in _PERSON or word in _PARTNER:
            counts[word] += 1
            place = index or counts[word] + (word in _PARTNER)
            roles.append(PERSON_ROLES[place - 1] if place <= len(PERSON_ROLES) else ColumnRole.UNUSED)
        else:
            roles.append(_find_role(word) or ColumnRole.UNUSED)
    return _resolve_team_column(tuple(roles))


def _resolve_team_column(roles: tuple[ColumnRole, ...]) -> tuple[ColumnRole, ...]:
    """“Coppia” is the team's name where the players have their own columns, else it holds the players."""
    has_persons = any(role in PERSON_ROLES for role in roles)
    if has_persons:
        return tuple(ColumnRole.NAME if role is ColumnRole.LINE else role for role in roles)
    if ColumnRole.LINE in roles:
        return roles
    return tuple(ColumnRole.LINE if role is ColumnRole.NAME else role for role in roles)


def _find_role(word: str) -> ColumnRole | None:
    if word in _PERSON or word in _PARTNER:
        return ColumnRole.PERSON_1
    if word in _LINE:
        return ColumnRole.LINE
    if word in _TEAM:
        return ColumnRole.NAME
    return next((role for role, words in _OTHER_HEADINGS.items() if word in words), None)


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
