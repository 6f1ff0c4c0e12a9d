"""Drawing a round, and repeating a stored draw."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from pairing.ahead import select_certain
from pairing.codec import compute_request_digest, draw_from_json
from pairing.format import Format
from pairing.formats import format_by_key
from pairing.reasons import DrawRefused
from pairing.separation import add_forbidden_reasons
from pairing.values import DrawnRound, DrawReason, DrawRequest, Entrant, EntrantStanding, EntryGroup, Json, Pair, PlayedMatch


def draw_round(
    format: Format | str,  # noqa: A002 - the word of the domain; the builtin is not used here
    *,
    options: Mapping[str, Json] | None = None,
    entrants: Iterable[Entrant],
    round_number: int,
    seed: str,
    history: Iterable[PlayedMatch] = (),
    standings: Iterable[EntrantStanding] = (),
    forbidden: Iterable[Pair] = (),
    groups: Iterable[EntryGroup] = (),
    declined: Iterable[int] = (),
    win_points: int = 0,
    accelerated: Iterable[int] = (),
) -> DrawnRound:
    """Draw the pairings of one round; the same arguments give the same draw.

    `options` are JSON values as the stage stores them. `history` is every finished match of the stage, byes included.
    `groups` are those of the stage's first draw. `declined` are the entries that refused the place to which they were drawn
    back. `win_points` and `accelerated` matter to accelerated draws only (`DrawRequest`).

    Raises: DrawRefused; rules.problems.RuleViolation when the options are not valid.
    """
    chosen = format_by_key(format) if isinstance(format, str) else format
    request = DrawRequest(
        format=chosen.key,
        round=round_number,
        seed=seed,
        entrants=tuple(entrants),
        options=chosen.options_to_json(chosen.options_from(options or {})),
        history=tuple(history),
        standings=tuple(standings),
        forbidden=tuple(forbidden),
        groups=tuple(groups),
        declined=tuple(declined),
        win_points=win_points,
        accelerated=tuple(accelerated),
    )
    return draw_request(request)


def draw_request(request: DrawRequest, version: int | None = None) -> DrawnRound:
    """Draw; with `version` as that version of the format did, where it still can. Raises: DrawRefused."""
    present = format_by_key(request.format)
    chosen = present if version is None else present.as_of(version)
    options = chosen.options_from(request.options)
    chosen.check_request(options, request)
    drawn = chosen.draw_pairings(options, request)
    if request.ahead:
        drawn = replace(drawn, pairings=select_certain(drawn.pairings, chosen.build_bracket_plan(options, len(request.entrants)), request))
    return DrawnRound(
        request=request,
        version=chosen.version,
        digest=compute_request_digest(request),
        pairings=add_forbidden_reasons(drawn.pairings, request.forbidden),
        certificate=drawn.certificate,
        groups=drawn.groups,
    )


def repeat_draw(data: Json) -> DrawnRound:
    """Repeat a stored draw (JSON) from its request.

    Raises: DrawRefused when the outcome differs from the stored one.
    """
    stored = draw_from_json(data)
    repeated = draw_request(stored.request, stored.version)
    if repeated != stored:
        raise DrawRefused([DrawReason.of("replay_differs")])
    return repeated
