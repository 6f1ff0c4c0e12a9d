"""Store what is added for the union, and sign the files that leave."""

import datetime as dt
from typing import Any

from django.contrib.auth.models import AbstractBaseUser

from federation.handing_in.queries import build_result_document
from federation.models import EventFacts, SentResult
from federation.result_files.documents import compute_content_digest, sign_document
from jobs.databases import snapshot_transaction, write_tx
from publishing.targets.services import provide_private_key
from scoring.models import LedgerEntry
from tournaments.locks import lock_for_director
from tournaments.models import Tournament


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


def make_public_file(tournament: Tournament, *, at: dt.datetime) -> Any:
    """The signed document as everybody may have it, dated by the last ledger entry: the same state has the same bytes."""
    key = provide_private_key(at)
    with snapshot_transaction():
        last = LedgerEntry.objects.filter(tournament=tournament).order_by("-seq").values_list("recorded_at", flat=True).first()
        return sign_document(build_result_document(tournament, at=last or tournament.created_at, public=True), key)
