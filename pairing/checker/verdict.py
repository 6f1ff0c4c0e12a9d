"""The result of a check."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class DrawClaim:
    """A sentence about a draw; `group` is the score of the score group it is about, None for the whole round."""

    what: str
    group: int | None = None

    def __str__(self) -> str:
        return self.what if self.group is None else f"group {self.group}: {self.what}"


@dataclass(slots=True)
class DrawVerdict:
    """`faults` are claims that do not hold, `proven` claims that were proven, `open` claims that were too large to prove."""

    faults: list[DrawClaim] = field(default_factory=list)
    proven: list[DrawClaim] = field(default_factory=list)
    open: list[DrawClaim] = field(default_factory=list)

    @property
    def has_passed(self) -> bool:
        return not self.faults

    def claim(self, what: str, holds: bool | None, group: int | None = None) -> None:  # noqa: FBT001 - the answer of a proof: yes, no or not known
        target = self.open if holds is None else self.proven if holds else self.faults
        target.append(DrawClaim(what, group))
