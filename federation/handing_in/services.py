"""Store what is added for the union, and sign the files that leave."""

import datetime as dt
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext as _

from federation.handing_in.queries import build_result_document
from federation.models import EventFacts, SentResult
from federation.result_files.documents import compute_content_digest, format_json_file, sign_document
from jobs.databases import snapshot_transaction, write_tx
from publishing.sending.http import ask_site
from publishing.targets.services import provide_private_key
from publishing.targets.troubles import Trouble, find_words
from scoring.models import LedgerEntry
from tournaments.locks import lock_for_director
from tournaments.models import Tournament
from tournaments.refusals import ChangeRefused


def save_facts(tournament: Tournament, values: dict[str, Any], *, actor: AbstractBaseUser) -> None:
    """Store what is added for the union, by the names of the columns. Raises: PermissionDenied, HandedOver."""
    with write_tx():
        locked = lock_for_director(tournament, actor)
        EventFacts.objects.update_or_create(tournament=locked, defaults=values)


def make_result_file(tournament: Tournament, spelling: SentResult.Spelling, *, actor: AbstractBaseUser, at: dt.datetime) -> Any:
    """The signed document of the result as it is now, noted as saved. Raises: PermissionDenied."""
    key = provide_private_key(at)
    with snapshot_transaction():
        document = sign_document(build_result_document(tournament, at=at, public=False), key)
    with write_tx():
        SentResult.objects.create(
            tournament=tournament,
            spelling=spelling,
            ledger_entries=document["ledger"]["entries"] if document["ledger"] else 0,
            content_digest=compute_content_digest(document),
            made_by_id=actor.pk,
            made_at=at,
        )
    return document


def send_result(tournament: Tournament, address: str, *, actor: AbstractBaseUser, at: dt.datetime) -> bool:
    """Send the signed result to the rankings at an address, for example https://cards.example.org/unions/burraco; return whether the
    federation looks at it first.

    Raises: ChangeRefused with the reason where it does not arrive or is not taken in; PermissionDenied.
    """
    document = make_result_file(tournament, SentResult.Spelling.JSON, actor=actor, at=at)
    try:
        answer = ask_site(f"{address}/results/", format_json_file(document).encode(), Content_Type="application/json")
    except Trouble as trouble:
        raise ChangeRefused("not_sent", _("Not sent: %(reason)s") % {"reason": find_words(trouble.key).sentence}) from trouble
    if not answer.is_good:
        raise ChangeRefused("not_taken", _("Not taken in: %(reason)s") % {"reason": answer.get_text("sentence") or answer.status})
    return answer.get_text("result") == "waits"


def make_public_file(tournament: Tournament, *, at: dt.datetime) -> Any:
    """The signed document as everybody may have it, dated by the last ledger entry: the same state has the same bytes."""
    key = provide_private_key(at)
    with snapshot_transaction():
        last = LedgerEntry.objects.filter(tournament=tournament).order_by("-seq").values_list("recorded_at", flat=True).first()
        return sign_document(build_result_document(tournament, at=last or tournament.created_at, public=True), key)
