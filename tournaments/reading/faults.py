"""What is wrong with a row, in words that say what to do."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.reading.lists import Fault, RowFault

SENTENCES: dict[Fault, str | Promise] = {
    Fault.NO_NAME: _("There is no name in this row. Write the names, or take the row out."),
    Fault.TOO_FEW: _("%(found)d name found, %(needed)d are needed (%(names)s). Put “/” between the names."),
    Fault.TOO_MANY: _("%(found)d names found, only %(needed)d are needed (%(names)s). Put the club after a comma, at the end."),
    Fault.NAME_TOO_LONG: _("“%(name)s” is longer than %(most)d characters. Shorten it."),
    Fault.NAME_REFUSED: _("“%(name)s” holds invisible characters. Type it again by hand."),
    Fault.TWICE_IN_ROW: _("%(name)s stands twice in this row. If these are two people, tell them apart: “%(name)s junior”."),
    Fault.TWICE_IN_LIST: _(
        "%(name)s is already in line %(line)d. If these are two people, tell them apart: “%(name)s junior”; else take one out."
    ),
    Fault.ALREADY_ENTERED: _(
        "%(name)s already plays in entry %(number)d. If these are two people, tell them apart: “%(name)s junior”; else take the row out."
    ),
    Fault.SEED_NOT_A_NUMBER: _("The seed “%(text)s” is not a number from 1 to 9999. Correct it, or leave it empty."),
    Fault.SEED_TWICE: _("Seed %(seed)d is already given in line %(line)d. Give each seed once."),
    Fault.SEED_TAKEN: _("Seed %(seed)d already belongs to entry %(number)d. Choose another, or leave it empty."),
}


def describe_fault(fault: RowFault) -> str:
    return str(SENTENCES[fault.fault]) % fault.params
