"""What a check found."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Verdict:
    """`faults` in words; `proven` names what was proven, `open` what was too large to prove."""

    faults: list[str] = field(default_factory=list)
    proven: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        return not self.faults

    def claim(self, what: str, holds: bool | None) -> None:  # noqa: FBT001 - the answer of a proof: yes, no or not known
        target = self.open if holds is None else self.proven if holds else self.faults
        target.append(what)
