"""What a request about a match says: key, version, how far somebody insists, and boxes, each no longer than the ledger keeps."""

import json

import pytest
from django.core.exceptions import BadRequest
from django.test import RequestFactory

from rules import game_by_key
from scoring.entry.requests import MOST_ROWS, list_all_box_names, read_boxes, read_override, read_rows, read_submission, read_version
from tests.scoring.builders import build_actor, build_user

GAME = game_by_key("marafon")


def send(**posted):
    return RequestFactory().post("/hand", posted)


@pytest.mark.parametrize(("text", "version"), [("7", 7), ("999999999", 999_999_999), ("1000000000", 0), ("-1", 0), ("", 0), ("x", 0)])
def test_a_version_is_a_number_of_nine_digits_at_most(text, version):
    assert read_version(send(version=text)) == version
    assert read_version(send()) == 0


def test_a_box_is_cut_at_eighty_signs_and_what_was_not_sent_is_no_box():
    boxes = read_boxes(send(first=" " + "x" * 81, second="  7 ", other="1"), ["first", "second", "third"])
    assert boxes == {"first": "x" * 80, "second": "7"}


def test_how_far_somebody_insists_is_read_from_the_buttons_and_the_reason():
    plain = read_override(send())
    assert (plain.sure, plain.leaves_out, plain.reason, plain.ruling) == (False, False, "", "")
    told = {"ruling-words": "w" * 300, "ruling-law": "l" * 80, "ruling-referee": "r" * 80}
    insisted = read_override(send(sure="1", leave_out="1", overrule=" " + "x" * 501, **told))
    assert (insisted.sure, insisted.leaves_out, insisted.reason) == (True, True, "x" * 500)
    assert insisted.ruling == f"{'w' * 300} · {'l' * 80} · referee: {'r' * 80}"


@pytest.mark.parametrize("name", ["ruling-words", "ruling-law", "ruling-referee"])
def test_a_ruling_that_is_too_long_to_be_kept_says_nothing(name):
    longest = {"ruling-words": 300, "ruling-law": 80, "ruling-referee": 80}[name]
    assert read_override(send(**{"ruling-words": "w", name: "x" * (longest + 1)})).ruling == ""


def test_the_boxes_of_a_game_are_those_of_every_kind_of_its_events():
    names = list_all_box_names(GAME)
    assert {"points_0", "points_1", "games_0", "scores_1"} <= names


@pytest.mark.django_db
def test_the_key_of_a_request_has_forty_signs_at_most_and_one_without_a_key_gets_its_own():
    actor = build_actor()
    assert read_submission(send(key="k" * 40), actor).key == "k" * 40
    first, second = (read_submission(send(), actor).key for _time in range(2))
    assert (len(first), first != second) == (24, True)
    for key in ("k" * 41, "a key", "ä"):
        with pytest.raises(BadRequest):
            read_submission(send(key=key), actor)


@pytest.mark.django_db
def test_a_request_asks_for_its_fields_and_not_for_its_key():
    actor = build_actor()
    digests = {name: read_submission(send(**fields), actor).body_digest for name, fields in {
        "plain": {"key": "a", "total": "1"}, "again": {"key": "b", "total": "1", "place": "p", "csrfmiddlewaretoken": "t"},
        "other": {"key": "a", "total": "2"},
    }.items()}  # fmt: skip
    assert digests["plain"] == digests["again"] != digests["other"]


def send_rows(following, **posted):
    request = send(key="first", points_0="7", following=json.dumps(following), **posted)
    request.user = build_user()
    return read_rows(request, GAME, "hand")


def row(key="next", **boxes):
    return {"key": key, "boxes": boxes}


@pytest.mark.django_db
def test_rows_have_the_boxes_of_the_game_each_cut_like_any_other():
    first, second = send_rows([row(points_0=" " + "x" * 81, strange="1")])
    assert (first.filled.boxes, second.filled.boxes) == ({"points_0": "7"}, {"points_0": "x" * 80})
    assert (first.origin.key, second.origin.key, first.filled.fills_rest) == ("first", "next", True)


@pytest.mark.django_db
def test_forty_rows_may_follow_and_no_more():
    assert len(send_rows([row(f"k{number}") for number in range(MOST_ROWS)])) == 41
    with pytest.raises(BadRequest, match="a row that follows"):
        send_rows([row(f"k{number}") for number in range(MOST_ROWS + 1)])


@pytest.mark.django_db
@pytest.mark.parametrize("following", [{"key": "a"}, "text", [["key"]], [{"boxes": {}}], [{"key": 1, "boxes": {}}], [{"key": "a"}]])
def test_what_is_no_list_of_rows_is_refused(following):
    with pytest.raises(BadRequest, match="a row that follows"):
        send_rows(following)


@pytest.mark.django_db
def test_a_row_whose_boxes_are_no_texts_is_refused_and_so_is_one_under_a_long_key():
    with pytest.raises(BadRequest, match="a row that follows"):
        send_rows([row(points_0=7)])
    with pytest.raises(BadRequest, match="the key of a row"):
        send_rows([row("k" * 41)])
    assert len(send_rows([row("k" * 40)])) == 2


@pytest.mark.django_db
def test_only_what_somebody_typed_is_what_the_first_row_asks_for():
    filled, typed, other = (send_rows([], **fields)[0] for fields in ({}, {"typed": "points_0"}, {"typed": "points_0", "points_1": "4"}))
    assert filled.origin.body_digest != typed.origin.body_digest
    assert typed.origin.body_digest == other.origin.body_digest
