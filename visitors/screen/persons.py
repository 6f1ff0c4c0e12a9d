"""How the names of a side stand in one line of the hall's screen."""

from dataclasses import dataclass

from tournaments.people.names import NAME_SEPARATOR

LONG, MORE = 6, 2
"""Letters of a name that can be cut and is still recognised, and how many more than another has make it the one that is cut."""


@dataclass(frozen=True, slots=True)
class ScreenPerson:
    """`gives_way`: where the line is too short, this name is cut before the shorter ones beside it are."""

    name: str
    gives_way: bool = False


def split_persons(name: str) -> tuple[ScreenPerson, ...]:
    """The persons of a displayed name: of two names both beginnings are seen, and the shorter one whole as long as that can be."""
    names = name.split(NAME_SEPARATOR)
    shortest = min(map(len, names))
    return tuple(ScreenPerson(person, gives_way=len(person) > max(LONG, shortest + MORE)) for person in names)
