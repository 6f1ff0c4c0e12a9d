"""The numbers of the evening on the hall's screen: a title and a sentence each, as large as they fit."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from visitors.screen.face_layouts import LINE, NARROW, USUAL_ROW, WIDTH, FaceLayout, FaceRoom, find_letter, split_into_pages

MOST_TOLD = 4
"""Lines on the screen: the oddest."""
TITLE_SHARE, GAP = 0.75, 0.5
"""The letters of a title in those of its sentence, and the gap below a line in letters."""
TENTHS = 10


@dataclass(frozen=True, slots=True)
class ScreenTold:
    """A line: what it is about, and who."""

    title: str
    words: str

    def measure_height(self, letter: float) -> float:
        """The height at letters of this size; widths are estimates, on the safe side."""
        rows = math.ceil(len(self.words) * (NARROW + 0.04) * letter / WIDTH)
        return LINE * letter * (TITLE_SHARE + max(1, rows)) + GAP * letter


def lay_out_told(lines: Sequence[ScreenTold], room: FaceRoom) -> tuple[FaceLayout, list[tuple[ScreenTold, ...]]]:
    """One page where all lines fit in letters that are large enough; else as many as it takes at the least letters."""
    least = room.choose_least(USUAL_ROW)

    def fits(letter: float) -> bool:
        return sum(line.measure_height(letter) for line in lines) <= room.height

    letter = find_letter(lambda size: size <= least or fits(size), least)
    pages = split_into_pages(lines, lambda line: _count_tenths(line, letter), int(TENTHS * room.height))
    return FaceLayout(letter), pages


def _count_tenths(line: ScreenTold, letter: float) -> int:
    return math.ceil(TENTHS * line.measure_height(letter))
