"""The play at a table as the filled sheet shows it: hands, replaced hands, and who entered and confirmed them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from django.utils.formats import time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext

from paper.sheets import Correction, PlayedGame, SheetHand, SheetRecord
from rules import Event, HandEntry
from rules.cards import SUIT_NAMES
from rules.options import FieldKind, FieldSpec
from rules.paper_hints import BoxSource
from rules.scorebook import Plan, ScoreLine
from scoring.ledger.match_log import AnyGame, CountedLine, Revision, State, unwrap_overruled
from scoring.matches.boxes import format_box, format_sheet_box
from scoring.matches.history import format_revision, read_actor_names
from scoring.matches.queries import MatchView, RevisionView, build_revision_view
from tournaments.entries.substitutions import read_substitutions_in
from tournaments.models import Substitution

SIGNED = (State.CONFIRMED, State.LOCKED)

LONGEST_RINGED = 2
"""Most letters of a value that the sheet prints to be ringed."""


def read_records(views: Sequence[MatchView]) -> list[SheetRecord]:
    """The records of matches of one tournament; three queries at most for the names of the staff, one for substitutions and one more for
    each match that has some.
    """
    if not views:
        return []
    revisions = (revision for view in views for ledger_line in view.log.lines for revision in ledger_line.revisions)
    actors = {*(revision.entry.actor for revision in revisions), *(name for view in views for name in (view.entered_by, view.confirmed_by))}
    people = read_actor_names(actors, views[0].match.round.stage.tournament_id)
    substituted = set(Substitution.objects.filter(match__in=[view.match for view in views]).values_list("match", flat=True))
    return [_build_record(view, people, with_substitutions=view.match.pk in substituted) for view in views]


def _build_record(view: MatchView, people: Mapping[str, str], *, with_substitutions: bool) -> SheetRecord:
    return SheetRecord(
        games=_build_games(view),
        result=_format_result(view) if view.is_decided else (),
        winner=view.log.winner,
        reason=view.outcome_label if view.log.forfeit else "",
        standing=_format_standing(view),
        entered_by=people.get(view.entered_by, ""),
        confirmed_by=people.get(view.confirmed_by, ""),
        corrections=(*(_build_substitutions(view) if with_substitutions else ()), *_build_corrections(view, people)),
    )


def _format_standing(view: MatchView) -> str:
    untouched = view.state == State.OPEN and not view.log.lines
    return "" if untouched or view.state in SIGNED else view.state_label


def _format_result(view: MatchView) -> tuple[str, ...]:
    """Games won; the score of the game if the match has only one."""
    alone = view.log.state.plan.most_games == 1 and not view.log.forfeit
    return _format_numbers(view.games[0].score if alone and view.games[0].score else view.games_won)


def _format_numbers(numbers: Sequence[int]) -> tuple[str, ...]:
    return tuple(str(number).replace("-", "−") for number in numbers)


def _build_games(view: MatchView) -> tuple[PlayedGame, ...]:
    """Hands by game; if points run on from game to game or a hand is a game, one list of all hands with the games won."""
    if _is_one_list(view.log.state.plan):
        hands = tuple(hand for line in view.log.counted_lines for hand in _build_hands(view.game, line))
        return (PlayedGame(hands, _format_numbers(view.games_won) if hands else (), view.log.winner),)
    by_game = {number: list(lines) for number, lines in groupby(view.log.counted_lines, key=lambda progress: progress.before.game_number)}
    games = [
        PlayedGame(
            hands=tuple(hand for line in by_game.get(game.number, ()) for hand in _build_hands(view.game, line)),
            score=() if game.running else _format_numbers(game.score),
            winner=game.winner,
        )
        for game in view.games
    ]
    while view.is_decided and len(games) > 1 and not (games[-1].hands or games[-1].winner is not None):
        games.pop()
    return tuple(games)


def _is_one_list(plan: Plan) -> bool:
    return plan.carries or plan.has_games_of_one_hand


def _build_hands(game: AnyGame, progress: CountedLine) -> Iterator[SheetHand]:
    """The revisions of a hand, oldest first. Claims and penalties have no row: they are among the corrections."""
    revisions = progress.line.revisions
    for revision in revisions[:-1]:
        event = _get_event(revision)
        if isinstance(event, HandEntry):
            yield SheetHand(_build_written_boxes(game, event), replaced=True)
    event = unwrap_overruled(progress.event)
    if isinstance(event, HandEntry):
        line = _find_line(progress)
        values = {**_build_written_boxes(game, event), **_build_step_boxes(line), **_build_carry_boxes(game, progress)}
        running = progress.after.games_won if _is_one_list(progress.after.plan) else line.score
        yield SheetHand(values, _format_numbers(running), corrected=len(revisions) > 1)


def _get_event(revision: Revision) -> Event | None:
    return unwrap_overruled(revision.statement) if isinstance(revision.statement, Event) else None


def _find_line(progress: CountedLine) -> ScoreLine:
    """The scorebook line that this progress added."""
    closed = progress.after.finished[len(progress.before.finished) :]
    return closed[0].lines[-1] if closed else progress.after.lines[-1]


def _build_written_boxes(game: AnyGame, event: Event) -> dict[str, str]:
    typed = game.typed_from(event)
    specs = game.fields_of(type(event))
    return {box: _format_as_written(spec, typed[box]) for spec in specs for box in spec.box_names(game.side_count) if typed.get(box)}


def _format_as_written(spec: FieldSpec, text: str) -> str:
    """The value as a pencil would write it: a tick, the sign that is ringed, or words."""
    if spec.kind is FieldKind.BOOLEAN:
        return format_sheet_box(spec, text) if spec.choices else "✓" if text == "yes" else ""
    is_ringed = spec.kind is FieldKind.CHOICE and len(text) <= LONGEST_RINGED
    is_card = spec.kind is FieldKind.CARD and len(text) > 1 and text[0] in SUIT_NAMES
    return text if is_ringed or is_card else format_box(spec, text).replace("-", "−")


def _build_step_boxes(line: ScoreLine) -> dict[str, str]:
    return {box: text for step in line.steps if step.box for box, text in _build_side_boxes(step.box, step.points)}


def _build_carry_boxes(game: AnyGame, progress: CountedLine) -> dict[str, str]:
    """If points run on from game to game: the games won with this hand and the points carried after it."""
    before, after = progress.before, progress.after
    if not after.plan.carries:
        return {}
    games_won = [won - had for won, had in zip(after.games_won, before.games_won, strict=True)]
    numbers = {BoxSource.GAMES_WON: games_won, BoxSource.CARRY: after.score}
    extras = [extra for group in game.paper.extras.values() for extra in group if extra.source in numbers]
    return {box: text for extra in extras for box, text in _build_side_boxes(extra.name, numbers[extra.source])}


def _build_side_boxes(name: str, numbers: Sequence[int]) -> Iterator[tuple[str, str]]:
    """The box of each side with its number as printed; a zero is left out."""
    yield from ((f"{name}_{side}", text) for side, text in enumerate(_format_numbers(numbers)) if numbers[side])


def _build_corrections(view: MatchView, people: Mapping[str, str]) -> Iterator[Correction]:
    """Every change of a line, and every line that is not a hand."""
    places = _format_places(view)
    for ledger_line in view.log.lines:
        wordings = [build_revision_view(view.game, ledger_line, index) for index in range(len(ledger_line.revisions))]
        where = places.get(ledger_line.seq) or gettext("Line %(number)d") % {"number": ledger_line.seq}
        if not isinstance(_get_event(ledger_line.revisions[0]), HandEntry):
            yield _build_correction(where, "", format_revision(wordings[0]), ledger_line.revisions[0], people)
        for index, revision in enumerate(ledger_line.revisions[1:], start=1):
            yield _build_correction(where, *_format_change(wordings[index - 1], wordings[index]), revision, people)


def _format_places(view: MatchView) -> dict[int, str]:
    """By ledger number of the line, its game and hand on the sheet, or the hand after which it came."""
    alone = _is_one_list(view.log.state.plan) or view.log.state.plan.most_games == 1
    places: dict[int, str] = {}
    counts: Counter[int] = Counter()
    for line in view.log.counted_lines:
        game = 1 if alone else line.before.game_number
        if isinstance(unwrap_overruled(line.event), HandEntry):
            counts[game] += 1
            words = gettext("Hand %(hand)d") if alone else gettext("Game %(game)d, hand %(hand)d")
        elif counts[game]:
            words = gettext("After hand %(hand)d") if alone else gettext("Game %(game)d, after hand %(hand)d")
        else:
            words = gettext("At the beginning") if alone else gettext("Game %(game)d, at the beginning")
        places[line.line.seq] = words % {"game": game, "hand": counts[game]}
    return places


def _format_change(before: RevisionView, after: RevisionView) -> tuple[str, str]:
    """The old and the new wording without the boxes that did not change."""
    if before.title or after.title:
        return format_revision(before), format_revision(after)
    old, new = (
        [box for box in wording.boxes if box not in counterpart.boxes] for wording, counterpart in ((before, after), (after, before))
    )
    return format_revision(replace(before, boxes=tuple(old))), format_revision(replace(after, boxes=tuple(new)))


def _build_substitutions(view: MatchView) -> Iterator[Correction]:
    """Who replaced whom, and from when; they stand first in the corrections of the record."""
    for substitution in read_substitutions_in(view.match, staff=True):
        time = time_format(localtime(substitution.at), "H:i")
        yield Correction(
            where=gettext("Substitution"), old=substitution.leaves, new=substitution.comes, reason=substitution.reason, at=time
        )


def _build_correction(where: str, old: str, new: str, revision: Revision, people: Mapping[str, str]) -> Correction:
    entry = revision.entry
    return Correction(
        where=where,
        old=old,
        new=new,
        reason=str(entry.get_reason_display()),
        by=people.get(entry.actor, ""),
        at=time_format(localtime(entry.recorded_at), "H:i"),
    )
