"""An independent check of a stored draw: it reads only the JSON and shares no code with the engine.

For a Swiss or Danish draw, and for every venue of heats, which play by the Danish system, it proves what the certificate
claims:
everybody is seated once, nobody meets again without need, the bye is the right one, and everybody meets the highest opponent
that
leaves a legal round, or no legal pairing has fewer upfloaters or better differences. Standard library only.
"""

from typing import Any

from pairing.checker.danish import check_danish, check_heats
from pairing.checker.plain import check_any
from pairing.checker.swiss import SwissCheck
from pairing.checker.teams import check_teams
from pairing.checker.verdict import DrawClaim, DrawVerdict

__all__ = ["DrawClaim", "DrawVerdict", "check_draw"]


def check_draw(draw: dict[str, Any]) -> DrawVerdict:
    """Check everything that can be said about one draw (JSON)."""
    verdict = DrawVerdict()
    check_any(draw, verdict)
    if draw["request"]["format"] == "team_matches":
        check_teams(draw, verdict)
    if draw["request"]["format"] in {"swiss", "danish", "heats"}:
        verdict.claim("the draw brings its certificate", bool(draw["certificate"]))
    if not draw["certificate"]:
        return verdict
    if draw["request"]["format"] == "swiss":
        SwissCheck(draw, verdict).check_round()
    if draw["request"]["format"] == "danish":
        check_danish(draw, verdict)
    if draw["request"]["format"] == "heats":
        check_heats(draw, verdict)
    return verdict
