"""Rows, columns and letters of the screen's faces: what does not fit in letters that are large enough goes to the next page.

Sizes are in hundredths of the height of a 16:9 picture (`--unit` in static/screen.css), letters in steps of a half. A 4:3 picture of the
same diagonal is higher and as wide as WIDTH says: what fits there fits in every wider one. Every name stands in one line and ends in
dots where it is too long, so that heights are exact; widths are estimates, and only decide how much of a long name is seen.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

WIDTH = 152.0
"""Between the margins of a 4:3 picture."""
FOOT, GAPS = 11.0, 4.5
"""Heights of the line with the address, and of what is between head, face and foot, and around them."""
TITLE = 6.0
"""Letters of a face's title and of the clock; larger where the farthest seat needs that."""
LINE = 1.25
"""Height of a row in its letters."""
NARROW = 0.53
"""Usual width of a letter in its size."""
STEP, LARGEST, SMALLEST = 0.5, 9.0, 3.0
FARTHEST = 11.0
"""The largest letters: two tables still stand on a page, one name below the other."""
MOST_ROWS, LEAST_ROWS = 24, 4
"""As many rows as static/screen.css knows; and into how many a face is cut that has fewer."""
MOST_COLUMNS = 5
ENOUGH, ENOUGH_OF_PAIR, ENOUGH_OF_PERSON = 12, 15, 17
"""Letters of a name that must be seen: from far away a surname or two short ones; usually both surnames, or one with the given name."""
USUAL_ROW, USUAL_SMALL = 4.5, 3.0
"""Least letters where no seat is stated: of a row of a list, and of names in a whole hall (`distances.LARGE` and `SMALL`)."""
TABLE, RESULT, GAME = 2.2, 3.4, 1.3
"""Widths in letters: the number of a table, a result with its mark, and a number beside a name."""
GUTTER = 4.0
"""Between two columns."""

BESIDE, BELOW = 0, 1
"""How names of a match stand, and which of its numbers of rows counts."""

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class FaceLayout:
    """How a face is cut, by classes of static/screen.css. `stacked`: names of a match stand one below the other."""

    letter: float
    rows: int = LEAST_ROWS
    columns: int = 1
    stacked: bool = False

    @property
    def classes(self) -> str:
        stacked = " is-stacked" if self.stacked else ""
        return f"letter-{round(self.letter * 10)} rows-{self.rows} columns-{self.columns}{stacked}"


@dataclass(frozen=True, slots=True)
class MessageBand:
    """Height of the director's message above every face: `lines` lines of letters; no lines without a message."""

    letter: float = 0.0
    lines: int = 0

    @property
    def classes(self) -> str:
        return f"letter-{round(self.letter * 10)} lines-{self.lines}"

    @property
    def height(self) -> float:
        return self.lines * self.letter * LINE + 2.5 if self.lines else 0.0


LEAST_MESSAGE, USUAL_MESSAGE, MOST_MESSAGE = 4.0, 4.5, 14.0
"""Letters of a message, and how high it may be."""


@dataclass(frozen=True, slots=True)
class FaceRoom:
    """The room of a face below its title: `need` are the least letters for the farthest seat, 0 where no seat is stated."""

    need: float = 0.0
    message: MessageBand = MessageBand()

    @property
    def title(self) -> float:
        return max(TITLE, self.need)

    @property
    def classes(self) -> str:
        return f"letter-{round(self.title * 10)}"

    @property
    def height(self) -> float:
        return 100 - FOOT - GAPS - LINE * self.title - self.message.height

    def choose_least(self, usual: float) -> float:
        """The least letters of a face that has `usual` ones where no seat is stated, or a near one."""
        return max(self.need, usual)


def choose_enough(least: float, usual: int) -> int:
    """Letters of a name that must be seen: fewer where the letters are large, so that fewer pages have to be turned."""
    return usual if least <= USUAL_ROW else ENOUGH


def round_up(letter: float) -> float:
    return math.ceil(letter / STEP - 1e-9) * STEP


def lay_out_message(text: str, need: float) -> MessageBand:
    """The largest letters, up to those that are needed, in which a message does not take too much of the screen."""
    letter = max(USUAL_MESSAGE, need)
    while letter > LEAST_MESSAGE and _compute_message(text, letter).height > MOST_MESSAGE:
        letter -= STEP
    return _compute_message(text, letter)


def _compute_message(text: str, letter: float) -> MessageBand:
    return MessageBand(letter, math.ceil(len(text) * letter * (NARROW + 0.03) / (WIDTH - 6)))


def find_letter(fits: Callable[[float], bool], least: float, most: float = LARGEST) -> float:
    """The largest letters that fit; the least ones, or smaller ones, where none do."""
    letter = max(least, most)
    while letter > SMALLEST and not fits(letter):
        letter -= STEP
    return letter


def count_letters(width: float, letter: float, taken: float) -> int:
    """Letters of a name in a width of which `taken`, in letter sizes, is for other things."""
    return int((width / letter - taken) / NARROW)


def split_into_pages(items: Sequence[Item], height: Callable[[Item], int], most: int) -> list[tuple[Item, ...]]:
    """Split items into pages of about equal height, none above `most`; an item above `most` gets a page of its own."""
    pages = len(_fill_pages(items, height, most))
    even = next(top for top in range(1, most + 1) if top == most or len(_fill_pages(items, height, top)) == pages)
    return _fill_pages(items, height, even)


def split_evenly(items: Sequence[Item], most: int) -> list[Sequence[Item]]:
    """Pages of about equal length, none above `most`."""
    pages = -(-len(items) // most)
    size = -(-len(items) // pages) if pages else 1
    return [items[start : start + size] for start in range(0, len(items), size)]


def _fill_pages(items: Sequence[Item], height: Callable[[Item], int], most: int) -> list[tuple[Item, ...]]:
    """Fill one page after the other."""
    pages: list[list[Item]] = []
    room = 0
    for item in items:
        if not pages or height(item) > room:
            pages.append([])
            room = most
        pages[-1].append(item)
        room -= height(item)
    return [tuple(page) for page in pages]


def count_rows(height: float, letter: float) -> int:
    return max(1, min(MOST_ROWS, int(height / (LINE * letter) + 1e-9)))


def choose_tracks(rows: int, height: float, letter: float) -> int:
    """Into how many rows a face is cut that has `rows`: few stand not too far apart."""
    return max(rows, min(LEAST_ROWS, count_rows(height, letter)))


def _count_rows(count_rows_of: Callable[[Item], tuple[int, int]], way: int, item: Item) -> int:
    return count_rows_of(item)[way]


def lay_out_rows(
    items: Sequence[Item], count_rows_of: Callable[[Item], tuple[int, int]], longest: int, aside: float, least: float, height: float
) -> tuple[FaceLayout, list[tuple[Item, ...]]]:
    """Pages of matches, one below the other, names side by side where enough of them is seen, or all of them would take more pages.

    `count_rows_of` returns the rows of an item, not stacked and stacked; `longest` counts the letters of the longest name; `aside` is the
    width in letters beside the names.
    """
    half, most = count_letters(WIDTH / 2, least, (TABLE + aside) / 2 + 0.5), count_rows(height, least)
    pages, pages_below = (split_into_pages(items, partial(_count_rows, count_rows_of, way), most) for way in (BESIDE, BELOW))
    stacked = half < min(longest, ENOUGH) or (half < longest and len(pages_below) == len(pages))
    if stacked:
        pages = pages_below
    names, way = (1, BELOW) if stacked else (2, BESIDE)
    rows = max((sum(count_rows_of(item)[way] for item in page) for page in pages), default=1)

    def fits(letter: float) -> bool:
        seen = count_letters(WIDTH / names, letter, (TABLE + aside) / names + 0.5)
        return rows <= count_rows(height, letter) and (letter <= least or seen >= longest)

    letter = find_letter(fits, least)
    return FaceLayout(letter, choose_tracks(rows, height, letter), stacked=stacked), pages


@dataclass(frozen=True, slots=True)
class BoxGrid:
    """Boxes of the same height, read downwards: `lines` of names in each and `padding` around them; `aside` in letters beside a name."""

    lines: int
    padding: float
    aside: float
    longest: int
    enough: int

    def compute_layout(self, letter: float, height: float, enough: int) -> FaceLayout:
        """As many columns as show enough of the names, as many rows as there is room for."""
        columns = [1]
        for count in range(2, MOST_COLUMNS + 1):
            width = (WIDTH - GUTTER * (count - 1)) / count
            if count_letters(width, letter, self.aside) >= min(self.longest, enough):
                columns.append(count)
        rows = int(height / (self.lines * LINE * letter + self.padding) + 1e-9)
        return FaceLayout(letter, max(1, min(MOST_ROWS, rows)), columns[-1])


def lay_out_grid(items: Sequence[Item], grid: BoxGrid, least: float, height: float) -> tuple[FaceLayout, list[Sequence[Item]]]:
    """Pages of boxes, in the largest letters for which no further page is needed."""
    smallest = grid.compute_layout(least, height, grid.enough)
    pages = split_evenly(items, smallest.rows * smallest.columns)
    most = max(map(len, pages), default=0)

    def compute_at(letter: float) -> FaceLayout:
        return grid.compute_layout(letter, height, grid.enough if letter <= least else grid.longest)

    def fits(letter: float) -> bool:
        layout = compute_at(letter)
        tall = grid.lines * LINE * letter + grid.padding <= height
        return tall and layout.rows * layout.columns >= most

    layout = compute_at(find_letter(fits, least))
    columns = max(1, -(-most // layout.rows))
    rows = -(-most // columns)
    return replace(layout, columns=columns, rows=rows if columns > 1 else max(rows, min(LEAST_ROWS, layout.rows))), pages
