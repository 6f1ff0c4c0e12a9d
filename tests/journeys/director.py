"""A director at the desk, by what is read and pressed: every verb is one thing that a person does."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from playwright.sync_api import Page, expect

from tests.desks import Desk
from tests.journeys.colleague import Colleague

MARK_LEAVING = """
(() => {
  const leave = (event, target, mark) => {
    if (!event.defaultPrevented && target !== "_blank") document.documentElement.setAttribute(mark, "");
  };
  addEventListener("submit", (event) => leave(event, event.submitter?.formTarget || event.target.target, "data-sending"));
  addEventListener("click", (event) => {
    const link = event.target.closest?.("a[role=button][href]:not([download], [href^='#'])");
    if (link) leave(event, link.target, "data-leaving");
  });
  addEventListener("pageshow", () => ["data-sending", "data-leaving"].forEach((mark) => document.documentElement.removeAttribute(mark)));
})();
"""
"""Marks the document that a button leaves: once its form was sent nothing takes that back, and the next document has no mark. A link that
looks like a button may lead to a file, and then the document stays.
"""
SENDING = "form[aria-busy=true], html[data-sending], .htmx-request"
"""A form asks first whether the desk answers, then it is sent; a part of a page is asked for."""
SENDING_MS = 3000
"""A page sends typed rows together, at most so often (`GAP_MS` of grid.js); its clock is put forward by as much, so that no test waits."""


@dataclass
class Director:
    page: Page
    desk: Desk
    slug: str = ""
    clicks: int = 0
    has_clock: bool = False

    def __post_init__(self) -> None:
        self.page.add_init_script(MARK_LEAVING)

    def log_in(self) -> None:
        self.page.goto(f"{self.desk.url}/login/")
        self.page.locator("[name=username]").fill(self.desk.username)
        self.page.locator("[name=password]").fill(self.desk.password)
        self.press(re.compile("Log in|Entra"))
        expect(self.page.get_by_role("button", name=re.compile("Log out|Esci"))).to_be_visible()

    def press(self, name: str | re.Pattern[str]) -> None:
        """Press a button, and wait for the page that it asks for."""
        self.clicks += 1
        self.page.get_by_role("button", name=name).first.click()
        expect(self.page.locator("html[data-leaving]").or_(self.page.locator(SENDING))).to_have_count(0)

    def open(self, path: str = "") -> None:
        """Open a page of the tournament. Another address would cut off a form that is being sent."""
        expect(self.page.locator(SENDING)).to_have_count(0)
        self.page.goto(f"{self.desk.url}/desk/{self.slug}/{path}")

    def open_demonstration(self) -> None:
        self.page.goto(self.desk.url)
        self.page.get_by_role("link", name="Memorial Tziu Mundicu").click()
        expect(self.page.get_by_role("heading", level=1)).to_contain_text("Memorial")
        self.slug = self.page.url.rstrip("/").split("/")[-1]

    def sees(self, heading: str) -> None:
        expect(self.page.get_by_role("heading", name=heading).first).to_be_visible()

    def create_tournament(self, game: str, preset: str, name: str, *, singly: bool = False) -> int:
        """From the first page; the number of clicks it took."""
        self.page.goto(self.desk.url)
        before = self.clicks
        self.press(re.compile("Create a tournament|New tournament"))
        card = self.page.locator("article, section").filter(has=self.page.get_by_role("heading", name=game))
        card.get_by_role("link", name=preset).last.click()
        self.page.get_by_label("Name", exact=True).fill(name)
        if singly:
            self.page.get_by_label("Players enter alone, partners change every round").check()
        self.press("Create the tournament")
        expect(self.page.get_by_role("heading", level=1)).to_contain_text(name)
        self.slug = self.page.url.rstrip("/").split("/")[-1]
        return self.clicks + 1 - before

    def bring_in(self, text: str) -> None:
        self.open("entries/import/")
        self.page.get_by_role("textbox").first.fill(text)
        self.press("Check the list")
        self.sees("What was understood")

    def bring_in_file(self, path: str) -> None:
        self.open("entries/import/")
        self.page.locator("input[type=file]").set_input_files(path)
        self.press("Check the list")
        self.sees("What was understood")

    def accept(self, button: str) -> None:
        """Store what the preview understood."""
        self.press(button)
        expect(self.page.get_by_role("heading", level=1)).to_contain_text("Entries")

    def add_stage(self, format_name: str) -> None:
        self.open("stages/new/")
        self.press(f"Choose {format_name}")
        self.press("Add this stage")
        self.sees("Who plays")

    def draw_first_round(self) -> None:
        self.open("stages/1/")
        self.press("Draw")
        self.sees("Change by hand")

    def publish(self) -> None:
        self.press("Publish the round")
        expect(self.page.get_by_text("The round is published")).to_be_visible()

    def go_to_table(self, number: int) -> None:
        """By keyboard alone, as on a busy evening: the field has the focus."""
        self.open("results/")
        expect(self.page.locator("#go-table")).to_be_focused()
        self.page.keyboard.type(str(number))
        self.page.keyboard.press("Enter")
        expect(self.page.locator(".table-number")).to_have_text(str(number))

    @property
    def colleague(self) -> Colleague:
        """Who enters beside the director, over the same session."""
        return Colleague(self.page.request, self.desk.url)

    def table_address(self) -> str:
        """Of the match that is open."""
        return self.page.url.removeprefix(self.desk.url).partition("?")[0]

    def names_at_table(self) -> list[str]:
        return [text.split(maxsplit=1)[1] for text in self.page.locator(".scoreboard .side").all_inner_texts()]

    def fill(self, boxes: Mapping[str, str]) -> None:
        for name, text in boxes.items():
            self._fill(name, text)

    def take_clock(self) -> None:
        """Give the page a clock that goes on as usual and can be put forward."""
        if not self.has_clock:
            self.page.clock.install()
            self.has_clock = True

    def press_enter(self) -> None:
        """Finish a row that is typed, and have it sent at once."""
        self.take_clock()
        self.page.keyboard.press("Enter")
        self.page.clock.fast_forward(SENDING_MS)

    def type_hand(self, boxes: Mapping[str, str]) -> None:
        """Fill the boxes of the sheet and press Enter; a hand that is only remarkable is insisted upon. Waits until it is saved."""
        self.take_clock()
        match = self.page.locator("#match")
        version = str(match.get_attribute("data-version"))
        self.fill(boxes)
        self.page.locator("form[data-entry] [name][inputmode]").first.press("Enter")
        self.page.clock.fast_forward(SENDING_MS)
        expect(self.page.locator(f"#match:not([data-version='{version}']), [data-sure], [data-insist]").first).to_be_attached()
        if match.get_attribute("data-version") == version:
            self.page.locator("[data-sure], [data-insist]").first.click()
            expect(match).not_to_have_attribute("data-version", version)

    def _fill(self, name: str, text: str) -> None:
        box = self.page.locator(f"form[data-entry] [name={name}]")
        expect(box.first).to_be_attached()
        self._unfold(name)
        if box.count() > 1 or box.get_attribute("type") == "radio":
            value = "ABCDE".index(text) if len(text) == 1 and text in "ABCDE" else text
            self.page.locator(f"form[data-entry] [name={name}][value='{value}']").check(force=True)
        elif box.evaluate("element => element.tagName") == "SELECT":
            box.select_option(text)
        else:
            box.fill(text)

    def _unfold(self, name: str) -> None:
        folded = self.page.locator("form[data-entry] details:not([open])").filter(has=self.page.locator(f"[name={name}]"))
        if folded.count():
            folded.locator("summary").click()

    def confirm(self) -> None:
        expect(self.page.locator("[data-confirm]").first).to_be_visible()
        self.page.keyboard.press("c")
        expect(self.page.locator(".match-state")).to_have_text(re.compile(r"^\W*confirmed\W*$"))

    def close_round(self, number: int) -> None:
        self.open(f"stages/1/rounds/{number}/close/")
        self.press(re.compile("^Close "))
        expect(self.page.get_by_text(re.compile(f"Round (“.+”|{number}) is closed"))).to_be_visible()

    def draw_next_round(self) -> None:
        self.open("stages/1/")
        self.press(re.compile("Draw|Prepare"))
        self.sees("Change by hand")

    def print_sheets(self, name: str | re.Pattern[str]) -> bytes:
        """What a button of the print page opens in a new tab, fetched in the same session."""
        self.open("print/")
        button = self.page.get_by_role("button", name=name)
        expect(button).to_be_visible()
        form = button.locator("xpath=ancestor::form")
        fields = form.evaluate("form => Object.fromEntries(new FormData(form))")
        fields["unreached"] = "yes"  # no phone opens the codes of a desk that a test started
        fields[str(button.get_attribute("name"))] = str(button.get_attribute("value"))
        answer = self.page.request.post(self.desk.url + str(form.get_attribute("action")), form=fields)
        assert answer.headers["content-type"] == "application/pdf", answer.text()
        return answer.body()

    def paper(self, key: str) -> bytes:
        """One of the other papers, by its address."""
        answer = self.page.request.get(f"{self.desk.url}/desk/{self.slug}/print/{key}.pdf")
        assert answer.headers["content-type"] == "application/pdf"
        return answer.body()
