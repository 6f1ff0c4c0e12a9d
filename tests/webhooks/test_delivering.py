"""From what happens to what arrives. If these failed, a webhook would be lost, told twice, told of what was undone, or stop a desk."""

import datetime as dt

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from standardwebhooks import Webhook

from jobs.databases import write_tx
from jobs.models import Job
from scoring.confirmation.services import confirm_match
from tests.scoring.builders import build_actor, build_round, origin
from tests.scoring.hands import enter, fresh_key, typed, win
from tests.webhooks.conftest import work
from tournaments.models import Entry, Round, Tournament
from tournaments.triggers import install_triggers, remove_triggers
from webhooks.calling.signatures import make_secret, sign_message
from webhooks.delivering.services import PAUSES, claim_due, order_ping, replay
from webhooks.delivering.sweeping import KEPT, forget_deliveries
from webhooks.models import OutboxEvent, Subscription, WebhookDelivery
from webhooks.outbox.triggers import OUTBOX_TRIGGERS

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def confirm(match):
    win(match, actor=build_actor("assistant", match.round.stage.tournament))
    confirm_match(match, origin=origin(fresh_key(), build_actor("director")), version=None)


def close(round_):
    with write_tx():
        Round.objects.filter(pk=round_.pk).update(state=Round.State.CLOSED)


def test_what_happens_arrives_signed_as_the_library_judges_it(real, match, receiver, subscribe):
    subscription = subscribe(real)
    confirm(match)
    assert work() >= 2
    (headers, body) = receiver.got[0]
    judged = Webhook(subscription.secret).verify(body, headers)
    assert (judged["type"], receiver.kinds) == ("match.confirmed", ["match.confirmed"])
    assert judged["data"]["match"]["url"].startswith("https://cards.example.org/tournaments/evening/matches/")
    assert [(side["name"], side["games"], side["won"]) for side in judged["data"]["match"]["sides"]] == [
        (seat.entry.name, 2 if seat.side == 0 else 0, seat.side == 0) for seat in match.seats.order_by("side")
    ]
    assert WebhookDelivery.objects.get().state == "delivered"


def test_the_library_refuses_what_was_changed_on_the_way(real, match, receiver, subscribe):
    subscription = subscribe(real)
    confirm(match)
    work()
    (headers, body) = receiver.got[0]
    with pytest.raises(Exception, match="signature"):
        Webhook(subscription.secret).verify(body.replace(b"confirmed", b"Confirmed"), headers)


def test_our_signature_is_that_of_the_library():
    at, body = timezone.now().replace(microsecond=0), '{"a":"è"}'
    secret = make_secret()
    assert sign_message(secret, "msg_1", int(at.timestamp()), body.encode()) == Webhook(secret).sign("msg_1", at, body)


def test_every_kind_is_told_to_the_tournament_and_to_its_club(real, match, receiver, subscribe):
    subscribe(real, of_club=True)
    round_ = match.round
    Round.objects.filter(pk=round_.pk).update(state=Round.State.DRAFT)
    with write_tx():
        Round.objects.filter(pk=round_.pk).update(state=Round.State.PUBLISHED)
    close(round_)
    with write_tx():
        Tournament.objects.filter(pk=real.pk).update(state=Tournament.State.FINISHED)
    work()
    assert receiver.kinds == ["round.published", "round.closed", "tournament.finished"]
    assert receiver.bodies[0]["data"]["round"] == {"stage": 1, "number": 1}


def test_what_was_undone_is_never_told(real, match, receiver, subscribe):
    subscribe(real)

    def close_and_fail():
        with write_tx():
            Round.objects.filter(pk=match.round_id).update(state=Round.State.CLOSED)
            return OutboxEvent.objects.count() / 0

    with pytest.raises(ZeroDivisionError):
        close_and_fail()
    work()
    assert (receiver.got, OutboxEvent.objects.count(), Job.objects.filter(kind="webhooks_spread").count()) == ([], 0, 0)


def test_a_desk_without_subscriptions_asks_and_writes_nothing_more(real, match):
    def count(statement):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            enter(match, typed(statement), build_actor("assistant", real))
        return len(queries)

    enter(match, typed(9), build_actor("assistant", real))
    with_triggers = count(10)
    remove_triggers(connection, OUTBOX_TRIGGERS)
    try:
        without = count(10)
    finally:
        install_triggers(connection, OUTBOX_TRIGGERS)
    assert (with_triggers, OutboxEvent.objects.count()) == (without, 0)


def test_practice_copies_and_other_clubs_tell_nothing(real, match, receiver, subscribe):
    subscribe(real, state=Subscription.State.OFF)
    subscribe(real)
    Tournament.objects.filter(pk=real.pk).update(demonstration=True)
    close(match.round)
    Tournament.objects.filter(pk=real.pk).update(demonstration=False, shown_from="Bar Sport")
    Round.objects.filter(pk=match.round_id).update(state=Round.State.PUBLISHED)
    close(match.round)
    assert OutboxEvent.objects.count() == 0


def test_only_the_kinds_that_were_asked_for_are_told(real, match, receiver, subscribe):
    subscribe(real, kinds=["round.published"])
    close(match.round)
    work()
    assert (receiver.got, OutboxEvent.objects.get().is_spread) == ([], True)


def test_a_private_tournament_tells_numbers_only(real, match, receiver, subscribe):
    subscribe(real)
    Tournament.objects.filter(pk=real.pk).update(public=False)
    confirm(match)
    work()
    data = receiver.bodies[0]["data"]
    code = {"code": match.code, "table": match.table}
    assert data == {"tournament": {"slug": real.slug}, "public": False, "round": {"stage": 1, "number": 1}, "match": code}
    names = [name for entry in Entry.objects.all() for name in entry.name.split(" – ")]
    assert [name for name in names if name in receiver.got[0][1].decode()] == []


def test_names_are_told_as_the_public_page_shows_them(real, match, receiver, subscribe):
    subscribe(real)
    Tournament.objects.filter(pk=real.pk).update(public_names=Tournament.PublicNames.NUMBERS)
    confirm(match)
    work()
    assert all(entry.name not in receiver.got[0][1].decode() for entry in Entry.objects.all())


def test_a_dead_address_is_called_after_growing_pauses_and_paused_after_three_days(real, match, receiver, subscribe):
    subscription = subscribe(real)
    receiver.statuses = [500]
    start = dt.datetime(2026, 11, 28, 20, 0, tzinfo=dt.UTC)
    with time_machine.travel(start, tick=False) as clock:
        close(match.round)
        work()
        for number, pause in enumerate(PAUSES, start=1):
            assert (len(receiver.got), Job.objects.filter(kind="webhooks_deliver", state="queued").count()) == (number, 1)
            clock.shift(pause * 0.99)
            work()
            assert len(receiver.got) == number, "not before its time"
            clock.shift(pause * 0.12)
            work()
        subscription.refresh_from_db()
        assert (subscription.state, len({headers["webhook-id"] for headers, _body in receiver.got})) == ("paused", 1)
        assert WebhookDelivery.objects.get().state == "failed"
        clock.shift(dt.timedelta(days=1))
        work()
        assert len(receiver.got) == 1 + len(PAUSES)


def test_behind_silence_others_wait_and_come_in_their_order(real, match, receiver, subscribe):
    subscribe(real)
    receiver.statuses = [503, 204]
    with time_machine.travel(dt.datetime(2026, 11, 28, 20, 0, tzinfo=dt.UTC), tick=False) as clock:
        close(match.round)
        with write_tx():
            Tournament.objects.filter(pk=real.pk).update(state=Tournament.State.FINISHED)
        work()
        assert receiver.kinds == ["round.closed"], "one call while nobody answers"
        clock.shift(6)
        work()
        assert receiver.kinds == ["round.closed", "round.closed", "tournament.finished"]


def test_one_refused_message_stops_no_other(real, match, receiver, subscribe):
    subscribe(real)
    receiver.statuses = [422, 204]
    close(match.round)
    with write_tx():
        Tournament.objects.filter(pk=real.pk).update(state=Tournament.State.FINISHED)
    work()
    assert receiver.kinds == ["round.closed", "tournament.finished"]
    assert [one.state for one in WebhookDelivery.objects.all()] == ["pending", "delivered"]


def test_gone_pauses_at_once(real, match, receiver, subscribe):
    subscription = subscribe(real)
    receiver.statuses = [410]
    close(match.round)
    work()
    subscription.refresh_from_db()
    assert (subscription.state, WebhookDelivery.objects.get().state) == ("gone", "failed")


def test_an_attempt_that_was_killed_is_made_again_and_not_beside_itself(real, match, receiver, subscribe):
    subscription = subscribe(real)
    with time_machine.travel(dt.datetime(2026, 11, 28, 20, 0, tzinfo=dt.UTC), tick=False) as clock:
        close(match.round)
        Job.objects.all().delete()  # whoever had them was killed
        forget_deliveries(timezone.now())
        work_without_sending()
        claimed = claim_due(subscription.pk, timezone.now())
        assert (claimed is not None, claim_due(subscription.pk, timezone.now())) == (True, None)
        clock.shift(61)
        forget_deliveries(timezone.now())
        work()
    assert [headers["webhook-id"] for headers, _body in receiver.got] == [claimed.message]


def work_without_sending():
    """Spreads, and dies before it sends."""
    from webhooks.delivering.services import spread_next

    spread_next(timezone.now())
    Job.objects.all().delete()


def test_a_ping_goes_out_whatever_the_state_and_a_message_can_be_sent_again(real, match, receiver, subscribe):
    subscription = subscribe(real, state=Subscription.State.PAUSED)
    ping = order_ping(subscription)
    work()
    assert receiver.kinds == ["webhook.ping"]
    Subscription.objects.update(state=Subscription.State.ACTIVE)
    replay([ping])
    work()
    assert len({headers["webhook-id"] for headers, _body in receiver.got}) == 1
    assert len(receiver.got) == 2


def test_after_a_change_of_the_secret_both_sign_until_the_old_one_ends(real, match, receiver, subscribe):
    old, new = make_secret(), make_secret()
    subscription = subscribe(real, secret=new, old_secret=old, old_secret_until=timezone.now() + dt.timedelta(hours=1))
    order_ping(subscription)
    work()
    (headers, body) = receiver.got[0]
    assert Webhook(old).verify(body, headers) == Webhook(new).verify(body, headers)
    Subscription.objects.update(old_secret_until=timezone.now() - dt.timedelta(hours=1))
    order_ping(subscription)
    work()
    with pytest.raises(Exception, match="signature"):
        Webhook(old).verify(receiver.got[1][1], receiver.got[1][0])


def test_old_deliveries_go_and_open_ones_stay(real, match, receiver, subscribe):
    subscribe(real)
    close(match.round)
    work()
    later = timezone.now() + KEPT + dt.timedelta(days=1)
    assert forget_deliveries(later) >= 2
    assert (WebhookDelivery.objects.count(), OutboxEvent.objects.count()) == (0, 0)


def test_a_match_that_is_gone_is_left_out(real, match, receiver, subscribe):
    subscribe(real)
    other = build_round(real, matches=1)
    OutboxEvent.objects.create(tournament=real, kind="match.confirmed", match_key=10**9, happened_at=timezone.now())
    OutboxEvent.objects.create(tournament=real, kind="round.closed", round_key=other.pk, happened_at=timezone.now())
    forget_deliveries(timezone.now())
    work()
    assert [set(body["data"]) for body in receiver.bodies] == [{"tournament", "public"}, {"tournament", "public", "round"}]
