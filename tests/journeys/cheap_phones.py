"""Phones without a browser, of which a hall has many."""

import re
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

from tests.desks import Desk


class CheapPhone:
    """A phone without a browser, from the address of the hall: it keeps its cookies, and asks as a page that is open does."""

    def __init__(self, desk: Desk) -> None:
        self.url = desk.url
        self.opener = build_opener(HTTPCookieProcessor())
        self.token = re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', self.ask("/t")[1])[0]

    def ask(self, path: str, **typed: str) -> tuple[int, str]:
        body = urlencode({**typed, "csrfmiddlewaretoken": self.token}).encode() if typed else None
        try:
            with self.opener.open(Request(self.url + path, body, headers={"HX-Request": "true"})) as answer:
                return answer.status, answer.read().decode()
        except HTTPError as refused:
            return refused.code, refused.read().decode()
