"""Versions of polled pages as short texts: the same text means the same page."""

import datetime as dt
from collections.abc import Collection

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


_READ_POLL_VERSIONS = """
SELECT played.code, round.state, played."table", played.sitting, result.version, result.state,
  (SELECT SUM(link.accepted_seq) FROM scoring_tablelink AS link WHERE link.match_id = played.id AND link.revoked_at IS NULL),
  (SELECT COUNT(*) FROM scoring_directorcall AS call WHERE call.match_id = played.id AND call.settled_at IS NULL),
  (SELECT COUNT(*) FROM tournaments_substitution AS replaced WHERE replaced.match_id = played.id),
  (SELECT SUM(seat.entry_id * (3 * seat.side + seat.place + 1)) FROM tournaments_seat AS seat WHERE seat.match_id = played.id),
  (SELECT COUNT(*) FROM tournaments_round AS shown JOIN tournaments_stage AS shown_stage ON shown_stage.id = shown.stage_id
    WHERE shown_stage.tournament_id = stage.tournament_id AND shown.state <> 'draft')
FROM tournaments_match AS played JOIN tournaments_round AS round ON round.id = played.round_id
JOIN tournaments_stage AS stage ON stage.id = round.stage_id
LEFT JOIN scoring_matchresult AS result ON result.match_id = played.id
WHERE played.code IN ({codes})
"""
"""Written out, because it is asked five times a second for every match at whose table a phone waits (`config.waiting_room`)."""
_AT_ONCE = 500


def read_poll_versions(codes: Collection[str]) -> dict[str, str]:
    """By code, a short text that changes when the page of a table changes: its state, acceptances, calls, seats, and the rounds that are
    shown; nothing for no match. One query for up to 500.
    """
    versions: dict[str, str] = {}
    wanted = sorted(codes)
    with connection.cursor() as cursor:
        for start in range(0, len(wanted), _AT_ONCE):
            some = wanted[start : start + _AT_ONCE]
            cursor.execute(_READ_POLL_VERSIONS.format(codes=", ".join(["%s"] * len(some))), some)
            versions |= {code: "-".join(str(value or 0) for value in row) for code, *row in cursor.fetchall()}
    return versions


def read_poll_version(code: str) -> str:
    """The version of this match; empty for no match. One query."""
    return read_poll_versions([code]).get(code, "")


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
