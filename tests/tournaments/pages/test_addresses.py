"""What leaves the hall never carries an address that only the hall can open. If this failed, friends and guests would press links, and
point their phones at codes, that lead nowhere.
"""

import pytest
from django.test import RequestFactory

from tournaments.pages.addresses import build_public_address, is_private_address

PRIVATE = (
    *("http://localhost:8000/", "http://127.0.0.1/", "http://127.8.8.8/", "http://[::1]:8000/", "http://0.0.0.0/"),
    *(
        "http://192.168.1.20:8000/t",
        "http://10.0.0.1/",
        "http://172.16.3.4/",
        "http://169.254.7.7/",
        "http://[fe80::1]/",
        "http://[fd00::2]/",
    ),
    *("http://laptop/", "http://laptop.local:8000/", "http://LAPTOP.LOCAL./", "http://desk.lan/", "http://desk.home.arpa/", "http:///", ""),
)
PUBLIC = ("https://cards.example.org/", "http://cards.example.org:8080/t", "http://93.184.216.34/", "https://[2606:2800:220:1::1]/")


@pytest.mark.parametrize("address", PRIVATE)
def test_addresses_of_one_network_are_private(address):
    assert is_private_address(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_addresses_of_the_internet_are_public(address):
    assert not is_private_address(address)


@pytest.mark.parametrize(
    ("configured", "host", "built"),
    [
        ("", "192.168.1.20:8000", ""),
        ("", "localhost", ""),
        ("", "cards.example.org", "http://cards.example.org/t/1"),
        ("https://cards.example.org/", "192.168.1.20", "https://cards.example.org/t/1"),
        ("https://cards.example.org", "other.example.org", "https://cards.example.org/t/1"),
        ("http://192.168.1.20:8000", "cards.example.org", "http://cards.example.org/t/1"),
        ("http://192.168.1.20:8000", "localhost", ""),
    ],
)
def test_the_public_address_is_the_configured_one_or_that_of_the_request_or_none(settings, configured, host, built):
    settings.PUBLIC_ADDRESS, settings.ALLOWED_HOSTS = configured, ["*"]
    request = RequestFactory().get("/", HTTP_HOST=host)
    assert build_public_address(request, "/t/1") == built
