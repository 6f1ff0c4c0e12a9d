"""The sending process: a thread for each target, so that a slow one keeps no other waiting; all of them stop within a moment."""

import logging
import random
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from django.db import DatabaseError, close_old_connections, connections

from publishing.models import Delivery, Target
from publishing.sending.enrolments import EnrolmentCarrier
from publishing.sending.pacing import Pace, compute_pause
from publishing.sending.queries import DueDelivery, Work, list_due, list_unshown, read_change_count
from publishing.sending.services import drop_change, finish_target, forget_base, note_trouble
from publishing.sending.sites import SiteSender
from publishing.sending.spaces import SpaceSender
from publishing.targets.queries import is_to_be_seen
from publishing.targets.troubles import TOURNAMENT_TROUBLES, Trouble, find_words
from tournaments.models import Tournament

logger = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
"""Seconds between two looks for what is new."""
LOOK_ANYWAY = 30.0
"""Seconds after which is looked although the database says that nothing changed."""
SHOWN_SECONDS = 2.0
"""Seconds after which a site is asked first whether it shows what it has; twice as many each further time."""
ENROLMENT_SECONDS = 30.0
"""Seconds between two questions for enrolments while nothing changes here."""
AFTER_FAULT = 5.0
REST_SHARE, LONGEST_REST = 4.0, 8.0
"""A tournament that a site has just shown anew rests so many times as long as that took: the site draws its pages again after each change,
and a slow one is not kept busy with that alone. What is entered meanwhile leaves together.
"""


@dataclass(slots=True)
class TargetSender:
    """What is remembered of one target while the process runs; all of it may be lost."""

    key: int
    stopping: threading.Event
    clock: Callable[[], float] = time.monotonic
    chance: random.Random = field(default_factory=random.SystemRandom)
    pace: Pace | None = None
    unsure: bool = True
    """Whether something may have been sent whose answer was never read."""
    begun_again: set[int] = field(default_factory=set)
    rest_until: dict[str, tuple[float, int]] = field(default_factory=dict)
    """Tournament: when it is tried again, and how often it failed."""
    target_rests_until: float = 0.0
    sent_until: dict[str, float] = field(default_factory=dict)
    """Tournament: when a site takes the next change of it."""
    tries_seen: int = 0
    asks_shown: int = 0
    shown_at: float = 0.0
    asks_enrolments_at: float = 0.0
    seen_change: tuple[int, int] | None = None
    looked_at: float = 0.0

    def step(self) -> float | None:
        """Do the next thing; the seconds until the one after it, None when the target is gone."""
        target = Target.objects.filter(pk=self.key).first()
        if target is None:
            return None
        if target.tries < self.tries_seen:  # somebody pressed “Try again”
            self.target_rests_until, self.rest_until = 0.0, {}
        self.tries_seen = target.tries
        if target.paused or self.clock() < self.target_rests_until:
            return LOOK_SECONDS
        try:
            return self._work(target)
        except Trouble as trouble:
            return self._rest(target, trouble, None)

    def is_quiet(self) -> bool:
        """Whether nothing can be due: the last look found nothing, and no other process has changed the database since."""
        return self.seen_change is not None and self.clock() - self.looked_at < LOOK_ANYWAY and read_change_count() == self.seen_change

    def _work(self, target: Target) -> float:
        change = read_change_count()
        awaited = list_due(target)
        due = [work for work in awaited if not self._rests(work)]
        self.seen_change, self.looked_at = None, self.clock()
        if due:
            return self._deliver(target, due[0])
        sender = self._build_sender(target)
        if isinstance(sender, SpaceSender):
            sender.show_overview()
        if target.ending and not target.deliveries.filter(removed_at=None).exists():
            finish_target(target)
            return 0.0
        if target.kind == Target.Kind.SITE and not target.ending:
            self._carry_enrolments(target)
        if target.kind == Target.Kind.SITE and (unshown := list_unshown(target)):
            return self._follow(target, unshown)
        if not self.rest_until and not awaited:
            self.seen_change = change
        return LOOK_SECONDS

    def _rests(self, work: DueDelivery) -> bool:
        """Whether it is too early: the site refused it a moment ago, or has just shown it. Removals never wait for the latter."""
        refused_until = self.rest_until.get(work.tournament, (0.0, 0))[0] if work.troubled else 0.0
        sent_until = self.sent_until.get(work.tournament, 0.0) if work.work is Work.SEND else 0.0
        return self.clock() < max(refused_until, sent_until)

    def _deliver(self, target: Target, due: DueDelivery) -> float:
        sender, begun = self._build_sender(target), self.clock()
        delivery = Delivery.objects.filter(pk=due.delivery_id).first() if due.delivery_id else None
        try:
            if due.work is Work.REMOVE and delivery is not None:
                self._fetch_last_enrolments(target)
                sender.remove(delivery)
            else:
                delivery = sender.send(due, sure=not self.unsure)
        except Trouble as trouble:
            return self._rest(target, trouble, delivery or _find_delivery(target, due))
        self.unsure, self.asks_shown, self.shown_at = False, 0, self.clock() + SHOWN_SECONDS
        self.rest_until.pop(due.tournament, None)
        if target.kind == Target.Kind.SITE:
            self.sent_until[due.tournament] = self.clock() + min(REST_SHARE * (self.clock() - begun), LONGEST_REST)
        return 0.0

    def _fetch_last_enrolments(self, target: Target) -> None:
        """What was enrolled on a site goes with the page; a site that does not answer hinders no removal."""
        if target.kind == Target.Kind.SITE:
            self.asks_enrolments_at = 0.0
            with suppress(Trouble):
                self._carry_enrolments(target)

    def _carry_enrolments(self, target: Target) -> None:
        """Bring down what was enrolled on the site, now and then; take up at once what was decided here."""
        carrier, is_time = EnrolmentCarrier(target, self._wait), self.clock() >= self.asks_enrolments_at
        for delivery, tournament in carrier.list_asking(news_alone=not is_time):
            carrier.carry(delivery, tournament)
        if is_time:
            self.asks_enrolments_at = self.clock() + ENROLMENT_SECONDS

    def _follow(self, target: Target, unshown: list[Delivery]) -> float:
        """Ask the site, less and less often, whether people see there what it has."""
        if self.clock() < self.shown_at:
            return LOOK_SECONDS
        sender = SiteSender(target, self._wait, self._may_go)
        self.asks_shown += 1
        for delivery in unshown:
            try:
                self.asks_shown = 0 if sender.follow(delivery) else self.asks_shown
            except Trouble as trouble:
                return self._rest(target, trouble, delivery)
        self.shown_at = self.clock() + min(SHOWN_SECONDS * 2 ** min(self.asks_shown, 4), LOOK_ANYWAY)
        return LOOK_SECONDS

    def _build_sender(self, target: Target) -> SiteSender | SpaceSender:
        self.pace = self.pace or Pace(target.bytes_per_minute, self.clock)
        self.pace.set_speed(target.bytes_per_minute)
        if target.kind == Target.Kind.SITE:
            return SiteSender(target, self._wait, self._may_go, self.begun_again)
        return SpaceSender(target, self._wait, self._may_go)

    def _rest(self, target: Target, trouble: Trouble, delivery: Delivery | None) -> float:
        """Note what went wrong, and let the target, or the one tournament, rest."""
        self.unsure = True
        waits = find_words(trouble.key).waits
        if trouble.key in TOURNAMENT_TROUBLES and delivery is not None:
            (forget_base if trouble.key == "site_refuses" else drop_change)(delivery)
            note_trouble(target, trouble, delivery)
            tries = self.rest_until.get(delivery.tournament, (0.0, 0))[1] + 1
            pause = compute_pause(tries, waits=waits, chance=self.chance, asked=trouble.pause)
            self.rest_until[delivery.tournament] = (self.clock() + pause, tries)
            return LOOK_SECONDS
        self.tries_seen = note_trouble(target, trouble, delivery)
        pause = compute_pause(self.tries_seen, waits=waits, chance=self.chance, asked=trouble.pause)
        self.target_rests_until = self.clock() + pause
        return min(pause, LOOK_SECONDS)

    def _wait(self, sent: int) -> None:
        """Wait until the speed of the target allows the next byte after so many have left."""
        if self.pace is not None:
            self.stopping.wait(self.pace.count(sent))

    def _may_go(self, due: DueDelivery) -> bool:
        """Whether the target still takes, and the tournament is still public."""
        target = Target.objects.filter(pk=self.key, paused=False, ending=Target.Removal.NOT)
        tournament = Tournament.objects.filter(pk=due.tournament_id).first()
        return not self.stopping.is_set() and target.exists() and tournament is not None and is_to_be_seen(tournament)


def _find_delivery(target: Target, due: DueDelivery) -> Delivery | None:
    return Delivery.objects.filter(target=target, tournament=due.tournament).first()


class TargetThread(threading.Thread):
    """Sends to one target until it is gone or the process stops."""

    def __init__(self, key: int, stopping: threading.Event) -> None:
        super().__init__(name=f"publish-{key}", daemon=True)
        self.sender = TargetSender(key, stopping)

    def run(self) -> None:
        stopping, sender = self.sender.stopping, self.sender
        pause: float | None = 0.0
        while pause is not None and not stopping.wait(pause):
            close_old_connections()
            try:
                pause = LOOK_SECONDS if sender.is_quiet() else sender.step()
            except DatabaseError:
                logger.warning("the database does not answer: sending waits", exc_info=True)
                pause = AFTER_FAULT
            except Exception:
                logger.exception("sending met an error and goes on")
                pause = self._note_unknown()
        connections.close_all()

    def _note_unknown(self) -> float:
        try:
            target = Target.objects.filter(pk=self.sender.key).first()
            tries = note_trouble(target, Trouble("unknown"), None) if target is not None else 1
        except DatabaseError:
            return AFTER_FAULT
        return compute_pause(tries + 2, waits=True, chance=self.sender.chance)


def send_until(stopping: threading.Event) -> None:
    """Send to every target until `stopping` is set or no target is left."""
    threads: dict[int, TargetThread] = {}
    while not stopping.is_set():
        close_old_connections()
        keys = set(Target.objects.values_list("pk", flat=True))
        threads = {key: thread for key, thread in threads.items() if thread.is_alive()}
        if not keys and not threads:
            return
        for key in keys - threads.keys():
            threads[key] = TargetThread(key, stopping)
            threads[key].start()
        stopping.wait(LOOK_SECONDS)
    for thread in threads.values():
        thread.join(timeout=2.0)
