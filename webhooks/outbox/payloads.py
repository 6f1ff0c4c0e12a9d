"""What is told of an event: what the public page shows, and of a tournament that has none only that something happened."""

import datetime as dt
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.module_loading import import_string

from scoring.matches.rounds import build_match_row
from tournaments.announcing.queries import count_places
from tournaments.models import Match, Round, Tournament
from tournaments.models.prefetches import prefetch_seats
from tournaments.people.naming import PublicNaming
from webhooks.models import PING, OutboxEvent, Subscription

Json = dict[str, Any]


def build_payload(event: OutboxEvent | None, subscription: Subscription, *, made_at: dt.datetime) -> Json:
    """The body of a message; without an event that of a ping. Six queries at most."""
    if event is None:
        return {"type": PING, "timestamp": _format_time(made_at), "data": {}}
    tournament = event.tournament
    data: Json = {"tournament": {"slug": tournament.slug}, "public": tournament.public}
    if tournament.public:
        data["tournament"] |= {"name": tournament.name, "url": build_address(subscription, tournament.get_absolute_url())}
    data |= _describe(event, tournament, subscription)
    return {"type": event.kind, "timestamp": _format_time(event.happened_at), "data": data}


def build_address(subscription: Subscription, path: str) -> str:
    """Where the page is read: where it is published, else at the site from which the subscription was made."""
    published = str(import_string(settings.PUBLIC_PAGES)(path) or "")
    return published or (subscription.site.rstrip("/") + path if subscription.site else "")


def _describe(event: OutboxEvent, tournament: Tournament, subscription: Subscription) -> Json:
    """The round, the match or the places; what is gone in the meantime is left out."""
    if event.match_key is not None:
        matches = Match.objects.filter(pk=event.match_key, round__stage__tournament=tournament)
        match = matches.select_related("result", "round__stage__tournament").prefetch_related(prefetch_seats()).first()
        if match is None:
            return {}
        return {"round": _describe_round(match.round), "match": _describe_match(match, tournament, subscription)}
    if event.round_key is not None:
        round_ = Round.objects.filter(pk=event.round_key, stage__tournament=tournament).select_related("stage").first()
        return {"round": _describe_round(round_)} if round_ else {}
    if event.enrolment_key is not None and tournament.public:
        places = count_places(tournament)
        return {"places": {"limit": places.limit, "free": places.free, "waiting": places.waiting}}
    return {}


def _describe_round(round_: Round) -> Json:
    """Numbers: they are on every public page of the tournament, and say nothing without it."""
    return {"stage": round_.stage.number, "number": round_.number}


def _describe_match(match: Match, tournament: Tournament, subscription: Subscription) -> Json:
    if not tournament.public:
        return {"code": match.code, "table": match.table}
    row = build_match_row(match, PublicNaming(tournament))
    games = row.games_won if row.has_begun and not row.crowded else ()
    sides = [
        {"name": name, "games": games[side] if side < len(games) else None, "points": points, "won": side == row.winner}
        for side, (name, points) in enumerate(row.lines)
    ]
    address = build_address(subscription, reverse("scoring:public_match", args=[tournament.slug, match.code]))
    return {"code": match.code, "table": match.table, "state": row.state.value, "sides": sides, "url": address}


def _format_time(at: dt.datetime) -> str:
    return at.astimezone(dt.UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
