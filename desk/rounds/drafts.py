"""Whether a draft round would be drawn the same way today, and what has changed if not."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

import pairing
from pairing.codec import request_from_json
from pairing.format import Family
from rankings.standings_pages.chains import list_level_qualifiers, read_qualified_entries
from rankings.standings_pages.contradictions import list_contradictions
from scoring.matches.rounds import SETTLED
from scoring.models import MatchResult
from scoring.standings.stored import is_drawn_from_carried, read_handover
from tournaments.draws.services import read_first_groups
from tournaments.forbidden.services import read_forbidden_pairs
from tournaments.models import Draw, Entry, Match, Round, Stage, Tournament
from tournaments.refusals import ChangeRefused
from tournaments.stages.queries import build_entrant, entrants_of, list_coming_entrants
from tournaments.stages.rounds import read_quoted_round

FIRST_ROUND = 1


def read_request_today(round_: Round) -> pairing.DrawRequest | None:
    """The request that would draw `round_` today with the entries of its stored draw; None for a round without a draw."""
    draw = getattr(round_, "draw", None)
    if draw is None:
        return None
    handover = read_handover(round_.stage, round_.number)
    return replace(parse_stored_request(draw), standings=tuple(handover.standings), history=tuple(handover.history))


def parse_stored_request(draw: Draw) -> pairing.DrawRequest:
    return request_from_json(draw.inputs)


def find_draft_changes(tournament: Tournament, stage_number: int, round_number: int) -> tuple[str, ...]:
    """`list_changes_since_draw` for the draft in a page's address; empty if the address names no draft."""
    drafts = Round.objects.filter(stage__tournament=tournament, stage__number=stage_number, number=round_number, state=Round.State.DRAFT)
    draft = drafts.select_related("draw", "stage__tournament", "stage__source").first()
    return list_changes_since_draw(draft) if draft else ()


def find_level_entries(tournament: Tournament, stage_number: int, round_number: int) -> tuple[str, ...]:
    """Who came level into the bracket whose first round the page's address names: a line for each group, empty for any other round."""
    drafts = Round.objects.filter(stage__tournament=tournament, stage__number=stage_number, number=FIRST_ROUND, state=Round.State.DRAFT)
    draft = drafts.select_related("stage__tournament").first() if round_number == FIRST_ROUND else None
    if draft is None or pairing.format_by_key(draft.stage.format_key).family is not Family.BRACKET:
        return ()
    enrolled = set(draft.stage.stage_entries.values_list("entry_id", flat=True))
    return tuple(_read_names(set(level)) for level in list_level_qualifiers(draft.stage, enrolled))


def list_changes_since_draw(drafted: Round) -> tuple[str, ...]:
    """What has changed since a round was drawn, one sentence each; empty for a round without a draw.

    Results do not concern a first round, unless points are carried into it. About ten queries.
    """
    if not hasattr(drafted, "draw"):
        return ()
    stored = parse_stored_request(drafted.draw)
    reopened = describe_reopened_match(drafted.stage)
    sentences = [reopened] if reopened else []
    follows_results = drafted.number > FIRST_ROUND or is_drawn_from_carried(drafted.stage)
    today = read_request_today(drafted) if follows_results else None
    if today is not None and _select_results(today, stored) != _select_results(stored, stored):
        sentences.append(_("Results or points have changed since it was drawn."))
    if drafted.number > FIRST_ROUND and not _holds_groups(read_first_groups(drafted.stage), stored.groups):
        sentences.append(_("The first round was drawn again since."))
    return (*sentences, *_describe_entry_changes(drafted, stored))


def find_seat_refusal(stage: Stage) -> ChangeRefused | None:
    """Why no round of the stage can be closed: seats contradict the results, or a match that a bracket rests on is open again."""
    if list_contradictions(stage):
        sentence = _("The round stays open: who plays “%(stage)s” contradicts the results. Decide it under “To decide” first.")
        return ChangeRefused("seats_contradict", sentence % {"stage": stage.name})
    reopened = describe_reopened_match(stage) if pairing.format_by_key(stage.format_key).family is Family.BRACKET else ""
    return ChangeRefused("opened_again", reopened) if reopened else None


def describe_reopened_match(stage: Stage) -> str:
    """What to do about a reopened match of a closed round, in the stage or in its source stage; empty if there is none."""
    reopened = find_reopened_match(stage)
    if reopened is None:
        return ""
    values = {"table": reopened.table or reopened.code, "round": read_quoted_round(reopened.round.stage, reopened.round.number)}
    return _("The match at table %(table)s of round %(round)s was reopened: confirm it first, then draw.") % values


def find_reopened_match(stage: Stage) -> Match | None:
    """The first match of a closed round that is open again, in the stage or in its source stage; a bye is none, nor is a walk-over, which
    counts unsigned. One query.
    """
    results = MatchResult.objects.filter(
        match__kind=Match.Kind.PLAYED, match__round__stage__in=[stage.pk, stage.source_id], match__round__state=Round.State.CLOSED
    )
    unsettled = results.exclude(SETTLED).order_by("match__table")
    reopened = unsettled.select_related("match__round__stage__tournament").first()
    return reopened.match if reopened else None


def _select_results(request: pairing.DrawRequest, stored: pairing.DrawRequest) -> tuple[object, ...]:
    """The results that the format draws from. Old draws have no secondary score: those are compared without it."""
    form = pairing.format_by_key(stored.format)
    if not form.by_standing:
        return request.history if form.uses_results else ()
    has_secondary = any(line.secondary for line in stored.standings)
    lines = request.standings if has_secondary else tuple(replace(line, secondary=0) for line in request.standings)
    return lines, request.history


def _holds_groups(today: Sequence[pairing.EntryGroup], drawn: Sequence[pairing.EntryGroup]) -> bool:
    """Whether the groups are those that were drawn, apart from late entries, who stand behind the others."""
    pairs = zip(today, drawn, strict=False)
    return len(today) == len(drawn) and all(now.members[: len(then.members)] == then.members for now, then in pairs)


def _describe_entry_changes(drafted: Round, stored: pairing.DrawRequest) -> Iterator[str]:
    try:
        entrants = _read_entrants_today(drafted)
    except ChangeRefused as refusal:
        yield str(refusal)
        return
    playing, drawn = ({entrant.id: entrant for entrant in group if not entrant.withdrawn} for group in (entrants, stored.entrants))
    out, new = drawn.keys() - playing.keys(), playing.keys() - drawn.keys()
    if out:
        yield _("Would now be left out: %(names)s.") % {"names": _read_names(out)}
    if new:
        yield _("Would now be drawn too: %(names)s.") % {"names": _read_names(new)}
    if not out and not new and playing != drawn:
        yield _("Seeds, clubs or the order of the entries have changed.")
    if read_forbidden_pairs(drafted.stage.tournament, playing.keys() | {entrant.id for entrant in entrants}) != stored.forbidden:
        yield _("The list of entries to keep apart has changed.")


def _read_entrants_today(drafted: Round) -> tuple[pairing.Entrant, ...]:
    """Who would be drawn today; enrols nobody. Raises: ChangeRefused while the source stage does not say who advances."""
    stage = drafted.stage
    if drafted.number > FIRST_ROUND:
        return entrants_of(stage)
    if stage.source_id is None:
        return list_coming_entrants(stage)
    qualifiers = read_qualified_entries(stage)
    entries: Mapping[int, Entry] = Entry.objects.select_related("club").in_bulk([qualifier.entrant for qualifier in qualifiers])
    return tuple(build_entrant(stage, entries[qualifier.entrant], qualifier.seed, qualifier.group) for qualifier in qualifiers)


def _read_names(ids: set[int]) -> str:
    return ", ".join(f"{entry.number} {entry.name}" for entry in Entry.objects.filter(pk__in=ids).order_by("number"))
