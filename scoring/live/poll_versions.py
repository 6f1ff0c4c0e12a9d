"""Versions of polled pages as short texts: the same text means the same page."""

import datetime as dt

from django.db import connection
from django.db.models import Count, Max

from scoring.models import DirectorCall, Draft, MatchResult, SheetIssue, TableLink
from tournaments.models import Edition, Seat, Substitution, Tournament


def read_results_page_version(tournament: Tournament, *, at: dt.datetime) -> str:
    """Version of the list of results at a desk: public data, calls, drafts, sheets; and the minute, because the page shows for how long
    a table has been silent. Four queries.
    """
    here = {"match__round__stage__tournament": tournament}
    return repr(
        (
            Edition.objects.values_list("mark", flat=True).get(tournament=tournament),
            DirectorCall.objects.filter(**here, settled_at__isnull=True).aggregate(number=Count("pk"), last=Max("pk")),
            Draft.objects.filter(**here, settled_at__isnull=True).aggregate(number=Count("pk"), last=Max("pk")),
            SheetIssue.objects.filter(**here).aggregate(last=Max("pk"), back=Count("returned_at")),
            at.replace(second=0, microsecond=0),
        )
    )


_READ_STAMP = """
SELECT round.state, played."table", played.sitting, result.version, result.state,
  (SELECT SUM(link.accepted_seq) FROM scoring_tablelink AS link WHERE link.match_id = played.id AND link.revoked_at IS NULL),
  (SELECT COUNT(*) FROM scoring_directorcall AS call WHERE call.match_id = played.id AND call.settled_at IS NULL)
FROM tournaments_match AS played JOIN tournaments_round AS round ON round.id = played.round_id
LEFT JOIN scoring_matchresult AS result ON result.match_id = played.id
WHERE played.code = %s
"""
"""Written out, because every phone at a table asks it every 0.6 seconds."""


def read_match_stamp(code: str) -> str:
    """A short text that changes when the page of a table changes: its state, acceptances and calls; empty for no match. One query."""
    with connection.cursor() as cursor:
        cursor.execute(_READ_STAMP, [code])
        row = cursor.fetchone()
    return "-".join(str(value or 0) for value in row) if row else ""


def read_table_page_version(link: TableLink) -> str:
    """Version of a match on the phone of one side: its entries, acceptances, calls and seats. Five queries; `link` comes with its match."""
    match = link.match
    return repr(
        (
            link.pk,
            (match.table, match.sitting),
            MatchResult.objects.filter(match=match).values_list("version", "state").first(),
            list(TableLink.objects.filter(match=match, revoked_at__isnull=True).order_by("pk").values_list("pk", "accepted_seq")),
            list(DirectorCall.objects.filter(match=match, settled_at__isnull=True).order_by("pk").values_list("side", flat=True)),
            list(Seat.objects.filter(match=match).order_by("side", "place").values_list("entry__name", flat=True)),
            Substitution.objects.filter(match=match).count(),
        )
    )
