"""Small tournaments as rows, without the services that draw real ones."""

from datetime import UTC, date, datetime

from django.contrib.auth import get_user_model

from scoring.ledger.appending import Actor, Submission, build_staff_actor, build_submission
from tournaments.models import Entry, Match, Round, Seat, StaffRole, Stage, StageEntry, Tournament, get_house

NOW = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


def build_user(username="director"):
    return get_user_model().objects.get_or_create(username=username)[0]


def build_tournament(slug="evening", rules=None, game_key="mariglia", **fields):
    user = build_user()
    tournament = Tournament.objects.create(
        organizer=get_house(),
        slug=slug,
        name="Evening",
        date=date(2026, 11, 21),
        game_key=game_key,
        rules=rules or {},
        rules_version="1",
        created_by=user,
        **fields,
    )
    StaffRole.objects.create(tournament=tournament, user=user, role=StaffRole.Role.DIRECTOR)
    return tournament


def build_round(tournament, *, matches=1, state=Round.State.PUBLISHED, format_key="round_robin"):
    """A published round with `matches` matches at tables 1, 2 … between new entries."""
    stage = Stage.objects.create(tournament=tournament, number=tournament.stages.count() + 1, name="Stage", format_key=format_key)
    round_ = Round.objects.create(stage=stage, number=1, state=state)
    for position in range(1, matches + 1):
        build_match(round_, position)
    return round_


def build_match(round_, position, *, sides=2, **fields):
    tournament = round_.stage.tournament
    match = Match.objects.create(round=round_, position=position, **{"table": position, **fields})
    for side in range(sides):
        number = tournament.entries.count() + 1
        entry = Entry.objects.create(tournament=tournament, number=number, name=f"Pair {number}")
        StageEntry.objects.create(stage=round_.stage, entry=entry, rank=number)
        Seat.objects.create(match=match, entry=entry, round=round_, side=side)
    return match


def build_actor(username="director", tournament=None, role=StaffRole.Role.ASSISTANT) -> Actor:
    user = build_user(username)
    if tournament is not None:
        StaffRole.objects.get_or_create(tournament=tournament, user=user, defaults={"role": role})
    return build_staff_actor(user)


def origin(key, actor=None, body=None) -> Submission:
    return build_submission(actor or build_actor(), key, body or {}, NOW)
