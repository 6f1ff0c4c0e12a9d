"""Every format there is: one line each."""

from .danish import Danish
from .double_elimination import DoubleElimination
from .format import Format
from .heats import Heats
from .knockout import Knockout
from .mitchell import Mitchell
from .movements.format import ChangingPartners, TablesOfFive, TablesOfFour, TablesOfThree
from .repechage import Repechage
from .round_robin import RoundRobin
from .swiss.format import Swiss

FORMATS: tuple[Format, ...] = (
    Knockout(),
    Repechage(),
    DoubleElimination(),
    RoundRobin(),
    Swiss(),
    Danish(),
    Mitchell(),
    ChangingPartners(),
    TablesOfThree(),
    TablesOfFour(),
    TablesOfFive(),
    Heats(),
)


def format_by_key(key: str) -> Format:
    """Raises: KeyError."""
    return {entry.key: entry for entry in FORMATS}[key]
