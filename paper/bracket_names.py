"""How large the names of a bracket are drawn, and which fit their slots in no usual way."""

from __future__ import annotations

from collections.abc import Iterator

from paper.bracket_geometry import BracketLayout, PlacedText, TextRole
from paper.layout import BOLD, MM, Rect, clean_text, fit_text, fits_whole

NAME_SIZE = 13.0
LEAST_SIZE = 8.0
"""Names on a wall are not smaller than this as long as more paper helps."""
SIZE_STEP = 0.25
NAME_LINES = 2
CROWDED_SIZE, CROWDED_LINES = 6.0, 3
"""How small, and on how many lines, names are drawn that fit their slot in no other way: nobody loses the partner."""
WIDEST, HIGHEST = 0.62, 0.48
"""Most millimetres for a unit of the drawing, across and down, so that a small bracket fills its page within reason."""


def compute_scales(layout: BracketLayout, room: Rect) -> tuple[float, float]:
    """Millimetres for a unit of the drawing, across and down."""
    return min(room.width / max(layout.width, 1), WIDEST), min(room.height / max(layout.height, 1), HIGHEST)


def list_unfit(layout: BracketLayout, room: Rect) -> Iterator[tuple[str, float]]:
    """Names that do not fit their slot at the least size, and those that do not fit it at the size of crowded slots, with that size."""
    across, down = compute_scales(layout, room)
    for text in layout.texts:
        if text.role is TextRole.NAME and not fits_slot(text, across, down, LEAST_SIZE):
            yield text.text, LEAST_SIZE
            if not _fits_crowded(text, across, down):
                yield text.text, CROWDED_SIZE


def _fits_crowded(text: PlacedText, across: float, down: float) -> bool:
    """Whether the names fit their slot at the size of crowded slots, wherever their lines end."""
    name, width, height = clean_text(text.text), (text.width * across - 1) * MM, text.height * down * MM
    fitted = fit_text(name, BOLD, width, height, size=CROWDED_SIZE, least=CROWDED_SIZE, lines=CROWDED_LINES, names=True)
    return fitted.size == CROWDED_SIZE and " ".join(fitted.lines) == name


def fits_slot(text: PlacedText, across: float, down: float, size: float) -> bool:
    """Whether the names fit their slot at this size, each person on one line."""
    return fits_whole(clean_text(text.text), BOLD, (text.width * across - 1) * MM, text.height * down * MM, size=size, lines=NAME_LINES)


def compute_common_size(layout: BracketLayout, across: float, down: float) -> float:
    """The font size in points at which all names fit their slots that do at the least size, on one line or each person on one."""
    listed = (text for text in layout.texts if text.role is TextRole.NAME and text.text)
    names = [text for text in listed if fits_slot(text, across, down, LEAST_SIZE)]
    size = NAME_SIZE
    while size > LEAST_SIZE and not all(fits_slot(text, across, down, size) for text in names):
        size -= SIZE_STEP
    return size
