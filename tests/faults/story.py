"""Random tournaments with random accidents, and what their results say by plain arithmetic, without the code that is tested."""

import random

from desk.rehearsal.playing import generate_events
from desk.rounds.services import close_round, draw_next_round, publish_draft, redraw_from_results
from desk.seats.services import let_seats_follow, let_stand, play_again
from desk.seats.unpublishing import list_entered_matches, unpublish_round
from pairing import format_by_key
from rankings.schemes.services import choose_scheme
from rankings.standings_pages.contradictions import compute_open_points
from rules.events import MatchScore
from scoring.confirmation.services import confirm_match, reopen_match, void_match
from scoring.entry.services import Override, correct_entry, submit_event
from scoring.matches.queries import load_match
from scoring.models import LedgerEntry, MatchResult
from scoring.standings.stored import read_standings
from tests.desk.verification.test_every_format import ENTRIES
from tests.faults.last_places import announce_prizes
from tests.scoring.builders import NOW, build_user
from tests.scoring.corrected import SURE, origin_of, turn_result
from tests.tournaments.conftest import found_tournament
from tournaments.entries.services import withdraw_entry
from tournaments.importing.services import import_entries
from tournaments.models import Entry, Match, Round, StaffRole, Stage, StageEntry, Tournament
from tournaments.refusals import ChangeRefused
from tournaments.stages.chains import StageSource
from tournaments.stages.services import create_stage

LOTS = {"points": "match_won", "tie_break_1": "point_difference", "tie_break_2": "lots", "tie_break_3": "nothing", "tie_break_4": "nothing"}
WORDS = "caso di prova"
COUNTED = ("submitted", "disputed", "confirmed", "locked")
MOST_ENTRIES = 9
CHAINS = {
    "knockout": [("knockout", {}, None)],
    "knockout for two": [("knockout", {"play_for": 2}, None)],
    "repechage": [("repechage", {}, None)],
    "repechage played": [("repechage", {"way": "played"}, None)],
    "double": [("double_elimination", {}, None)],
    "pools": [("round_robin", {"pool_size": 3}, None)],
    "swiss": [("swiss", {"rounds": 2}, None)],
    "danish": [("danish", {"rounds": 2}, None)],
    "mitchell": [("mitchell", {"rounds": 2}, None)],
    "heats": [("heats", {"heats": 2, "rounds": 2}, None)],
    "individual": [("individual", {"rounds": 2}, None)],
    "five": [("tables_of_five", {"rounds": 2}, None)],
    "pools and knockout": [("round_robin", {"pool_size": 4}, None), ("knockout", {}, {"of_each": 2})],
    "pools, knockout, rest": [
        ("round_robin", {"pool_size": 4}, None),
        ("knockout", {}, {"of_each": 2}),
        ("knockout", {}, {"of_each": 2, "rest": True}),
    ],
    "swiss and final": [("swiss", {"rounds": 2}, None), ("knockout", {}, {"best_others": 4})],
    "swiss and final of two": [("swiss", {"rounds": 2}, None), ("knockout", {}, {"best_others": 2})],
    "pools and final of two": [("round_robin", {"pool_size": 4}, None), ("knockout", {}, {"of_each": 1})],
    "pools, final of two, rest": [
        ("round_robin", {"pool_size": 4}, None),
        ("knockout", {}, {"of_each": 1}),
        ("knockout", {}, {"of_each": 1, "rest": True}),
    ],
    "knockout and losers": [("knockout", {}, None), ("knockout", {"play_for": 2}, {"lost": (1, 1)})],
    "knockout and losers of two rounds": [("knockout", {"play_for": 2}, None), ("knockout", {}, {"lost": (1, 2)})],
    "knockout and losers of the second round": [("knockout", {"play_for": 2}, None), ("knockout", {"play_for": 2}, {"lost": (2, 2)})],
    "knockout, losers and their final": [
        ("knockout", {}, None),
        ("round_robin", {}, {"lost": (1, 1)}),
        ("knockout", {"play_for": 2}, {"of": 1, "best_others": 2}),
    ],
    "knockout and a swiss of losers": [("knockout", {}, None), ("swiss", {"rounds": 2}, {"lost": (1, 1)})],
}
SINGLY = {"individual"}


class Evening:
    """A tournament that is played by chance; every verb is one thing that a director may do, and may be refused."""

    def __init__(self, number: int, chain: str = "") -> None:
        self.rng = random.Random(number)
        self.chain = chain or self.rng.choice(sorted(CHAINS))
        self.director = build_user("director")
        game = "trionfo5" if self.chain == "five" else "mariglia"
        options = {"deals": 1} if game == "trionfo5" else {}
        found = found_tournament(
            self.director, f"Storia {number}", game_key=game, individual=self.chain in SINGLY, options=options, public=True
        )
        Tournament.objects.filter(pk=found.pk).update(one_person=True)
        self.tournament = Tournament.objects.get(pk=found.pk)
        StaffRole.objects.get_or_create(tournament=found, user=build_user("assistant"), defaults={"role": StaffRole.Role.ASSISTANT})
        import_entries(self.tournament, "\n".join(self._list_names()), actor=self.director)
        announce_prizes(self.tournament)
        self.stages = self._create_stages()
        self.withdrawn = 0
        self.accidents = 0
        self.voided = False
        self.stood = 0

    def _list_names(self):
        chained = len(CHAINS[self.chain]) > 1
        first = CHAINS[self.chain][0][0]
        count = ENTRIES.get(first) or (
            8 if chained or first == "mitchell" else self.rng.randint(6 if first in {"heats", "pools"} else 5, MOST_ENTRIES)
        )
        size = self.tournament.entry_size
        return [" / ".join(f"{name}{number:02d}" for name in ("Anna", "Berto")[:size]) for number in range(1, count + 1)]

    def _create_stages(self):
        stages = []
        for key, options, source in CHAINS[self.chain]:
            taken = {name: value for name, value in (source or {}).items() if name != "of"}
            parts = {"source": StageSource(stages[source.get("of", 0)], **taken)} if source else {}
            stages.append(create_stage(self.tournament, actor=self.director, format_key=key, options=options, **parts))
        for stage in stages[:-1]:
            if stage.format_key in {"round_robin", "swiss"}:
                choose_scheme(stage, actor=self.director, origin=origin_of(), typed=LOTS)
        return [Stage.objects.get(pk=stage.pk) for stage in stages]

    def step(self):
        """One thing by chance: most often the evening goes on."""
        acts = [self.go_on] * 7 + [self.correct] * 3 + [self.reopen, self.sign, self.unpublish, self.decide, self.decide, self.redraw]
        acts += [self.turn_and_let_stand] * 2
        acts += [self.withdraw, self.void] if self.rng.random() < 0.25 else []
        self.attempt(self.rng.choice(acts))

    def attempt(self, act):
        try:
            act()
        except ChangeRefused:
            return

    def matches(self, **where):
        played = Match.objects.filter(round__stage__tournament=self.tournament, kind="played").exclude(round__state="draft")
        return list(played.filter(**where).select_related("round__stage__tournament").order_by("pk"))

    def go_on(self, stage=None):
        """Draw, publish, play a match, or close, whatever comes next in a stage."""
        running = [one for one in self.refreshed_stages() if one.state != "finished"]
        stage = stage or (self.rng.choice(running) if running else None)
        if stage is None:
            return
        round_ = stage.rounds.exclude(state="closed").first()
        if round_ is None:
            draw_next_round(stage, actor=self.director, seed=str(self.rng.random()), at=NOW)
        elif round_.state == "draft":
            publish_draft(round_, actor=self.director, at=NOW)
        else:
            self.play_or_close(round_)

    def play_or_close(self, round_):
        unsettled = [match for match in round_.matches.filter(kind="played") if not self.is_settled(match)]
        if not unsettled:
            close_round(round_, actor=self.director, origin=origin_of())
            return
        for match in unsettled if self.rng.random() < 0.5 else unsettled[:1]:
            self.play(match)

    def is_settled(self, match):
        return MatchResult.objects.filter(match=match, state__in=["confirmed", "locked", "void"]).exists()

    def play(self, match):
        state = MatchResult.objects.filter(match=match).values_list("state", flat=True).first() or "open"
        if state == "open":
            for event in self.choose_events(match):
                submit_event(match, event, origin=origin_of("assistant"), version=None, override=SURE)
        confirm_match(match, origin=origin_of(), version=None)

    def choose_events(self, match):
        if self.chain == "five":
            return generate_events(match, self.rng)
        return [MatchScore(self.rng.choice([(2, 0), (0, 2)]))]

    def correct(self):
        match = self.choose(self.matches(result__state__in=["confirmed", "locked", "submitted"]))
        if match is None or self.chain == "five":
            return
        self.accidents += 1
        reopen_match(match, origin=origin_of(), version=None, reason="referee", words=WORDS)
        line = next((line for line in load_match(match).log.lines if line.statement is not None), None)
        if line is not None:
            turned = MatchScore(tuple(reversed(line.statement.games)))
            correct_entry(match, line.seq, turned, origin=origin_of(), version=None, override=Override(sure=True), reason="wrong_side")
        if self.rng.random() < 0.7:
            confirm_match(match, origin=origin_of("assistant"), version=None)

    def turn_and_let_stand(self):
        """A result of a bracket turns out to be wrong after the next round is drawn, and the seats stand."""
        earlier = [match for match in self.matches(result__state__in=["confirmed", "locked"]) if self.is_followed(match)]
        match = self.choose(earlier)
        if match is None or compute_open_points(self.tournament):
            return
        self.accidents += 1
        turn_result(match)
        self.attempt(lambda: self.decide(stand=True, alone=True))

    def is_followed(self, match):
        stage = match.round.stage
        return is_bracket(stage) and stage.rounds.filter(number=match.round.number + 1).exclude(state="draft").exists()

    def choose(self, things):
        return self.rng.choice(things) if things else None

    def reopen(self):
        match = self.choose(self.matches(result__state__in=["confirmed", "locked", "void"]))
        if match is not None:
            self.accidents += 1
            reopen_match(match, origin=origin_of(), version=None, reason="referee", words=WORDS)

    def sign(self):
        match = self.choose(self.matches(result__state="submitted"))
        if match is not None:
            confirm_match(match, origin=origin_of("assistant"), version=None)

    def void(self):
        match = self.choose(self.matches(result__state__in=["submitted", "open", "confirmed"]))
        if match is not None:
            self.accidents += 1
            self.voided = True
            void_match(match, origin=origin_of(), version=None, reason="referee", words=WORDS)

    def withdraw(self):
        playing = list(Entry.objects.filter(tournament=self.tournament).exclude(state="withdrawn"))
        if self.withdrawn < 1 and self.chain not in {"individual", "five"}:
            self.withdrawn += 1
            withdraw_entry(self.rng.choice(playing), actor=self.director)

    def unpublish(self):
        round_ = self.choose(
            list(Round.objects.filter(stage__tournament=self.tournament, state="published").select_related("stage__tournament"))
        )
        if round_ is not None:
            self.accidents += 1
            codes = tuple(row.code for row in list_entered_matches(round_)) if self.rng.random() < 0.7 else ()
            unpublish_round(round_, actor=self.director, origin=origin_of(), words=WORDS, annul=codes)

    def redraw(self):
        drafted = Round.objects.filter(stage__tournament=self.tournament, state="draft").select_related("stage__tournament").first()
        if drafted is not None:
            redraw_from_results(drafted, actor=self.director, seed=str(self.rng.random()), at=NOW)

    def decide(self, *, stand=None, alone=False):
        """Decide about one contradiction: the seats follow, the match is played again, or it stands (`alone`: nothing but this)."""
        contradiction = self.choose(compute_open_points(self.tournament).contradictions)
        if contradiction is None:
            return
        stage = self.tournament.stages.get(number=contradiction.stage)
        deciding = {"actor": self.director, "origin": origin_of(), "words": WORDS}
        if alone or (stand and self.rng.random() < 0.3):
            self.stood += 1
            let_stand(stage, contradiction.key, **deciding)
        elif contradiction.can_follow:
            let_seats_follow(stage, contradiction.round, **deciding)
        elif contradiction.code and contradiction.entered and self.rng.random() < 0.5:
            play_again(Match.objects.get(code=contradiction.code), **deciding)
        elif stand or self.rng.random() < 0.5:
            self.stood += 1
            let_stand(stage, contradiction.key, **deciding)

    def finish(self):
        """Settle what is open, and play to the end; False where the evening cannot end (nobody is left to go on)."""
        for _turn in range(100):
            if self.stood < 2 and self.rng.random() < 0.2:
                self.attempt(self.turn_and_let_stand)
            points = compute_open_points(self.tournament)
            for reopened in points.reopened:
                self.attempt(lambda code=reopened.code: self.play(Match.objects.get(code=code)))
            if points.contradictions:
                self.attempt(lambda: self.decide(stand=True))
                continue
            running = [stage for stage in self.refreshed_stages() if stage.state != "finished"]
            if not running and not points:
                return True
            for stage in running:
                self.attempt(self.redraw)
                self.attempt(lambda stage=stage: self.go_on(stage))
        return False

    def refreshed_stages(self):
        return list(Stage.objects.filter(tournament=self.tournament).order_by("number"))


def read_winner(match):
    """Winner and loser of a match by its stored result; none where nobody has won."""
    sides = list(match.seats.order_by("side").values_list("entry_id", flat=True))
    if match.kind == "bye":
        return (sides[0] if match.round.state == "closed" else None), None
    result = MatchResult.objects.filter(match=match).first()
    if result is None or result.state not in COUNTED or result.winner is None:
        return None, None
    return sides[result.winner], sides[1 - result.winner]


def find_false_seats(stage):
    """Matches whose seats are not those of winners and losers before them: by the plain arithmetic of each bracket."""
    check = {"knockout": _check_tree, "repechage": _check_repechage, "double_elimination": _check_defeats}.get(stage.format_key)
    return check(stage, _list_published(stage)) if check else []


def _list_published(stage):
    matches = Match.objects.filter(round__stage=stage).exclude(round__state="draft").select_related("round")
    return list(matches.order_by("round__number", "position"))


def _seated(match):
    return set(match.seats.values_list("entry_id", flat=True))


def _is_void(match):
    return MatchResult.objects.filter(match=match, state="void").exists()


def _withdrawn(stage):
    return set(Entry.objects.filter(tournament=stage.tournament_id, state="withdrawn").values_list("pk", flat=True))


def _check_tree(stage, matches, first_width=None):
    placed = {tuple(match.bracket[:3]): match for match in matches if match.bracket}
    widest = first_width or max((width for _place, width, _slot in placed), default=0)
    false = []
    for (place, width, slot), match in placed.items():
        if (place == 1 and width == widest) or _is_void(match):
            continue
        feeders = [(1, 2 * width, 2 * slot), (1, 2 * width, 2 * slot + 1)] if place == 1 else [(1, 4, 0), (1, 4, 1)]
        due = {read_winner(placed[feeder])[0 if place == 1 else 1] for feeder in feeders if feeder in placed} - {None}
        if not (_seated(match) <= due and due - _seated(match) <= _withdrawn(stage)):
            false.append(match)
    return false


def _check_repechage(stage, matches):
    first = [match for match in matches if match.bracket[3] == "first"]
    main = [match for match in matches if match.bracket[3] == "main"]
    false = _check_tree(stage, main)
    if main:
        begun = min(match.round.number for match in main)
        seated = set().union(*(_seated(match) for match in main if match.round.number == begun))
        winners = {read_winner(match)[0] for match in first} - {None}
        false += [] if winners - _withdrawn(stage) <= seated else main[:1]
    return false


def _check_defeats(stage, matches):
    """Nobody sits in a double elimination after the second defeat."""
    defeats, false = {}, []
    for match in matches:
        if any(defeats.get(entry, 0) > 1 for entry in _seated(match)) and not _is_void(match):
            false.append(match)
        loser = read_winner(match)[1]
        if loser is not None:
            defeats[loser] = defeats.get(loser, 0) + 1
    return false


def find_false_entries(stage):
    """Entries that play a stage and should not, or the other way round, by the standings or results of its source."""
    enrolled = set(StageEntry.objects.filter(stage=stage).values_list("entry_id", flat=True))
    if stage.source is None or not stage.rounds.exclude(state="draft").exists():
        return set()
    if stage.takes == "lost":
        main = [match for match in _list_published(stage.source) if match.bracket[0] == 1]
        lost = [match for match in main if stage.lost_from <= match.round.number <= stage.lost_until]
        played_on = set().union(*(_seated(match) for match in main if match.round.number > stage.lost_until))
        due = set().union(*(_seated(match) - {read_winner(match)[0]} for match in lost)) - played_on
    else:
        groups = [[line.entrant for line in lines] for lines in read_standings(stage.source).groups.values()]
        first = {entry for group in groups for entry in group[: stage.of_each or stage.best_others]}
        due = first if stage.takes == "first" else {entry for group in groups for entry in group} - first
    gone = _withdrawn(stage)
    return set() if gone else due ^ enrolled


def was_decided(tournament):
    """Whether the director let anything stand as it is."""
    return LedgerEntry.objects.filter(tournament=tournament, payload__contains='"decision":"stands"').exists()


def is_bracket(stage):
    return format_by_key(stage.format_key).family.value == "bracket"
