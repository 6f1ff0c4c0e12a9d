"""The refusal of a service: what happened and what to do, in words. `pages.views.DeskAction` turns it into an answer."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _


class ChangeRefused(Exception):
    """A service refused and changed nothing. `message` says why and what to do; `code` is for programs.

    `problems` are the single reasons, where the rules of a draw gave them.
    """

    def __init__(self, code: str, message: str | Promise, problems: tuple[object, ...] = ()) -> None:
        super().__init__(code)
        self.code = code
        self.message = message
        self.problems = problems

    def __str__(self) -> str:
        return str(self.message)


class HandedOver(ChangeRefused):
    """The tournament is being played on another computer: nothing is written here until it is taken back."""

    def __init__(self, slug: str, name: str, place: str) -> None:
        sentence = _("Nothing was saved: “%(name)s” is being played on another computer (%(place)s). Enter it there, or take it back here.")
        super().__init__("handed_over", sentence % {"name": name, "place": place})
        self.slug = slug
