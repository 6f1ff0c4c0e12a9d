"""Drawing a round, and drawing it again."""

from collections.abc import Iterable, Mapping

from pairing.codec import digest_of, draw_from_json
from pairing.format import Format
from pairing.formats import format_by_key
from pairing.reasons import DrawRefused
from pairing.separation import with_meetings_told
from pairing.values import Draw, Entrant, Group, Json, Pair, Played, Reason, Request, Standing


def draw_round(
    format: Format | str,  # noqa: A002 - the word of the domain; the builtin is not used here
    *,
    options: Mapping[str, Json] | None = None,
    entrants: Iterable[Entrant],
    round_number: int,
    seed: str,
    history: Iterable[Played] = (),
    standings: Iterable[Standing] = (),
    forbidden: Iterable[Pair] = (),
    groups: Iterable[Group] = (),
    declined: Iterable[int] = (),
) -> Draw:
    """The pairings of one round; the same arguments give the same draw.

    `options` are JSON values as the stage stores them; `history` is every finished match of the stage, byes included;
    `groups` are those of the stage's first draw; `declined` those who do not want the place that they were drawn back to.

    Raises: DrawRefused; rules.problems.RuleViolation when the options cannot be.
    """
    chosen = format_by_key(format) if isinstance(format, str) else format
    request = Request(
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
    )
    return draw_request(request)


def draw_request(request: Request) -> Draw:
    """Raises: DrawRefused."""
    chosen = format_by_key(request.format)
    options = chosen.options_from(request.options)
    chosen.check(options, request)
    drawn = chosen.draw(options, request)
    return Draw(
        request=request,
        version=chosen.version,
        digest=digest_of(request),
        pairings=with_meetings_told(drawn.pairings, request.forbidden),
        certificate=drawn.certificate,
        groups=drawn.groups,
    )


def replay(data: Json) -> Draw:
    """Draw again what a stored draw was drawn from.

    Raises: DrawRefused when the outcome is not the stored one.
    """
    stored = draw_from_json(data)
    again = draw_request(stored.request)
    if again != stored:
        raise DrawRefused([Reason.of("replay_differs")])
    return again
