"""What is outside, read for pages: one line for a tournament or the whole desk, and the targets behind it."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.conf import settings
from django.db.models import Q
from django.utils.formats import date_format
from django.utils.timezone import localdate, localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from exchange.extras import format_time
from publishing.models import Delivery, Target
from publishing.targets.troubles import NETWORK, TOURNAMENT_TROUBLES, TroubleWords, find_words
from scoring.models import LedgerEntry
from tournaments.models import Edition, Tournament


class Stand(StrEnum):
    """What the line says."""

    UNCONNECTED = "unconnected"
    PRIVATE = "private"
    NOTHING = "nothing"
    BEHIND = "behind"
    CURRENT = "current"
    REMOVING = "removing"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class Progress:
    """What of a tournament is seen at a target. `seen_at`: the moment of this desk that people see there; `to_go`: matches of which
    something is not there yet; `trouble`: a key, `trouble_words` what the other end said, `since` when it began.
    """

    stand: Stand
    title: str = ""
    address: str = ""
    seen_at: dt.datetime | None = None
    to_go: int = 0
    removed_at: dt.datetime | None = None
    paused: bool = False
    trouble: str = ""
    trouble_words: str = ""
    since: dt.datetime | None = None

    @property
    def words(self) -> TroubleWords | None:
        return find_words(self.trouble) if self.trouble else None

    @property
    def needs_somebody(self) -> bool:
        """Whether it does not pass by itself."""
        return self.words is not None and not self.words.waits

    @property
    def line(self) -> str:
        """All of it as one line: what is seen, then what hinders."""
        return " ".join(filter(None, [_say_stand(self), _say_hindrance(self)]))


def is_publishing_desk() -> bool:
    """Whether this program publishes elsewhere at all: a site on the internet is what others publish to."""
    return not settings.DATABASE_URL


def list_targets(tournament: Tournament | None = None) -> list[Target]:
    """The targets of the whole desk, and those of the tournament alone before them."""
    keys = ["", format_time(tournament.created_at)] if tournament else [""]
    return list(Target.objects.filter(tournament__in=keys).order_by("-tournament", "pk"))


def is_to_be_seen(tournament: Tournament) -> bool:
    """Whether the tournament is one of those that leave: public, and no demonstration."""
    return tournament.public and not tournament.demonstration


def read_progress(tournament: Tournament) -> Progress:
    """The line of a tournament: of its own target, else of the desk's first. About four queries."""
    targets = list_targets(tournament) if is_publishing_desk() else []
    if not targets:
        return Progress(Stand.UNCONNECTED)
    return read_progress_at(targets[0], tournament)


def read_progress_at(target: Target, tournament: Tournament) -> Progress:
    delivery = Delivery.objects.filter(target=target, tournament=format_time(tournament.created_at)).without_documents().first()
    return build_progress(target, delivery, tournament)


def build_progress(target: Target, delivery: Delivery | None, tournament: Tournament | None) -> Progress:
    """What the rows say of a tournament, or of one that is deleted here."""
    stand = _find_stand(target, delivery, tournament)
    is_seen = delivery is not None and stand in {Stand.BEHIND, Stand.CURRENT, Stand.REMOVING}
    own_trouble = delivery.trouble if delivery else ""
    return Progress(
        stand,
        title=str(target),
        address=build_page_address(target, delivery) if delivery and is_seen else "",
        seen_at=delivery.shown_at if delivery and is_seen else None,
        to_go=_count_matches_to_go(delivery, tournament) if delivery and tournament and stand == Stand.BEHIND else 0,
        removed_at=delivery.removed_at if delivery else None,
        paused=target.paused,
        trouble=target.trouble or own_trouble,
        trouble_words=target.trouble_words or (delivery.trouble_words if delivery else ""),
        since=target.trouble_since if target.trouble else None,
    )


def build_page_address(target: Target, delivery: Delivery) -> str:
    """Where people read the tournament."""
    return f"{target.public_address}/{delivery.path.lstrip('/')}"


def _find_stand(target: Target, delivery: Delivery | None, tournament: Tournament | None) -> Stand:
    leaves = tournament is not None and is_to_be_seen(tournament) and target.ending == Target.Removal.NOT
    if delivery is not None and not leaves:
        return Stand.REMOVED if delivery.removed_at else Stand.REMOVING
    if not leaves:
        return Stand.PRIVATE
    if delivery is None or delivery.shown_at is None:
        return Stand.NOTHING
    page_version = Edition.objects.filter(tournament=tournament).values_list("mark", flat=True).first()
    return Stand.CURRENT if delivery.page_version == page_version and delivery.shown_digest == delivery.held_digest else Stand.BEHIND


def _count_matches_to_go(delivery: Delivery, tournament: Tournament) -> int:
    later = LedgerEntry.objects.filter(tournament=tournament, seq__gt=delivery.seq, match__isnull=False)
    return later.order_by().values("match").distinct().count()


def list_former(target: Target) -> Sequence[Delivery]:
    """What is, or was, at the target of tournaments that are deleted here."""
    deliveries = list(target.deliveries.without_documents())
    here = {format_time(at) for at in Tournament.objects.values_list("created_at", flat=True)}
    return [delivery for delivery in deliveries if delivery.tournament not in here]


def list_seen_tournaments(target: Target) -> list[Tournament]:
    """The tournaments of this desk that leave for the target or are there, the latest first."""
    keys = set(target.deliveries.values_list("tournament", flat=True))
    tournaments = Tournament.objects.filter(
        Q(public=True, demonstration=False, archived_at=None) | Q(slug__in=target.deliveries.values("slug"))
    )
    chosen = [tournament for tournament in tournaments if not target.tournament or format_time(tournament.created_at) == target.tournament]
    return [tournament for tournament in chosen if is_to_be_seen(tournament) or format_time(tournament.created_at) in keys]


def format_moment(at: dt.datetime | None) -> str:
    """“21:40”, with its date where that is not today."""
    if at is None:
        return ""
    local = localtime(at)
    return date_format(local, "H:i" if local.date() == localdate() else "SHORT_DATETIME_FORMAT")


def _say_stand(progress: Progress) -> str:
    moments = {"time": format_moment(progress.seen_at), "removed": format_moment(progress.removed_at)}
    sentences = {
        Stand.UNCONNECTED: _("Outside: not connected."),
        Stand.PRIVATE: _("Outside: nothing, because this tournament is not public."),
        Stand.NOTHING: _("Outside: nothing yet."),
        Stand.CURRENT: _("Seen outside as of %(time)s, nothing to go.") % moments,
        Stand.BEHIND: _say_what_goes(progress),
        Stand.REMOVING: _("Outside it is being removed."),
        Stand.REMOVED: _("Removed outside at %(removed)s.") % moments,
    }
    return sentences[progress.stand]


def _say_what_goes(progress: Progress) -> str:
    values = {"time": format_moment(progress.seen_at), "count": progress.to_go}
    if not progress.to_go:
        return _("Seen outside as of %(time)s, a change to go.") % values
    return (
        ngettext(
            "Seen outside as of %(time)s, %(count)d result to go.", "Seen outside as of %(time)s, %(count)d results to go.", progress.to_go
        )
        % values
    )


def _say_hindrance(progress: Progress) -> str:
    if progress.paused:
        return _("Paused.")
    since = format_moment(progress.since)
    if progress.trouble == NETWORK:
        return _("No network since %(time)s; what is new leaves by itself.") % {"time": since}
    if progress.words is None:
        return ""
    if progress.trouble in TOURNAMENT_TROUBLES:
        return str(progress.words.sentence)
    return _("Since %(time)s: %(trouble)s") % {"time": since, "trouble": progress.words.sentence}
