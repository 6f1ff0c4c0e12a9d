"""What was played at a table, as the filled sheet shows it: hands, what they replaced, who entered and who confirmed."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from django.utils.formats import time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext

from paper.sheets import Correction, PlayedGame, Record, SheetHand
from rules import Event, HandEntry, declared_fields
from rules.options import FieldSpec, Kind
from rules.scorebook import Line
from scoring.ledger.match_log import AnyGame, Progress, State, Version, plain
from scoring.matches.history import actor_names, in_words
from scoring.matches.queries import MatchView, Wording, shown_box, wording_of
from scoring.models import MatchResult
from tournaments.entries.substitutions import substitutions_in

BOXES_OF_STEPS = {"mariglia": {"turned card": "bonus", "hand": "score"}, "trionfo5": {"": "paid"}}
"""Boxes that paper adds and that follow from the others: by game and reason of the step, or whatever the reason, the box."""

SIGNED = (State.CONFIRMED, State.LOCKED)

LONGEST_RINGED = 2
"""Letters of a value that the sheet prints to be ringed."""


def record_of(view: MatchView) -> Record:
    """Two queries: for the names of the staff, and for who was substituted."""
    result = MatchResult.objects.filter(match=view.match).first() or MatchResult(match=view.match)
    wordings = (version.entry.actor for account in view.fold.accounts for version in account.versions)
    people = actor_names([result.entered_by, result.confirmed_by, *wordings], view.match.round.stage.tournament_id)
    return Record(
        games=_games(view),
        result=_result(view) if view.decided else (),
        winner=view.fold.winner,
        reason=str(result.get_outcome_display()) if view.fold.forfeit else "",
        standing=_standing(view),
        entered_by=people.get(result.entered_by, ""),
        confirmed_by=people.get(result.confirmed_by, ""),
        corrections=(*_substitutions(view), *_corrections(view, people)),
    )


def _standing(view: MatchView) -> str:
    untouched = view.state == State.OPEN and not view.fold.accounts
    return "" if untouched or view.state in SIGNED else view.state_label


def _result(view: MatchView) -> tuple[str, ...]:
    """Games won; where there is only one, its score."""
    alone = view.fold.state.plan.most_games == 1 and not view.fold.forfeit
    return _signed(view.games[0].score if alone and view.games[0].score else view.games_won)


def _signed(numbers: Sequence[int]) -> tuple[str, ...]:
    return tuple(str(number).replace("-", "−") for number in numbers)


def _games(view: MatchView) -> tuple[PlayedGame, ...]:
    """Game by game; where points run on from one game to the next, one list of hands and the games won."""
    if view.fold.state.plan.carries:
        hands = tuple(hand for line in view.fold.progress for hand in _hands(view.game, line))
        return (PlayedGame(hands, _signed(view.games_won), view.fold.winner),)
    by_game = {number: list(lines) for number, lines in groupby(view.fold.progress, key=lambda one: one.before.game_number)}
    games = [
        PlayedGame(
            hands=tuple(hand for line in by_game.get(game.number, ()) for hand in _hands(view.game, line)),
            score=_signed(game.score),
            winner=game.winner,
        )
        for game in view.games
    ]
    while view.decided and len(games) > 1 and not (games[-1].hands or games[-1].winner is not None):
        games.pop()
    return tuple(games)


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
        running = progress.after.games_won if progress.after.plan.carries else line.score
        yield SheetHand(values, _signed(running), corrected=len(versions) > 1)


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
    """As a pencil would have written it: ticked, the sign that is ringed, else in words."""
    if spec.kind is Kind.BOOLEAN and not spec.choices:
        return "✓" if text == "yes" else ""
    return text if spec.kind is Kind.CHOICE and len(text) <= LONGEST_RINGED else shown_box(spec, text).replace("-", "−")


def _boxes_of_steps(game: AnyGame, line: Line) -> dict[str, str]:
    boxes = BOXES_OF_STEPS.get(game.key, {})
    named = [(boxes.get(step.reason, boxes.get("", "")), step.points) for step in line.steps]
    return {f"{box}_{side}": _signed([points])[0] for box, score in named if box for side, points in enumerate(score) if points}


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
    places = _places(view)
    for account in view.fold.accounts:
        wordings = [wording_of(view.game, account, place) for place in range(len(account.versions))]
        where = places.get(account.seq) or gettext("Line %(number)d") % {"number": account.seq}
        if not isinstance(_event(account.versions[0]), HandEntry):
            yield _correction(where, "", in_words(wordings[0]), account.versions[0], people)
        for place, version in enumerate(account.versions[1:], start=1):
            yield _correction(where, *_changed(wordings[place - 1], wordings[place]), version, people)


def _places(view: MatchView) -> dict[int, str]:
    """By the line's number in the ledger, which hand of which game it is on the sheet, or after which one it fell."""
    alone = view.fold.state.plan.carries or view.fold.state.plan.most_games == 1
    places: dict[int, str] = {}
    counts: Counter[int] = Counter()
    for line in view.fold.progress:
        game = 1 if alone else line.before.game_number
        if isinstance(plain(line.event), HandEntry):
            counts[game] += 1
            words = gettext("Hand %(hand)d") if alone else gettext("Game %(game)d, hand %(hand)d")
        elif counts[game]:
            words = gettext("After hand %(hand)d") if alone else gettext("Game %(game)d, after hand %(hand)d")
        else:
            words = gettext("At the beginning") if alone else gettext("Game %(game)d, at the beginning")
        places[line.account.seq] = words % {"game": game, "hand": counts[game]}
    return places


def _changed(before: Wording, after: Wording) -> tuple[str, str]:
    """What was and what is, without the boxes that stayed as they were."""
    if before.title or after.title:
        return in_words(before), in_words(after)
    old, new = ([box for box in one.boxes if box not in other.boxes] for one, other in ((before, after), (after, before)))
    return in_words(replace(before, boxes=tuple(old))), in_words(replace(after, boxes=tuple(new)))


def _substitutions(view: MatchView) -> Iterator[Correction]:
    """Who played for whom from then on; the first of what the official record has to tell."""
    for one in substitutions_in(view.match, staff=True):
        at = time_format(localtime(one.at), "H:i")
        yield Correction(where=gettext("Substitution"), old=one.leaves, new=one.comes, reason=one.reason, at=at)


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
