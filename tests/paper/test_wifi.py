"""What a phone reads to join the hall's Wi-Fi."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from segno import helpers

from paper import format_wifi_text

PLAIN = st.text(st.characters(min_codepoint=32, max_codepoint=126, exclude_characters=","), min_size=1, max_size=32)


@pytest.mark.parametrize(
    ("name", "password", "text"),
    [
        ("BarSport", "settebello", "WIFI:T:WPA;S:BarSport;P:settebello;;"),
        ("BarSport", "", "WIFI:T:nopass;S:BarSport;;"),
        ('Bar; "da, Gino"', "a\\b:c;d", 'WIFI:T:WPA;S:Bar\\; \\"da\\, Gino\\";P:a\\\\b\\:c\\;d;;'),
    ],
)
def test_the_text_of_the_qr_code(name, password, text):
    assert format_wifi_text(name, password) == text


@given(PLAIN, PLAIN)
def test_as_segno_writes_it(name, password):
    """segno puts quotation marks around what could be a hexadecimal number; cameras show them as part of the name.
    It leaves commas as they are, which ZXing and Apple want escaped."""
    if not re.fullmatch(r"[0-9A-Fa-f]+", name) and not re.fullmatch(r"[0-9A-Fa-f]+", password):
        assert format_wifi_text(name, password) == helpers.make_wifi_data(ssid=name, password=password, security="WPA")
