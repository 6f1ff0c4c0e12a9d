"""What the numbers say about rests before a stage is drawn: who plays one round less, and how many rounds would be fairer."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pairing import format_by_key
from pairing.movements.rests import RestPlan
from tournaments.models import Entry, Stage
from tournaments.stages.queries import completes_tables


def describe_rests(stage: Stage, players: int) -> tuple[str, ...]:
    """Sentences for the director; empty where nobody rests. No query."""
    chosen = format_by_key(stage.format_key)
    plan = chosen.plan_rests(chosen.options_from(stage.options), players)
    if plan is None:
        return ()
    resting = ngettext(
        "%(resting)d of %(players)d has a bye in every round.", "%(resting)d of %(players)d have a bye in every round.", plan.resting
    ) % {"resting": plan.resting, "players": plan.players}
    return (resting, _describe_share(plan), *_describe_fairer(plan))


def describe_leaving(entry: Entry) -> str:
    """How many would rest in every round of the stage being played if the entry left it and nobody took its seat; empty where nobody more
    would. Two queries.
    """
    running = Stage.objects.filter(tournament=entry.tournament_id, state=Stage.State.RUNNING)
    stage = running.filter(stage_entries__entry=entry).order_by("number").last()
    if stage is None:
        return ""
    chosen = format_by_key(stage.format_key)
    options = chosen.options_from(stage.options)
    playing = stage.stage_entries.exclude(entry__state=Entry.State.WITHDRAWN).count()
    has_phantom = stage.stage_entries.filter(entry__phantom=True).exists()
    seated = (count + (has_phantom and completes_tables(entry.tournament, count)) for count in (playing, playing - 1))
    before, after = (chosen.plan_rests(options, count) for count in seated)
    resting = after.resting if after else 0
    if resting <= (before.resting if before else 0):
        return ""
    sentence = ngettext(
        "With %(players)d players %(resting)d has a bye in every round; somebody else in this seat keeps the tables full.",
        "With %(players)d players %(resting)d have a bye in every round; somebody else in this seat keeps the tables full.",
        resting,
    )
    return sentence % {"players": playing - 1, "resting": resting}


def _describe_share(plan: RestPlan) -> str:
    values = {"rounds": plan.rounds, "more": plan.more, "less": plan.players - plan.more}
    values |= {"games": plan.rounds - plan.rests, "fewer": plan.rounds - plan.rests - 1}
    if not plan.more:
        return _("Over %(rounds)d rounds everybody plays %(games)d: byes are equal.") % values
    sentence = _("Over %(rounds)d rounds %(more)d play %(fewer)d and %(less)d play %(games)d: no draw can divide the byes more evenly.")
    return sentence % values


def _describe_fairer(plan: RestPlan) -> tuple[str, ...]:
    if not plan.more:
        return ()
    rounds = plan.find_fairer_rounds()
    if rounds is None:
        return (_("They are equal after %(equal)d rounds.") % {"equal": plan.equal_rounds},)
    fairer = RestPlan(plan.players, plan.resting, rounds)
    if not fairer.more:
        return (_("With %(rounds)d rounds everybody would have as many byes.") % {"rounds": rounds},)
    sentence = ngettext(
        "With %(rounds)d rounds only %(count)d would differ from the others; they are equal after %(equal)d.",
        "With %(rounds)d rounds only %(count)d would differ from the others; they are equal after %(equal)d.",
        fairer.differing,
    )
    return (sentence % {"rounds": rounds, "count": fairer.differing, "equal": plan.equal_rounds},)
