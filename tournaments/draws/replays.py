"""Every stored draw of a tournament, repeated."""

from dataclasses import dataclass

from django.db.models import Count
from django.utils.translation import gettext

from pairing import format_by_key
from tournaments.draws.door_notes import list_hand_changes
from tournaments.draws.publishing import DrawReplay, replay_draw
from tournaments.models import Draw, StageEntry, Tournament


@dataclass(frozen=True, slots=True)
class DrawLine:
    """`other_release` says that another version of the format made the draw, which this version need not repeat; `replay` is None for a
    large draw that was not drawn again.
    """

    stage_number: int
    stage: str
    round_number: int
    round: str
    draft: bool
    seed: str
    changes: int
    replay: DrawReplay | None
    other_release: bool

    @property
    def is_broken(self) -> bool:
        if self.replay is None:
            return False
        return not self.replay.same_seats or (not self.replay.same_draw and not self.other_release)

    @property
    def sentence(self) -> str:
        if self.replay is None:
            return gettext("not yet")
        if not self.replay.same_seats:
            return gettext("the seats differ from the draw and its changes by hand")
        if self.replay.same_draw:
            return gettext("drawn again: the same pairings")
        if self.other_release:
            return gettext("drawn by another version of the format: this one does not repeat it")
        return gettext("drawn again from the same data, the result is different")


def read_draw_lines(tournament: Tournament, *, at_once: int | None = None) -> tuple[DrawLine, ...]:
    """All draws in the order in which the rounds were played; with `at_once` those of more entries are not drawn again. Three queries for
    each draw that is, and two more.
    """
    draws = Draw.objects.filter(round__stage__tournament=tournament).select_related("round__stage").defer("inputs", "outcome")
    field = dict(StageEntry.objects.filter(stage__tournament=tournament).values_list("stage").annotate(Count("pk")).order_by())
    return tuple(
        _build_draw_line(draw, again=at_once is None or field.get(draw.round.stage_id, 0) <= at_once)
        for draw in draws.order_by("round__stage__number", "round__number")
    )


def _build_draw_line(draw: Draw, *, again: bool) -> DrawLine:
    round_, version = draw.round, int(draw.engine_version)
    return DrawLine(
        stage_number=round_.stage.number,
        stage=round_.stage.name,
        round_number=round_.number,
        round=str(round_),
        draft=round_.state == round_.State.DRAFT,
        seed=draw.seed,
        changes=len(list_hand_changes(draw.changes)),
        replay=replay_draw(Draw.objects.get(pk=draw.pk)) if again else None,  # apart from its round, with which it would be freed late
        other_release=format_by_key(round_.stage.format_key).as_of(version).version != version,
    )
