"""What a column holds, read from its heading in Italian or English."""

import re
from collections import Counter
from collections.abc import Sequence
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.people.names import fold_name


class Role(StrEnum):
    """What a column of the list is. Two columns of one player are joined: surname and first name."""

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


PERSON_ROLES = (Role.PERSON_1, Role.PERSON_2, Role.PERSON_3)

ROLE_LABELS: dict[Role, str | Promise] = {
    Role.PERSON_1: _("player 1"),
    Role.PERSON_2: _("player 2"),
    Role.PERSON_3: _("player 3"),
    Role.LINE: _("all players (and club)"),
    Role.NAME: _("name of the team"),
    Role.CLUB: _("club"),
    Role.SEED: _("seed"),
    Role.NOTE: _("note"),
    Role.UNUSED: _("not used"),
}


def _words(text: str) -> frozenset[str]:
    return frozenset(word.strip() for word in text.split(","))


_PERSON = _words(
    "giocatore, giocatrice, player, nome, cognome, name, surname, atleta, componente, nominativo, partecipante, concorrente, member, "
    "given name, last name, family name, full name, player name, player surname, cognome e nome, nome e cognome, cognome nome, "
    "nome cognome, nome giocatore, cognome giocatore, nome e cognome giocatore, cognome e nome giocatore"
)
_PARTNER = _words("compagno, compagna, partner, socio")
_LINE = _words("coppia, coppie, pair, pairs, giocatori, players, nomi, names, componenti, members")
_TEAM = _words("squadra, team, formazione, terna, iscrizione, entry, nome squadra, team name, nome coppia")
_OTHERS = {
    Role.CLUB: _words(
        "club, circolo, bar, societa, associazione, paese, provenienza, citta, comune, localita, sezione, gruppo, town, village"
    ),
    Role.SEED: _words("seed, testa di serie, teste di serie, tds, ts, seeding, serie"),
    Role.NOTE: _words("note, nota, notes, annotazioni"),
    Role.UNUSED: _words(
        "n, nr, no, num, numero, number, pos, posizione, id, telefono, cellulare, tel, phone, mobile, email, e mail, mail, quota, "
        "pagato, fee, paid, data, date, ora, firma, signature, stato, state, tavolo, table"
    ),
}
_INDEX = re.compile(r"\b(?:([123])[ao]?|([abc])|(primo|prima|first)|(secondo|seconda|second)|(terzo|terza|third))\b")
_FIRST_NAME = re.compile(r"\bfirst name\b")


def is_heading_row(cells: Sequence[str]) -> bool:
    """At least half of the cells are headings we know, and one of them says where the players are."""
    written = [cell for cell in cells if cell.strip()]
    known = [_word_and_index(cell)[0] for cell in written]
    roles = [_role_of_word(word) for word in known]
    recognised = [role for role in roles if role is not None]
    players = any(word in _PERSON or word in _LINE or word in _TEAM or word in _PARTNER for word in known)
    return players and 2 * len(recognised) >= len(written)


def roles_of_heading(heading: Sequence[str]) -> tuple[Role, ...]:
    """One role a column. Headings that come twice (“Cognome; Nome; Cognome; Nome”) belong to the next player."""
    seen: Counter[str] = Counter()
    roles: list[Role] = []
    for cell in heading:
        word, index = _word_and_index(cell)
        if word in _PERSON or word in _PARTNER:
            seen[word] += 1
            place = index or seen[word] + (word in _PARTNER)
            roles.append(PERSON_ROLES[place - 1] if place <= len(PERSON_ROLES) else Role.UNUSED)
        else:
            roles.append(_role_of_word(word) or Role.UNUSED)
    return _settle_team_column(tuple(roles))


def _settle_team_column(roles: tuple[Role, ...]) -> tuple[Role, ...]:
    """“Coppia” is the team's name where the players have columns of their own, else it holds the players."""
    has_persons = any(role in PERSON_ROLES for role in roles)
    if has_persons:
        return tuple(Role.NAME if role is Role.LINE else role for role in roles)
    if Role.LINE in roles:
        return roles
    return tuple(Role.LINE if role is Role.NAME else role for role in roles)


def _role_of_word(word: str) -> Role | None:
    if word in _PERSON or word in _PARTNER:
        return Role.PERSON_1
    if word in _LINE:
        return Role.LINE
    if word in _TEAM:
        return Role.NAME
    return next((role for role, words in _OTHERS.items() if word in words), None)


def _word_and_index(heading: str) -> tuple[str, int]:
    """“2° Giocatore” → ("giocatore", 2); the index is 0 where the heading has none."""
    text = _FIRST_NAME.sub("given name", fold_name(heading))
    found = _INDEX.search(text)
    if found is None:
        return text, 0
    digit, letter, *ordinals = found.groups()
    index = int(digit) if digit else "abc".index(letter) + 1 if letter else 1 + next(i for i, o in enumerate(ordinals) if o)
    word = " ".join((text[: found.start()] + text[found.end() :]).split())
    return word, index
