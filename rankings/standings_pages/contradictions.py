"""Seats and lists of those who go on that contradict the results of today, and matches of closed rounds that are open again."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from django.core.cache import caches
from django.db.models import Q, QuerySet

import pairing
from pairing import DrawnRound, MatchOutcome, PlayedMatch, Position, format_by_key
from pairing.codec import position_from_json
from pairing.due_seats import DueSides, find_due_sides
from pairing.format import Family
from rankings.standings_pages.chains import read_qualified_entries
from scoring.models import LedgerEntry, MatchResult
from scoring.standings.decisions import FOLLOWS, STANDS, list_stage_decisions
from scoring.standings.finished_matches import read_finished_matches, read_played_history
from tournaments.draws.services import is_over
from tournaments.models import Draw, Edition, Entry, Match, Round, Seat, Stage, StageEntry, Tournament
from tournaments.models.default_names import translate_stage_name
from tournaments.refusals import ChangeRefused
from tournaments.stages.chains import admits_late_entries

UNSETTLED = (MatchResult.State.OPEN, MatchResult.State.SUBMITTED, MatchResult.State.DISPUTED)
"""States in which a match of a closed round is open again."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Entries that sit at a match, or play a stage, where the results of today put others.

    Ids of entries: `seated` are those who do not belong there, `due` those who do and are missing. `round` is 0 for the list of those
    who go on to the stage, `code` empty where there is no match to sit at. `problem` says why nobody can tell who goes on.
    `entered` says whether anything counts in the match, or in the first round of the stage.
    """

    stage: int
    stage_name: str
    round: int
    code: str
    table: int | None
    seated: tuple[int, ...]
    due: tuple[int, ...]
    numbers: tuple[int, ...]
    """Of `seated`, then of `due`: what the ledger calls them."""
    entered: bool
    round_open: bool
    """Whether its round is being played, so that it can be unpublished."""
    problem: str = ""
    exchanged: tuple[int, ...] = ()
    """Of a list that is right: those whose places in it are others than when it was drawn, in the order of today."""
    bye: bool = False

    @property
    def key(self) -> str:
        """What a decision about it is about: another correction makes another contradiction."""
        return build_contradiction_key(self.stage, self.round, self.numbers)

    @property
    def is_open(self) -> bool:
        """Whether anybody is left about whom to decide."""
        return bool(self.seated or self.due or self.exchanged or self.problem)

    @property
    def can_follow(self) -> bool:
        """Whether those who are due can simply take the seats."""
        return bool(self.code) and not self.entered and 0 < len(self.seated) == len(self.due)


@dataclass(frozen=True, slots=True)
class ReopenedMatch:
    """A match of a closed round that nobody has confirmed again."""

    code: str
    table: int | None
    stage: int
    stage_name: str
    round: int
    entries: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class UnfinishedStage:
    """A bracket that was over until a result was corrected: by the results of today another round is due."""

    stage: int
    stage_name: str


@dataclass(frozen=True, slots=True)
class OpenPoints:
    """What keeps the results of a tournament from being final although the rounds are closed."""

    reopened: tuple[ReopenedMatch, ...] = ()
    contradictions: tuple[Contradiction, ...] = ()
    unfinished: tuple[UnfinishedStage, ...] = ()
    provisional_stages: frozenset[int] = frozenset()
    """Numbers of the stages whose standings rest on anything that is open: their own matches, or those of a stage they are filled from."""

    def __bool__(self) -> bool:
        return bool(self.reopened or self.contradictions or self.unfinished)


def build_contradiction_key(stage: int, round_number: int, numbers: Iterable[int]) -> str:
    return f"{stage}.{round_number}:{'-'.join(map(str, numbers))}"


def read_open_points(tournament: Tournament) -> OpenPoints:
    """What is open now; computed once for each page version in each process. Two queries where nothing has changed since, one before the
    first round is closed or a second one is there.
    """
    if not Round.objects.filter(Q(state=Round.State.CLOSED) | Q(number__gt=1), stage__tournament=tournament).exists():
        return OpenPoints()
    mark = Edition.objects.values_list("mark", flat=True).get(tournament=tournament)
    key = f"open-points-{tournament.pk}-{mark}"
    points: OpenPoints | None = caches["drawn"].get(key)
    if points is None:
        # The version is read before the results: what is computed is at least as new as the version that it is cached for.
        points = compute_open_points(tournament)
        caches["drawn"].set(key, points)
    return points


def compute_open_points(tournament: Tournament) -> OpenPoints:
    """What is open now, from the database. Some queries for each stage, one for each of its rounds whose results have changed."""
    stages = list(tournament.stages.select_related("source").order_by("number"))
    reopened = tuple(_list_reopened(tournament))
    contradictions = tuple(contradiction for stage in stages for contradiction in list_contradictions(stage))
    provisional = {match.stage for match in reopened} | {contradiction.stage for contradiction in contradictions}
    unfinished = tuple(UnfinishedStage(stage.number, stage.name) for stage in stages if stage.number not in provisional and _goes_on(stage))
    provisional |= {stage.stage for stage in unfinished}
    for stage in stages:
        if stage.source is not None and stage.source.number in provisional:
            provisional.add(stage.number)
    return OpenPoints(reopened, contradictions, unfinished, frozenset(provisional))


def _goes_on(stage: Stage) -> bool:
    """Whether a finished bracket has to be played on: a second grand final, since the first was corrected."""
    if stage.state != Stage.State.FINISHED or format_by_key(stage.format_key).family is not Family.BRACKET:
        return False
    last = stage.rounds.exclude(state=Round.State.DRAFT).order_by("number").last()
    return last is not None and not is_over(stage, last.number, partial(read_played_history, stage))


def list_contradictions(stage: Stage) -> list[Contradiction]:
    """Contradictions of a stage that no decision of the director has settled, those of earlier rounds first. Whom a decision leaves at
    one match of a round is due at no other, and whoever is due in their place stays there too.
    """
    contradictions = [*_list_unqualified(stage), *_list_wrong_seats(stage)]
    if not contradictions:
        return []
    decided = {
        build_contradiction_key(stage.number, int(decision["round"]), decision["numbers"])
        for decision in list_stage_decisions(stage, STANDS)
    }
    standing = [contradiction for contradiction in contradictions if contradiction.key in decided]
    remaining = (_leave_standing(contradiction, standing) for contradiction in contradictions if contradiction not in standing)
    return [point for point in remaining if point.is_open and point.key not in decided]


def _leave_standing(contradiction: Contradiction, standing: Iterable[Contradiction]) -> Contradiction:
    """What is left of a seat once others of its round stand as they are; a seat that nobody would fill stays to be decided."""
    here = [stand for stand in standing if stand.round == contradiction.round]
    staying = {entry for stand in here for entry in stand.seated}
    missing_out = {entry for stand in here for entry in stand.due}
    due = tuple(entry for entry in contradiction.due if entry not in staying)
    away = len(contradiction.due) - len(due)
    exchanged = [entry for entry in contradiction.seated if entry in missing_out][:away]
    if len(exchanged) < away or not away:
        return contradiction
    seated = tuple(entry for entry in contradiction.seated if entry not in exchanged)
    return replace(contradiction, seated=seated, due=due, numbers=_read_numbers((*seated, *due)))


def list_entangled(contradictions: Iterable[Contradiction], point: Contradiction) -> tuple[Contradiction, ...]:
    """What is settled together with a seat: matches of its round that were played, at which sits who is due at it, or at one of these."""
    played = [one for one in contradictions if (one.stage, one.round) == (point.stage, point.round) and one.code and one.entered]
    together = [point]
    for settled in together:
        together += [one for one in played if one not in together and not set(settled.due).isdisjoint(one.seated)]
    return tuple(together[1:])


def is_any_let_stand(tournament: Tournament) -> bool:
    """Whether a seat or a list contradicts the results of today, and the director has let it stand."""
    stages = Stage.objects.filter(tournament=tournament).select_related("tournament", "source")
    decided = (stage for stage in stages if list_stage_decisions(stage, STANDS))
    return any(len([*_list_unqualified(stage), *_list_wrong_seats(stage)]) > len(list_contradictions(stage)) for stage in decided)


def has_counted_lines(match: Match) -> bool:
    """Whether anything entered for the match counts: a line that nobody has cancelled. One query."""
    return bool(_find_counted_lines(LedgerEntry.objects.filter(match=match)))


def read_matches_with_lines(round_: Round) -> frozenset[str]:
    """The codes of the matches of a round for which anything entered counts. One query."""
    return frozenset(_find_counted_lines(LedgerEntry.objects.filter(match__round=round_)).values())


def _find_counted_lines(entries: QuerySet[LedgerEntry]) -> dict[int, str]:
    """The lines that count: the seq of their last wording, and the code of their match."""
    counting: dict[int, str] = {}
    for seq, kind, supersedes, code in entries.order_by("seq").values_list("seq", "kind", "supersedes", "match__code"):
        counting.pop(supersedes or 0, None)
        if kind in (LedgerEntry.Kind.SUBMIT, LedgerEntry.Kind.CORRECT):
            counting[seq] = code
    return counting


def _list_unqualified(stage: Stage) -> Iterator[Contradiction]:
    """Who plays the stage beside who goes on to it by the results of today; late entries came by another way, and where all go on
    who was away can still join.
    """
    if stage.source is None or not stage.rounds.exclude(state=Round.State.DRAFT).exists():
        return
    enrolled = list(StageEntry.objects.filter(stage=stage).order_by("rank").values_list("entry_id", flat=True))
    sent = set(StageEntry.objects.filter(stage=stage.source, entry__in=enrolled).values_list("entry_id", flat=True))
    problem, due = "", enrolled
    try:
        due = [qualifier.entrant for qualifier in read_qualified_entries(stage, enrolled=enrolled)]
    except ChangeRefused as refusal:
        problem = str(refusal)
    leaving = tuple(entry for entry in enrolled if entry in sent and entry not in due)
    coming = () if admits_late_entries(stage) else tuple(entry for entry in due if entry not in enrolled)
    rounds = list(stage.rounds.exclude(state=Round.State.DRAFT).order_by("number"))
    is_open = len(rounds) == 1 and rounds[0].state == Round.State.PUBLISHED
    exchanged = _list_exchanged(enrolled, due) if is_open and stage.seeded and not (leaving or coming) else ()
    if leaving or coming or problem or exchanged:
        entered = bool(read_matches_with_lines(rounds[0]))
        yield Contradiction(
            stage=stage.number,
            stage_name=stage.name,
            round=0,
            code="",
            table=None,
            seated=leaving,
            due=coming,
            numbers=_read_numbers((*leaving, *coming, *exchanged)),
            entered=entered or not is_open,
            round_open=is_open,
            problem=problem,
            exchanged=exchanged,
        )


def _list_exchanged(enrolled: Sequence[int], due: Sequence[int]) -> tuple[int, ...]:
    """Those of `due` who are seeded elsewhere than they were `enrolled`, the best first."""
    both = {*enrolled}.intersection(due)
    before, now = ([entry for entry in entries if entry in both] for entries in (enrolled, due))
    return tuple(entry for entry, other in zip(now, before, strict=True) if entry != other)


def _list_wrong_seats(stage: Stage) -> Iterator[Contradiction]:
    if format_by_key(stage.format_key).family is not Family.BRACKET:
        return
    draws = list(
        Draw.objects.filter(round__stage=stage, round__number__gt=1).exclude(round__state=Round.State.DRAFT).select_related("round")
    )
    if not draws:
        return
    played = read_finished_matches(stage).history
    if any(draw.inputs.get("ahead") for draw in draws):
        played += tuple(match for match in read_finished_matches(stage, certain=True).history if match not in played and _is_bye(match))
    withdrawn = set(Entry.objects.filter(stage_entries__stage=stage, state=Entry.State.WITHDRAWN).values_list("pk", flat=True))
    for draw in sorted(draws, key=lambda draw: draw.round.number):
        drawn = pairing.draw_from_json({**draw.outcome, "request": draw.inputs})
        history = tuple(match for match in played if match.round < draw.round.number)
        followed = _read_followed_entries(stage, draw)
        yield from _list_wrong_seats_of_round(stage, draw.round, drawn, history, withdrawn, followed)


def _is_bye(match: PlayedMatch) -> bool:
    return match.outcome is MatchOutcome.BYE


def _list_wrong_seats_of_round(
    stage: Stage, round_: Round, drawn: DrawnRound, history: Sequence[PlayedMatch], withdrawn: set[int], followed: set[int]
) -> Iterator[Contradiction]:
    due_sides = find_due_sides(drawn, history, withdrawn)
    if not (due_sides or followed):
        return
    matches = _read_matches_by_position(round_)
    due_sides |= _find_turned_back(drawn, due_sides, matches, followed)
    for position, due in due_sides.items():
        match, sides = matches.get(position, (None, ()))
        seated = tuple(side for side in sides if side not in due)
        missing = tuple(entry for entry in due if entry not in sides)
        is_void = match is not None and MatchResult.objects.filter(match=match, state=MatchResult.State.VOID).exists()
        if is_void or not (seated or missing):
            continue
        yield Contradiction(
            stage=stage.number,
            stage_name=stage.name,
            round=round_.number,
            code=match.code if match else "",
            table=match.table if match else None,
            seated=seated,
            due=missing,
            numbers=_read_numbers((*seated, *missing)),
            entered=match is not None and has_counted_lines(match),
            round_open=round_.state == Round.State.PUBLISHED,
            bye=match is not None and match.kind == Match.Kind.BYE,
        )


def _read_followed_entries(stage: Stage, draw: Draw) -> set[int]:
    """The entries whose seats in a round followed a correction, ids. One query for a draw that was changed."""
    if not any("first" in change for change in draw.changes):
        return set()
    decisions = [decision for decision in list_stage_decisions(stage, FOLLOWS) if decision["round"] == draw.round.number]
    numbers = {number for decision in decisions for number in decision["numbers"]}
    return set(Entry.objects.filter(tournament=stage.tournament_id, number__in=numbers).values_list("pk", flat=True))


def _find_turned_back(
    drawn: DrawnRound, due_sides: DueSides, matches: Mapping[Position, tuple[Match, tuple[int, ...]]], followed: set[int]
) -> DueSides:
    """The places where seats followed a correction that was itself corrected: who was drawn there is due again."""
    places = {pairing.position: pairing.sides for pairing in drawn.pairings if pairing.position in matches.keys() - due_sides.keys()}
    return {place: sides for place, sides in places.items() if followed & (set(sides) ^ set(matches[place][1]))}


def _read_matches_by_position(round_: Round) -> dict[Position, tuple[Match, tuple[int, ...]]]:
    seats: dict[int, list[int]] = {}
    for match_id, entry in Seat.objects.filter(round=round_).order_by("side").values_list("match_id", "entry_id"):
        seats.setdefault(match_id, []).append(entry)
    placed = ((position_from_json(match.bracket), match) for match in round_.matches.all())
    return {position: (match, tuple(seats.get(match.pk, ()))) for position, match in placed if position is not None}


def _read_numbers(ids: Sequence[int]) -> tuple[int, ...]:
    numbers: Mapping[int, int] = dict(Entry.objects.filter(pk__in=ids).values_list("pk", "number"))
    return tuple(numbers[pk] for pk in ids)


def _list_reopened(tournament: Tournament) -> Iterator[ReopenedMatch]:
    """Matches of closed rounds that are not settled, with the earliest round first; byes are. Two queries."""
    results = MatchResult.objects.filter(
        match__kind=Match.Kind.PLAYED,
        match__round__stage__tournament=tournament,
        match__round__state=Round.State.CLOSED,
        state__in=UNSETTLED,
    )
    unsettled = results.exclude(state=MatchResult.State.SUBMITTED, outcome__in=["walkover", "absent"])
    columns = ("match", "code", "table", "round__stage__number", "round__number", "round__stage__stored_name", "round__stage__format_key")
    listed = unsettled.order_by("match__round__stage__number", "match__round__number", "match__table").values_list(
        *(name if name == "match" else f"match__{name}" for name in columns)
    )
    seats: dict[int, list[int]] = {}
    sitting = Seat.objects.filter(match__in=[row[0] for row in listed]).order_by("side", "place")
    for match_id, entry in sitting.values_list("match_id", "entry_id"):
        seats.setdefault(match_id, []).append(entry)
    for match_id, code, table, number, round_number, *stage in listed:
        yield ReopenedMatch(code, table, number, translate_stage_name(*stage), round_number, tuple(seats.get(match_id, ())))
