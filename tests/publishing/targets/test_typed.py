"""What a director types or pastes. If this failed, a code would go to a wrong place, or unprotected through the internet."""

from contextlib import suppress

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from publishing.targets.typed import build_space_address, parse_public_address, parse_site_address


@pytest.mark.parametrize(
    ("text", "address", "code"),
    [
        ("cards.example.org", "https://cards.example.org", ""),
        (" https://cards.example.org/ ", "https://cards.example.org", ""),
        ("https://cards.example.org/bridge/pair/?code=abcd2345", "https://cards.example.org", "ABCD2345"),
        ("https://cards.example.org/bridge/?code=ABCD%202345", "https://cards.example.org", "ABCD2345"),
        ("https://cards.example.org/bridge", "https://cards.example.org", ""),
        ("https://example.org/cards/bridge/pair/?code=ABCD-2345", "https://example.org/cards", "ABCD2345"),
        ("http://127.0.0.1:8000", "http://127.0.0.1:8000", ""),
        ("http://laptop.local:8000/", "http://laptop.local:8000", ""),
    ],
)
def test_an_address_is_read_however_it_is_written(text, address, code):
    site = parse_site_address(text)
    assert (site.address, site.code) == (address, code)


@pytest.mark.parametrize(
    "text",
    [
        *("", "  ", "ftp://example.org", "file:///etc/passwd", "https://", "https://user:secret@example.org", "http://cards.example.org"),
        *("https://exa mple.org", "https://[::1", "https://example.org:99999", "javascript:alert(1)"),
    ],
)
def test_what_is_no_protected_address_is_refused(text):
    with pytest.raises(ValidationError):
        parse_site_address(text)


@given(st.text(max_size=80))
def test_nothing_that_is_typed_breaks_the_reading(text):
    for read in (parse_site_address, parse_public_address):
        with suppress(ValidationError):
            read(text)


def test_a_web_space_becomes_one_address():
    assert build_space_address("sftp", "ftp.example.org:2222", "mario rossi@club", "/www/carte/") == (
        "sftp://mario%20rossi%40club@ftp.example.org:2222/www/carte"
    )
    assert build_space_address("file", "", "", "C:\\Users\\carte") == "file:///C:/Users/carte"
    for host in ("", "a/b", "ftp.example.org:x", "ftp.example.org:0"):
        with pytest.raises(ValidationError):
            build_space_address("sftp", host, "", "")
