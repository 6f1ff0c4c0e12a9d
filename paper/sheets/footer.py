"""Where the foot of a sheet stands: result, signatures, corrections, serial."""

from __future__ import annotations

from paper.layout import Rect
from paper.sheets.plan import CORRECTION, CORRECTION_LINE, CORRECTION_TITLE, SIGNERS, FooterPlan, Metrics, count_signatures_across

BOTTOM = 3.2
"""Height of the last line, with serial and ledger."""


def compute_footer_height(metrics: Metrics, sides: int, corrections: int, lines: int, *, last: bool) -> float:
    """Height in millimetres; `lines` are those for a pencil where no corrections are printed."""
    if not last:
        return BOTTOM * metrics.scale + 1.4
    return sum(_list_heights(metrics, sides, corrections, lines)) + 2.2


def _list_heights(metrics: Metrics, sides: int, corrections: int, lines: int) -> tuple[float, ...]:
    """Result, signatures, corrections and the last line."""
    scale = metrics.scale
    signature_rows = -(-(sides + 1) // count_signatures_across(sides, narrow=metrics.narrow))
    printed = 4.5 + CORRECTION * corrections
    box = max(CORRECTION_TITLE + CORRECTION_LINE * lines, printed if corrections else 0.0) + (SIGNERS if metrics.narrow else 0.0)
    return ((14.0 if metrics.narrow else 8.0) * scale, 10.0 * signature_rows * scale, box * scale, BOTTOM * scale)


def build_footer(area: Rect, metrics: Metrics, sides: int, corrections: int, lines: int, *, last: bool) -> FooterPlan:
    """The boxes of the foot; a face before the last has only its last line."""
    bottom = Rect(area.x, area.bottom - BOTTOM * metrics.scale, area.width, BOTTOM * metrics.scale)
    if not last:
        return FooterPlan(None, None, None, bottom)
    y = area.bottom - compute_footer_height(metrics, sides, corrections, lines, last=True)
    result_height, signature_height, box_height, _line = _list_heights(metrics, sides, corrections, lines)
    result = Rect(area.x, y, area.width, result_height)
    signatures = Rect(area.x, result.bottom, area.width, signature_height)
    return FooterPlan(result, signatures, Rect(area.x, signatures.bottom + 0.8, area.width, box_height), bottom)
