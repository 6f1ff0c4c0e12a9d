"""Where a webhook may lead. If these failed, a site could be led into its own network, or be kept waiting."""

import socket
import threading
import time

import pytest

from webhooks.calling import posting
from webhooks.calling.guarding import AddressRefusedError, check_address, may_be_called
from webhooks.calling.posting import post

INSIDE = (
    *("127.0.0.1", "10.0.0.1", "172.16.5.5", "192.168.1.1", "100.64.0.1", "0.0.0.0", "169.254.169.254", "224.0.0.1", "255.255.255.255"),
    *(
        "::1",
        "::",
        "fe80::1",
        "fc00::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "64:ff9b::a00:1",
        "2002:a00:1::",
        "fe80::1%eth0",
    ),
    *("192.0.2.1", "198.18.0.1", "240.0.0.1", "2001:db8::1"),
)
NEVER = ("169.254.169.254", "fe80::1", "224.0.0.1", "0.0.0.0", "::", "ff02::1", "::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe")


def answer_names(monkeypatch, *answers):
    """A resolver that gives another answer at every question; the last one stays. Returns how often it was asked."""
    asked = []

    def getaddrinfo(host, port, *_more, **_named):
        ips = answers[min(len(asked), len(answers) - 1)]
        asked.append(host)
        return [(socket.AF_INET6 if ":" in ip else socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, port)) for ip in ips]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return asked


@pytest.mark.parametrize("ip", INSIDE)
def test_a_site_calls_no_address_of_its_own_network(ip):
    assert not may_be_called(ip, local=False)


@pytest.mark.parametrize("ip", ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c", "64:ff9b::5db8:d70e"])
def test_addresses_of_the_internet_are_called(ip):
    assert may_be_called(ip, local=False)


@pytest.mark.parametrize("ip", NEVER)
def test_not_even_a_desk_asks_the_machine_that_hosts_it(ip):
    assert not may_be_called(ip, local=True)


@pytest.mark.parametrize("ip", ["127.0.0.1", "192.168.1.20", "10.1.2.3", "::1", "fd12::1"])
def test_a_desk_calls_addresses_of_its_hall(ip):
    assert may_be_called(ip, local=True)


def test_a_name_with_one_inner_address_is_refused(monkeypatch):
    answer_names(monkeypatch, ["93.184.215.14", "10.0.0.7"])
    with pytest.raises(AddressRefusedError, match="private"):
        check_address("https://hooks.example.org/", local=False)


def test_a_name_that_changes_its_answer_leads_nowhere_else(monkeypatch, receiver):
    """DNS rebinding: good when it is checked, this computer when it is connected to. It is asked once, and that answer is connected to."""
    asked = answer_names(monkeypatch, ["93.184.215.14"], ["127.0.0.1"])
    tried = []

    def connect(address, timeout):
        tried.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(posting.socket, "create_connection", connect)
    answer = post(f"https://hooks.example.org:{receiver.port}/", b"{}", {}, local=False)
    assert (answer.trouble, asked, tried) == ("no_answer", ["hooks.example.org"], [("93.184.215.14", receiver.port)])
    assert receiver.got == []


def test_the_name_is_said_to_whoever_answers_at_the_checked_address(monkeypatch, receiver):
    answer_names(monkeypatch, ["127.0.0.1"])
    answer = post(f"http://hooks.example.org:{receiver.port}/a?b=c", b"{}", {"webhook-id": "msg_1"}, local=True)
    headers, body = receiver.got[0]
    assert (answer.status, headers["Host"], headers["webhook-id"], body) == (204, f"hooks.example.org:{receiver.port}", "msg_1", b"{}")


def test_a_redirect_is_an_answer_and_is_not_followed(receiver):
    receiver.statuses, receiver.headers = [302], {"Location": receiver.address}
    answer = post(receiver.address, b"{}", {}, local=True)
    assert (answer.status, answer.is_good, len(receiver.got)) == (302, False, 1)


def test_of_a_long_answer_only_its_beginning_is_read(receiver):
    receiver.statuses, receiver.body = [200], b"x" * 1_000_000
    answer = post(receiver.address, b"{}", {}, local=True)
    assert (answer.is_good, len(answer.text)) == (True, posting.MOST_ANSWER)


@pytest.mark.parametrize(
    ("address", "local", "reason"),
    [
        ("http://hooks.example.org/", False, "not_https"),
        ("ftp://hooks.example.org/", True, "no_address"),
        ("https://user:secret@hooks.example.org/", False, "no_address"),
        ("https://", False, "no_address"),
        ("https://hooks.example.org:99999/", False, "no_address"),
        ("https://hooks.example.org/a b", False, "no_address"),
        ("https://hooks.example.org/\r\nX: y", False, "no_address"),
        ("https://[::1", False, "no_address"),
        ("https://127.0.0.1/", False, "private"),
        ("https://2130706433/", False, "private"),
        ("https://[::ffff:127.0.0.1]/", False, "private"),
        ("https://localhost/", False, "private"),
    ],
)
def test_other_addresses_are_refused_with_their_reason(address, local, reason):
    with pytest.raises(AddressRefusedError, match=reason):
        check_address(address, local=local)


def test_who_answers_in_drops_is_cut_off(monkeypatch):
    """Each byte comes in time for a time limit of one read; all together would take an hour."""
    monkeypatch.setattr(posting, "WHOLE_SECONDS", 0.5)
    server = socket.create_server(("127.0.0.1", 0))
    stopping = threading.Event()

    def drip():
        stream, _address = server.accept()
        with stream:
            stream.recv(4096)
            while not stopping.is_set():
                try:
                    stream.sendall(b"H")
                except OSError:
                    return
                stopping.wait(0.05)

    thread = threading.Thread(target=drip, daemon=True)
    thread.start()
    begun = time.monotonic()
    answer = post(f"http://127.0.0.1:{server.getsockname()[1]}/", b"{}", {}, local=True)
    stopping.set()
    thread.join(5)
    server.close()
    assert (answer.status, answer.trouble) == (None, "no_answer")
    assert time.monotonic() - begun < 30, "an hour would fail, a slow machine does not"
