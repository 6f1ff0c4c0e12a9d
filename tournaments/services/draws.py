"""Drawing a round and taking the draw back; a draw is private until it is published."""

import datetime as dt
from collections.abc import Iterable, Sequence

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

from tournaments import pairing
from tournaments.models import Draw, Entry, Match, Round, Seat, Stage, StageEntry
from tournaments.pairing.codec import position_to_json
from tournaments.pairing.heats import Qualified
from tournaments.refusals import Refused
from tournaments.transactions import write_tx

from .chains import enrol_qualified
from .locks import lock_for_director
from .stages import enrol, everybody_by_seed

FIRST_STAGE = 1


def draw_round(
    stage: Stage,
    *,
    actor: AbstractBaseUser,
    seed: str,
    at: dt.datetime,
    standings: Iterable[pairing.Standing] = (),
    history: Iterable[pairing.Played] = (),
    forbidden: Iterable[tuple[int, int]] = (),
    qualified: Sequence[Qualified] = (),
) -> Round:
    """Draw the stage's next round as a private draft.

    1. Before the first round of the first stage, enrols whoever was entered since and drops whoever withdrew; before that of a stage
    with a source, `qualified`.
    2. Draws; entries are known to the draw by the id of their row.
    3. Stores round, draw (request, outcome, seed, version), matches with their reasons, and seats.
    4. After the first round's draw, writes the pools of the entries.

    `history` holds every finished match of the stage, byes included.
    Raises: tournaments.pairing.DrawRefused; Refused while a round is open or after the last; PermissionDenied.
    """
    with write_tx():
        lock_for_director(stage.tournament, actor)
        current = Stage.objects.select_for_update().get(pk=stage.pk)
        number = _next_round_number(current)
        if number == 1 and current.number == FIRST_STAGE:
            enrol(current, everybody_by_seed(current.tournament))
        if number == 1 and current.source_id:
            enrol_qualified(current, qualified)
        drawn = pairing.draw_round(
            current.format_key,
            options=current.options,
            entrants=entrants_of(current),
            round_number=number,
            seed=seed,
            history=history,
            standings=standings,
            forbidden=forbidden,
            groups=_groups_of(current),
        )
        return _store(current, drawn, actor, at)


def redraw_round(drafted: Round, *, actor: AbstractBaseUser, seed: str, at: dt.datetime) -> Round:
    """Draw a draft again from the same data with another seed; changes made by hand are gone.

    Raises: Refused when it is published; tournaments.pairing.DrawRefused; PermissionDenied.
    """
    with write_tx():
        lock_for_director(drafted.stage.tournament, actor)
        current = lock_draft(drafted)
        stored = pairing.draw_from_json({**current.draw.outcome, "request": current.draw.inputs}).request
        drawn = pairing.draw_round(
            stored.format,
            options=stored.options,
            entrants=stored.entrants,
            round_number=stored.round,
            seed=seed,
            history=stored.history,
            standings=stored.standings,
            forbidden=stored.forbidden,
            groups=stored.groups,
        )
        delete_draft(current)
        return _store(current.stage, drawn, actor, at)


def discard_draft(drafted: Round, *, actor: AbstractBaseUser) -> None:
    """Throw a draft away; nobody has seen it. Raises: Refused when it is published; PermissionDenied."""
    with write_tx():
        lock_for_director(drafted.stage.tournament, actor)
        delete_draft(lock_draft(drafted))


def lock_draft(drafted: Round) -> Round:
    """The round read anew under its lock. Raises: Refused when it is no draft any more."""
    current = Round.objects.select_for_update().filter(pk=drafted.pk, state=Round.State.DRAFT).first()
    if current is None:
        raise Refused("not_a_draft", _("This round is published or was discarded meanwhile: look at it again. Nothing was changed."))
    return current


def delete_draft(draft: Round) -> None:
    draft.seats.all().delete()
    draft.matches.all().delete()
    draft.delete()


def entrants_of(stage: Stage) -> tuple[pairing.Entrant, ...]:
    """Who plays the stage, as the draw sees them: known by the row's id, numbered by their rank in the stage."""
    enrolled = StageEntry.objects.filter(stage=stage).select_related("entry__club").order_by("rank")
    return tuple(
        pairing.Entrant(
            id=one.entry_id,
            number=one.rank,
            seed=_seed(stage, one),
            club=one.origin or (one.entry.club.name if one.entry.club else ""),
            withdrawn=one.entry.state == Entry.State.WITHDRAWN,
        )
        for one in enrolled
    )


def _seed(stage: Stage, enrolled: StageEntry) -> int:
    """In a stage with a source the rank that it gave, else the seed as it was entered; 0 for none."""
    if not stage.seeded:
        return 0
    return enrolled.rank if stage.source_id else enrolled.entry.seed or 0


def _next_round_number(stage: Stage) -> int:
    last = Round.objects.filter(stage=stage).order_by("-number").first()
    if last is None:
        return 1
    if last.state != Round.State.CLOSED:
        raise Refused("round_open", _("A round of this stage is still open: close it, or discard its draft, then draw the next."))
    return last.number + 1


def _groups_of(stage: Stage) -> tuple[pairing.Group, ...]:
    first = Draw.objects.filter(round__stage=stage, round__number=1).first()
    if first is None:
        return ()
    return pairing.draw_from_json({**first.outcome, "request": first.inputs}).groups


def _store(stage: Stage, drawn: pairing.Draw, actor: AbstractBaseUser, at: dt.datetime) -> Round:
    data = pairing.draw_to_json(drawn)
    drafted = Round.objects.create(stage=stage, number=drawn.request.round)
    Draw.objects.create(
        round=drafted,
        seed=drawn.request.seed,
        engine_version=str(drawn.version),
        inputs=data.pop("request"),
        outcome=data,
        made_by_id=actor.pk,
        made_at=at,
    )
    matches = Match.objects.bulk_create(_match(drafted, one) for one in drawn.pairings)
    Seat.objects.bulk_create(
        Seat(match=match, round=drafted, entry_id=entry, side=side)
        for match, one in zip(matches, drawn.pairings, strict=True)
        for side, entry in enumerate(one.sides)
    )
    if drawn.request.round == 1:
        _write_pools(stage, drawn.groups)
    return drafted


def _match(drafted: Round, drawn: pairing.Pairing) -> Match:
    return Match(
        round=drafted,
        position=drawn.order,
        kind=Match.Kind.BYE if drawn.bye else Match.Kind.PLAYED,
        pool=drawn.group,
        first_dealer=drawn.first_dealer,
        bracket=position_to_json(drawn.position),
        reasons=[pairing.reason_to_json(reason) for reason in drawn.reasons],
    )


def _write_pools(stage: Stage, groups: Iterable[pairing.Group]) -> None:
    StageEntry.objects.filter(stage=stage).update(pool="")
    for group in groups:
        StageEntry.objects.filter(stage=stage, entry_id__in=group.members).update(pool=group.name)
