"""What a name may look like, wherever one is typed or imported."""

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

MAX_NAME_LENGTH = 80

_REFUSED_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})


def clean_name(text: str) -> str:
    """The name in NFC with single spaces; says nothing about whether it is allowed (see `validate_name`)."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def validate_name(name: str) -> None:
    """Refuse control, formatting and bidi-override characters and names that are too long.

    Raises: ValidationError.
    """
    if len(name) > MAX_NAME_LENGTH:
        raise ValidationError(_("A name has at most %(most)d characters."), params={"most": MAX_NAME_LENGTH})
    refused = sorted({f"U+{ord(mark):04X}" for mark in name if unicodedata.category(mark) in _REFUSED_CATEGORIES})
    if refused:
        raise ValidationError(
            _("This name holds invisible characters (%(marks)s): type it again by hand."),
            params={"marks": ", ".join(refused)},
        )


def fold_name(name: str) -> str:
    """What stays of a name when capitals, accents and punctuation are taken away: equal for “D'Àmico” and “d’amico”."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    letters = (mark if mark.isalnum() else " " for mark in plain if not unicodedata.combining(mark))
    return " ".join("".join(letters).split())


def person_key(name: str) -> str:
    """Equal for two ways to write one person: “Rossi Mario”, “MARIO ROSSI”. Two people of one name have one key too."""
    return " ".join(sorted(fold_name(name).split()))
