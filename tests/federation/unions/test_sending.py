"""A desk sends the result of an evening to a union by a command, over HTTP."""

import pytest
from django.core.management import CommandError, call_command

from federation.models import TakenResult, Union, UnionClub
from federation.union_rankings.services import found_union
from publishing.targets.services import provide_public_key
from tests.scoring.builders import NOW, build_user
from tests.scoring.evenings import play_evening
from tournaments.models import Organizer, OrganizerMember, Tournament


def test_the_command_sends_what_counts_and_says_why_it_was_not_taken_in(data, committed, live_server, capsys):
    tournament = play_evening(pairs=2, rounds=1)
    organizer = Organizer.objects.create(slug="federazione", name="Federazione Prova")
    OrganizerMember.objects.create(organizer=organizer, user=build_user("director"), role="director")
    union = found_union(organizer, actor=build_user("director"))
    address = f"{live_server.url}/unions/federazione/"
    with pytest.raises(CommandError, match="hand in the first file on your club’s page"):
        call_command("send_result", tournament.slug, address)
    UnionClub.objects.create(union=union, number="MO-1", name="Burraco Modena", key=provide_public_key(NOW))
    with pytest.raises(CommandError, match="This is practice"):
        call_command("send_result", tournament.slug, address)
    Tournament.objects.filter(pk=tournament.pk).update(demonstration=False, state="finished")
    call_command("send_result", tournament.slug, address)
    assert "Sent: the federation looks at it." in capsys.readouterr().out
    assert (Union.objects.get().waiting.count(), TakenResult.objects.count()) == (1, 0)
    with pytest.raises(CommandError, match="There is no tournament none"):
        call_command("send_result", "none", address)
    with pytest.raises(CommandError, match="Not sent: "):
        call_command("send_result", tournament.slug, "http://127.0.0.1:1/unions/federazione/")
