"""If this fails, a stored draw says another thing than was drawn, loses a field, or one with a wrong field is taken for whole."""

import copy
import hashlib
import json
from dataclasses import replace

import pytest

from pairing import (
    FORMATS,
    DrawnRound,
    DrawReason,
    DrawRequest,
    Entrant,
    EntrantStanding,
    EntryGroup,
    MatchOutcome,
    Pairing,
    PlayedMatch,
    Position,
)
from pairing.codec import compute_request_digest, draw_from_json, draw_to_json, encode_canonical, request_from_json, request_to_json
from pairing.reasons import UnreadableInput
from pairing.stored import parse_stored_draw
from tests.cases import every_case

REQUEST = DrawRequest(
    format="knockout",
    round=2,
    seed="Sèrata",
    entrants=(Entrant(11, 1, 2, "Bar", 3, withdrawn=True, pool="A"), Entrant(12, 2)),
    options={"play_for": 4, "clubs_apart": True},
    history=(PlayedMatch(1, (11, 12), 1, MatchOutcome.WALKOVER, Position(1, 4, 1, "losers"), 2, 1),),
    standings=(EntrantStanding(11, 1, 5, 6, (12, 13), 7, 8, floated=True),),
    forbidden=((11, 12), (12, 13)),
    groups=(EntryGroup("A", (11, 12)),),
    declined=(12,),
    ahead=True,
    win_points=2,
    accelerated=(11,),
)
DRAW = DrawnRound(
    REQUEST,
    3,
    "digest",
    (
        Pairing(1, (11, 12), False, (DrawReason.of("by_rank", rank=1, other_rank=2),), 1, Position(3, 2, 0), "A", 2),
        Pairing(2, (13,), bye=True),
    ),
    {"proven": True},
    (EntryGroup("A", (11, 12)),),
)
WRITTEN = {
    "request": {
        "format": "knockout", "round": 2, "seed": "Sèrata", "options": {"play_for": 4, "clubs_apart": True}, "ahead": True, "win_points": 2,
        "entrants": [
            {"id": 11, "number": 1, "seed": 2, "club": "Bar", "strength": 3, "withdrawn": True, "pool": "A"},
            {"id": 12, "number": 2, "seed": 0, "club": "", "strength": 0, "withdrawn": False},
        ],
        "history": [
            {"round": 1, "sides": [11, 12], "winner": 1, "outcome": "walkover", "position": [1, 4, 1, "losers"], "side_size": 2,
             "first_dealer": 1},
        ],
        "standings": [
            {"entrant": 11, "rank": 1, "primary": 5, "secondary": 6, "opponents": [12, 13], "byes": 7, "forfeit_wins": 8, "floated": True},
        ],
        "forbidden": [[11, 12], [12, 13]], "groups": [{"name": "A", "members": [11, 12]}], "declined": [12], "accelerated": [11],
    },
    "version": 3, "digest": "digest", "certificate": {"proven": True}, "groups": [{"name": "A", "members": [11, 12]}],
    "pairings": [
        {"order": 1, "sides": [11, 12], "bye": False, "reasons": [{"code": "by_rank", "params": {"other_rank": 2, "rank": 1}}],
         "first_dealer": 1, "position": [3, 2, 0, "main"], "group": "A", "side_size": 2},
        {"order": 2, "sides": [13], "bye": True, "reasons": [], "first_dealer": 0, "position": None, "group": "", "side_size": 1},
    ],
}  # fmt: skip
DEFAULTS = {
    "seed", "club", "strength", "withdrawn", "pool", "winner", "side_size", "first_dealer", "secondary", "byes", "forfeit_wins", "floated",
    "bye", "group",
}  # fmt: skip
"""Fields of an entrant, a match, a line or a pairing that need not be there."""
RARE = ("ahead", "win_points", "declined", "accelerated")


def test_every_field_is_written_under_its_name():
    written = json.loads(json.dumps(draw_to_json(DRAW)))
    assert written == WRITTEN
    assert draw_from_json(written) == DRAW


def test_what_an_older_draw_did_not_know_is_written_only_where_it_says_something():
    plain = replace(REQUEST, ahead=False, win_points=0, declined=(), accelerated=())
    written = json.loads(json.dumps(request_to_json(plain)))
    assert written == {name: value for name, value in WRITTEN["request"].items() if name not in RARE}
    assert request_from_json(written) == plain


@pytest.mark.parametrize("count", [0, 1, 199, 200, 201, 400, 401])
def test_the_digest_is_that_of_the_whole_text_however_many_there_are(count):
    entrants = tuple(Entrant(number, number, pool="A" * (number % 2)) for number in range(1, count + 1))
    standings = tuple(EntrantStanding(number, number, 0, opponents=(number + 1,)) for number in range(1, count // 2 + 1))
    for request in (replace(REQUEST, entrants=entrants, standings=standings), DrawRequest("swiss", 1, "s", entrants)):
        text = json.dumps(request_to_json(request), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        assert compute_request_digest(request) == hashlib.sha256(text.encode()).hexdigest()


def test_the_canonical_text_has_sorted_keys_and_no_spaces():
    assert encode_canonical({"b": [1, True, None], "a": "è"}) == '{"a":"è","b":[1,true,null]}'
    with pytest.raises(ValueError, match="not JSON compliant"):
        encode_canonical(float("nan"))


def list_leaves(value, path=()):
    """Where the values of a draw stand, but for those that any JSON may be: options and certificate."""
    if path and path[-1] in {"options", "certificate"}:
        return
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    if not parts and not isinstance(value, dict | list):
        yield path
    for name, part in parts:
        yield from list_leaves(part, (*path, name))


def put(draw, path, value):
    forged = copy.deepcopy(draw)
    place = forged
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = value
    return forged


@every_case("path", list(list_leaves(WRITTEN)))
def test_a_value_of_another_kind_is_refused(path):
    own = WRITTEN
    for name in path:
        own = own[name]
    others = [value for value in ("x", 7, True, [1], {"a": 1}, None, 1.5) if type(value) is not type(own)]
    is_free = path[-2:-1] == ("params",)  # of a reason a number or a word
    for value in others if not is_free else ([1], None):
        if own is None and value == [1]:
            continue
        with pytest.raises(UnreadableInput) as refused:
            parse_stored_draw(json.dumps(put(WRITTEN, path, value)))
        assert str(refused.value).startswith("This is not a saved draw: ")


@every_case("path", [path for path in list_leaves(WRITTEN) if isinstance(path[-1], str)])
def test_a_field_that_is_missing_or_unknown_is_refused_where_there_is_no_default(path):
    missing, more = copy.deepcopy(WRITTEN), copy.deepcopy(WRITTEN)
    place, other = missing, more
    for name in path[:-1]:
        place, other = place[name], other[name]
    del place[path[-1]]
    other["more"] = 1
    is_free = path[-2:-1] == ("params",)
    if not is_free and path[-1] not in RARE and not (len(path) > 2 and path[-1] in DEFAULTS):
        with pytest.raises(UnreadableInput):
            parse_stored_draw(json.dumps(missing))
    if not is_free and len(path) > 2 and not {"groups", "reasons"} & set(path):
        with pytest.raises(UnreadableInput):
            parse_stored_draw(json.dumps(more))


def test_a_draw_that_is_whole_is_taken_as_it_is():
    assert parse_stored_draw(json.dumps(WRITTEN)) == WRITTEN
    with pytest.raises(UnreadableInput) as refused:
        parse_stored_draw(json.dumps(put(WRITTEN, ("request", "format"), "chess")))
    known = ", ".join(form.key for form in FORMATS)
    assert str(refused.value) == f"The format “chess” is not known here; known are {known}."
