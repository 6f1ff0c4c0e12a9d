"""Why nothing leaves, by key: in words, and what to do. docs/publishing.md says more about each."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

NETWORK = "network"


class Trouble(Exception):
    """What was tried did not work. `words` is what the other end said by itself; `pause` the seconds that it asks to wait."""

    def __init__(self, key: str, words: str = "", *, pause: float = 0.0) -> None:
        super().__init__(key)
        self.key, self.words, self.pause = key, words, pause


@dataclass(frozen=True, slots=True)
class TroubleWords:
    """`waits`: it passes by itself, and nobody has to do anything."""

    sentence: Promise
    advice: Promise
    waits: bool = False


TROUBLES: Mapping[str, TroubleWords] = {
    NETWORK: TroubleWords(_("No network."), _("What is new leaves by itself as soon as this computer reaches the internet."), waits=True),
    "no_answer": TroubleWords(
        _("The other end does not answer."), _("What is new leaves by itself when it answers. Check the address if this lasts."), waits=True
    ),
    "busy": TroubleWords(_("The site has much to do."), _("What is new leaves by itself a little later."), waits=True),
    "site_trouble": TroubleWords(
        _("The site itself does not work."),
        _("What is new leaves by itself. Tell those who look after the site if this lasts."),
        waits=True,
    ),
    "site_full": TroubleWords(
        _("The disk of the site is full."), _("Tell those who look after the site. What is new leaves by itself afterwards."), waits=True
    ),
    "proxy": TroubleWords(
        _("The network asks for a login first."), _("Open any page in the browser of this computer and log in to the network."), waits=True
    ),
    "certificate_dates": TroubleWords(
        _("The certificate of the other end is not valid today, as this computer’s clock says."),
        _("Look at the date and time of this computer and set them. If they are right, tell those who look after the site."),
    ),
    "certificate_name": TroubleWords(
        _("The certificate belongs to another address."), _("Check the address. In a network that asks for a login, log in first.")
    ),
    "certificate": TroubleWords(
        _("The certificate of the other end cannot be verified."),
        _("In a network that asks for a login, log in first. Else tell those who look after the site."),
    ),
    "moved": TroubleWords(_("The site has another address now."), _("Disconnect, and connect again with the new address.")),
    "no_site": TroubleWords(
        _("There is no La Bella site at this address."), _("Check the address. In a network that asks for a login, log in first.")
    ),
    "refused": TroubleWords(
        _("The site does not know this desk any more."), _("Ask a director of the club for a new code and connect again.")
    ),
    "older": TroubleWords(
        _("The site has more of this tournament than this desk."),
        _("This desk was brought back from an older copy. Enter what is missing, or let a director of the club decide at the site."),
    ),
    "forked": TroubleWords(
        _("This desk and the site went on in different ways."), _("Let a director of the club decide at the site which of the two counts.")
    ),
    "two_desks": TroubleWords(
        _("Another desk publishes this tournament."), _("Let a director of the club decide at the site which desk counts.")
    ),
    "other_tournament": TroubleWords(
        _("This desk was connected for another tournament alone."),
        _("Ask a director of the club for a code for the whole club, and connect again."),
    ),
    "site_refuses": TroubleWords(
        _("The site cannot take this tournament as it is."),
        _("Read what the site says. Check everything on the page “Backups and data”, and update La Bella here and at the site."),
    ),
    "too_large": TroubleWords(_("The site finds a piece too large."), _("Update La Bella here and at the site.")),
    "store": TroubleWords(_("The web space refuses."), _("Read what it says. A new password is typed below.")),
    "store_forgets": TroubleWords(
        _("What was written there could not be read again."), _("Check the folder, and whether there is room in the web space.")
    ),
    "code_refused": TroubleWords(_("The site refuses the code."), _("Ask for a new code: each works once, for 15 minutes.")),
    "password_lost": TroubleWords(
        _("The password of the web space cannot be read: this desk has another key than before."), _("Type the password again below.")
    ),
    "unknown": TroubleWords(
        _("Something failed that La Bella does not know."), _("It tries again by itself. The program’s log says more."), waits=True
    ),
}
TOURNAMENT_TROUBLES = frozenset({"older", "forked", "two_desks", "other_tournament", "site_refuses", "too_large"})
"""Of one tournament; all others concern whatever goes to the same target."""


def find_words(key: str) -> TroubleWords:
    return TROUBLES.get(key, TROUBLES["unknown"])
