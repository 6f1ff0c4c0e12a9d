"""Drawing a round and taking the draw back; a draw is private until it is published."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

import pairing
from pairing.codec import position_to_json
from pairing.drawn_back import Call, calls
from pairing.heats import Qualified
from pairing.repechage import Repechage
from tournaments.draws.seeds import redraws_of, require_reason, seed_of_round
from tournaments.forbidden.services import forbidden_among
from tournaments.locks import lock_for_director
from tournaments.models import Draw, Entry, Match, Round, Seat, Stage, StageEntry
from tournaments.people.names import clean_name, validate_name
from tournaments.refusals import Refused
from tournaments.stages.chains import enrol_qualified
from tournaments.stages.queries import entrants_of, everybody_by_seed
from tournaments.stages.services import enrol
from tournaments.transactions import write_tx


def draw_round(
    stage: Stage,
    *,
    actor: AbstractBaseUser,
    seed: str,
    at: dt.datetime,
    standings: Iterable[pairing.Standing] = (),
    history: Iterable[pairing.Played] = (),
    qualified: Sequence[Qualified] = (),
) -> Round:
    """Draw the stage's next round as a private draft, in a transaction of its own: `draw_under_lock`. Raises: as that; PermissionDenied."""
    with write_tx():
        lock_for_director(stage.tournament, actor)
        return draw_under_lock(stage, actor=actor, seed=seed, at=at, standings=standings, history=history, qualified=qualified)


def draw_under_lock(
    stage: Stage,
    *,
    actor: AbstractBaseUser,
    seed: str,
    at: dt.datetime,
    standings: Iterable[pairing.Standing] = (),
    history: Iterable[pairing.Played] = (),
    qualified: Sequence[Qualified] = (),
    instead_of: Round | None = None,
) -> Round:
    """Draw the stage's next round as a private draft. Call inside the transaction that locked the tournament.

    0. Throws away the draft `instead_of` which this one is drawn; it stays where the draw is refused. Of it stays noted how often it was
    drawn, and who declined.
    1. Before the first round of a stage enrols whoever was entered since and drops whoever withdrew; of one with a source, `qualified`.
    2. Draws from the seed that was announced for the stage, else from `seed`; entries are known to the draw by the id of their row, and who
    must not meet is told from the tournament's list.
    3. Stores round, draw (request, outcome, seed, version), matches with their reasons, and seats.
    4. After the first round's draw, writes the pools of the entries.

    `history` holds every finished match of the stage, byes included. Read it under the lock, or it lacks what is confirmed meanwhile.
    Raises: pairing.DrawRefused, also where the results leave nothing to play; Refused while a round is open or after the last.
    """
    current = Stage.objects.select_for_update().get(pk=stage.pk)
    notes, declined = _thrown_away(instead_of)
    number = _next_round_number(current)
    if number == 1 and current.source_id:
        enrol_qualified(current, qualified)
    elif number == 1:
        enrol(current, everybody_by_seed(current.tournament))
    entrants = entrants_of(current)
    drawn = pairing.draw_round(
        current.format_key,
        options=current.options,
        entrants=entrants,
        round_number=number,
        seed=seed_of_round(current, number, seed),
        history=history,
        standings=standings,
        forbidden=forbidden_among(current.tournament, {one.id for one in entrants}),
        groups=_groups_of(current),
        declined=declined,
    )
    if not drawn.pairings and _nothing_left(drawn.request):
        raise pairing.DrawRefused([pairing.Reason.of("nothing_left", round=number)])
    return _store(current, drawn, actor, at, changes=notes)


def _thrown_away(draft: Round | None) -> tuple[list[dict[str, Any]], tuple[int, ...]]:
    """What stays of a draft that goes: its lasting notes, and who declined."""
    if draft is None:
        return [], ()
    current = lock_draft(draft)
    stays = lasting_notes(current.draw), _stored_request(current).declined
    delete_draft(current)
    return stays


def is_over(stage: Stage, number: int, history: Iterable[pairing.Played]) -> bool:
    """Whether round `number` was the last of the stage: because it was planned so, or because `history` leaves nothing to play."""
    entrants = entrants_of(stage)
    form = pairing.format_by_key(stage.format_key)
    options = form.options_from(stage.options)
    following = pairing.Request(stage.format_key, number + 1, "", entrants, stage.options, tuple(history))
    return number >= form.round_count(options, len(entrants)) or _nothing_left(following)


def _nothing_left(request: pairing.Request) -> bool:
    form = pairing.format_by_key(request.format)
    return form.over(form.options_from(request.options), request)


def redraw_round(drafted: Round, *, actor: AbstractBaseUser, seed: str, at: dt.datetime, reason: str = "") -> Round:
    """Draw a draft again from the same results with another seed; changes made by hand are gone.

    1. Draws, from the announced seed and the number of the drawing where there is one, with the entries and the list of who must not meet
    as they are now: who has withdrawn is left out. 2. Notes in the new draw that it is not the first, with the reason; a draw that was
    announced needs one.

    Raises: Refused when it is published, the reason is missing, or somebody who was to go on from the stage before has withdrawn;
    ValidationError of the reason; pairing.DrawRefused;
    PermissionDenied.
    """
    why = clean_name(reason)
    validate_name(why)
    require_reason(drafted.stage, why)
    with write_tx():
        lock_for_director(drafted.stage.tournament, actor)
        current = lock_draft(drafted)
        drawing = len(redraws_of(current.draw)) + 2
        stored = _stored_request(current)
        entrants = _entrants_now(current)
        asked = replace(
            stored,
            seed=seed_of_round(current.stage, stored.round, seed, drawing=drawing),
            entrants=entrants,
            forbidden=forbidden_among(current.stage.tournament, {one.id for one in entrants}),
        )
        note = {"drawing": drawing, "reason": why, "by": actor.pk, "at": at.isoformat()}
        return _drawn_instead(current, asked, actor, at, changes=[*lasting_notes(current.draw), note])


def answer_call(drafted: Round, *, actor: AbstractBaseUser, entry: Entry, declines: bool, at: dt.datetime) -> Round:
    """Note that an entry declines the place that it was drawn back to in a draft, or wants it after all.

    1. Draws the draft again from the same seed and the same results without those who declined: the next in the order of the lots comes
    back, or plays for a place. Changes made by hand are gone. 2. Notes who declined beside the draw.

    Raises: Refused when it is published, or the entry was not drawn back; pairing.DrawRefused; PermissionDenied.
    """
    with write_tx():
        lock_for_director(drafted.stage.tournament, actor)
        current = lock_draft(drafted)
        stored = _stored_request(current)
        call = next((one for one in calls_of(stored) if one.entrant == entry.pk), None)
        if call is None or not (call.declined if not declines else call.comes):
            raise Refused("not_called", _("This entry is not asked in this draft: look at it again. Nothing was changed."))
        others = [one for one in lasting_notes(current.draw) if one.get("declined") != entry.pk]
        note = {"declined": entry.pk, "reason": "", "by": actor.pk, "at": at.isoformat()}
        declined = tuple(one for one in stored.declined if one != entry.pk)
        asked = replace(stored, declined=(*declined, entry.pk) if declines else declined)
        return _drawn_instead(current, asked, actor, at, changes=[*others, note] if declines else others)


def calls_of(request: pairing.Request) -> tuple[Call, ...]:
    """Who is drawn back in the round of the request, who declined and who waits; nobody where nobody comes back."""
    return calls(str(request.options["way"]), request) if request.format == Repechage.key else ()


def lasting_notes(draw: Draw) -> list[dict[str, Any]]:
    """What stays noted when a draft is drawn again: how often it was, and who declined."""
    return [change for change in draw.changes if "drawing" in change or "declined" in change]


def _stored_request(drafted: Round) -> pairing.Request:
    return pairing.draw_from_json({**drafted.draw.outcome, "request": drafted.draw.inputs}).request


def _drawn_instead(
    current: Round, asked: pairing.Request, actor: AbstractBaseUser, at: dt.datetime, *, changes: Sequence[Mapping[str, Any]]
) -> Round:
    drawn = pairing.draw_request(asked)
    delete_draft(current)
    return _store(current.stage, drawn, actor, at, changes=changes)


def _entrants_now(drafted: Round) -> tuple[pairing.Entrant, ...]:
    """Who plays the draft's round when it is drawn again. Raises: Refused where the stage before would have to send somebody else."""
    stage = drafted.stage
    if drafted.number == 1 and stage.source_id is None:
        enrol(stage, everybody_by_seed(stage.tournament))
    entrants = entrants_of(stage)
    if drafted.number == 1 and any(one.withdrawn for one in entrants):
        raise Refused("qualified_withdrew", _("Somebody of this draft has withdrawn: discard it and draw again, so that the next goes on."))
    return entrants


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


def _next_round_number(stage: Stage) -> int:
    last = Round.objects.filter(stage=stage).order_by("-number").first()
    if last is None:
        return 1
    if last.state != Round.State.CLOSED:
        raise Refused("round_open", _("A round of this stage is still open: close it, or discard its draft, then draw the next."))
    return last.number + 1


def _groups_of(stage: Stage) -> tuple[pairing.Group, ...]:
    """Those of the first draw; whoever came later stands behind the others of its group, in the order of coming."""
    first = Draw.objects.filter(round__stage=stage, round__number=1).first()
    if first is None:
        return ()
    groups = pairing.draw_from_json({**first.outcome, "request": first.inputs}).groups
    known = {member for group in groups for member in group.members}
    enrolled = StageEntry.objects.filter(stage=stage).order_by("rank").values_list("entry_id", "pool")
    late = [(entry, pool) for entry, pool in enrolled if entry not in known]
    return tuple(pairing.Group(group.name, (*group.members, *(entry for entry, pool in late if pool == group.name))) for group in groups)


def _store(
    stage: Stage, drawn: pairing.Draw, actor: AbstractBaseUser, at: dt.datetime, *, changes: Sequence[Mapping[str, Any]] = ()
) -> Round:
    data = pairing.draw_to_json(drawn)
    drafted = Round.objects.create(stage=stage, number=drawn.request.round)
    Draw.objects.create(
        round=drafted,
        seed=drawn.request.seed,
        engine_version=str(drawn.version),
        inputs=data.pop("request"),
        outcome=data,
        changes=list(changes),
        made_by_id=actor.pk,
        made_at=at,
    )
    matches = Match.objects.bulk_create(_match(drafted, one) for one in drawn.pairings)
    Seat.objects.bulk_create(
        Seat(match=match, round=drafted, entry_id=entry, side=side, place=place)
        for match, one in zip(matches, drawn.pairings, strict=True)
        for side, team in enumerate(one.teams)
        for place, entry in enumerate(team)
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
