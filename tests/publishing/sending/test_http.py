"""How a site is asked. If this failed, a desk would send to another host than the one it was connected with, believe a network's login
page, or leave its director without a word of what to do.
"""

import datetime as dt
import socket
import ssl
import threading

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from publishing.sending import http
from publishing.sending.http import SiteAnswer, ask_site, post_json, require_good
from publishing.targets.troubles import TROUBLES, Trouble
from tests.publishing.sites import Site, begin_server, serve_site
from tests.services import free_port


def catch(call):
    with pytest.raises(Trouble) as caught:
        call()
    assert caught.value.key in TROUBLES
    return caught.value.key


def test_a_redirect_is_never_followed():
    asked = []
    with serve_site(Site()) as other, serve_site(Site()) as site:
        other.faults = asked.append
        site.faults = lambda _request: (307, {})
        assert catch(lambda: require_good(post_json(f"{site.address}/bridge/pair/", {}, language="en"))) == "moved"
    assert asked == []


@pytest.mark.parametrize(
    ("status", "values", "key"),
    [
        (403, {"problem": "not_paired"}, "refused"),
        (404, {}, "no_site"),
        (200, {}, "no_site"),
        (407, {}, "proxy"),
        (511, {}, "proxy"),
        (409, {"problem": "older", "sentence": "x"}, "older"),
        (409, {"problem": "forked"}, "forked"),
        (409, {"problem": "two_desks"}, "two_desks"),
        (403, {"problem": "other_tournament"}, "other_tournament"),
        (409, {"problem": "too_many"}, "site_refuses"),
        (413, {"problem": "too_large"}, "too_large"),
        (422, {"problem": "damaged"}, "site_refuses"),
        (429, {}, "busy"),
        (500, {}, "site_trouble"),
        (503, {}, "busy"),
        (507, {}, "site_full"),
    ],
)
def test_every_answer_has_its_words(status, values, key):
    assert catch(lambda: require_good(SiteAnswer(status, values))) == key


def test_a_page_of_a_network_that_asks_for_a_login_is_no_site():
    with serve_site(Site()) as site:
        site.faults = lambda _request: (200, None)
        assert catch(lambda: require_good(ask_site(f"{site.address}/bridge/x/state/"))) == "no_site"


def test_nobody_there_and_no_network_are_told_apart():
    assert catch(lambda: ask_site(f"http://127.0.0.1:{free_port()}/")) == "no_answer"
    assert catch(lambda: ask_site("http://nowhere.invalid/")) == "network"


def test_a_silent_end_is_given_up(monkeypatch):
    monkeypatch.setattr(http, "TIMEOUT", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        assert catch(lambda: ask_site(f"http://127.0.0.1:{silent.getsockname()[1]}/")) == "no_answer"


def make_certificate(place, *, begins, ends, name="localhost"):
    """A certificate that signs itself, and its key, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    builder = x509.CertificateBuilder().subject_name(subject).issuer_name(subject).public_key(key.public_key())
    builder = builder.serial_number(x509.random_serial_number()).not_valid_before(begins).not_valid_after(ends)
    builder = builder.add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
    certificate = builder.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True).sign(key, hashes.SHA256())
    content = certificate.public_bytes(serialization.Encoding.PEM)
    content += key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    place.write_bytes(content)
    return place


NOW = dt.datetime.now(tz=dt.UTC)
YEAR = dt.timedelta(days=365)


@pytest.mark.parametrize(
    ("begins", "ends", "name", "trusted", "key"),
    [
        (NOW - YEAR, NOW + YEAR, "localhost", True, ""),
        (NOW - YEAR, NOW + YEAR, "localhost", False, "certificate"),
        (NOW - 3 * YEAR, NOW - 2 * YEAR, "localhost", True, "certificate_dates"),
        (NOW + 2 * YEAR, NOW + 3 * YEAR, "localhost", True, "certificate_dates"),
        (NOW - YEAR, NOW + YEAR, "cards.example.org", True, "certificate_name"),
    ],
)
def test_certificates_are_verified_and_a_wrong_clock_is_said(tmp_path, monkeypatch, begins, ends, name, trusted, key):
    """A clock two years off meets certificates that are not valid at its date; the first line is the positive control."""
    certificate = make_certificate(tmp_path / "site.pem", begins=begins, ends=ends, name=name)
    server = begin_server(Site())
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    server.handle_error = lambda *_arguments: None
    thread = threading.Thread(target=server.serve_forever, args=[0.02], daemon=True)
    thread.start()
    if trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    http._build_opener.cache_clear()
    try:
        answer = f"https://localhost:{server.server_port}/bridge/pair/"
        wrong = {"code": "WRONG222", "desk": "x", "key": "x"}
        if key:
            assert catch(lambda: post_json(answer, wrong, language="en")) == key
        else:
            assert post_json(answer, wrong, language="en").get_text("problem") == "code_unknown"
    finally:
        http._build_opener.cache_clear()
        server.shutdown()
        server.server_close()
        thread.join()


def test_an_answer_of_any_size_and_kind_is_read_without_harm():
    with serve_site(Site()) as site:
        for values in ({"holds": "x" * 500_000}, ["no", "object"], {"holds": 7, "number": True}):
            site.faults = lambda _request, values=values: (200, values)
            answer = ask_site(f"{site.address}/bridge/x/state/")
            assert (answer.get_text("holds"), answer.get_number("number")) == ("", 0)
