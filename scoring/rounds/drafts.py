"""Whether a draft is still what would be drawn today, and what has changed since where it is not."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from django.utils.translation import gettext as _

import pairing
from scoring.ledger.match_log import State
from scoring.models import MatchResult
from scoring.standings_pages.chains import qualified_for
from scoring.standings_pages.stored import stage_handover
from tournaments.forbidden.services import forbidden_among
from tournaments.models import Draw, Entry, Round, Stage, Tournament
from tournaments.refusals import Refused
from tournaments.stages.queries import entrant_of, entrants_of, everybody_by_seed

FIRST_ROUND = 1


def later_request(round_: Round) -> pairing.Request | None:
    """What the draw of `round_` would be asked today if the entries were those of then; None for a round without a draw."""
    draw = getattr(round_, "draw", None)
    if draw is None:
        return None
    handover = stage_handover(round_.stage, round_.number)
    return replace(stored_request(draw), standings=tuple(handover.standings), history=tuple(handover.history))


def stored_request(draw: Draw) -> pairing.Request:
    return pairing.draw_from_json({**draw.outcome, "request": draw.inputs}).request


def changes_of_draft(tournament: Tournament, *, stage_number: int, round_number: int, **_rest: object) -> tuple[str, ...]:
    """`changes_since` of the draft that the address of a page names; none where it names no draft."""
    drafts = Round.objects.filter(stage__tournament=tournament, stage__number=stage_number, number=round_number, state=Round.State.DRAFT)
    found = drafts.select_related("draw", "stage__tournament", "stage__source").first()
    return changes_since(found) if found else ()


def changes_since(drafted: Round) -> tuple[str, ...]:
    """What a draft was drawn from and is otherwise today, a sentence each; nothing of a round without a draw.

    A first round is drawn from no results. Some ten queries.
    """
    today = later_request(drafted)
    if today is None:
        return ()
    stored = stored_request(drafted.draw)
    opened = opened_again(drafted.stage)
    told = [opened] if opened else []
    if drafted.number > FIRST_ROUND and _results(today, stored) != _results(stored, stored):
        told.append(_("Results or points are not those that it was drawn from."))
    return (*told, *_changed_entries(drafted, stored))


def opened_again(stage: Stage) -> str:
    """What to do about a match of a closed round that is open again, of the stage or of the one that it takes its entries from."""
    results = MatchResult.objects.filter(match__round__stage__in=[stage.pk, stage.source_id], match__round__state=Round.State.CLOSED)
    unsigned = results.exclude(state__in=[State.LOCKED, State.VOID, State.CONFIRMED]).order_by("match__table")
    again = unsigned.select_related("match__round").first()
    if again is None:
        return ""
    values = {"table": again.match.table or 0, "round": again.match.round.number}
    return _("The match of table %(table)d of round %(round)d was opened again: confirm it first, then draw.") % values


def _results(asked: pairing.Request, stored: pairing.Request) -> tuple[object, ...]:
    """What the format draws from. Draws were not always told the secondary score: one that knows none is not compared by it."""
    form = pairing.format_by_key(stored.format)
    if not form.by_standing:
        return asked.history if form.uses_results else ()
    told = any(line.secondary for line in stored.standings)
    lines = asked.standings if told else tuple(replace(line, secondary=0) for line in asked.standings)
    return lines, asked.history


def _changed_entries(drafted: Round, stored: pairing.Request) -> Iterator[str]:
    try:
        entrants = _entrants_today(drafted)
    except Refused as refusal:
        yield str(refusal)
        return
    playing, drawn = ({one.id: one for one in many if not one.withdrawn} for many in (entrants, stored.entrants))
    out, new = drawn.keys() - playing.keys(), playing.keys() - drawn.keys()
    if out:
        yield _("Would now be left out: %(names)s.") % {"names": _names(out)}
    if new:
        yield _("Would now be drawn too: %(names)s.") % {"names": _names(new)}
    if not out and not new and playing != drawn:
        yield _("Seeds, clubs or the order of the entries have changed.")
    if forbidden_among(drafted.stage.tournament, playing.keys() | {one.id for one in entrants}) != stored.forbidden:
        yield _("Who must not meet whom has changed.")


def _entrants_today(drafted: Round) -> tuple[pairing.Entrant, ...]:
    """Who would be drawn today; nothing is enrolled. Raises: Refused where the stage before does not tell who goes on."""
    stage = drafted.stage
    if drafted.number > FIRST_ROUND:
        return entrants_of(stage)
    if stage.source_id is None:
        return tuple(entrant_of(stage, entry, rank) for rank, entry in enumerate(everybody_by_seed(stage.tournament), start=1))
    through = qualified_for(stage)
    entries: Mapping[int, Entry] = Entry.objects.select_related("club").in_bulk([one.entrant for one in through])
    return tuple(entrant_of(stage, entries[one.entrant], one.seed, one.group) for one in through)


def _names(ids: set[int]) -> str:
    return ", ".join(f"{one.number} {one.name}" for one in Entry.objects.filter(pk__in=ids).order_by("number"))
