"""A colleague at the desk with a second laptop: sends the same forms as a browser, without drawing a page."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser

from playwright.sync_api import APIRequestContext


@dataclass(slots=True)
class Form:
    action: str
    hidden: dict[str, str] = field(default_factory=dict)


class Forms(HTMLParser):
    """The forms of a page by the end of their address, with what is hidden in them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[Form] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        if tag == "form":
            self.found.append(Form(told.get("action") or ""))
        elif tag == "input" and told.get("type") == "hidden" and self.found:
            self.found[-1].hidden[told.get("name") or ""] = told.get("value") or ""

    def to(self, *ends: str) -> Form:
        return next(form for form in self.found if form.action.endswith(ends))


@dataclass(frozen=True, slots=True)
class Colleague:
    """`request` shares the session of the browser it comes from."""

    request: APIRequestContext
    url: str

    def enter(self, address: str, kind: str, *events: Mapping[str, str]) -> None:
        """The result of a match as so many events of a kind (`hand`, `game`, `match`), and its confirmation."""
        for event in events:
            self._send(self._forms(f"{address}?kind={kind}").to("/hands/", "/events/"), event)
        self._send(self._forms(address).to("/confirm/"), {})

    def _forms(self, address: str) -> Forms:
        answer = self.request.get(self.url + address)
        assert answer.ok, answer.text()
        return Forms(answer.text())

    def _send(self, form: Form, boxes: Mapping[str, str]) -> None:
        sent: dict[str, str | float | bool] = {**form.hidden, **boxes}
        answer = self.request.post(self.url + form.action, form=sent, max_redirects=0)
        assert answer.status == 303, answer.text()
