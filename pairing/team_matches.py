"""Team matches: the pairs of two teams meet board by board, and every team meets every other in turn."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pairing.berger import build_berger_round, count_berger_rounds
from pairing.format import ClubRule, Family, Format, TeamDecision, UsualCounting
from pairing.lots import Lots
from pairing.seats import number_pairings
from pairing.values import DrawReason, DrawRequest, DrawResult, Entrant, EntryGroup, Pair, Pairing
from rules.options import Options, option
from rules.texts import _

NOBODY = 0
"""Across the board from an entry whose opponents have nobody for it; no entry has this id."""
_UNSEEDED = 1_000_000


@dataclass(frozen=True, slots=True)
class TeamMatchOptions(Options):
    boards: int = option(
        _("Boards"),
        _("How many entries of each team play a team match. With more, they have a bye in turn; with fewer, the team loses boards."),
        default=3,
        lowest=1,
        highest=12,
        source="P",
    )
    rounds: int = option(
        _("Rounds"),
        _("One less than teams: every two teams meet once. Twice as many: twice, with the first dealers exchanged."),
        default=5,
        lowest=1,
        highest=60,
        source="P",
    )
    decided_by: Literal["boards", "boards_then_points", "points"] = option(
        _("Who wins a team match"),
        _("Points are those of all its boards added up."),
        default="boards",
        choices={
            "boards": _("who wins more boards; else it is tied"),
            "boards_then_points": _("who wins more boards, then who has more points"),
            "points": _("who has more points"),
        },
        source="P",
    )


class TeamMatches(Format):
    key = "team_matches"
    name = _("Team matches")
    summary = _("The pairs of a club are a team. Two teams meet on several boards at once, and every team meets every other.")
    Options = TeamMatchOptions
    family = Family.MOVEMENT
    usual_counting = UsualCounting("two_one_zero", ("direct_encounter", "games_won", "point_difference", "points_scored"))
    uses_results = False
    ranked_together = True
    in_teams = True
    club_rule = ClubRule.ALWAYS
    group_title = _("Teams {name}")

    def count_rounds(self, options: TeamMatchOptions, entrant_count: int) -> int:
        return options.rounds

    def choose_team_decision(self, options: TeamMatchOptions) -> TeamDecision:
        return TeamDecision(options.decided_by)

    def find_problems(self, options: TeamMatchOptions, entrants: Sequence[Entrant]) -> tuple[DrawReason, ...]:
        problems = super().find_problems(options, entrants)
        clubs = {entrant.club for entrant in entrants}
        return (*problems, DrawReason.of("one_team", club=clubs.pop())) if len(clubs) == 1 and "" not in clubs else problems

    def draw_pairings(self, options: TeamMatchOptions, request: DrawRequest) -> DrawResult:
        teams = request.groups or _draw_teams(options.boards, request)
        leg, number = divmod(request.round - 1, count_berger_rounds(len(teams)))
        pairings: list[Pairing] = []
        for first, second in build_berger_round(len(teams), number + 1):
            home, away = (second, first) if leg % 2 else (first, second)
            if max(home, away) > len(teams):
                pairings += _give_byes(_list_present(teams[min(home, away) - 1], request), "team_rests")
            else:
                pairings += _pair_teams(options.boards, request, teams[home - 1], teams[away - 1])
        return DrawResult(tuple(number_pairings(pairings)), groups=teams)


def _draw_teams(boards: int, request: DrawRequest) -> tuple[EntryGroup, ...]:
    """A team for each club, and of entries without one teams by lot, as even as possible; numbered by lot, seeds on the first boards."""
    lots = Lots(request.seed, "teams")
    clubs: defaultdict[str, list[Entrant]] = defaultdict(list)
    for entrant in request.entrants:
        clubs[entrant.club].append(entrant)
    single = lots.draw_order(clubs.pop("", []))
    mixed = max(-(-len(single) // boards), min(len(single), 2 - len(clubs)))
    teams = [*(clubs[club] for club in sorted(clubs)), *(single[place::mixed] for place in range(mixed))]
    ordered = lots.draw_order([sorted(team, key=lambda entrant: (entrant.seed or _UNSEEDED, entrant.number)) for team in teams])
    return tuple(EntryGroup(str(number), tuple(entrant.id for entrant in team)) for number, team in enumerate(ordered, start=1))


def _list_present(team: EntryGroup, request: DrawRequest) -> list[int]:
    gone = {entrant.id for entrant in request.entrants if entrant.withdrawn}
    return [member for member in team.members if member not in gone]


def _choose_line_up(boards: int, number: int, members: Sequence[int]) -> tuple[list[int], list[int]]:
    """Who of a team plays round `number`, in the order of the boards, and who has a bye: each in turn."""
    more = max(0, len(members) - boards)
    resting = {((number - 1) * more + place) % len(members) for place in range(more)}
    playing = [member for place, member in enumerate(members) if place not in resting]
    return playing, [members[place] for place in sorted(resting)]


def _pair_teams(boards: int, request: DrawRequest, home: EntryGroup, away: EntryGroup) -> list[Pairing]:
    """The boards of a team match, and the byes of those who do not play it."""
    line_ups = [_choose_line_up(boards, request.round, _list_present(team, request)) for team in (home, away)]
    (first, first_byes), (second, second_byes) = line_ups
    places = max(len(first), len(second))
    first, second = ([*line_up, *[NOBODY] * (places - len(line_up))] for line_up in (first, second))
    second = _keep_apart(first, second, request.forbidden)
    names = _name_teams(request)
    pairings = _give_byes([*first_byes, *second_byes], "team_reserve")
    for board, pair in enumerate(zip(first, second, strict=True)):
        sides = tuple(entrant for entrant in pair if entrant != NOBODY)
        reason = DrawReason.of("team_board", board=board + 1, first=names[home.members[0]], second=names[away.members[0]])
        alone = [DrawReason.of("team_board_alone")] if len(sides) == 1 else []
        dealer = 0 if alone else board % 2
        group = f"{home.name}-{away.name}"
        pairings.append(Pairing(0, sides, bye=bool(alone), reasons=(reason, *alone), first_dealer=dealer, group=group))
    return pairings


def _keep_apart(first: Sequence[int], second: Sequence[int], forbidden: Sequence[Pair]) -> list[int]:
    """The second line-up turned on until the fewest forbidden pairs meet, as little as possible."""
    apart = {frozenset(pair) for pair in forbidden}
    turned = [[*second[turn:], *second[:turn]] for turn in range(len(second))]
    return min(turned, key=lambda line_up: sum(frozenset(pair) in apart for pair in zip(first, line_up, strict=True)), default=[])


def _name_teams(request: DrawRequest) -> dict[int, str]:
    """By entry, the club that it plays for, or the number of the entry that stands for a team drawn by lot."""
    return {entrant.id: entrant.club or f"({entrant.number})" for entrant in request.entrants}


def _give_byes(entrants: Sequence[int], code: str) -> list[Pairing]:
    return [Pairing(0, (entrant,), bye=True, reasons=(DrawReason.of(code),)) for entrant in entrants]
