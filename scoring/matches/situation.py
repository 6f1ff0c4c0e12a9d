"""Sentences about the score of a match."""

from typing import Any

from django.utils.translation import gettext as _

from rules import MatchState
from rules.texts import format_score
from scoring.matches.queries import MatchView


def describe_situation(view: MatchView) -> list[str]:
    """Sentences about the score: who has won, else who leads and what is missing to the target."""
    if view.is_decided:
        return [_describe_decision(view)]
    return [sentence for sentence in (describe_last_game(view), describe_lead(view), _describe_missing_points(view)) if sentence]


def _describe_decision(view: MatchView) -> str:
    if view.log.forfeit is not None:
        return _format_forfeit_sentence(view)
    won = view.shown_score
    if view.winner is None:
        return _("Match over, tied %(score)s.") % {"score": format_score(won)}
    score = format_score(sorted(won, reverse=not (view.crowded and view.log.state.plan.lowest_wins)))
    return _("Match decided: %(name)s wins %(score)s.") % {"name": view.winner.name, "score": score}


def describe_last_game(view: MatchView) -> str:
    """The result of the last game, of two sides the winner's points first; empty once the next game has an entry."""
    state = view.log.state
    if not state.finished or state.lines:
        return ""
    game = state.finished[-1]
    if game.winner is None:
        return _("Game %(number)d decided: tied %(score)s.") % {"number": game.number, "score": format_score(game.score)}
    score = game.score[::-1] if game.winner and len(game.score) == 2 else game.score
    values = {"number": game.number, "name": view.names[game.winner], "score": format_score(score)}
    return _("Game %(number)d decided: %(name)s, %(score)s.") % values


def describe_lead(view: MatchView) -> str:
    """Who leads, and by how much; that it is tied; empty before the first hand."""
    plan, score = view.log.state.plan, view.log.state.score
    first, second, *_rest = sorted(score, reverse=not plan.lowest_wins)
    if view.log.state.begins_again:
        return _("Tied: the game is played again.")
    if first == second:
        return _("Tied at %(points)d.") % {"points": first} if first else ""
    return _("%(name)s leads by %(points)d.") % {"name": view.names[score.index(first)], "points": abs(first - second)}


def _describe_missing_points(view: MatchView) -> str:
    state: MatchState[Any] = view.log.state
    if state.target is None:
        return ""
    missing = [max(0, state.target - points) for points in state.score]
    values = {"target": state.target, "missing": format_score(missing)}
    return _("Missing to %(target)d: %(missing)s.") % values


def _format_forfeit_sentence(view: MatchView) -> str:
    if view.winner is None and view.crowded:
        return _("The table was not played: nobody scores.")
    if view.winner is None:
        return _("Both sides absent: nobody wins.")
    return _("%(name)s wins by walk-over.") % {"name": view.winner.name}
