"""Where the head of a sheet stands: logo, names of the tournament, round, table, QR code."""

from __future__ import annotations

from paper.layout import PrintPicture, Rect
from paper.sheets.plan import FLAT, FLAT_LOGO, LOGO, QR_SIDE, WIDEST_LOGO, HeaderPlan, Metrics

CODE = 3.4
"""Height of the code under the QR code."""


def compute_header_height(metrics: Metrics) -> float:
    """Height in millimetres; on a roll what is written stands above round, table and QR code."""
    lower = QR_SIDE + CODE * metrics.scale + 2.2
    return lower + (19 * metrics.scale + 1.5 if metrics.narrow else 0.0)


def build_header(area: Rect, metrics: Metrics, logo: PrintPicture | None) -> HeaderPlan:
    scale = metrics.scale
    whole = Rect(area.x, area.y, area.width, compute_header_height(metrics) - 1.6)
    upper, lower = whole, whole
    if metrics.narrow:
        upper = Rect(whole.x, whole.y, whole.width, 19 * scale)
        lower = Rect(whole.x, upper.bottom + 1.5, whole.width, whole.height - upper.height - 1.5)
    qr = Rect(lower.right - QR_SIDE, lower.y, QR_SIDE, QR_SIDE)
    code = Rect(qr.x - 3, qr.bottom + 0.6, qr.width + 3, lower.bottom - qr.bottom - 0.6)
    table = Rect(qr.x - 3 * scale - 23 * scale, lower.y, 23 * scale, lower.height)
    round_left = lower.x if metrics.narrow else table.x - 19 * scale
    round_ = Rect(round_left, lower.y, table.x - round_left, lower.height)
    edge = upper.right if metrics.narrow else round_.x - 2
    logo_box, text = _split_off_logo(Rect(upper.x, upper.y, edge - upper.x, upper.height), scale, logo)
    return HeaderPlan(logo_box, text, round_, table, qr, code)


def _split_off_logo(room: Rect, scale: float, logo: PrintPicture | None) -> tuple[Rect, Rect]:
    """The box of the logo and the box that is left for text: beside the logo, or below it if the logo is flat."""
    if logo is None:
        return Rect(room.x, room.y, 0.0, 0.0), room
    ratio = logo.width / logo.height
    if ratio > FLAT:
        flat = Rect(room.x, room.y, min(room.width, FLAT_LOGO * scale * ratio), FLAT_LOGO * scale)
        return flat, Rect(room.x, flat.bottom + 0.3, room.width, room.height - flat.height - 0.3)
    box = Rect(room.x, room.y, min(WIDEST_LOGO, LOGO * max(ratio, 1.0)) * scale, room.height)
    return box, Rect(box.right + 2, room.y, room.right - box.right - 2, room.height)


def build_stage_box(round_: Rect, scale: float) -> Rect:
    """The box for the name of the stage, at the lower edge of the box of the round."""
    return Rect(round_.x, round_.bottom - 5.4 * scale, round_.width, 5.0 * scale).inset(0.6, 0)


def split_by_heights(box: Rect, *heights: float) -> tuple[Rect, ...]:
    """Rows from the top whose heights have the proportion of `heights`."""
    unit = box.height / sum(heights)
    rows = []
    y = box.y
    for height in heights:
        rows.append(Rect(box.x, y, box.width, height * unit))
        y += height * unit
    return tuple(rows)
