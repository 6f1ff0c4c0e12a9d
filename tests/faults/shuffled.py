"""A shuffled evening of phones and a desk, with a memory of its own: what stood on each screen, read from its page and nothing else."""

import json
import random
import re
from collections import Counter
from dataclasses import dataclass
from html import unescape

from django.db import connection

from scoring.entry.services import submit_event
from scoring.halls.reseating import exchange_entries
from scoring.halls.services import move_match
from scoring.ledger.match_log import Forfeit
from scoring.phones.codes import issue_codes
from scoring.rounds.services import draw_next_round, publish_draft
from scoring.seats.unpublishing import list_entered_matches, unpublish_round
from tests.scoring.builders import NOW, build_user
from tests.scoring.corrected import SURE, close, origin_of, sign
from tests.scoring.links import phone
from tests.tournaments.conftest import found_tournament
from tournaments.draws.services import discard_draft
from tournaments.entries.services import withdraw_entry
from tournaments.importing.services import import_entries
from tournaments.models import Match, Round, StaffRole
from tournaments.refusals import ChangeRefused
from tournaments.stages.services import create_stage

GAMES = {"marafon": ("points", 11, {}), "mariglia": ("total", 70, {"turned": "2"})}
"""The box of each side, what both come to, and what else a hand needs."""
PAIRS = 4
PAGE = "/t/match/"
BUTTONS = ("undo", "accept", "dispute", "confirm", "call")


@dataclass(frozen=True)
class Screen:
    """What people read: their names, the opponents', the round; the name of the box under “We”; the whole page."""

    own: str
    others: str
    round: int
    table: int
    box: str
    text: str


def read_screen(answer):
    """None where the page shows no match."""
    text = answer.content.decode()
    own = re.search(r"You are.*?<strong>([^<]*)</strong>", text, re.DOTALL)
    around = re.search(r'<strong class="table-number">(\d+)</strong></h1>\s*<p>[^<]*?round (\d+)', text)
    legends = dict(re.findall(r'<legend>\s*(We|They)<span class="visually-hidden"> ([^<]*)</span>', text))
    if not own or not around or len(legends) < 2:
        return None
    first = re.search(r'<legend>\s*We<.*?<input[^>]* name="([^"]*)"', text, re.DOTALL)[1]
    return Screen(unescape(own[1]), unescape(legends["They"]), int(around[2]), int(around[1]), first, text)


@dataclass
class Sent:
    """A request as it was tapped; `numbers` are those under We and They, empty for a button."""

    screen: Screen
    path: str
    fields: dict
    numbers: tuple = ()


class Evening:
    """`findings` is what should not be; `seen` counts what happened."""

    def __init__(self, number):
        self.rng = random.Random(number)
        self.game = self.rng.choice(sorted(GAMES))
        self.director, self.findings, self.seen = build_user("director"), [], Counter()
        self.tournament = found_tournament(self.director, f"Mischiata {number}", game_key=self.game)
        StaffRole.objects.create(tournament=self.tournament, user=build_user("assistant"), role=StaffRole.Role.ASSISTANT)
        import_entries(self.tournament, "\n".join(f"Anna{n} / Berto{n}" for n in range(1, PAIRS + 1)), actor=self.director)
        self.stage = create_stage(self.tournament, actor=self.director, format_key="swiss", options={"rounds": 3})
        entries = list(self.tournament.entries.order_by("number"))
        codes = issue_codes(self.tournament, entries, actor=self.director, at=NOW)
        again = {"headers": {"accept-language": "en"}}
        self.phones = [phone(code, **again) for code in [*codes, codes[0], codes[1]]]
        self.screens, self.kept, self.generation = {}, {}, Counter()
        self.draw_and_publish()

    # ------------------------------------------------------------------------------------------------------------------ desk
    def draw_and_publish(self):
        drafted = Round.objects.filter(stage=self.stage, state="draft").select_related("stage__tournament").first()
        drafted = drafted or draw_next_round(self.stage, actor=self.director, seed=str(self.rng.random()), at=NOW)
        publish_draft(drafted, actor=self.director, at=NOW)
        self.generation[drafted.number] += 1

    def playing(self):
        return Round.objects.filter(stage=self.stage, state="published").select_related("stage__tournament").first()

    def close(self):
        round_ = self.playing()
        for match in round_.matches.filter(kind="played").exclude(result__state__in=["confirmed", "locked", "submitted"]):
            submit_event(match, Forfeit(self.rng.randrange(2)), origin=origin_of(), version=None, override=SURE)
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

    # ----------------------------------------------------------------------------------------------------------------- phones
    def look(self, client):
        answer = client.get(PAGE)
        screen = read_screen(answer)
        self.screens[client] = screen and (screen, self.generation[screen.round])

    def tap(self, client):
        """A hand from the screen as it is; None where it shows none."""
        if not self.screens.get(client):
            self.look(client)
        if not self.screens.get(client):
            return None
        screen, _generation = self.screens[client]
        name, total, more = GAMES[self.game]
        ours = self.rng.randint(0, total)
        fields = read_hidden(screen.text, "/t/match/events/")
        fields |= {"kind": "hand", "key": f"k{self.rng.getrandbits(60)}", "sure": "1", **more, screen.box: str(ours)}
        other = f"{name}_{1 - int(screen.box[-1])}"
        return Sent(screen, "/t/match/events/", {**fields, other: str(total - ours)}, (ours, total - ours))

    def press(self, client):
        if not self.screens.get(client):
            return None
        screen, _generation = self.screens[client]
        paths = [path for button in BUTTONS for path in re.findall(rf'action="(/t/match/{button}/[^"]*)"', screen.text)]
        path = self.rng.choice(paths) if paths else None
        return Sent(screen, path, read_hidden(screen.text, path)) if path else None

    def send(self, client, sent, generation):
        before = read_table_lines()
        headers = {"HX-Request": "true"} if self.rng.random() < 0.5 else {}
        answer = client.post(sent.path, sent.fields, headers=headers)
        added = [line for line in read_table_lines() if line not in before]
        for line in added:
            self.judge(sent, generation, line)
        if sent.numbers and not added:
            self.seen["refused"] += 1
            self.check_kept(sent, answer)
        self.seen["stored"] += len(added)

    def judge(self, sent, generation, line):
        """The line lies in the match of these people, in this draw of the round, and on their side."""
        _seq, match, actor, payload = line
        match = Match.objects.select_related("round").get(pk=match)
        names = [seat.entry.name for seat in match.seats.select_related("entry").order_by("side")]
        if sent.screen.own not in names or sent.screen.others not in names:
            self.findings.append(f"{sent.screen.own} : {sent.screen.others} stored for {names}")
        elif (match.round.number, self.generation[match.round.number]) != (sent.screen.round, generation):
            self.findings.append(f"round {sent.screen.round} stored in another draw or round {match.round.number}")
        else:
            own = names.index(sent.screen.own)
            due = sent.numbers[::-1] if own else sent.numbers
            if not actor.endswith(f"-{own}") or (due and list(due) != read_numbers(payload, self.game)):
                self.findings.append(f"{sent.numbers} of side {own} stored as {payload}")

    def check_kept(self, sent, answer):
        text = answer.content.decode()
        if answer.status_code in (302, 303) or "entered the same: saved once" in text:
            return
        shown = {number for pair in re.findall(r'<dd>([^<]*)</dd>|value="([^"]*)"', text) for number in pair}
        if not shown >= set(map(str, sent.numbers)):
            self.findings.append(f"{sent.numbers} of round {sent.screen.round} are nowhere after {answer.status_code}")

    # ------------------------------------------------------------------------------------------------------------------- all
    def step(self):
        if self.playing() and self.rng.random() < 0.25:
            act = self.rng.choice([self.close, self.unpublish, self.unpublish, self.exchange, self.exchange, self.move, self.withdraw])
            try:
                act()
                self.seen[act.__name__] += 1
            except ChangeRefused:
                self.seen["desk refused"] += 1
            return
        client = self.rng.choice(self.phones)
        late = self.kept.pop(client, None)
        if late and self.rng.random() < 0.6:
            self.seen["late"] += 1
            self.send(client, *late)
        elif self.rng.random() < 0.3:
            self.look(client)
        else:
            sent = self.tap(client) if self.rng.random() < 0.7 else self.press(client)
            if sent and self.rng.random() < 0.4:
                self.kept[client] = (sent, self.screens[client][1])  # no network
            elif sent:
                self.send(client, sent, self.screens[client][1])


def read_hidden(text, path):
    """The hidden boxes of the form with this address."""
    form = re.search(rf'<form[^>]*action="{re.escape(path)}".*?</form>', text, re.DOTALL)
    return dict(re.findall(r'type="hidden" name="(?!csrf)([^"]*)" value="([^"]*)"', form[0])) if form else {}


def read_table_lines():
    """Rows that phones wrote, as they are stored."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT seq, match_id, actor, payload FROM scoring_ledgerentry WHERE via = 'table' ORDER BY tournament_id, seq")
        return cursor.fetchall()


def read_numbers(payload, game):
    """The numbers of both sides in a stored hand, the first side's first."""
    return json.loads(payload)["event"][GAMES[game][0]]
