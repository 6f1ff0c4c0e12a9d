"""Checks for draws in which the groups are teams that meet on several boards."""

from collections import Counter
from typing import Any

from pairing.checker.verdict import DrawVerdict


def check_teams(draw: dict[str, Any], verdict: DrawVerdict) -> None:
    """Claim that every team meets one other on all its boards, that no board is left out, and that no two meet too early again."""
    team_of = {entry: group["name"] for group in draw["groups"] for entry in group["members"]}
    boards = draw["request"]["options"]["boards"]
    gone = {entrant["id"] for entrant in draw["request"]["entrants"] if entrant["withdrawn"]}
    present = Counter(team for entry, team in team_of.items() if entry not in gone)
    meetings = Counter(
        tuple(sorted(team_of[side] for side in pairing["sides"])) for pairing in draw["pairings"] if len(pairing["sides"]) == 2
    )
    opponents: dict[str, set[str]] = {}
    for first, second in meetings:
        opponents.setdefault(first, set()).add(second)
        opponents.setdefault(second, set()).add(first)
    verdict.claim("every team meets one other team", all(len(met) == 1 and team not in met for team, met in opponents.items()))
    full = all(count == min(boards, present[first], present[second]) for (first, second), count in meetings.items())
    verdict.claim("two teams play on as many boards as both can fill", full)
    once = len(draw["groups"]) - 1 + len(draw["groups"]) % 2
    leg = (draw["request"]["round"] - 1) // once
    before = {
        (played["round"], tuple(sorted(team_of[side] for side in played["sides"])))
        for played in draw["request"]["history"]
        if len(played["sides"]) == 2 and (played["round"] - 1) // once == leg
    }
    again = {teams for _round, teams in before} & set(meetings)
    verdict.claim("no two teams meet again before they have met all", None if again else True)
