"""Why an address could not be called, in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TROUBLES: dict[str, str | Promise] = {
    "no_address": _("This is no web address. Type it whole, for example https://example.org/hook."),
    "not_https": _("The address must begin with https://: what is sent is to be read by nobody on the way."),
    "no_name": _("No computer has this name. Check how it is spelt, and that there is a connection."),
    "private": _("The address leads into a private network, which this site never calls. Use an address of the internet."),
    "certificate": _("Its certificate is not good. The people who run that address can mend it."),
    "no_answer": _("Nobody answered in time. Check that the program runs and can be reached."),
}


def find_sentence(key: str) -> str:
    return str(TROUBLES.get(key, ""))
