"""What a round is called, and whether anything is drawn in it: the plan of a bracket or of pools is no draw."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Count
from django.utils.translation import gettext

from pairing import build_match_title, format_by_key, format_reason
from pairing.codec import position_from_json
from pairing.format import Family
from rules.texts import join_round_name
from tournaments.models import Match, Round, Stage, StageEntry, Tournament
from tournaments.models.rounds import quote_round_name
from tournaments.stages.chains import count_expected_entries

MOST_AT_ONCE = 100
"""Rounds published in one step: a pool of 600 would hold the desk up for its 599 rounds; it publishes them one by one."""


def attach_tournament(tournament: Tournament, rounds: Iterable[Round]) -> list[Round]:
    """The rounds, which come with their stages, whose tournament is the one at hand: a row of it for each would be costly to read."""
    listed = list(rounds)
    for round_ in listed:
        round_.stage.tournament = tournament
    return listed


def find_round_name(stage: Stage, number: int, entries: int) -> str:
    """“Final”, “Quarter-final”; empty where a round has only its number. No query."""
    chosen = format_by_key(stage.format_key)
    position = chosen.find_main_match(chosen.options_from(stage.options), entries, number) if entries > 1 else None
    return format_reason(build_match_title(position), gettext) if position else ""


def read_round_name(stage: Stage, number: int) -> str:
    """`find_round_name` of a stage that has its entries. One query for a bracket, whose rounds alone have names."""
    if format_by_key(stage.format_key).family is not Family.BRACKET:
        return ""
    return find_round_name(stage, number, StageEntry.objects.filter(stage=stage).count())


def format_round_name(stage: Stage, number: int, entries: int) -> str:
    """“Final”, “Quarter-final”, or “Round 3”. No query."""
    return find_round_name(stage, number, entries) or gettext("Round %(number)d") % {"number": number}


def list_counted_rounds(tournament: Tournament) -> list[Any]:
    """All rounds of the tournament in order, each with the `entry_count` of its stage. One query."""
    rounds = Round.objects.filter(stage__tournament=tournament).select_related("stage")
    counted = rounds.annotate(entry_count=Count("stage__stage_entries"))
    return attach_tournament(tournament, counted.order_by("stage__number", "number"))


def format_round_tab(round_: Any) -> str:
    """“Knockout: Final” where the round has a name, else “Pools 2”. `round_` comes from `list_counted_rounds`. No query."""
    name = find_round_name(round_.stage, round_.number, round_.entry_count)
    return join_round_name(round_.stage.name, name, ": ") if name else f"{round_.stage.name} {round_.number}"


def read_named_rounds(tournament: Tournament) -> dict[tuple[int, int], str]:
    """“Knockout · Semi-final” for every round that has a name, by the numbers of its stage and its own. One query."""
    rounds = Round.objects.filter(stage__tournament=tournament).select_related("stage").annotate(entries=Count("stage__stage_entries"))
    names = ((round_, find_round_name(round_.stage, round_.number, round_.entries)) for round_ in rounds)
    return {(round_.stage.number, round_.number): join_round_name(round_.stage.name, name) for round_, name in names if name}


def read_quoted_round(stage: Stage, number: int) -> str:
    """What stands behind the word “round” in a sentence: “3”, or the name of a round that has one, in quotes. The stage has its entries.
    One query for a bracket.
    """
    return quote_round_name(read_round_name(stage, number), number)


def format_match_place(match: Match) -> str:
    """“Knockout · Semi-final”, “Swiss · Round 3”; once where a stage is called as its round. No query."""
    return join_round_name(match.round.stage.name, format_match_round(match))


def format_match_round(match: Match) -> str:
    """“Semi-final”, “Match for place 3”, or “Round 3”: the same word on every page. No query."""
    position = position_from_json(match.bracket)
    return format_reason(build_match_title(position), gettext) if position else str(match.round)


def read_round_place(round_: Round) -> str:
    """As `format_match_place`, of the whole round. One query for a bracket."""
    return join_round_name(round_.stage.name, read_round_name(round_.stage, round_.number) or str(round_))


def format_round_state(round_: Round) -> str:
    """The state in words; what is not published is a draft, whether lots made it or the plan. No query."""
    return gettext("draft, not published") if round_.state == Round.State.DRAFT else str(round_.get_state_display())


def has_rounds_side_by_side(stage: Stage) -> bool:
    """Whether several rounds of the stage can be played at once. No query."""
    return format_by_key(stage.format_key).rounds_side_by_side


def plays_ahead(stage: Stage) -> bool:
    """Whether a match of a later round can begin while an earlier one is being played, as soon as its sides are certain. No query."""
    return format_by_key(stage.format_key).plays_ahead


def has_several_open_rounds(stage: Stage) -> bool:
    """Whether several rounds of the stage may be open at once, for either reason. No query."""
    return has_rounds_side_by_side(stage) or plays_ahead(stage)


def count_rounds_side_by_side(stage: Stage) -> int:
    """The number of rounds of the stage that can be published at once; 0 where one follows from the other, or for too many. One query."""
    if not has_rounds_side_by_side(stage):
        return 0
    chosen = format_by_key(stage.format_key)
    count = chosen.count_rounds(chosen.options_from(stage.options), StageEntry.objects.filter(stage=stage).count())
    return count if count <= MOST_AT_ONCE else 0


def is_last_round(stage: Stage, number: int, entries: int) -> bool:
    """Whether the plan has no round after this one. No query."""
    chosen = format_by_key(stage.format_key)
    return number >= chosen.count_rounds(chosen.options_from(stage.options), entries)


def is_round_drawn(stage: Stage, number: int) -> bool:
    """Whether lots or standings say who meets whom in the round. Some queries."""
    chosen = format_by_key(stage.format_key)
    seeded = stage.seeded and stage.source_id is not None
    return chosen.is_round_drawn(chosen.options_from(stage.options), count_expected_entries(stage), number, seeded=seeded)
