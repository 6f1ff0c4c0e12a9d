"""The reasons why two meet, or one has the bye, in the first round of a bracket."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pairing.crossing import list_pool_places
from pairing.values import DrawReason, Entrant, Json, Position


@dataclass(frozen=True, slots=True)
class FirstRoundReasons:
    """The reasons why two meet, or one has the bye, in the first round."""

    entrants: Sequence[Entrant]
    width: int
    certificate: dict[str, Json]

    def __call__(self, position: Position, sides: tuple[int, ...]) -> tuple[DrawReason, ...]:
        by_id = {entrant.id: entrant for entrant in self.entrants}
        met = [by_id[side] for side in sides]
        if "pool_meetings" in self.certificate:
            return tuple(self._explain_pools(met))
        reasons = [DrawReason.of("seeded", entrant=entrant.id, seed=entrant.seed) for entrant in met if entrant.seed]
        if len(met) == 1:
            code = "bye_by_seed" if met[0].seed else "bye_by_lot"
            return (DrawReason.of(code, byes=self.width - len(self.entrants)), *reasons)
        if met[0].club and met[0].club == met[1].club:
            reasons.append(DrawReason.of("same_club_unavoidable", club=met[0].club))
        return tuple(reasons) or (DrawReason.of("drawn"),)

    def _explain_pools(self, met: Sequence[Entrant]) -> Iterator[DrawReason]:
        """Why entries that come from pools meet; by lot where seeds do not count."""
        if len(met) == 1:
            yield DrawReason.of("bye_by_pool" if met[0].seed else "bye_by_lot", byes=self.width - len(self.entrants))
            return
        first, second = met
        if first.pool and first.pool == second.pool:
            unavoidable = self.certificate["pool_meetings"][0] == self.certificate["fewest_together"][0]
            yield DrawReason.of("same_pool_unavoidable" if unavoidable else "same_pool_met", pool=first.pool)
        elif not first.seed:
            yield DrawReason.of("drawn")
        else:
            places = list_pool_places(sorted(self.entrants, key=lambda entrant: entrant.seed))
            labels = [f"{entrant.pool}{places[entrant.id]}" for entrant in met]
            yield DrawReason.of("pools_crossed", first=labels[0], second=labels[1])
