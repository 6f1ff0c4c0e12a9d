"""The list of enrolments as the desk sees it, and one enrolment as its own people see it."""

import datetime as dt
from collections import Counter
from dataclasses import dataclass

from django.db.models import Case, QuerySet, Value, When
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from evenings.enrolment.forms import STRENGTHS
from evenings.enrolment.waiting_list import STEPS, is_lapsed, read_place_in_line
from tournaments.models import Enrolment, Entry, Tournament

State = Enrolment.State
ORDER = (State.SENT, State.ASKED, State.OFFERED, State.WAITING, State.PLACED, State.REFUSED, State.WITHDRAWN)
"""What the director has to decide comes first."""


@dataclass(frozen=True, slots=True)
class Step:
    at: dt.datetime
    words: str | Promise


@dataclass(frozen=True, slots=True)
class OwnView:
    """One enrolment on its own page. `state` is that of the model, “gone” where the desk withdrew the entry or an offer is over;
    `place` the place on the waiting list.
    """

    enrolment: Enrolment
    state: str
    place: int | None
    steps: tuple[Step, ...]

    @property
    def may_change(self) -> bool:
        return self.state in {State.SENT, State.ASKED, State.WAITING, State.OFFERED, State.PLACED}


def read_own_view(enrolment: Enrolment, now: dt.datetime) -> OwnView:
    entry = enrolment.entry
    has_left = entry is not None and entry.state == Entry.State.WITHDRAWN
    state = "gone" if has_left or is_lapsed(enrolment, now) else str(enrolment.state)
    steps = tuple(Step(dt.datetime.fromisoformat(step["at"]), STEPS[step["what"]]) for step in enrolment.steps)
    return OwnView(enrolment, state, read_place_in_line(enrolment), steps)


@dataclass(frozen=True, slots=True)
class EnrolmentLine:
    """One row of the desk's list. `waits` is the place on the waiting list; `kind` says what the person is, “single” or nothing."""

    id: int
    number: int
    names: str
    state: str
    state_label: str
    is_single: bool
    wish: str
    strength: str | Promise
    phone: str
    club: str
    heat: str
    note: str
    entry_number: int | None
    origin: str
    until: dt.datetime | None
    made_at: dt.datetime
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class StateCount:
    key: str
    label: str | Promise
    count: int


SINGLES = "singles"


def count_by_state(tournament: Tournament) -> list[StateCount]:
    """How many enrolments are in each state, singles who have a place apart. One query."""
    rows = Enrolment.objects.filter(tournament=tournament).values_list("state", "looking", "entry")
    counts = Counter(SINGLES if state == State.PLACED and looking and entry is None else state for state, looking, entry in rows)
    labels: list[tuple[str, str | Promise]] = [(state, State(state).label) for state in ORDER]
    labels.insert(3, (SINGLES, _("singles who look for a partner")))
    return [StateCount(key, label, counts[key]) for key, label in labels if counts[key]]


def select_enrolments(tournament: Tournament, key: str, search_text: str) -> QuerySet[Enrolment]:
    """The enrolments of one state, or all, what is to be decided first; those whose names, club or telephone contain the text."""
    rows = Enrolment.objects.filter(tournament=tournament).select_related("entry")
    if key == SINGLES:
        rows = rows.filter(state=State.PLACED, looking=True, entry__isnull=True)
    elif key in State.values:
        rows = rows.filter(state=key)
        if key == State.PLACED:
            rows = rows.exclude(looking=True, entry__isnull=True)
    if search_text:
        keys = [row.pk for row in rows if search_text.casefold() in f"{row} {row.club} {row.phone} {row.number}".casefold()]
        rows = rows.filter(pk__in=keys[:500])
    rank = Case(*(When(state=state, then=Value(place)) for place, state in enumerate(ORDER)), default=Value(len(ORDER)))
    return rows.order_by(rank, "number")


def build_enrolment_line(enrolment: Enrolment) -> EnrolmentLine:
    single = enrolment.looking and enrolment.entry_id is None
    return EnrolmentLine(
        id=enrolment.pk,
        number=enrolment.number,
        names=str(enrolment),
        state=enrolment.state,
        state_label=enrolment.get_state_display(),
        is_single=single,
        wish=enrolment.wish,
        strength=dict(STRENGTHS)[enrolment.strength] if single else "",
        phone=enrolment.phone,
        club=enrolment.club,
        heat=enrolment.heat,
        note=enrolment.note,
        entry_number=enrolment.entry.number if enrolment.entry else None,
        origin=enrolment.get_origin_display(),
        until=enrolment.offered_until,
        made_at=enrolment.made_at,
        steps=tuple(Step(dt.datetime.fromisoformat(step["at"]), STEPS[step["what"]]) for step in enrolment.steps),
    )
