"""How far a stage and a tournament have been played, so that no paper looks more final than it is."""

import datetime as dt
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, OuterRef
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext

from rankings.standings_pages.contradictions import read_open_points
from rankings.standings_pages.queries import find_deciding_stage
from scoring.matches.rounds import LATE
from tournaments.models import Match, Round, Stage, Tournament
from tournaments.stages.rounds import read_quoted_round


@dataclass(frozen=True, slots=True)
class StageProgress:
    """The round of a stage that is being played, or its last one, and how many of its matches have ended; `round_number` 0 before the first
    is published, `round_name` as of `read_quoted_round`."""

    round_number: int
    round_name: str
    ended: int
    matches: int
    finished: bool

    @property
    def is_provisional(self) -> bool:
        return not self.finished and self.ended < self.matches

    @property
    def sentence(self) -> str:
        """Empty unless matches of the round are still being played."""
        if not self.is_provisional:
            return ""
        template = ngettext(
            "Provisional: %(ended)d of %(matches)d table of round %(round)s has ended.",
            "Provisional: %(ended)d of %(matches)d tables of round %(round)s have ended.",
            self.matches,
        )
        return template % {"ended": self.ended, "matches": self.matches, "round": self.round_name}

    def format_moment(self, at: dt.datetime | None) -> str:
        """“After round 3 · 21:40”; without the time where it is unknown."""
        if self.finished:
            when = gettext("final")
        elif not self.round_number:
            when = ""
        else:
            when = (gettext("during round %(round)s") if self.is_provisional else gettext("after round %(round)s")) % {
                "round": self.round_name
            }
        return " · ".join(text for text in (when, format_clock(at)) if text)


def format_clock(at: dt.datetime | None) -> str:
    return date_format(localtime(at), "H:i") if at else ""


def read_stage_progress(stage: Stage) -> StageProgress:
    """How far the round is that is being played: of rounds that are played side by side the first that lacks a result; else the last one.
    Two queries, three of a bracket.
    """
    finished = stage.state == Stage.State.FINISHED
    late = Match.objects.filter(LATE, round=OuterRef("pk"), kind=Match.Kind.PLAYED)
    rounds: list[Any] = [
        *Round.objects.filter(stage=stage).exclude(state=Round.State.DRAFT).annotate(is_late=Exists(late)).order_by("number")
    ]
    playing = (candidate for candidate in rounds if candidate.is_late and candidate.state == Round.State.PUBLISHED)
    round_ = next(playing, rounds[-1] if rounds else None)
    if round_ is None:
        return StageProgress(0, "", 0, 0, finished)
    played = Match.objects.filter(round=round_, kind=Match.Kind.PLAYED)
    counts = played.aggregate(matches=Count("pk"), late=Count("pk", filter=LATE))
    name = read_quoted_round(stage, round_.number)
    return StageProgress(round_.number, name, counts["matches"] - counts["late"], counts["matches"], finished)


def find_final_stage(tournament: Tournament) -> Stage | None:
    """The stage whose standings are those of the tournament, once it and whatever the best of it go on to are finished, and nothing that
    they rest on is open again. Three queries.
    """
    stage = find_deciding_stage(tournament)
    if stage is None or stage.state != Stage.State.FINISHED:
        return None
    goes_on = stage.followers.filter(takes=Stage.Takes.FIRST).exclude(state=Stage.State.FINISHED).exists()
    return None if goes_on or read_open_points(tournament) else stage
