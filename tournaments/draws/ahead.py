"""Matches of a bracket that are drawn while an earlier round is still being played: each as soon as its sides are certain."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AbstractBaseUser

import pairing
from pairing.ahead import build_bye_match, extend_request
from pairing.codec import position_from_json
from tournaments.draws.seeds import choose_round_seed
from tournaments.draws.services import BEYOND, build_match, store_draw
from tournaments.forbidden.services import read_forbidden_pairs
from tournaments.models import Draw, Match, Round, Seat, Stage
from tournaments.stages.queries import entrants_of
from tournaments.stages.rounds import plays_ahead


@dataclass(frozen=True, slots=True)
class AheadDraw:
    """A round as it would be drawn now, and what of it is `added` to the `round` that is stored; None where nothing is."""

    number: int
    drawn: pairing.DrawnRound
    round: Round | None
    added: tuple[pairing.Pairing, ...]

    @property
    def match_count(self) -> int:
        return sum(not added.bye for added in self.added)


def list_ahead_draws(stage: Stage, history: Sequence[pairing.PlayedMatch], *, seed: str = "") -> Iterator[AheadDraw]:
    """The later rounds to which something can be added although an earlier one is being played, in their order.

    `history`: every match of the stage that is certain, byes of open rounds included. Nothing where the format draws by rounds, and while
    a round is a draft. Some four queries.
    """
    rounds = {round_.number: round_ for round_ in stage.rounds.select_related("draw")} if plays_ahead(stage) else {}
    open_numbers = [round_.number for round_ in rounds.values() if round_.state == Round.State.PUBLISHED]
    if not open_numbers or any(round_.state == Round.State.DRAFT for round_ in rounds.values()):
        return
    chosen, entrants, known = pairing.format_by_key(stage.format_key), entrants_of(stage), tuple(history)
    last = chosen.count_rounds(chosen.options_from(stage.options), len(entrants))
    for number in range(min(open_numbers) + 1, last + 1):
        draw = _draw_ahead(stage, rounds.get(number), number, known, entrants, seed)
        if draw is not None and draw.added:
            known += tuple(build_bye_match(added, number) for added in draw.added if added.bye)
            yield draw


def store_ahead(stage: Stage, draw: AheadDraw, *, actor: AbstractBaseUser, at: dt.datetime) -> tuple[Match, ...]:
    """Add the matches to their round, which is published with the first of them; return those that are played. Call inside `write_tx`.

    The stored draw becomes that of all matches so far, so that it can be repeated as a whole. Tables are given elsewhere.
    """
    if draw.round is None:
        round_ = store_draw(stage, draw.drawn, actor, at)
        round_.state, round_.published_at = Round.State.PUBLISHED, at
        round_.save(update_fields=["state", "published_at"])
        return tuple(round_.matches.filter(kind=Match.Kind.PLAYED).order_by("position"))
    return _add_matches(draw.round, draw)


def complete_round(stage: Stage, number: int, history: Sequence[pairing.PlayedMatch]) -> tuple[Match, ...]:
    """Draw what is left of a round that was drawn ahead, now that every earlier one is closed; return the matches that are new.

    Nothing where the round was drawn whole, or not at all. Call inside `write_tx`.
    """
    round_ = Round.objects.filter(stage=stage, number=number).exclude(state=Round.State.DRAFT).select_related("draw").first()
    if round_ is None or not is_drawn_ahead(round_):
        return ()
    draw = _extend_draw(round_, history, entrants_of(stage), ahead=False)
    return _add_matches(round_, draw)


def is_drawn_ahead(round_: Round) -> bool:
    """Whether only a part of the round is drawn, because an earlier one was still being played. `round_` should come with its draw."""
    draw = getattr(round_, "draw", None)
    return draw is not None and bool(draw.inputs.get("ahead"))


def _draw_ahead(
    stage: Stage,
    round_: Round | None,
    number: int,
    history: tuple[pairing.PlayedMatch, ...],
    entrants: tuple[pairing.Entrant, ...],
    seed: str,
) -> AheadDraw | None:
    """The round as it would be drawn now; None where it was drawn whole, or where nothing can be drawn."""
    if round_ is not None and not is_drawn_ahead(round_):
        return None
    try:
        if round_ is not None:
            return _extend_draw(round_, history, entrants, ahead=True)
        drawn = pairing.draw_request(_build_request(stage, number, history, entrants, seed))
    except pairing.DrawRefused:
        return None
    return AheadDraw(number, drawn, None, drawn.pairings)


def _build_request(
    stage: Stage, number: int, history: tuple[pairing.PlayedMatch, ...], entrants: tuple[pairing.Entrant, ...], seed: str
) -> pairing.DrawRequest:
    chosen = pairing.format_by_key(stage.format_key)
    return pairing.DrawRequest(
        format=chosen.key,
        round=number,
        seed=choose_round_seed(stage, number, seed),
        entrants=entrants,
        options=chosen.options_to_json(chosen.options_from(stage.options)),
        history=tuple(match for match in history if match.round < number),
        forbidden=read_forbidden_pairs(stage.tournament, {entrant.id for entrant in entrants}),
        ahead=True,
    )


def _extend_draw(round_: Round, history: Iterable[pairing.PlayedMatch], entrants: Iterable[pairing.Entrant], *, ahead: bool) -> AheadDraw:
    """The stored draw of a round with what has become certain since. Raises: DrawRefused."""
    stored = pairing.draw_from_json({**round_.draw.outcome, "request": round_.draw.inputs})
    drawn_ids = {side for drawn in stored.pairings for side in drawn.sides}
    withdrawn = [entrant.id for entrant in entrants if entrant.withdrawn and entrant.id not in drawn_ids]
    drawn = pairing.draw_request(extend_request(stored.request, tuple(history), withdrawn, ahead=ahead))
    positions = {position_from_json(bracket) for bracket in round_.matches.values_list("bracket", flat=True)}
    return AheadDraw(round_.number, drawn, round_, tuple(added for added in drawn.pairings if added.position not in positions))


def _add_matches(round_: Round, draw: AheadDraw) -> tuple[Match, ...]:
    _renumber_matches(round_, draw.drawn)
    matches = Match.objects.bulk_create([build_match(round_, added) for added in draw.added])
    swaps = [{change["first"]: change["second"], change["second"]: change["first"]} for change in round_.draw.changes if "first" in change]
    Seat.objects.bulk_create(
        Seat(match=match, round=round_, entry_id=_follow_swaps(entry, swaps), side=side)
        for match, added in zip(matches, draw.added, strict=True)
        for side, entry in enumerate(added.sides)
    )
    data = pairing.draw_to_json(draw.drawn)
    Draw.objects.filter(round=round_).update(inputs=data.pop("request"), outcome=data)
    return tuple(match for match in matches if match.kind == Match.Kind.PLAYED)


def _renumber_matches(round_: Round, drawn: pairing.DrawnRound) -> None:
    """Give the matches of the round the order that they have in the draw of all of them."""
    order_by_position = {drawn_pairing.position: drawn_pairing.order for drawn_pairing in drawn.pairings}
    matches = list(round_.matches.all())
    for match in matches:
        match.position = BEYOND + order_by_position[position_from_json(match.bracket)]
    Match.objects.bulk_update(matches, ["position"])
    for match in matches:
        match.position -= BEYOND
    Match.objects.bulk_update(matches, ["position"])


def _follow_swaps(entry: int, swaps: Iterable[Mapping[Any, int]]) -> int:
    """Who sits where the draw put the entry, after the exchanges by hand in this round."""
    for swap in swaps:
        entry = swap.get(entry, entry)
    return entry
