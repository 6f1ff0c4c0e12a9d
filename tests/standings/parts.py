"""The parts of an explained cell."""


def add_up(tie_break, parts):
    """What the counted parts of a cell come to: in a share the first side's part of both."""
    gains, losses = (sum(getattr(part, side) for part in parts if part.counted) for side in ("value", "against"))
    return gains / max(gains + losses, 1) if tie_break.share else gains - losses
