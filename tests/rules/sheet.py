"""A score sheet of one game, for tests: what is typed into it, hand by hand, and what the engine says to it."""

import pytest

from rules import RuleViolation, game_by_key


class Sheet:
    def __init__(self, key: str):
        self.game = game_by_key(key)

    def started(self, **options):
        return self.game.start(self.game.options_from(options))

    def entered(self, state, **boxes):
        return self.game.entry_from(state, boxes)

    def after(self, state, *hands):
        for boxes in hands:
            state = self.game.advance(state, self.entered(state, **boxes))
        return state

    def codes(self, state, **boxes):
        """What the engine finds wrong with a hand that can be read."""
        return [problem.code for problem in self.game.problems(state, self.entered(state, **boxes))]

    def refused(self, state, **boxes):
        """Which boxes cannot be read, and why."""
        with pytest.raises(RuleViolation) as refusal:
            self.entered(state, **boxes)
        return [(problem.field, problem.code) for problem in refusal.value.problems]
