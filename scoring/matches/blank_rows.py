"""How many rows the printed sheets of a round have, for pages that look like the paper that lies beside them."""

from functools import lru_cache

from django.utils.translation import get_language, gettext, override

from paper.sheets import Paper, SheetEvent, SheetGame, SheetKind, SheetSetup, count_blank_rows
from rules import game_by_key
from rules.options import FieldKind, FieldSpec
from scoring.matches.paper_style import read_style
from scoring.matches.sheet_grid import begin_simulation, is_simulated, read_sheet_grid
from tournaments.models import Round


def read_blank_rows(round_: Round) -> tuple[int, ...] | None:
    """Rows of each game on a sheet that is printed two on a page; one number where all hands stand in one list; empty for a slip.

    None until random matches by these rules were simulated, which begins here beside the request. At most four queries.
    """
    tournament = round_.stage.tournament
    if not is_simulated(round_):
        begin_simulation(round_)
        return None
    style = read_style(tournament)
    grid = read_sheet_grid(tournament, style, round_=round_)
    return _count_rows(tournament.game_key, grid.kind, grid.fields, grid.games, style.language or get_language() or "en")


@lru_cache(maxsize=64)
def _count_rows(
    game_key: str, kind: SheetKind, fields: tuple[FieldSpec, ...], games: tuple[SheetGame, ...], language: str
) -> tuple[int, ...]:
    game = game_by_key(game_key)
    has_legend = any(spec.kind is FieldKind.CARD for spec in fields)
    with override(language):
        return count_blank_rows(
            SheetSetup(
                SheetEvent("", game_key, game.name),
                fields,
                games,
                translate=gettext,
                paper=Paper.A5_TWO_UP,
                side_count=game.side_count,
                kind=kind,
                legend="A" if has_legend else "",
            )
        )
