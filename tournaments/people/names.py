"""The form of names, wherever one is typed or imported."""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from rules.texts import build_plain_text

MAX_NAME_LENGTH = 80
FEWEST_DIGITS = 5
"""Of a telephone number."""
NAME_SEPARATOR = " – "
"""Between the persons of an entry, and between partners of one round."""
ERASED_NAME = "…"
"""What stands where the name of an erased person stood; no language needs to translate it."""

PARTICLES = frozenset({
    "d", "da", "dal", "dall", "dalla", "dalle", "de", "degli", "dei", "del", "dell", "della", "delle", "dello", "di",
    "la", "le", "li", "lo", "van", "von",
})  # fmt: skip
"""With which a surname of several words begins."""
_ASCII_WORD = re.compile(r"[0-9a-z]+")
_REFUSED_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})


def clean_name(text: str) -> str:
    """The name in NFC with single spaces; does not check whether it is allowed (see `validate_name`)."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def validate_name(name: str) -> None:
    """Refuse control, formatting and bidi-override characters and names that are too long.

    Raises: ValidationError.
    """
    if len(name) > MAX_NAME_LENGTH:
        raise ValidationError(_("A name has at most %(most)d characters."), params={"most": MAX_NAME_LENGTH})
    validate_characters(name)


def validate_characters(text: str) -> None:
    """Refuse control, formatting and bidi-override characters in a line of any length. Raises: ValidationError."""
    refused = sorted({f"U+{ord(character):04X}" for character in text if unicodedata.category(character) in _REFUSED_CATEGORIES})
    if refused:
        raise ValidationError(
            _("This name contains invisible characters (%(marks)s): type it again by hand."),
            params={"marks": ", ".join(refused)},
        )


def validate_telephone(text: str) -> None:
    """Whether somebody can be called: enough digits, whatever is written between them. Raises: ValidationError."""
    if sum(map(str.isdigit, text)) < FEWEST_DIGITS:
        raise ValidationError(_("This is no telephone number: write all its digits, five or more."))


def fold_name(name: str) -> str:
    """The name without capitals, accents and punctuation: equal for “D'Àmico” and “d’amico”."""
    if name.isascii():
        return " ".join(_ASCII_WORD.findall(name.lower()))
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    letters = (character if character.isalnum() else " " for character in plain if not unicodedata.combining(character))
    return " ".join("".join(letters).split())


def contains_words(text: str, searched: str) -> bool:
    """Whether every word of `searched` stands somewhere in `text`, in any order: “Zoli Teresa” finds “Teresa Zoli – Anna Bo”, and
    “Ostby” finds “Østby”.
    """
    folded = build_plain_text(fold_name(text))
    return all(word in folded for word in build_plain_text(fold_name(searched)).split())


def compute_person_key(name: str) -> str:
    """A key that is equal for two ways to write one person: “Rossi Mario”, “MARIO ROSSI”. Namesakes have the same key too."""
    return " ".join(sorted(fold_name(name).split()))


def format_first_name_and_initial(name: str, *, surname_first: bool = False) -> str:
    """“Maria B.” for “Maria Bianchi”; only initials where it is not clear which word is the first name."""
    if "," in name:
        surname, _comma, first_name = name.partition(",")
        name, surname_first = f"{first_name} {surname}", False
    words = name.split()
    if len(words) < 2 or any(len(fold_name(word)) < 2 for word in words):
        return format_initials(name)
    if surname_first:
        return f"{words[-1]} {format_initials(words[0])}"
    surname_start = len(words) - 1
    while surname_start > 1 and fold_name(words[surname_start - 1]) in PARTICLES:
        surname_start -= 1
    return f"{words[0]} {format_initials(words[surname_start])}"


def format_initials(name: str) -> str:
    """“M. B.” for “Maria Bianchi”, in the order in which the name is written."""
    letters = (next((character for character in word if character.isalnum()), "") for word in name.split())
    return " ".join(f"{letter.upper()}." for letter in letters if letter)
