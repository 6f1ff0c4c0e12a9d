"""Answer a desk that asks for the enrolments made on this site, and note how it says that they stand."""

import datetime as dt
import uuid
from typing import Any

from django.utils.translation import gettext as _

from evenings.enrolment.wishes import list_wishes, take_stands
from jobs.databases import retry_on_conflict, write_tx
from publishing.models import PairedDesk, ReceivedTournament
from publishing.pieces.questions import FORMAT, decode_question
from publishing.receiving.problems import BridgeProblem
from publishing.receiving.services import find_desk
from tournaments.models import EnrolmentInbox

Json = Any


@retry_on_conflict
def answer_question(desk_key: uuid.UUID, body: bytes, signature: str, *, at: dt.datetime) -> dict[str, Json]:
    """The wishes that the desk has not heeded, and the key of their list.

    1. Checks desk, signature and count: a question is answered once, so whoever kept one learns nothing by it. 2. Notes what the desk says
    of each enrolment. Raises: BridgeProblem; then nothing was noted.
    """
    desk = find_desk(desk_key)
    values = read_question(desk, body, signature)
    with write_tx():
        count_question(desk, values["counter"], at)
        row = ReceivedTournament.objects.filter(desk=desk, key=values["tournament"], counts=True).select_related("tournament").first()
        if row is None or row.tournament is None or not row.tournament.shown_from:
            raise BridgeProblem(404, "unknown_tournament", _("The site has nothing of this tournament from this computer."))
        known = EnrolmentInbox.objects.filter(tournament=row.tournament).values_list("key", flat=True).first()
        heeded = values["heeded"] if str(known) == values["inbox"] else 0
        try:
            inbox = take_stands(row.tournament, values["stands"], heeded=max(heeded, 0), at=at)
        except (KeyError, TypeError, ValueError) as error:
            raise refuse_question("damaged") from error
        return {"inbox": str(inbox.key), "heeded": inbox.heeded, "wishes": list_wishes(inbox)}


def read_question(desk: PairedDesk, body: bytes, signature: str, *, form: str = FORMAT) -> dict[str, Json]:
    """Raises: BridgeProblem for what this desk did not sign, or is no question of this format."""
    try:
        return decode_question(body, signature, desk.public_key, form=form)
    except ValueError as error:
        raise refuse_question(str(error)) from error


def count_question(desk: PairedDesk, counter: int, at: dt.datetime) -> None:
    """Note that a question was heard: none is answered twice. Call inside `write_tx`. Raises: BridgeProblem for an earlier one."""
    current = PairedDesk.objects.select_for_update().get(pk=desk.pk)
    if counter <= current.asked:
        sentence = _("The site has heard later questions of this computer. It asks again.")
        raise BridgeProblem(409, "counter", sentence, number=current.asked)
    PairedDesk.objects.filter(pk=desk.pk).update(asked=counter, heard_at=at)


def refuse_question(problem: str) -> BridgeProblem:
    if problem == "signature":
        sentence = _("The site does not know the signature of this computer: connect it again with a new code.")
        return BridgeProblem(403, "signature", sentence)
    return BridgeProblem(422, "damaged", _("The site cannot read this. Update La Bella on that computer."))
