"""E-mails over a mail server that speaks SMTP: what arrives, and what the pages say when it refuses or is away."""

import email
from email import policy

import pytest
from aiosmtpd.controller import Controller
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client

from tests.services import free_port
from tournaments.models import Invitation

PASSWORD = "noce-luna-asso-vino"
CHOSEN = {"username": "pina", "password": PASSWORD, "repetition": PASSWORD}
UNKNOWN = "nessuno@example.org"


class Mailbox:
    """Takes every e-mail but those to somebody unknown."""

    def __init__(self):
        self.messages = []

    async def handle_RCPT(self, server, session, envelope, address, options):  # noqa: N802 - the name that the server calls
        if address == UNKNOWN:
            return "550 no such person"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):  # noqa: N802 - the name that the server calls
        self.messages.append((envelope.rcpt_tos, email.message_from_bytes(envelope.content, policy=policy.default)))
        return "250 OK"

    def read_link(self, place=-1):
        """The path of the link in an e-mail."""
        body = self.messages[place][1].get_content()
        return body.partition("http://testserver")[2].split()[0]


@pytest.fixture
def mailbox(settings):
    box, port = Mailbox(), free_port()
    server = Controller(box, hostname="127.0.0.1", port=port)
    server.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", port, 10
    settings.SIGN_UP = "open"
    cache.clear()
    yield box
    server.stop()


def test_a_club_signs_up_invites_and_forgets_a_password(mailbox, db):
    director = Client()
    director.post("/sign-up/", {"email": "pina@example.org"})
    assert mailbox.messages[0][0] == ["pina@example.org"]
    assert mailbox.messages[0][1]["Subject"] == "Your club with La Bella"
    director.post(mailbox.read_link(), {**CHOSEN, "organizer_name": "Circolo dell’Asso"})
    sent = director.post("/organizers/circolo-dellasso/invite/", {"role": "door", "email": "lina@example.org"}, follow=True)
    assert "Invitation sent to lina@example.org" in sent.content.decode()
    assert "Circolo dell’Asso" in mailbox.messages[1][1].get_content()
    assert Client().post(mailbox.read_link(), {**CHOSEN, "username": "lina"}).status_code == 302
    assert not Invitation.objects.filter(note__contains="@").exists()
    Client().post("/password/forgotten/", {"username": "pina"})
    new = "fico-grano-piazza-sole"
    assert Client().post(mailbox.read_link(), {"password": new, "repetition": new}).status_code == 302
    assert User.objects.get(username="pina").check_password(new)
    assert len(mailbox.messages) == 3


@pytest.fixture
def director_client(client_of, director):
    return client_of(director)


def test_an_email_that_nobody_takes_is_said_and_the_link_is_there(mailbox, evening, director_client, settings):
    staff = f"/desk/{evening.slug}/staff/"
    for address, port in ((UNKNOWN, settings.EMAIL_PORT), ("lina@example.org", free_port())):
        settings.EMAIL_PORT = port
        answer = director_client.post(staff, {"role": "door", "email": address}, follow=True)
        assert "the mail server did not take it" in answer.content.decode()
        refused = Client().post("/sign-up/", {"email": address})
        assert (refused.status_code, "nothing was sent" in refused.content.decode()) == (422, True)
    assert mailbox.messages == []
    assert len(answer.context["invitations"]) == 2
