"""Why a site does not take something, for a desk: a key for its program and a sentence for its director."""

from typing import Any


class BridgeProblem(Exception):
    """`status` is that of HTTP; `problem` a key that stays the same in all languages; `more` further values of the answer."""

    def __init__(self, status: int, problem: str, sentence: str, **more: Any) -> None:
        super().__init__(problem)
        self.status = status
        self.problem = problem
        self.sentence = sentence
        self.more = more
