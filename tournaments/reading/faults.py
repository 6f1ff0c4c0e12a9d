"""The faults of a row in words that say what to do."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.reading.values import FaultCode, RowFault

FAULT_SENTENCES: dict[FaultCode, str | Promise] = {
    FaultCode.NO_NAME: _("There is no name in this row. Write the names, or remove the row."),
    FaultCode.NOT_A_NAME: _("“%(name)s” is no name but a heading, a number or a total. Choose the right column above, or remove the row."),
    FaultCode.NAME_MISSING: _("“%(name)s” is no name: a player is missing. Write the name, or remove the row for now."),
    FaultCode.MORE_THAN_A_NAME: _("“%(name)s” is more than a name. Write the name alone: notes and numbers have boxes of their own."),
    FaultCode.TOO_FEW: _("%(found)d name found, %(needed)d are needed (%(names)s). Put “/” between the names."),
    FaultCode.TOO_MANY: _("%(found)d names found, only %(needed)d are needed (%(names)s). Put the club after a comma, at the end."),
    FaultCode.NAME_TOO_LONG: _("“%(name)s” is longer than %(most)d characters. Shorten it."),
    FaultCode.NAME_REFUSED: _("“%(name)s” contains invisible characters. Type it again by hand."),
    FaultCode.TWICE_IN_ROW: _("%(name)s appears twice in this row. If these are two people, tell them apart: “%(name)s junior”."),
    FaultCode.TWICE_IN_LIST: _(
        "%(name)s is already in line %(line)d. If these are two people, tell them apart: “%(name)s junior”; otherwise remove one."
    ),
    FaultCode.ALREADY_ENTERED: _(
        "%(name)s already plays in entry %(number)d. If these are two people, tell them apart: “%(name)s junior”; otherwise remove the row."
    ),
    FaultCode.NOT_A_NUMBER: _("%(label)s: “%(text)s” is not a number from %(lowest)d to %(highest)d. Correct it, or leave it empty."),
    FaultCode.NOT_AN_AMOUNT: _("%(label)s: “%(text)s” is not an amount in euros. Write 10 or 7,50, or leave it empty."),
    FaultCode.NOT_A_WORD: _("%(label)s: “%(text)s” is not known here. Correct it, or leave it empty."),
    FaultCode.VALUE_TWICE: _("%(label)s %(value)d is already given in line %(line)d. Give each one once."),
    FaultCode.VALUE_TAKEN: _("%(label)s %(value)d already belongs to entry %(number)d. Choose another, or leave it empty."),
    FaultCode.AGAIN_AFTER_NOBODY: _(
        "%(label)s %(number)d: no correct row above has this number and the same names. Correct the number or the names, or leave it empty."
    ),
}


def describe_fault(fault: RowFault) -> str:
    return str(FAULT_SENTENCES[fault.fault]) % fault.params
