"""The teams of a stage that is played in team matches: their boards, their results and their ranking."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pairing import MatchOutcome, format_by_key
from scoring.models import MatchResult
from scoring.standings.decisions import Decisions
from standings import CountingScheme, RankedLine, StandingResult, Tally, build_tally, rank_tally
from standings.teams import TeamBoard, TeamMatch, decide_team_match, gather_team_matches
from tournaments.models import Match, Round, Stage, StageEntry


@dataclass(frozen=True, slots=True)
class TeamRanking:
    """Teams by number with the ids of their entries, their matches by round, and their lines, best first."""

    members: Mapping[int, tuple[int, ...]]
    matches: tuple[TeamMatch, ...]
    tally: Tally
    lines: tuple[RankedLine, ...]

    @property
    def places(self) -> dict[int, int]:
        """The rank of its team by entry."""
        return {entry: line.rank for line in self.lines for entry in self.members[line.entrant]}


def rank_teams(stage: Stage, results: Sequence[StandingResult], scheme: CountingScheme, decisions: Decisions) -> TeamRanking:
    """Rank the teams of a stage by its `results`. Three queries.

    A team match counts when all its boards are over; a team without an opponent has a bye. Penalties of an entry are those of its team.
    """
    members = _read_members(stage)
    team_of = {entry: team for team, entries in members.items() for entry in entries}
    matches = gather_team_matches(_read_boards(stage, {result.match: result for result in results}, team_of))
    chosen = format_by_key(stage.format_key)
    decided_by = chosen.choose_team_decision(chosen.options_from(stage.options))
    counted = [decide_team_match(match, decided_by) for match in matches if match.counts]
    meeting = {(match.round, team) for match in matches for team in match.teams}
    byes = {(result.round, team_of[result.sides[0]]) for result in results if result.outcome is MatchOutcome.BYE} - meeting
    counted += [StandingResult(0, number, (team,), winner=0, outcome=MatchOutcome.BYE) for number, team in sorted(byes)]
    places = {team: min(own) for team, own in _gather(decisions.places, team_of).items()}
    penalties = {team: sum(own) for team, own in _gather(decisions.penalties, team_of).items()}
    tally = build_tally(sorted(members), counted, scheme, penalties=penalties, decided=places)
    return TeamRanking(members, matches, tally, rank_tally(tally, scheme))


def read_team_of(stage: Stage) -> dict[int, int]:
    """The number of its team by entry. One query."""
    return {entry: team for team, entries in _read_members(stage).items() for entry in entries}


def _read_members(stage: Stage) -> dict[int, tuple[int, ...]]:
    """The entries of each team, in the order of their numbers; empty before the first draw."""
    rows = StageEntry.objects.filter(stage=stage).exclude(pool="").order_by("entry__number").values_list("pool", "entry_id")
    members: dict[int, tuple[int, ...]] = {}
    for pool, entry in rows:
        members[int(pool)] = (*members.get(int(pool), ()), entry)
    return members


def _gather(amounts: Mapping[int, int], team_of: Mapping[int, int]) -> dict[int, list[int]]:
    gathered: dict[int, list[int]] = {}
    for entry, amount in amounts.items():
        gathered.setdefault(team_of.get(entry, 0), []).append(amount)
    return gathered


def _read_boards(stage: Stage, results: Mapping[int, StandingResult], team_of: Mapping[int, int]) -> Iterator[TeamBoard]:
    """The boards of all rounds that are no draft, in order. One query."""
    matches = Match.objects.filter(round__stage=stage).exclude(round__state=Round.State.DRAFT).exclude(pool="")
    values = matches.values_list("round__number", "pool", "position", "pk", "result__state")
    for number, pool, _position, pk, state in sorted(values, key=lambda row: (row[0], *parse_teams(row[1]), row[2])):
        teams, result = parse_teams(pool), results.get(pk)
        if result is None:
            is_cancelled = state == MatchResult.State.VOID
            yield TeamBoard(pk, number, teams, is_over=is_cancelled, is_played=False, is_cancelled=is_cancelled)
        elif result.outcome is MatchOutcome.BYE:
            yield TeamBoard(pk, number, teams, winner=int(team_of[result.sides[0]] == teams[1]), is_played=False)
        else:
            points, games = ((values[0], values[1]) if values else (0, 0) for values in (result.points, result.games))
            yield TeamBoard(pk, number, teams, points, result.winner, is_played=result.outcome is MatchOutcome.PLAYED, games=games)


def parse_teams(pool: str) -> tuple[int, int]:
    """The numbers of the two teams whose boards have this group: “1-4”."""
    home, _dash, away = pool.partition("-")
    return int(home), int(away)
