"""Passwords that everybody would try at a card tournament."""

import re

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from rules import GAMES
from tournaments.people.names import fold_name

OWN_WORDS = (
    *("labella", "bella", "torneo", "tournament", "carte", "cards", "circolo", "club", "serata", "evening", "segreteria", "desk"),
    *("direttore", "director", "assistente", "assistant", "arbitro", "referee", "admin", "password"),
)
"""Beside them the names of the games."""


class ContextWordsValidator:
    """Refuses passwords of nothing but these words, digits and signs: ASVS 6.1.2 and 6.2.11."""

    def __init__(self) -> None:
        names = {word for game in GAMES for word in re.findall(r"[a-z]{4,}", fold_name(f"{game.key} {game.name}"))}
        self._words = re.compile("|".join(sorted({*OWN_WORDS, *names}, key=len, reverse=True)))

    def validate(self, password: str, user: User | None = None) -> None:
        """Raises: ValidationError."""
        rest, count = self._words.subn("", fold_name(password))
        if count and not re.search(r"[^\W\d_]", rest):
            raise ValidationError(self.get_help_text(), code="password_of_context")

    def get_help_text(self) -> str:
        return str(_("Made of words that everybody tries here."))
