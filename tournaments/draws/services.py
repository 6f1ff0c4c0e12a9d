"""Drawing a round and discarding a draft; a draw is private until it is published."""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, User
from django.db.models import ProtectedError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import pairing
from jobs.databases import write_tx
from pairing.codec import position_to_json, request_from_json
from pairing.format import Family
from pairing.heats import Qualifier
from pairing.lucky_losers import RepechageCandidate, list_candidates
from pairing.repechage import Repechage
from tournaments.check_in.door_queries import can_keep_door_tables
from tournaments.check_in.door_tables import forget_door_seats
from tournaments.draws.door_exchanges import keep_door_tables
from tournaments.draws.seeds import choose_round_seed, list_redraws, require_reason
from tournaments.forbidden.services import read_forbidden_pairs
from tournaments.locks import lock_for_director
from tournaments.models import Draw, Entry, Match, Round, Seat, Stage, StageEntry
from tournaments.people.names import clean_name, validate_name
from tournaments.refusals import ChangeRefused
from tournaments.stages.chains import enrol_qualified
from tournaments.stages.queries import entrants_of, read_entries_by_seed
from tournaments.stages.rounds import has_rounds_side_by_side
from tournaments.stages.services import enrol_entries, refuse_too_few, refuse_unplannable


def draw_under_lock(
    stage: Stage,
    *,
    actor: AbstractBaseUser,
    seed: str,
    at: dt.datetime,
    standings: Iterable[pairing.EntrantStanding] = (),
    history: Iterable[pairing.PlayedMatch] = (),
    qualified: Sequence[Qualifier] = (),
    win_points: int = 0,
    accelerated: Iterable[int] = (),
    instead_of: Round | None = None,
    seen: str = "",
) -> Round:
    """Draw the stage's next round as a private draft. Call inside the transaction that locked the tournament.

    0. Deletes the draft `instead_of`, in whose place this one is drawn; it stays when the draw is refused. The notes about redraws and
    declined calls are kept.
    1. Before the first round of a stage enrols the entries added since and drops withdrawn ones; with a source it enrols `qualified`.
    2. Draws from the seed that was announced for the stage, else from `seed`; the draw knows entries by the id of their row, and the
    pairs that must not meet are on the tournament's list.
    3. Stores round, draw (request, outcome, seed, version), matches with their reasons, and seats.
    4. After the first round's draw, stores the pools of the entries, and brings those who were given a table at the door to it.

    `history` holds every finished match of the stage, byes included. Read it under the lock, or results confirmed meanwhile are missing.
    `win_points` and `accelerated` are those of the input of the draw.
    Raises: ChangeRefused with the reasons of the draw, also where the results leave nothing to play, where nobody can mean such a stage
    for those who are entered by now, and while a round is open or after the last.
    """
    current = Stage.objects.select_for_update().get(pk=stage.pk)
    notes, declined = _read_lasting_parts(instead_of, seen)
    kept_matches = clear_draft(instead_of) if instead_of else None
    number = instead_of.number if instead_of else _find_next_round_number(current)
    if number == 1:
        _enrol_for_first_round(current, qualified)
    entrants = entrants_of(current)
    try:
        drawn = pairing.draw_round(
            current.format_key,
            options=current.options,
            entrants=entrants,
            round_number=number,
            seed=choose_round_seed(current, number, seed),
            history=history,
            standings=standings,
            forbidden=read_forbidden_pairs(current.tournament, {entrant.id for entrant in entrants}),
            groups=read_first_groups(current),
            declined=declined,
            win_points=win_points,
            accelerated=accelerated,
        )
    except pairing.DrawRefused as refusal:
        raise _translate_refusal(refusal) from refusal
    if not drawn.pairings and _is_format_over(drawn.request):
        raise _translate_refusal(pairing.DrawRefused([pairing.DrawReason.of("nothing_left", round=number)]))
    drafted = store_draw(current, drawn, actor, at, changes=notes, kept=kept_matches)
    if number == 1:
        keep_door_tables(drafted, drawn, actor=actor, at=at)
    return drafted


def _enrol_for_first_round(stage: Stage, qualified: Sequence[Qualifier]) -> None:
    """Enrol who plays the stage. Raises: ChangeRefused where nobody can mean such a stage for so many."""
    if stage.source_id:
        refuse_too_few(stage, len(qualified))
        enrol_qualified(stage, qualified)
    else:
        enrol_entries(stage, read_entries_by_seed(stage.tournament))
    refuse_unplannable(pairing.format_by_key(stage.format_key), stage.options, len(entrants_of(stage)))


def _translate_refusal(refusal: pairing.DrawRefused) -> ChangeRefused:
    """The refusal of the pure engine as that of a service, in the language of the request."""
    sentences = [pairing.format_reason(reason, gettext) for reason in refusal.reasons]
    return ChangeRefused(refusal.reasons[0].code, " ".join(sentences), refusal.reasons)


def _read_lasting_parts(draft: Round | None, seen: str) -> tuple[list[dict[str, Any]], tuple[int, ...]]:
    """The lasting notes of a draft that is drawn again, and the ids of the entries that declined."""
    if draft is None:
        return [], ()
    current = lock_draft(draft, seen)
    return list_lasting_notes(current.draw), _parse_stored_request(current).declined


def is_over(stage: Stage, number: int, read_history: Callable[[], Iterable[pairing.PlayedMatch]]) -> bool:
    """Whether round `number` is the last of the stage: because it was planned so, everybody has withdrawn, or the history leaves nothing to
    play, which is read for a bracket only.
    """
    entrants = entrants_of(stage)
    form = pairing.format_by_key(stage.format_key)
    if number >= form.count_rounds(form.options_from(stage.options), len(entrants)) or all(entrant.withdrawn for entrant in entrants):
        return True
    if form.family is not Family.BRACKET:
        return False
    return _is_format_over(pairing.DrawRequest(stage.format_key, number + 1, "", entrants, stage.options, tuple(read_history())))


def _is_format_over(request: pairing.DrawRequest) -> bool:
    form = pairing.format_by_key(request.format)
    return form.is_over(form.options_from(request.options), request)


def redraw_round(drafted: Round, *, actor: AbstractBaseUser, seed: str, at: dt.datetime, reason: str = "", seen: str = "") -> Round:
    """Draw a draft again from the same results with another seed; changes made by hand are lost.

    1. Draws, from the announced seed and the number of the drawing where there is one, with the current entries and pairs that must not
    meet: withdrawn entries are left out. 2. Forgets the tables that were given at the door: these are for the first drawing.
    3. Notes in the new draw that it is not the first, with the reason, which an announced draw needs, and with the slips that lost their
    meaning.

    Raises: ChangeRefused when it is published, the reason is missing, a qualified entry has withdrawn, or with the reasons of the draw;
    ValidationError of the reason; PermissionDenied.
    """
    clean_reason = clean_name(reason)
    validate_name(clean_reason)
    require_reason(drafted.stage, clean_reason)
    with write_tx():
        lock_for_director(drafted.stage.tournament, actor)
        current = lock_draft(drafted, seen)
        drawing = len(list_redraws(current.draw)) + 2
        stored = _parse_stored_request(current)
        entrants = _read_current_entrants(current)
        request = replace(
            stored,
            seed=choose_round_seed(current.stage, stored.round, seed, drawing=drawing),
            entrants=entrants,
            forbidden=read_forbidden_pairs(current.stage.tournament, {entrant.id for entrant in entrants}),
        )
        note = {"drawing": drawing, "reason": clean_reason, "by": actor.pk, "at": at.isoformat()}
        lost = forget_door_seats(current.stage.tournament) if stored.round == 1 and can_keep_door_tables(current.stage) else 0
        note |= {"slips": lost} if lost else {}
        return _replace_draft(current, request, actor, at, changes=[*list_lasting_notes(current.draw), note])


def answer_call(drafted: Round, *, actor: AbstractBaseUser, entry: Entry, declines: bool, at: dt.datetime, seen: str = "") -> Round:
    """Store that an entry declines the place that it was drawn back to in a draft, or accepts it after all.

    1. Draws the draft again from the same seed and results without the entries that declined: the next in the order of the lots comes
    back, or plays for a place. Changes made by hand are lost. 2. Notes the declined call with the draw.

    Raises: ChangeRefused when it is published, the entry was not drawn back, or with the reasons of the draw; PermissionDenied.
    """
    with write_tx():
        lock_for_director(drafted.stage.tournament, actor)
        current = lock_draft(drafted, seen)
        stored = _parse_stored_request(current)
        call = next((candidate for candidate in list_calls(stored) if candidate.entrant == entry.pk), None)
        if call is None or not (call.declined if not declines else call.comes):
            raise ChangeRefused("not_called", _("Nothing was changed: this entry has no place to accept or decline in this draft."))
        remaining_notes = [lasting_note for lasting_note in list_lasting_notes(current.draw) if lasting_note.get("declined") != entry.pk]
        note = {"declined": entry.pk, "reason": "", "by": actor.pk, "at": at.isoformat()}
        declined = tuple(declined_id for declined_id in stored.declined if declined_id != entry.pk)
        request = replace(stored, declined=(*declined, entry.pk) if declines else declined)
        return _replace_draft(current, request, actor, at, changes=[*remaining_notes, note] if declines else remaining_notes)


def list_calls(request: pairing.DrawRequest) -> tuple[RepechageCandidate, ...]:
    """The entries that are drawn back, declined or waiting in the round of the request; empty where nobody comes back."""
    return list_candidates(str(request.options["way"]), request) if request.format == Repechage.key else ()


def list_lasting_notes(draw: Draw) -> list[dict[str, Any]]:
    """The notes that are kept when a draft is drawn again: redraws and declined calls."""
    return [change for change in draw.changes if "drawing" in change or "declined" in change]


def _parse_stored_request(drafted: Round) -> pairing.DrawRequest:
    return request_from_json(drafted.draw.inputs)


def _replace_draft(
    current: Round, request: pairing.DrawRequest, actor: AbstractBaseUser, at: dt.datetime, *, changes: Sequence[Mapping[str, Any]]
) -> Round:
    try:
        drawn = pairing.draw_request(request)
    except pairing.DrawRefused as refusal:
        raise _translate_refusal(refusal) from refusal
    return store_draw(current.stage, drawn, actor, at, changes=changes, kept=clear_draft(current))


def _read_current_entrants(drafted: Round) -> tuple[pairing.Entrant, ...]:
    """Who plays the draft's round when it is drawn again. Raises: ChangeRefused where a qualified entry has withdrawn."""
    stage = drafted.stage
    if drafted.number == 1 and stage.source_id is None:
        enrol_entries(stage, read_entries_by_seed(stage.tournament))
    entrants = entrants_of(stage)
    if drafted.number == 1 and any(entrant.withdrawn for entrant in entrants):
        raise ChangeRefused(
            "qualified_withdrew",
            _("An entry of this draft has withdrawn: discard the draft and draw again, so that the next one comes in."),
        )
    return entrants


def discard_draft(drafted: Round, *, actor: AbstractBaseUser, seen: str = "") -> None:
    """Delete a draft; nobody has seen it. Raises: ChangeRefused when it is published, or was and has matches in the ledger, it or a draft
    that follows from it; PermissionDenied.
    """
    with write_tx():
        lock_for_director(drafted.stage.tournament, actor)
        current = lock_draft(drafted, seen)
        following = current.stage.rounds.filter(number__gt=current.number).order_by("number").first()
        if following is not None:
            sentence = _(
                "Not discarded: round %(round)d follows from this one, and has matches in the ledger. Draw this one again instead."
            )
            raise ChangeRefused("followed", sentence % {"round": following.number})
        if clear_draft(current) is not None:
            raise ChangeRefused(
                "in_the_ledger", _("Not discarded: before this round was unpublished, results were entered in it. Draw it again instead.")
            )


def lock_draft(drafted: Round, seen: str = "") -> Round:
    """The round read again under its lock.

    `seen` is the fingerprint of the draft that the director looked at, empty for whoever decides without looking.
    Raises: ChangeRefused when it is no draft any more, or was drawn again or changed since.
    """
    current = Round.objects.select_for_update().filter(pk=drafted.pk, state=Round.State.DRAFT).first()
    if current is None:
        raise ChangeRefused("not_a_draft", _("Nothing was changed: the round was published or discarded meanwhile. Open it again."))
    if seen and seen != current.draw.fingerprint:
        sentence = _(
            "Nothing was done: %(name)s drew this round again or changed it meanwhile. Look at the draft as it is now, then decide."
        )
        raise ChangeRefused("another_draft", sentence % {"name": _find_last_author(current.draw)})
    return current


def _find_last_author(draw: Draw) -> str:
    by = draw.changes[-1]["by"] if draw.changes else draw.made_by_id
    return User.objects.get(pk=by).get_username()


@dataclass(frozen=True, slots=True)
class KeptMatches:
    """A draft that was published before, with the matches that stay because the ledger has lines about them."""

    round: Round
    matches: tuple[Match, ...]


def clear_draft(draft: Round) -> KeptMatches | None:
    """Delete a draft as far as nothing refers to it; return what has to stay. Call inside `write_tx`."""
    draft.seats.all().delete()
    Draw.objects.filter(round=draft).delete()
    matches = _delete_matches(draft)
    if matches:
        return KeptMatches(draft, matches)
    draft.delete()
    return None


def _delete_matches(draft: Round) -> tuple[Match, ...]:
    """Delete the matches of a draft, and return those that the ledger keeps, in their order."""
    try:
        draft.matches.all().delete()
    except ProtectedError:
        return tuple(match for match in draft.matches.order_by("position") if not _can_delete(match))
    return ()


def _can_delete(match: Match) -> bool:
    try:
        match.delete()
    except ProtectedError:
        return False
    return True


def _find_next_round_number(stage: Stage) -> int:
    last = Round.objects.filter(stage=stage).order_by("-number").first()
    if last is None:
        return 1
    if last.state == Round.State.DRAFT or (last.state == Round.State.PUBLISHED and not has_rounds_side_by_side(stage)):
        raise ChangeRefused("round_open", _("A round of this stage is still open: close it, or discard its draft, then draw the next."))
    return last.number + 1


def read_first_groups(stage: Stage) -> tuple[pairing.EntryGroup, ...]:
    """The groups of the first draw; late entries stand behind the others of their group, in the order of coming."""
    first = Draw.objects.filter(round__stage=stage, round__number=1).first()
    if first is None:
        return ()
    groups = pairing.draw_from_json({**first.outcome, "request": first.inputs}).groups
    drawn_ids = {member for group in groups for member in group.members}
    enrolled = StageEntry.objects.filter(stage=stage).order_by("rank").values_list("entry_id", "pool")
    late_entries = [(entry, pool) for entry, pool in enrolled if entry not in drawn_ids]
    return tuple(
        pairing.EntryGroup(group.name, (*group.members, *(entry for entry, pool in late_entries if pool == group.name))) for group in groups
    )


def store_draw(
    stage: Stage,
    drawn: pairing.DrawnRound,
    actor: AbstractBaseUser,
    at: dt.datetime,
    *,
    changes: Sequence[Mapping[str, Any]] = (),
    kept: KeptMatches | None = None,
) -> Round:
    """Store a drawn round as a draft, over the matches that are `kept`. Call inside `write_tx`."""
    data = pairing.draw_to_json(drawn)
    drafted = kept.round if kept else Round.objects.create(stage=stage, number=drawn.request.round)
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
    matches = _store_matches(drafted, drawn.pairings, kept.matches if kept else ())
    Seat.objects.bulk_create(
        Seat(match=match, round=drafted, entry_id=entry, side=side, place=place)
        for match, drawn_pairing in zip(matches, drawn.pairings, strict=True)
        for side, team in enumerate(drawn_pairing.teams)
        for place, entry in enumerate(team)
    )
    if drawn.request.round == 1:
        _store_pools(stage, drawn.groups)
    return drafted


def _store_matches(drafted: Round, pairings: Sequence[pairing.Pairing], kept: Sequence[Match]) -> list[Match]:
    """A match for every pairing, in their order; the first are those that are `kept`. Raises: ChangeRefused for too many of them."""
    if len(kept) > len(pairings):
        sentence = _("Not drawn: the ledger keeps %(kept)d matches of this round, and there are %(count)d to play. Publish the old draw.")
        raise ChangeRefused("too_few_matches", sentence % {"kept": len(kept), "count": len(pairings)})
    for place, match in enumerate(kept, start=1):
        Match.objects.filter(pk=match.pk).update(position=BEYOND + place)
    matches = [build_match(drafted, drawn_pairing) for drawn_pairing in pairings]
    for match, built in zip(kept, matches, strict=False):
        built.pk, built.code = match.pk, match.code
        built.save(force_update=True)
    Match.objects.bulk_create(matches[len(kept) :])
    return matches


BEYOND = 1_000_000
"""Positions that no match of a round has."""


def build_match(drafted: Round, drawn: pairing.Pairing) -> Match:
    """The row of a drawn match, not saved."""
    return Match(
        round=drafted,
        position=drawn.order,
        kind=Match.Kind.BYE if drawn.bye else Match.Kind.PLAYED,
        pool=drawn.group,
        first_dealer=drawn.first_dealer,
        bracket=position_to_json(drawn.position),
        reasons=[pairing.reason_to_json(reason) for reason in drawn.reasons],
    )


def _store_pools(stage: Stage, groups: Iterable[pairing.EntryGroup]) -> None:
    StageEntry.objects.filter(stage=stage).update(pool="")
    for group in groups:
        StageEntry.objects.filter(stage=stage, entry_id__in=group.members).update(pool=group.name)
