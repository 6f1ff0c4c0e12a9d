"""Tell the desk of a final which evenings of its club this site holds, and hand over one of them: its public document, nothing else."""

import base64
import datetime as dt
import uuid
from typing import Any

from django.db.models import Count
from django.utils.translation import gettext as _

from exchange.extras import format_time
from jobs.databases import retry_on_conflict, snapshot_transaction, write_tx
from publishing.models import PairedDesk, ReceivedTournament
from publishing.pieces.questions import EVENINGS_FORMAT
from publishing.public_document.queries import build_public_document
from publishing.receiving.documents import pack_document
from publishing.receiving.enrolments import count_question, read_question
from publishing.receiving.problems import BridgeProblem
from publishing.receiving.services import find_desk
from tournaments.models import SeasonEvening, Tournament

Json = Any
MOST_EVENINGS = 200


@retry_on_conflict
def answer_evenings(desk_key: uuid.UUID, body: bytes, signature: str, *, at: dt.datetime) -> dict[str, Json]:
    """The public evenings of the club of one game and one kind of entries, the latest first; or of the one that is wanted its document.

    Checks desk, signature and count, as for enrolments. Raises: BridgeProblem.
    """
    desk = find_desk(desk_key)
    values = read_question(desk, body, signature, form=EVENINGS_FORMAT)
    with write_tx():
        count_question(desk, values["counter"], at)
    with snapshot_transaction():
        rows = _select_evenings(desk, game=values["game"], individual=values["singly"])
        if values["wanted"]:
            return _hand_over(rows, values["wanted"])
        return {"evenings": _describe(rows)}


def _select_evenings(desk: PairedDesk, *, game: str, individual: bool) -> list[Tournament]:
    public = Tournament.objects.filter(organizer=desk.organizer_id, public=True, demonstration=False)
    same = public.filter(game_key=game, individual=individual).exclude(state=Tournament.State.PREPARING)
    return list(same.select_related("edition").annotate(entry_count=Count("entries")).order_by("-date", "-pk")[:MOST_EVENINGS])


def _hand_over(rows: list[Tournament], wanted: str) -> dict[str, Json]:
    """Raises: BridgeProblem where it is not public any more, or not over."""
    row = next((row for row in rows if format_time(row.created_at) == wanted), None)
    if row is None or row.state != Tournament.State.FINISHED:
        sentence = _("The site has this evening no more, or it is not over. Look at the list again.")
        raise BridgeProblem(404, "unknown_evening", sentence)
    held = ReceivedTournament.objects.filter(tournament=row, counts=True).first()
    packed = bytes(held.document) if held is not None else pack_document(build_public_document(row))
    return {"key": wanted, "version": _read_versions([row])[row.pk], "document": base64.b64encode(packed).decode("ascii")}


def _describe(rows: list[Tournament]) -> list[dict[str, Json]]:
    seasons: dict[int, list[str]] = {}
    for evening in SeasonEvening.objects.filter(tournament__in=rows, season__public=True).select_related("season"):
        seasons.setdefault(evening.tournament_id, []).append(evening.season.name)
    versions = _read_versions(rows)
    return [
        {
            "key": format_time(row.created_at),
            "name": row.name,
            "date": row.date.isoformat(),
            "venue": row.venue,
            "entries": row.entry_count,  # type: ignore[attr-defined] # annotated above
            "finished": row.state == Tournament.State.FINISHED,
            "seasons": seasons.get(row.pk, []),
            "version": versions[row.pk],
        }
        for row in rows
    ]


def _read_versions(rows: list[Tournament]) -> dict[int, str]:
    """Texts that change when the public document may have: of a picture its digest, else the page version."""
    shown = ReceivedTournament.objects.filter(tournament__in=rows, counts=True).values_list("tournament", "held_digest")
    return {row.pk: row.edition.mark for row in rows} | dict(shown)
