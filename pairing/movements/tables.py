"""The formats of tables of three, four and five, where everybody plays alone."""

from pairing.format import COUNTING_PLACES
from pairing.movements.designs import Movement, build_affine_plane, build_resolvable_design, build_rotation
from pairing.movements.format import IndividualFormat
from rules.texts import _


class TablesOfSeveral(IndividualFormat):
    """Everybody plays alone, at tables of `table_size`."""

    usual_counting = COUNTING_PLACES

    def find_known_movement(self, players: int, rounds: int) -> Movement | None:
        """For table_size² players an affine plane: every two meet once in table_size + 1 rounds. For other multiples a rotation, where
        one exists and has enough rounds; else a resolvable design, also without one of its players.
        """
        size = self.table_size
        if players == size**2 and rounds <= size + 1:
            return build_affine_plane(size)
        turning = build_rotation(players // size, size) if players % size == 0 else None
        if turning and rounds <= len(turning):
            return turning
        design = build_resolvable_design(players, size) if self.knows_designs else None
        return design if design and rounds <= len(design) else None


class TablesOfThree(TablesOfSeveral):
    key = "tables_of_three"
    name = _("Individual, tables of three")
    summary = _("Tables of three, everybody alone; no two meet again while that is possible. Players left over have a bye in turn.")
    fewest = 3
    sides = 3
    table_size = 3


class TablesOfFour(TablesOfSeveral):
    key = "tables_of_four"
    name = _("Individual, tables of four")
    summary = _("Tables of four, everybody alone; no two meet again while that is possible. Players left over have a bye in turn.")
    fewest = 4
    sides = 4
    table_size = 4


class TablesOfFive(TablesOfSeveral):
    key = "tables_of_five"
    name = _("Individual, tables of five")
    summary = _("Tables of five, everybody alone; no two meet again while that is possible. Players left over have a bye in turn.")
    fewest = 5
    sides = 5
    table_size = 5
