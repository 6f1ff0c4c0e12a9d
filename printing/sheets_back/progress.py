"""The progress of an evening as steps: entries, draw, print, results, close."""

from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.matches.rounds import list_rounds_being_played, read_round_count
from scoring.models import ExtraSheet, SheetIssue
from tournaments.models import Entry, Round, Stage, Tournament
from tournaments.stages.rounds import is_round_drawn


@dataclass(frozen=True, slots=True)
class ProgressStep:
    """One step; `state` is "done", "now", "later", or "passed" for a skipped step."""

    key: str
    title: str
    note: str
    url: str
    state: str


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """The facts that the steps are computed from. Five queries at most."""

    entries: int
    stage: Stage | None
    round: Round | None
    matches: int
    entered: int
    settled: int
    printed: int
    out: int
    over: bool


def read_desk_steps(tournament: Tournament, *, directs: bool = True) -> tuple[ProgressStep, ...]:
    """The five steps of the current round; exactly one is "now" until everything is over.

    `directs` makes the draw step lead to the choice of the format, and the last one to closing: only a director may open these.
    """
    facts = read_round_facts(tournament)
    now = _find_current_step(facts)
    order = ("entries", "draw", "print", "results", "close")
    place = order.index(now) if now in order else len(order)
    states = [_compute_step_state(key, index, place, facts) for index, key in enumerate(order)]
    titles = (_("Entries"), _format_draw_title(facts), _("Print"), _("Results"), _("Close the round"))
    notes = (str(facts.entries), _format_draw_note(facts), _format_print_note(facts), _format_result_note(facts), "")
    urls = _build_urls(tournament, facts, directs=directs)
    return tuple(ProgressStep(*values) for values in zip(order, titles, notes, urls, states, strict=True))


def read_round_facts(tournament: Tournament) -> RoundFacts:
    entries = Entry.objects.filter(tournament=tournament).exclude(state=Entry.State.WITHDRAWN).count()
    stages = list(Stage.objects.filter(tournament=tournament).order_by("number"))
    stage = next((candidate for candidate in stages if candidate.state != Stage.State.FINISHED), stages[-1] if stages else None)
    round_ = _find_shown_round(tournament, stage) if stage else None
    counts = _count_matches(round_) if round_ else {"matches": 0, "entered": 0, "settled": 0, "printed": 0, "out": 0}
    over = bool(stages) and all(candidate.state == Stage.State.FINISHED for candidate in stages)
    return RoundFacts(entries=entries, stage=stage, round=round_, over=over, **counts)


def _find_shown_round(tournament: Tournament, stage: Stage) -> Round | None:
    """The round of the stage that is being played, else its first draft, else its last one."""
    playing = next((round_ for round_ in list_rounds_being_played(tournament) if round_.stage_id == stage.pk), None)
    rounds = Round.objects.filter(stage=stage).order_by("number")
    return playing or rounds.filter(state=Round.State.DRAFT).first() or rounds.last()


def _count_matches(round_: Round) -> dict[str, int]:
    count = read_round_count(round_)
    issues = SheetIssue.objects.filter(match__round=round_, what=SheetIssue.What.SHEET)
    later = SheetIssue.objects.filter(match=OuterRef("match"), what=SheetIssue.What.SHEET, serial__gt=OuterRef("serial"))
    sheets = issues.aggregate(printed=Count("match", distinct=True), out=Count("match", filter=Q(~Exists(later), returned_at__isnull=True)))
    sheets["out"] += ExtraSheet.objects.filter(match__round=round_, returned_at__isnull=True).count()
    return {"matches": count.total, "entered": count.entered, "settled": count.settled, **sheets}


def _find_current_step(facts: RoundFacts) -> str:
    if facts.over:
        return "over"
    if facts.stage is None or (facts.round is None and not facts.entries):
        return "entries"
    if facts.round is None or facts.round.state != Round.State.PUBLISHED:
        return "draw"
    if facts.settled >= facts.matches:
        return "close"
    return "results" if facts.printed or facts.entered else "print"


def _compute_step_state(key: str, index: int, now: int, facts: RoundFacts) -> str:
    if index == now:
        return "now"
    if index > now:
        return "later"
    return "passed" if key == "print" and facts.printed < facts.matches else "done"


def _format_draw_title(facts: RoundFacts) -> str:
    if facts.round is not None and facts.round.state == Round.State.DRAFT:
        return _("Publish")
    if facts.stage is not None and _find_current_step(facts) == "draw":
        number = facts.round.number + 1 if facts.round else 1
        return _("Draw") if is_round_drawn(facts.stage, number) else _("Prepare")
    return _("Pairings") if facts.round else _("Draw")


def _format_draw_note(facts: RoundFacts) -> str:
    if facts.stage is None:
        return _("choose the format") if facts.entries else ""
    number = facts.round.number if facts.round else 1
    if facts.round is not None and facts.round.state == Round.State.CLOSED and not facts.over:
        number += 1
    return _("round %(number)d") % {"number": number}


def _format_print_note(facts: RoundFacts) -> str:
    if facts.entered and not facts.printed:  # played without sheets of ours
        return ""
    if facts.out:
        return _("%(printed)d of %(total)d, %(out)d not back") % {"printed": facts.printed, "total": facts.matches, "out": facts.out}
    return _("%(printed)d of %(total)d") % {"printed": facts.printed, "total": facts.matches} if facts.matches else ""


def _format_result_note(facts: RoundFacts) -> str:
    playing = facts.round is not None and facts.round.state == Round.State.PUBLISHED
    return _("%(entered)d of %(total)d") % {"entered": facts.entered, "total": facts.matches} if playing else ""


def _build_urls(tournament: Tournament, facts: RoundFacts, *, directs: bool) -> tuple[str, ...]:
    slug = tournament.slug
    stage, round_ = facts.stage, facts.round
    draw = reverse("tournaments:stage", args=[slug, stage.number]) if stage else ""
    if not stage and facts.entries and directs:
        draw = reverse("evenings:plan", args=[slug])
    if stage and round_ and round_.state == Round.State.DRAFT:
        draw = reverse("tournaments:draft", args=[slug, stage.number, round_.number])
    playing = stage is not None and round_ is not None and round_.state == Round.State.PUBLISHED
    close = reverse("scoring:close_round", args=[slug, stage.number, round_.number]) if playing and directs and stage and round_ else ""
    results = reverse("scoring:results", args=[slug]) if round_ and round_.state != Round.State.DRAFT else ""
    return (reverse("tournaments:entries", args=[slug]), draw, reverse("scoring:print", args=[slug]), results, close)
