"""The reasons for pairings and refusals and the titles of matches: codes and their sentences."""

from collections.abc import Callable, Iterable

from pairing.values import DrawReason, Position
from rules.texts import Translate, _

SENTENCES: dict[str, str] = {
    # why a pairing is as it is
    "drawn": _("Drawn at random."),
    "seeded": _("Seed {seed} has its fixed place in the bracket."),
    "bye_by_seed": _("Bye: the free places of the bracket ({byes}) go to the best seeds."),
    "bye_by_lot": _("Bye: the free places of the bracket ({byes}) were drawn by lot."),
    "bye_odd_pool": _("Bye: the pool has an odd number of entries."),
    "opponent_withdrew": _("Bye: {other} has withdrawn."),
    "no_opponent": _("Goes on without playing: the match before had no winner."),
    "winners_meet": _("The winners of two neighbouring matches meet."),
    "losers_meet": _("The losers of two neighbouring matches play for the places from {place} to {last}."),
    "same_club_unavoidable": _("Both belong to {club}: that many entries of one club cannot all be kept apart."),
    "pools_crossed": _("{first}–{second}: the pools are crossed; those of one pool meet as late as the bracket allows."),
    "bye_by_pool": _("Bye: the free places of the bracket ({byes}) go to the best of the pools."),
    "same_pool_unavoidable": _("Both come from pool {pool}: with its best protected, no bracket keeps all of that pool apart."),
    "same_pool_met": _("Both come from pool {pool}: with the best of the pools protected, nothing better was found."),
    "berger": _("Berger table, round {round}: number {first} of the pool plays number {second}."),
    "same_score": _("Both have the same score: {score}."),
    "virtual_points": _(
        "Accelerated round: the first {count} entries by number are drawn with virtual points, {points} each; standings never count them."
    ),
    "floats_up": _("{entrant} floats up from the score of {score} to complete the group of {group}."),
    "rematch_avoided": _("By number {entrant} would play {other}, but they have already played each other."),
    "forbidden_avoided": _("By number {entrant} would play {other}, but the two are to be kept apart."),
    "rematch_unavoidable": _("They play again: without rematches this round cannot be paired."),
    "forbidden_unavoidable": _("They were to be kept apart, but without this match the round cannot be paired."),
    "forbidden_met": _("{entrant} and {other} were to be kept apart; in this format the round cannot be drawn without this match."),
    "bye_lowest": _("Bye: of all those whose bye leaves a legal round, lowest score ({score}), most matches, largest number."),
    "bye_last": _("Bye for the last in the standings without one (place {rank})."),
    "by_number": _("Paired by number."),
    "mitchell": _("Round {round}: the fixed line stays at its table, the moving line goes on by one table."),
    "mitchell_switched": _("The sides are exchanged: each line plays the cards that the other has played so far."),
    "howell": _("Round {round}: one entry keeps its place, all others take that of the next lower number."),
    "howell_with_deals": _("Round {round}, deals {deals}: one entry keeps its place, all others take that of the next lower number."),
    "howell_deals": _("With {count} entries no movement is known in which nobody plays a deal twice: let every table deal for itself."),
    "mitchell_skip": _("Round {round}: the fixed line stays, the moving line has skipped one table so that no deal is met twice."),
    "bye_half_table": _("Bye: the table has no opponent in this round, because the number of entries is odd."),
    "loser_again": _("Lost once, and plays another entry that has lost once: the loser is out."),
    "loser_drops": _("Lost once in the winners’ bracket, and plays an entry still in the losers’ bracket."),
    "grand_final": _("The winner of the winners’ bracket plays the winner of the losers’ bracket."),
    "bracket_reset": _("Both finalists have lost once now: one more match decides."),
    "first_turn": _("Preliminary round: winners are in the bracket of {width}; places left for lucky losers: {places}."),
    "repechage_match": _("Two losers of the preliminary round play for a place in the bracket of {width}; places left: {places}."),
    "drawn_back": _("Lucky loser of the preliminary round; places left in the bracket of {width}: {places}."),
    "drawn_back_instead": _("{entrant} replaces {other}, who declined: next in the drawn order."),
    "table_new": _("No two at this table have met before."),
    "table_met_before": _("Pairs at this table who have met before: {pairs}. With these players nothing better was found."),
    "rests_in_turn": _("Bye in turn: everybody who plays has had at least as many (so far: {times})."),
    "team_board": _("Board {board} of {first} against {second}."),
    "team_board_alone": _("Bye: the other team has nobody for this board, which counts as won."),
    "team_reserve": _("Bye in turn: the team has more entries than boards."),
    "team_rests": _("Bye: the number of teams is odd, and this one has no opponent."),
    "by_rank": _("Places {rank} and {other_rank} of the standings play each other."),
    "rank_rematch_avoided": _("By place {entrant} would play {other}, but they have played each other too recently."),
    "rank_forbidden_avoided": _("By place {entrant} would play {other}, but the two are to be kept apart."),
    "rank_leaves_no_round": _("By place {entrant} would play {other}, but then the others could not all be paired."),
    "bye_again": _("Second bye: everybody has already had one or won by walk-over."),
    "came_late": _("{entrant} entered late and took the free place."),
    # what speaks against a change by hand
    "would_meet_again": _("{entrant} and {other} have already played each other."),
    "would_meet_forbidden": _("{entrant} and {other} are to be kept apart."),
    "would_meet_club": _("{entrant} and {other} belong to the same club."),
    "would_meet_pool": _("{entrant} and {other} come from the same pool."),
    "would_rest_again": _("{entrant} has already had a bye or won by walk-over."),
    # what a match is called
    "final": _("Final"),
    "semi_final": _("Semi-final"),
    "quarter_final": _("Quarter-final"),
    "round_of_16": _("Round of 16"),
    "round_of_32": _("Round of 32"),
    "round_of_64": _("Round of 64"),
    "round_of_128": _("Round of 128"),
    "round_of": _("Round of {width}"),
    "place_match": _("Match for place {place}"),
    "place_range": _("Places {place}–{last}"),
    "losers_round": _("Losers’ bracket, round {number}"),
    "grand_final_title": _("Grand final"),
    "reset_title": _("Second grand final"),
    "first_turn_title": _("Preliminary round"),
    "repechage_title": _("Lucky losers"),
    # why a format does not suit a game
    "other_sides": _("This format needs {wanted} sides per match; this game has {sides}."),
    "entered_singly": _("Players entered alone and change partners every round. This format needs fixed pairs."),
    "entered_together": _("Here partners change every round, so players enter alone: choose that when you create the tournament."),
    "other_side_size": _("This format needs {wanted} people per entry; this game has {persons}."),
    # why a draw was refused
    "too_few_entries": _("This format needs at least {fewest} entries; so far: {count}. Add entries first."),
    "too_many_entries": _("This format takes at most {most} entries; there are {count}. Choose another format."),
    "one_team": _("All entries belong to {club}: a team needs another one to meet. Give the entries their clubs."),
    "nobody_left": _("Everybody has withdrawn: there is nobody to draw. Readmit those who play."),
    "repeated_entry": _("The same entry was given twice: remove one of the two."),
    "repeated_seed": _("Two entries have the seed {seed}: give each seed only once."),
    "round_beyond_end": _("The stage has {rounds} rounds: there is no round {round} to draw."),
    "acceleration_needs_wins": _(
        "Accelerated rounds give points as for matches won, and this stage counts games, points or shares. Let it count matches, "
        "or draw without acceleration."
    ),
    "nothing_left": _("Everything is decided: no match is left in round {round}."),
    "round_missing": _("Round {round} has no result. Close it; where its matches are cancelled, open one again and enter how it ended."),
    "no_legal_pairing": _("Without rematches or second byes this round cannot be paired. Allow rematches, or pair by hand."),
    "trf_line": _("Line {line} of the file cannot be understood: “{text}”."),
    "trf_numbers": _("The pairing numbers in the file must be 1, 2, 3 … without a gap."),
    "trf_disagree": _("Line {line}, round {round}: number {number} played {opponent}, but the line of {opponent} says otherwise."),
    "trf_no_result": _("Line {line}, round {round}: the match of number {number} has no result. Pair when the round is complete."),
    "trf_boards": _("Line {line}, round {round}: the boards of team {number} met different teams."),
    "trf_record": _("Line {line}: record {record} asks for something that is not done here."),
    "trf_acceleration": _(
        "Line {line}: the file gives virtual points in another way than Baku’s acceleration (FIDE C.04.5.1), the only one followed here."
    ),
    "trf_system": _("Line {line}: the file asks for {system}, but here rounds are drawn without colours (FIDE_TEAM_MP_GP)."),
    "trf_colours": _("Line {line}: the file asks for colours, and here there are none."),
    "trf_no_system": _("The file does not name its pairing system (record 192). Nothing was paired."),
    "trf_no_rounds": _("The file does not say how many rounds are played (record 142 or XXR)."),
    "trf_over": _("All {rounds} rounds have been played: there is none left to draw."),
    "trf_too_many_rounds": _("The file has results of {finished} rounds, but says that {rounds} are played (record 142 or XXR)."),
    "trf_most_rounds": _("The file says that {rounds} rounds are played (record 142 or XXR). Here {most} at most are drawn."),
    "trf_stranger": _("Line {line} names number {number}, and no entry of the file has it."),
    "trf_rest_met": _("Line {line}: number {number} has no match in round {round}, but its own line names an opponent."),
    "trf_points": _("Line {line}: number {number} has {points} points in the file, but its rounds make {counted}."),
    "pool_of_one": _("A pool of one entry has nobody to play: let a pool have 2 or more, or 0 for one pool of everybody."),
    "pool_too_large": _(
        "One pool of {count} entries has {rounds} rounds, and {most} at most are planned. Let a pool have fewer entries, or choose another "
        "format, for example the Swiss system."
    ),
    "mitchell_switch_alone": _(
        "Sides are exchanged only where deals travel: tick “The same deals travel from table to table”, or exchange them in 0 rounds."
    ),
    "mitchell_all_switched": _("With the sides exchanged in every one of the {rounds} rounds nothing is exchanged: choose fewer."),
    "teams_stay": _("From team matches nobody goes on to another stage: choose entries of another stage, or everybody."),
    "nobody_drops_out": _("All {count} entries go on: choose how many of this stage reach the next one, or remove one of the two."),
    "more_than_a_group": _("{places} of each group are to go on, but the smallest group has {smallest} entries: let fewer go on."),
    "losers_need_knockout": _("Only a knockout tells at once who is out: from this stage take the first, or everybody else."),
    "losers_rounds": _("The knockout has {rounds} rounds: choose among these whose losers go on, the first round first."),
    "losers_play_on": _("Losers of round {round} play on for the places below: take earlier rounds, or play for fewer places."),
    "replay_differs": _("The draw cannot be repeated: the same data gives a different draw."),
}

ENTRANT_PARAMS = frozenset({"entrant", "other"})


class DrawRefused(Exception):
    """A draw that cannot be made, with all its reasons."""

    def __init__(self, reasons: Iterable[DrawReason]) -> None:
        self.reasons = tuple(reasons)
        super().__init__("; ".join(format_reason(reason) for reason in self.reasons))


class UnreadableInput(ValueError):
    """A file or an argument that cannot be read: the sentence as a msgid, and its values."""

    def __init__(self, message: str, **values: object) -> None:
        self.message = message
        self.values = values
        super().__init__(message.format(**values))


def format_reason(
    reason: DrawReason,
    translate: Translate = str,
    name_of: Callable[[int], str] = str,
) -> str:
    """The reason as a sentence; `name_of` turns an entry's id into its name."""
    params = {key: name_of(value) if key in ENTRANT_PARAMS and isinstance(value, int) else value for key, value in reason.params}
    return translate(SENTENCES[reason.code]).format_map(params)


def _build_side_bracket_title(position: Position) -> DrawReason:
    if position.bracket == "losers":
        return DrawReason.of("losers_round", number=position.place)
    return DrawReason.of(
        {"final": "grand_final_title", "reset": "reset_title", "first": "first_turn_title"}.get(position.bracket, "repechage_title")
    )


_ROUND_CODES = {2: "final", 4: "semi_final", 8: "quarter_final", **{width: f"round_of_{width}" for width in (16, 32, 64, 128)}}


def build_match_title(position: Position) -> DrawReason:
    """The title of a match in a bracket, as a reason that `format_reason` puts into words."""
    if position.bracket != "main":
        return _build_side_bracket_title(position)
    last = position.place + position.width - 1
    if position.place > 1 and position.width == 2:
        return DrawReason.of("place_match", place=position.place)
    if position.place > 1:
        return DrawReason.of("place_range", place=position.place, last=last)
    if position.width in _ROUND_CODES:
        return DrawReason.of(_ROUND_CODES[position.width])
    return DrawReason.of("round_of", width=position.width)
