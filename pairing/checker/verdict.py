"""What a check found."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence about a draw; `group` is the score of the group that it speaks of, None for the whole round."""

    what: str
    group: int | None = None

    def __str__(self) -> str:
        return self.what if self.group is None else f"group {self.group}: {self.what}"


@dataclass(slots=True)
class Verdict:
    """`faults` are claims that do not hold; `proven` names what was proven, `open` what was too large to prove."""

    faults: list[Claim] = field(default_factory=list)
    proven: list[Claim] = field(default_factory=list)
    open: list[Claim] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        return not self.faults

    def claim(self, what: str, holds: bool | None, group: int | None = None) -> None:  # noqa: FBT001 - the answer of a proof: yes, no or not known
        target = self.open if holds is None else self.proven if holds else self.faults
        target.append(Claim(what, group))
