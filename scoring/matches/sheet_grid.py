"""Which rows and columns the score sheet of a tournament has: for the paper, and for pages that look like it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock, Thread

from django.db.models import Avg
from django.utils.translation import get_language, gettext, override

from paper.sheets import Paper, SheetEvent, SheetGame, SheetKind, SheetSetup, count_blank_rows, list_droppable_fields, list_sheet_fields
from rules import stored_game
from rules.lengths import Lengths, choose_rows, count_hands_per_game
from rules.options import FieldKind, FieldSpec, Options
from rules.parsing import Sitting
from rules.scorebook import Plan
from scoring.ledger.match_log import AnyGame
from scoring.matches.paper_style import read_style
from scoring.models import MatchResult, PaperStyle
from tournaments.models import Round, Tournament
from tournaments.stages.match_rules import read_match_options

SIMULATED = 1_200
"""Random matches from which the rows follow: a second of work or a few, once for each set of rules."""
_SIMULATION_LOCK = Lock()
_SIMULATED_RULES: set[tuple[str, Options]] = set()
"""Rules of which random matches were played in this process."""
ENOUGH_MATCHES = 8
"""Finished matches of the evening from which its own pace is known."""
LONGEST_STRETCH = 1.5


@dataclass(frozen=True, slots=True)
class SheetGrid:
    """The score sheet of a tournament.

    `fields` are the printed fields of a hand in their order (`FieldSpec.box_names` gives the boxes of a side), `games` the rows of each
    game, `seats` the names of the seats by side (empty where everybody plays alone), `droppable` what the full sheet can do without.
    """

    kind: SheetKind
    fields: tuple[FieldSpec, ...]
    games: tuple[SheetGame, ...]
    seats: tuple[tuple[str, ...], ...]
    droppable: tuple[FieldSpec, ...]

    @property
    def field_names(self) -> tuple[str, ...]:
        return tuple(spec.name for spec in self.fields)


def read_sheet_grid(tournament: Tournament, style: PaperStyle | None = None, *, round_: Round | None = None) -> SheetGrid:
    """The form that the director chose, without the columns that were dropped, by the rules of the tournament or of a round.

    Two queries, one with `style`; for a round one more where the last rounds of its stage have rules of their own.
    """
    style = style or read_style(tournament)
    game = tournament.game
    options = game.options_from(tournament.rules) if round_ is None else read_match_options(round_)
    kind = SheetKind(style.sheet_kind)
    droppable = list_droppable_fields(game, options)
    dropped = {spec.name for spec in droppable} & set(style.sheet_dropped)
    return SheetGrid(
        kind=kind,
        fields=list_sheet_fields(game, options, kind, dropped),
        games=_read_games(tournament, options),
        seats=list_seats_by_side(game),
        droppable=droppable,
    )


def list_droppable_columns(tournament: Tournament) -> tuple[FieldSpec, ...]:
    """What the full sheet of this tournament can do without."""
    game = tournament.game
    return list_droppable_fields(game, game.options_from(tournament.rules))


def list_seats_by_side(game: AnyGame) -> tuple[tuple[str, ...], ...]:
    """`(("A1", "A2"), ("B1", "B2"))`; empty where each side is one player."""
    if game.seat_count == game.side_count:
        return ()
    sitting = Sitting(game.side_count, game.seat_count)
    return tuple(
        tuple(sitting.seat_name(seat) for seat in range(game.seat_count) if sitting.side_of(seat) == side)
        for side in range(game.side_count)
    )


def _read_games(tournament: Tournament, options: Options) -> tuple[SheetGame, ...]:
    game = tournament.game
    if game.build_plan(options).deals:
        return build_sheet_games(game, options)
    return build_sheet_games(game, options, read_stretch(tournament, simulate_lengths(game.key, options)))


def build_sheet_games(game: AnyGame, options: Options, stretch: float = 1.0) -> tuple[SheetGame, ...]:
    """One grid for each game, or a single grid if points run on from game to game or every hand is a game; `stretch` makes games longer."""
    plan = game.build_plan(options)
    together = plan.carries or plan.has_games_of_one_hand
    numbers = range(1, 2 if together else plan.most_games + plan.needs_decider + 1)
    if _has_fixed_rows(plan):
        return tuple(SheetGame(plan.target_points(number), plan.deals, exact=True) for number in numbers)
    targets = [None if plan.has_games_of_one_hand else plan.target_points(number) for number in numbers]
    rows = _choose_rows(game.key, options, tuple(targets), stretch)
    return tuple(SheetGame(target, count) for target, count in zip(targets, rows, strict=True))


@lru_cache(maxsize=64)
def _choose_rows(game_key: str, options: Options, targets: tuple[int | None, ...], stretch: float) -> Lengths:
    lengths = simulate_lengths(game_key, options)
    return choose_rows([tuple(round(hands * stretch) for hands in match) for match in lengths], targets)


def simulate_lengths(game_key: str, options: Options) -> tuple[Lengths, ...]:
    """Hands of each game of random matches; cached for the life of the process."""
    with _SIMULATION_LOCK:
        return _simulate_lengths(game_key, options)


def is_simulated(round_: Round) -> bool:
    """Whether nobody has to wait for the rows of this round: they are fixed, or their matches were simulated in this process."""
    game, options = round_.stage.tournament.game, read_match_options(round_)
    return _has_fixed_rows(game.build_plan(options)) or (game.key, options) in _SIMULATED_RULES


def _has_fixed_rows(plan: Plan) -> bool:
    return bool(plan.deals) and not (plan.carries or plan.has_games_of_one_hand)


@lru_cache(maxsize=64)
def _simulate_lengths(game_key: str, options: Options) -> tuple[Lengths, ...]:
    game = stored_game(game_key)
    lengths = count_hands_per_game(game, options, SIMULATED, f"{game.version}")
    _SIMULATED_RULES.add((game_key, options))
    return lengths


def begin_simulation(round_: Round) -> None:
    """Simulate beside the request what is not simulated yet, so that the first sheets need not wait for it; reads no database there."""
    if is_simulated(round_):
        return
    arguments = (round_.stage.tournament.game_key, read_match_options(round_))
    Thread(target=simulate_lengths, args=arguments, daemon=True, name="sheet rows").start()


def read_stretch(tournament: Tournament, lengths: Sequence[Lengths]) -> float:
    """How much longer the finished matches of this evening are than random ones: at least 1, because rows too many cost nothing."""
    finished = MatchResult.objects.filter(
        match__round__stage__tournament=tournament, outcome=MatchResult.Outcome.PLAYED, winner__isnull=False, hands__gt=0
    )
    here = finished.aggregate(mean=Avg("hands"))["mean"] if finished.count() >= ENOUGH_MATCHES else None
    random_mean = sum(map(sum, lengths)) / len(lengths)
    return round(min(LONGEST_STRETCH, max(1.0, here / random_mean)), 2) if here else 1.0


def read_blank_rows(round_: Round) -> tuple[int, ...] | None:
    """Rows of each game on a sheet that is printed two on a page; one number where all hands stand in one list; empty for a slip.

    None until random matches by these rules were simulated, which begins here beside the request. At most four queries.
    """
    tournament = round_.stage.tournament
    style = read_style(tournament)
    if style.sheet_kind == SheetKind.SLIP.value:
        return ()
    if not is_simulated(round_):
        begin_simulation(round_)
        return None
    grid = read_sheet_grid(tournament, style, round_=round_)
    return _count_rows(tournament.game_key, grid.kind, grid.fields, grid.games, style.language or get_language() or "en")


@lru_cache(maxsize=64)
def _count_rows(
    game_key: str, kind: SheetKind, fields: tuple[FieldSpec, ...], games: tuple[SheetGame, ...], language: str
) -> tuple[int, ...]:
    game = stored_game(game_key)
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
