"""What was played at a table, as the filled sheet shows it: hands, what they replaced, who entered and who confirmed."""

from collections.abc import Iterator, Mapping
from itertools import groupby

from django.utils.formats import time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext

from rules import Event, HandEntry, declared_fields
from rules.options import FieldSpec, Kind
from rules.scorebook import Line
from rules.texts import SIDE_LETTERS
from scoring.models import MatchResult
from scoring.queries.folding import AnyGame, Progress, Version, plain
from scoring.queries.history import actor_names, in_words
from scoring.queries.matches import MatchView, wording_of
from scoring.sheets import Correction, PlayedGame, Record, SheetHand

BOXES_OF_STEPS = {"mariglia": {"turned card": "bonus", "hand": "score"}}
"""Boxes that paper adds and that follow from the others: by game and reason of the step, the box."""


def record_of(view: MatchView) -> Record:
    """One query, for the names of the staff."""
    result = MatchResult.objects.filter(match=view.match).first() or MatchResult(match=view.match)
    people = actor_names([version.entry for account in view.fold.accounts for version in account.versions])
    people |= actor_names(view.match.ledger.filter(kind="confirm"))
    return Record(
        games=_games(view),
        result=tuple(str(games) for games in view.games_won) if view.decided else (),
        winner=view.fold.winner,
        reason=gettext("walk-over") if view.fold.forfeit else "",
        entered_by=people.get(result.entered_by, ""),
        confirmed_by=people.get(result.confirmed_by, ""),
        corrections=tuple(_corrections(view, people)),
    )


def _games(view: MatchView) -> tuple[PlayedGame, ...]:
    """Game by game; where points run on from one game to the next, one list of hands and the games won."""
    if view.fold.state.plan.carries:
        hands = tuple(hand for line in view.fold.progress for hand in _hands(view.game, line))
        return (PlayedGame(hands, tuple(str(games) for games in view.games_won), view.fold.winner),)
    by_game = {number: list(lines) for number, lines in groupby(view.fold.progress, key=lambda one: one.before.game_number)}
    return tuple(
        PlayedGame(
            hands=tuple(hand for line in by_game.get(game.number, ()) for hand in _hands(view.game, line)),
            score=tuple(str(points) for points in game.score),
            winner=game.winner,
        )
        for game in view.games
    )


def _hands(game: AnyGame, progress: Progress) -> Iterator[SheetHand]:
    """The wordings of a hand, oldest first; claims and penalties have no row (they stand among the corrections)."""
    versions = progress.account.versions
    for version in versions[:-1]:
        event = _event(version)
        if isinstance(event, HandEntry):
            yield SheetHand(_written(game, event), replaced=True)
    event = plain(progress.event)
    if isinstance(event, HandEntry):
        line = _line(progress)
        values = {**_written(game, event), **_boxes_of_steps(game, line), **_boxes_of_carry(progress)}
        yield SheetHand(values, tuple(str(points) for points in line.score), corrected=len(versions) > 1)


def _event(version: Version) -> Event | None:
    return plain(version.told) if isinstance(version.told, Event) else None


def _line(progress: Progress) -> Line:
    """The line of the scorebook that this progress added."""
    closed = progress.after.finished[len(progress.before.finished) :]
    return closed[0].lines[-1] if closed else progress.after.lines[-1]


def _written(game: AnyGame, event: Event) -> dict[str, str]:
    typed = game.typed_from(event)
    specs = declared_fields(type(event))
    return {box: _as_written(spec, typed[box]) for spec in specs for box in spec.boxes(game.side_count) if typed.get(box)}


def _as_written(spec: FieldSpec, text: str) -> str:
    return SIDE_LETTERS[int(text)] if spec.kind is Kind.SIDE and text.isdigit() else text


def _boxes_of_steps(game: AnyGame, line: Line) -> dict[str, str]:
    boxes = BOXES_OF_STEPS.get(game.key, {})
    return {
        f"{boxes[step.reason]}_{side}": str(points)
        for step in line.steps
        if step.reason in boxes
        for side, points in enumerate(step.points)
        if points
    }


def _boxes_of_carry(progress: Progress) -> dict[str, str]:
    """Where points run on from game to game: the circles of this hand, and what is carried after it."""
    before, after = progress.before, progress.after
    if not after.plan.carries:
        return {}
    circles = [won - had for won, had in zip(after.games_won, before.games_won, strict=True)]
    boxes = {f"circles_{side}": str(count) for side, count in enumerate(circles) if count}
    return boxes | {f"carry_{side}": str(points) for side, points in enumerate(after.score) if points}


def _corrections(view: MatchView, people: Mapping[str, str]) -> Iterator[Correction]:
    """Every change of a line, and every line that is no hand."""
    for account in view.fold.accounts:
        wordings = [in_words(wording_of(view.game, account, place)) for place in range(len(account.versions))]
        where = gettext("Line %(number)d") % {"number": account.seq}
        if not isinstance(_event(account.versions[0]), HandEntry):
            yield _correction(where, "", wordings[0], account.versions[0], people)
        for place, version in enumerate(account.versions[1:], start=1):
            yield _correction(where, wordings[place - 1], wordings[place], version, people)


def _correction(where: str, old: str, new: str, version: Version, people: Mapping[str, str]) -> Correction:
    entry = version.entry
    return Correction(
        where=where,
        old=old,
        new=new,
        reason=str(entry.get_reason_display()),
        by=people.get(entry.actor, ""),
        at=time_format(localtime(entry.recorded_at), "H:i"),
    )
