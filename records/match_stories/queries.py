"""The story of a match from its log; it asks no database."""

import json
from functools import lru_cache

from records.match_stories.chances import WinningChances, has_chances
from records.match_stories.stories import MatchStory, tell_story
from records.told_matches.queries import simulate_matches, tell_log
from rules import game_by_key
from scoring.ledger.match_log import MatchLog

LEAST_HANDS = 3
"""Fewer make no story."""
SIDES_DRAWN = 2


@lru_cache(maxsize=32)
def read_chances(rules: str) -> WinningChances | None:
    """Chances under the rules of a told match, None where they are not computed; once in a process, which takes up to a second."""
    stored = json.loads(rules)
    game = game_by_key(stored["game"])
    plan = game.start(game.options_from(stored["rules"])).plan
    return WinningChances(plan, simulate_matches(rules)) if has_chances(plan) else None


def build_story(log: MatchLog) -> MatchStory | None:
    """The story of a match of two sides; None with too few hands, and where only results are known."""
    match = tell_log(log)
    if not match.is_whole or log.state.plan.sides != SIDES_DRAWN or len(match.hands) < LEAST_HANDS or log.forfeit is not None:
        return None
    rules = json.dumps({"game": log.game.key, "rules": log.game.options_to_json(log.options)}, sort_keys=True)
    return tell_story(match, read_chances(rules))
