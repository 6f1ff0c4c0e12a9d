"""A shuffled evening of phones and a desk, with a memory of its own: what stood on each screen, read from its page and nothing else."""

import json
import random
import re
from collections import Counter
from dataclasses import dataclass, field

from django.db import connection

from desk.hall_pages.reseating import exchange_entries
from desk.hall_pages.services import move_match
from desk.roster.substitutions import substitute_player
from desk.rounds.services import draw_next_round, publish_draft
from desk.seats.unpublishing import list_entered_matches, unpublish_round
from exchange.handing_over import hand_over, take_back
from scoring.entry.services import submit_event
from scoring.ledger.match_log import Forfeit
from tests.pages import Page, read_page
from tests.scoring.builders import NOW, build_user
from tests.scoring.corrected import SURE, close, origin_of, sign
from tests.scoring.links import phone
from tests.tournaments.conftest import found_tournament
from tournaments.draws.services import discard_draft
from tournaments.entries.services import withdraw_entry
from tournaments.importing.services import import_entries
from tournaments.models import Match, Round, StaffRole, Tournament
from tournaments.refusals import ChangeRefused
from tournaments.stages.services import create_stage
from visitors.phones.codes import issue_codes


@dataclass(frozen=True)
class Played:
    """What a hand of a game needs: the field of its numbers, what they come to, further boxes; how many sit at a table; who enters."""

    field: str
    total: int
    more: dict
    sides: int = 2
    size: int = 2
    format: str = "swiss"


GAMES = {
    "marafon": Played("points", 11, {}),
    "mariglia": Played("total", 70, {"turned": "2"}),
    "tressette2": Played("points", 11, {}, size=1),
    "mattazza5": Played("penalties", 35, {}, sides=5, size=1, format="tables_of_five"),
}
TABLES = 2
PAGE = "/t/match/"
ACTS = ("close", "unpublish", "exchange", "move", "withdraw", "substitute", "hand_over")
WEIGHTS = (3, 2, 2, 1, 1, 1, 1)
BUTTONS = ("undo", "accept", "dispute", "withdraw", "confirm", "call", "end_call", "seated")


@dataclass(frozen=True)
class Screen:
    """What people read: their name, the round, the table; which box stands under whose name; the whole page."""

    own: str
    round: int
    table: int
    boxes: dict
    page: Page


def read_screen(answer):
    """None where the page shows no match that takes hands."""
    page = read_page(answer)
    own = page.texts(".phone-bar .visually-hidden strong")
    around = re.match(r"Table (\d+) .*?Round (\d+)", " ".join(page.texts(".phone-bar")))
    boxes = {}
    for part in page.find_all("fieldset.side-boxes"):
        legend = part.find("legend")
        [name] = legend.texts(".visually-hidden") or [legend.text]
        boxes[name] = part.find("input[name]")["name"]
    if not own or not around or len(boxes) < 2:
        return None
    return Screen(own[0], int(around[2]), int(around[1]), boxes, page)


@dataclass(frozen=True)
class Moment:
    """When a screen was read: how often its round had been drawn by then, and who had left."""

    draw: int
    left: frozenset


@dataclass
class Sent:
    """A request as it was tapped; `numbers` are those under each name, empty for a button."""

    screen: Screen
    moment: Moment
    path: str
    fields: dict
    numbers: dict = field(default_factory=dict)


class Evening:
    """`findings` is what should not be; `seen` counts what happened."""

    def __init__(self, number):
        self.rng = random.Random(number)
        self.game = self.rng.choice(sorted(GAMES))
        self.played = GAMES[self.game]
        self.director, self.findings, self.seen = build_user("director"), [], Counter()
        found = found_tournament(self.director, f"Mischiata {number}", game_key=self.game)
        Tournament.objects.filter(pk=found.pk).update(substitutions=True)
        self.tournament = Tournament.objects.get(pk=found.pk)
        StaffRole.objects.create(tournament=self.tournament, user=build_user("assistant"), role=StaffRole.Role.ASSISTANT)
        people = ("Anna", "Berto")[: self.played.size]
        names = [" / ".join(f"{name}{place}" for name in people) for place in range(1, TABLES * self.played.sides + 1)]
        import_entries(self.tournament, "\n".join(names), actor=self.director)
        self.stage = create_stage(self.tournament, actor=self.director, format_key=self.played.format, options={"rounds": 3})
        entries = list(self.tournament.entries.order_by("number"))
        codes = issue_codes(self.tournament, entries, actor=self.director, at=NOW)
        english = {"headers": {"accept-language": "en"}}
        self.phones = [phone(code, **english) for code in [*codes, *codes[:2]]]
        self.screens, self.kept, self.generation, self.substitutes = {}, {}, Counter(), 0
        self.draw_and_publish()

    # ------------------------------------------------------------------------------------------------------------------ desk
    def draw_and_publish(self):
        drafted = Round.objects.filter(stage=self.stage, state="draft").select_related("stage__tournament").first()
        if drafted is None:
            drafted = draw_next_round(self.stage, actor=self.director, seed=str(self.rng.random()), at=NOW)
            self.generation[drafted.number] += 1
        publish_draft(drafted, actor=self.director, at=NOW)

    def playing(self):
        return Round.objects.filter(stage=self.stage, state="published").select_related("stage__tournament").first()

    def close(self):
        round_ = self.playing()
        for match in round_.matches.filter(kind="played").exclude(result__state__in=["confirmed", "locked", "submitted"]):
            submit_event(match, Forfeit(self.rng.randrange(self.played.sides)), origin=origin_of(), version=None, override=SURE)
        for match in round_.matches.filter(result__state="submitted"):
            sign(match)
        close(round_)
        self.draw_and_publish()

    def unpublish(self):
        round_ = self.playing()
        codes = tuple(row.code for row in list_entered_matches(round_))
        unpublish_round(round_, actor=self.director, origin=origin_of(), words="prova", annul=codes)
        if self.rng.random() < 0.7:
            discard_draft(Round.objects.get(pk=round_.pk), actor=self.director)
        self.draw_and_publish()

    def exchange(self):
        round_ = self.playing()
        first, second = self.rng.sample(list(self.tournament.entries.exclude(state="withdrawn")), 2)
        exchange_entries(round_, first, second, actor=self.director, origin=origin_of(), words="prova")

    def move(self):
        match = self.rng.choice(list(self.playing().matches.filter(kind="played")))
        move_match(match, self.rng.randint(1, 9), actor=self.director, at=NOW)

    def withdraw(self):
        if self.rng.random() < 0.2:
            withdraw_entry(self.rng.choice(list(self.tournament.entries.all())), actor=self.director)

    def substitute(self):
        entry = self.rng.choice(list(self.tournament.entries.all()))
        self.substitutes += 1
        words = {"reason": "febbre", "during_game": True}
        substitute_player(entry, 0, f"Zeno{self.substitutes}", actor=self.director, origin=origin_of(), **words)

    def hand_over(self):
        """To another laptop, and back a little later: between the two nothing may be stored here."""
        hand_over(self.tournament, "Bar Centrale", actor=self.director, at=NOW)
        for client in self.rng.sample(self.phones, 3):
            self.use(client)
        take_back(self.tournament, actor=self.director)

    def read_who_left(self):
        return frozenset(self.tournament.entries.filter(state="withdrawn").values_list("name", flat=True))

    # ----------------------------------------------------------------------------------------------------------------- phones
    def look(self, client):
        answer = client.get(PAGE)
        screen = read_screen(answer)
        self.screens[client] = screen and (screen, self.read_moment(screen))

    def read_moment(self, screen):
        return Moment(self.generation[screen.round], self.read_who_left())

    def tap(self, client):
        """A hand from the screen as it is, or a correction of the last one; None where it shows none."""
        if not self.screens.get(client):
            self.look(client)
        if not self.screens.get(client):
            return None
        screen, moment = self.screens[client]
        path = "/t/match/events/"
        correct = screen.page.find_all("a[href^=/t/match/correct/]")
        if correct and self.rng.random() < 0.5:
            path = f"{correct[0]['href'].rstrip('/')}/"
            corrected = read_screen(client.get(path))
            if corrected is None:
                return None
            screen, moment = corrected, self.read_moment(corrected)
            self.seen["corrections"] += 1
        cuts = sorted(self.rng.randint(0, self.played.total) for _cut in range(len(screen.boxes) - 1))
        shares = [high - low for low, high in zip([0, *cuts], [*cuts, self.played.total], strict=True)]
        numbers = dict(zip(screen.boxes, shares, strict=True))
        fields = read_hidden(screen.page, path)
        fields |= {"kind": "hand", "key": f"k{self.rng.getrandbits(60)}", "sure": "1", **self.played.more}
        return Sent(screen, moment, path, fields | {screen.boxes[name]: str(number) for name, number in numbers.items()}, numbers)

    def press(self, client):
        if not self.screens.get(client):
            return None
        screen, moment = self.screens[client]
        paths = [form["action"] for button in BUTTONS for form in screen.page.find_all(f"form[action^=/t/match/{button}/]")]
        path = self.rng.choice(paths) if paths else None
        return Sent(screen, moment, path, read_hidden(screen.page, path)) if path else None

    def send(self, client, sent):
        before = read_table_lines()
        headers = {"HX-Request": "true"} if self.rng.random() < 0.5 else {}
        answer = client.post(sent.path, sent.fields, headers=headers)
        added = [line for line in read_table_lines() if line not in before]
        for line in added:
            self.judge(sent, line)
        if sent.numbers and not added:
            self.seen["refused"] += 1
            self.check_kept(client, sent, answer)
        self.seen["stored"] += len(added)

    def judge(self, sent, line):
        """The line lies in the match of these people, in this draw of the round, and on their side; they have not left since."""
        _seq, match, actor, payload = line
        match = Match.objects.select_related("round").get(pk=match)
        seats = list(match.seats.select_related("entry").order_by("side"))
        names = [seat.entry.name for seat in seats]
        if Tournament.objects.get(pk=self.tournament.pk).handed_over_at:
            self.findings.append("stored while it is played elsewhere")
        if sent.screen.own not in names or not set(sent.screen.boxes) <= set(names):
            self.findings.append(f"{sent.screen.own} of {[*sent.screen.boxes]} stored for {names}")
            return
        own = names.index(sent.screen.own)
        if names[own] in self.read_who_left() - sent.moment.left:
            self.findings.append(f"stored for {names[own]}, who has left")
        if (match.round.number, self.generation[match.round.number]) != (sent.screen.round, sent.moment.draw):
            self.findings.append(f"round {sent.screen.round} stored in another draw or round {match.round.number}")
        due = [sent.numbers[name] for name in names] if sent.numbers else None
        if not actor.endswith(f"-{own}") or (due and due != read_numbers(payload, self.played.field)):
            self.findings.append(f"{sent.numbers} of side {own} stored as {payload}")

    def check_kept(self, client, sent, answer):
        """What is not stored stands on the page, or is in the ledger as the other side entered it."""
        page = client.get(PAGE) if answer.status_code in (302, 303) else answer
        page = read_page(page)
        if "entered the same: saved once" in page.text or "You changed nothing: the hand stays as it was." in page.text:
            equal = [read_numbers(line[3], self.played.field) for line in read_table_lines()]
            if sorted(sent.numbers.values()) not in [sorted(numbers or ()) for numbers in equal]:
                self.findings.append(f"{sent.numbers} were not saved once")
            return
        shown = {*page.texts("dd"), *(box["value"] for box in page.find_all("[value]"))}
        if not shown >= {str(number) for number in sent.numbers.values() if number}:
            self.findings.append(f"{sent.numbers} of round {sent.screen.round} are nowhere after {answer.status_code}")

    # ------------------------------------------------------------------------------------------------------------------- all
    def step(self):
        if self.playing() and self.rng.random() < 0.25:
            act = self.rng.choices(ACTS, weights=WEIGHTS)[0]
            try:
                getattr(self, act)()
                self.seen[act] += 1
            except ChangeRefused as refusal:
                self.seen[f"refused: {act} {refusal.code}"] += 1
            return
        self.use(self.rng.choice(self.phones))

    def use(self, client):
        """Somebody takes this phone: it looks, taps, keeps without network, or sends what it kept."""
        late = self.kept.pop(client, None)
        if late and self.rng.random() < 0.6:
            self.seen["late"] += 1
            self.send(client, late)
        elif self.rng.random() < 0.3:
            self.look(client)
        else:
            sent = self.tap(client) if self.rng.random() < 0.7 else self.press(client)
            if sent and self.rng.random() < 0.4:
                self.kept[client] = sent  # no network
            elif sent:
                self.send(client, sent)


def read_hidden(page, path):
    """The hidden boxes of the form with this address."""
    forms = page.find_all(f"form[action={path}]")
    return {name: value for name, value in forms[0].hidden.items() if not name.startswith("csrf")} if forms else {}


def read_table_lines():
    """Rows that phones wrote, as they are stored."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT seq, match_id, actor, payload FROM scoring_ledgerentry WHERE via = 'table' ORDER BY tournament_id, seq")
        return cursor.fetchall()


def read_numbers(payload, name):
    """The numbers of all sides in a stored hand, the first side's first; None where the line holds no hand."""
    event = json.loads(payload).get("event") or {}
    return event.get(name)
