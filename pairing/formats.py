"""The list of all formats."""

from pairing.danish import Danish
from pairing.double_elimination import DoubleElimination
from pairing.format import Format
from pairing.heats import Heats
from pairing.howell import Howell
from pairing.knockout import Knockout
from pairing.mitchell import Mitchell
from pairing.movements.format import ChangingPartners
from pairing.movements.tables import TablesOfFive, TablesOfFour, TablesOfThree
from pairing.repechage import Repechage
from pairing.round_robin import RoundRobin
from pairing.swiss.format import Swiss
from pairing.team_matches import TeamMatches
from rules.declarations import check_declared

FORMATS: tuple[Format, ...] = check_declared(
    (
        Knockout(),
        Repechage(),
        DoubleElimination(),
        RoundRobin(),
        Swiss(),
        Danish(),
        Mitchell(),
        Howell(),
        ChangingPartners(),
        TablesOfThree(),
        TablesOfFour(),
        TablesOfFive(),
        Heats(),
        TeamMatches(),
    ),
    Format,
)


def format_by_key(key: str) -> Format:
    """Raises: KeyError."""
    return {entry.key: entry for entry in FORMATS}[key]
