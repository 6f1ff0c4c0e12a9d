"""Which box a field of a hand gets on paper. If this failed, people would write a number where a letter has room, or ring a word."""

import pytest

from paper.sheets.columns import PencilGuide, build_groups, get_result_label, list_checked_groups, list_droppable_fields, list_sheet_fields
from paper.sheets.plan import count_signatures_across
from paper.sheets.values import Paper, SheetKind
from paper.sheets.widths import share_width
from rules import game_by_key
from rules.options import FieldChoice, FieldKind, FieldSpec
from tests.paper.sheets.samples import GAME_KEYS


def build_column(kind: FieldKind, sides: int = 2, **more: object):
    group, _running = build_groups((FieldSpec("other", "Other", "", kind, **more),), "mariglia", sides)
    (column,) = group.columns
    return column.ink, column.digits, column.rings, column.width


def choices(*values: str | int) -> tuple[FieldChoice, ...]:
    return tuple(FieldChoice(value, str(value)) for value in values)


@pytest.mark.parametrize(
    ("kind", "more", "column"),
    [
        (FieldKind.BOOLEAN, {}, (PencilGuide.TICK, 0, (), 7)),
        (FieldKind.SIDE, {}, (PencilGuide.RING, 0, ("A", "B", "C"), 18)),
        (FieldKind.INTEGER, {"highest": 9}, (PencilGuide.DIGITS, 1, (), 6.7)),
        (FieldKind.INTEGER, {"highest": 130}, (PencilGuide.DIGITS, 3, (), 12.1)),
        (FieldKind.INTEGER, {}, (PencilGuide.WORD, 0, (), 13)),
        (FieldKind.CHOICE, {"choices": choices("a", "bb", 3, 44)}, (PencilGuide.RING, 0, ("a", "bb", "3", "44"), 24)),
        (FieldKind.CHOICE, {"choices": choices("a", "b", "c", "d", "e")}, (PencilGuide.WORD, 0, (), 13)),
        (FieldKind.CHOICE, {"choices": choices("a", "bbb")}, (PencilGuide.WORD, 0, (), 13)),
        (FieldKind.SEAT, {}, (PencilGuide.BLANK, 0, (), 8)),
        (FieldKind.CARD, {}, (PencilGuide.BLANK, 0, (), 8)),
        (FieldKind.POINTS, {}, (PencilGuide.BLANK, 2, (), 9.5)),
        (FieldKind.POINTS_EXACT, {}, (PencilGuide.BLANK, 2, (), 9.5)),
        (FieldKind.TEXT, {}, (PencilGuide.WORD, 0, (), 13)),
    ],
)
def test_every_kind_of_field_has_its_box(kind, more, column):
    ink, digits, rings, width = build_column(kind, 3, **more)
    assert (ink, digits, rings, round(width, 6)) == column


def test_a_field_of_each_side_has_a_box_for_each_and_its_sum():
    group, running = build_groups((FieldSpec("taken", "Taken", "", FieldKind.POINTS, per_side=True, complement=60),), "mariglia", 3)
    assert [(column.name, column.side) for column in group.columns] == [("taken_0", 0), ("taken_1", 1), ("taken_2", 2)]
    assert ([column.name for column in running.columns], running.heavy, group.heavy) == (
        ["running_0", "running_1", "running_2"],
        True,
        False,
    )
    assert (group.sum, group.is_sided, group.width, list_checked_groups((group, running))) == (60, True, 28.5, (group,))


@pytest.mark.parametrize("key", GAME_KEYS)
def test_a_short_sheet_has_a_part_of_the_boxes_and_a_hall_may_leave_off_the_others(key):
    game = game_by_key(key)
    options = game.options_from({})
    full, short = (list_sheet_fields(game, options, kind) for kind in (SheetKind.FULL, SheetKind.SHORT))
    dropped = list_droppable_fields(game, options)
    assert {spec.name for spec in short} <= {spec.name for spec in full}
    assert {spec.name for spec in full} - {spec.name for spec in dropped} <= set(game.paper.short)
    assert [spec for spec in full if spec not in dropped] == list(list_sheet_fields(game, options, dropped={spec.name for spec in dropped}))
    assert not any(spec.rare for spec in full)


def test_a_roll_has_the_short_sheet():
    kinds = [(kind, paper) for kind in SheetKind for paper in Paper]
    assert [kind.on_paper(paper) for kind, paper in kinds] == [
        SheetKind.SHORT if (kind, paper) == (SheetKind.FULL, Paper.ROLL_80) else kind for kind, paper in kinds
    ]


def test_the_result_of_one_game_counts_no_games():
    assert [get_result_label("mariglia", games) for games in (1, 2)] == ["RESULT", "RESULT: games won"]


def test_who_signs_stands_beside_the_others():
    assert [count_signatures_across(sides, narrow=False) for sides in (2, 3, 4, 5)] == [3, 4, 3, 3]
    assert [count_signatures_across(sides, narrow=True) for sides in (2, 3)] == [2, 2]


@pytest.mark.parametrize(
    ("shares", "least", "width", "widths"),
    [
        ([1, 1], [10, 10], 60, [30, 30]),
        ([1, 3], [20, 10], 60, [20, 40]),
        ([1, 2, 3], [20, 25, 5], 60, [20, 25, 15]),
        ([1, 1], [40, 80], 60, [20, 40]),
        ([1, 1], [20, 40], 60, [20, 40]),
        ([5, 1], [50, 5], 60, [50, 10]),
    ],
)
def test_no_column_is_narrower_than_a_pencil_needs_as_long_as_there_is_room(shares, least, width, widths):
    assert share_width(shares, least, width) == pytest.approx(widths)
