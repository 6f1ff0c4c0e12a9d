"""Whatever happens between the draws: who is present plays the stage of the first or that of everybody else, and never both."""

import random

import pytest

from desk.seats.services import let_stand
from desk.seats.unpublishing import unpublish_round
from rankings.schemes.services import choose_scheme
from rankings.standings_pages.contradictions import list_contradictions
from tests.scoring.builders import build_user
from tests.scoring.corrected import close, draw_and_publish, enter_result, found_stage, origin_of, turn_result
from tournaments.draws.services import discard_draft
from tournaments.entries.services import readmit_entry, withdraw_entry
from tournaments.models import Entry, Match, Stage, StageEntry
from tournaments.stages.chains import StageSource
from tournaments.stages.services import create_stage

pytestmark = pytest.mark.django_db
LOTS = {"points": "match_won", "tie_break_1": "lots"} | {f"tie_break_{place}": "nothing" for place in range(2, 9)}


def play_pools(rng):
    """Two pools with random results, in which lots decide every tie; two may leave without too few for a stage."""
    stage = found_stage(rng.choice([9, 10]), "round_robin", options={"pool_size": 5})
    choose_scheme(stage, actor=build_user("director"), origin=origin_of(), typed=LOTS)
    while Stage.objects.get(pk=stage.pk).state != Stage.State.FINISHED:
        round_ = draw_and_publish(stage, seed=str(rng.random()))
        for match in round_.matches.filter(kind=Match.Kind.PLAYED):
            enter_result(match, rng.choice([0, 1]))
        close(round_)
    return Stage.objects.get(pk=stage.pk)


class Evening:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.pools, self.director = play_pools(self.rng), build_user("director")
        numbers = dict(zip(("of_each", "best_others"), self.rng.choice([(2, 0), (2, 1), (1, 2), (0, 4)]), strict=True))
        self.first, self.rest = (self.follow(**numbers, rest=rest) for rest in (False, True))
        self.done = []

    def follow(self, **source):
        source_chosen = StageSource(self.pools, **source)
        return create_stage(self.pools.tournament, actor=self.director, format_key="swiss", options={"rounds": 1}, source=source_chosen)

    def happen(self):
        """Somebody goes home, somebody comes back, or a result of the pools is corrected."""
        entries = Entry.objects.filter(tournament=self.pools.tournament)
        away = list(entries.filter(state=Entry.State.WITHDRAWN))
        what = self.rng.choice(["withdraw", "readmit", "turn", "turn"])
        if what == "turn":
            match = self.rng.choice(Match.objects.filter(round__stage=self.pools, kind=Match.Kind.PLAYED))
            turn_result(match)
            self.done.append(("turn", match.pk))
        elif what == "withdraw" and len(away) < 2:
            entry = self.rng.choice(entries.exclude(state=Entry.State.WITHDRAWN))
            withdraw_entry(entry, actor=self.director)
            self.done.append(("withdraw", entry.number))
        elif away:
            entry = self.rng.choice(away)
            readmit_entry(entry, actor=self.director)
            self.done.append(("readmit", entry.number))

    def settle(self):
        """Decide one card after the other: it may stand where nobody is left out or plays both stages, else the stage is drawn again."""
        for _card in range(20):
            points = [(stage, point) for stage in (self.first, self.rest) for point in list_contradictions(stage)]
            if not points:
                return
            stage, point = self.rng.choice(points)
            sibling = self.rest if stage == self.first else self.first
            alone = not StageEntry.objects.filter(stage=sibling, entry__in=point.seated).exists()
            if len(point.seated) >= len(point.due) and alone and self.rng.random() < 0.6:
                let_stand(stage, point.key, actor=self.director, origin=origin_of(), words="resta")
                self.done.append(("stands", point.key))
            else:
                round_ = stage.rounds.get()
                unpublish_round(round_, actor=self.director, origin=origin_of(), words="")
                discard_draft(round_, actor=self.director)
                draw_and_publish(stage)
                self.done.append(("again", stage.number, self.playing(stage)))
        pytest.fail(f"never settled: {self.done}")

    def playing(self, stage):
        return sorted(StageEntry.objects.filter(stage=stage).values_list("entry__number", flat=True))

    def check(self):
        first, rest = (set(self.playing(stage)) for stage in (self.first, self.rest))
        present = set(
            Entry.objects.filter(tournament=self.pools.tournament).exclude(state=Entry.State.WITHDRAWN).values_list("number", flat=True)
        )
        assert (first & rest, present - first - rest) == (set(), set()), "\n".join(map(str, self.done))


@pytest.mark.parametrize("seed", range(6))
def test_nobody_plays_both_stages_and_nobody_neither(seed):
    evening = Evening(seed)
    stages = [evening.first, evening.rest]
    evening.rng.shuffle(stages)
    for stage in stages:
        for _event in range(evening.rng.choice([0, 1, 2])):
            evening.happen()
        evening.settle()
        draw_and_publish(stage)
        evening.done.append(("drawn", stage.number, evening.playing(stage)))
    evening.settle()
    evening.check()
    for _event in range(4):
        evening.happen()
        evening.settle()
        evening.check()
