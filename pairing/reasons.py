"""The reasons for pairings and refusals and the titles of matches: codes and their sentences."""

from collections.abc import Callable, Iterable

from pairing.values import DrawReason, Position
from rules.texts import Translate, _

SENTENCES: dict[str, str] = {
    # why a pairing is as it is
    "drawn": _("Drawn by lot."),
    "seeded": _("Seed {seed} has its fixed place in the bracket."),
    "bye_by_seed": _("Rests: the free places of the bracket ({byes}) go to the best seeds."),
    "bye_by_lot": _("Rests: the free places of the bracket ({byes}) were drawn by lot."),
    "bye_odd_pool": _("Rests because the pool has an odd number of entries."),
    "opponent_withdrew": _("Rests because {other} has withdrawn."),
    "no_opponent": _("Goes on without playing: nobody came out of the match before."),
    "winners_meet": _("The winners of two neighbouring matches meet."),
    "losers_meet": _("The losers of two neighbouring matches play for the places from {place} to {last}."),
    "same_club_unavoidable": _("Both belong to {club}: that many entries of one club cannot all be kept apart."),
    "berger": _("Berger table, round {round}: number {first} of the pool meets number {second}."),
    "same_score": _("Both have the same score: {score}."),
    "floats_up": _("{entrant} floats up from the score of {score} to complete the group of {group}."),
    "rematch_avoided": _("By number {entrant} would meet {other}, but they have met already."),
    "forbidden_avoided": _("By number {entrant} would meet {other}, but the two are to be kept apart."),
    "rematch_unavoidable": _("They meet again: without rematches this round cannot be paired."),
    "forbidden_unavoidable": _("They were to be kept apart, but without this meeting the round cannot be paired."),
    "forbidden_met": _("{entrant} and {other} were to be kept apart; in this format the round cannot be drawn without this meeting."),
    "bye_lowest": _("Rests: of all whose rest leaves a legal round, the lowest score ({score}), most matches, largest number."),
    "bye_last": _("Rests as the last of the ranking who has not rested yet (place {rank})."),
    "by_number": _("Paired by their numbers."),
    "mitchell": _("Round {round}: the fixed line stays at its table, the moving line goes on by one table."),
    "mitchell_skip": _("Round {round}: the fixed line stays, the moving line has skipped one table so that no deal is met twice."),
    "bye_half_table": _("Rests: its table has no opponent in this round, because the number of entries is odd."),
    "loser_again": _("Lost once, and meets another who has lost once: who loses now is out."),
    "loser_drops": _("Lost once in the winners' bracket, and meets a survivor of the losers' bracket."),
    "grand_final": _("The winner of the winners' bracket meets the winner of the losers' bracket."),
    "bracket_reset": _("Both finalists have lost once now: one more match decides."),
    "first_turn": _("First turn: whoever wins is in the bracket of {width}; places left for those who lose: {places}."),
    "repechage_match": _("Two who lost the first turn play for a place in the bracket of {width}; places left: {places}."),
    "drawn_back": _("Drawn back after losing the first turn; places left in the bracket of {width}: {places}."),
    "drawn_back_instead": _("{entrant} comes back in place of {other}, who declined: the next in the order of the lots."),
    "table_new": _("No two at this table have met before."),
    "table_met_before": _("Pairs at this table who have met before: {pairs}. With these players nothing better was found."),
    "rests_in_turn": _("Rests in turn: everybody who plays has rested at least as often (so far: {times})."),
    "by_rank": _("Places {rank} and {other_rank} of the ranking meet."),
    "rank_rematch_avoided": _("By rank {entrant} would meet {other}, but they have met too recently."),
    "rank_forbidden_avoided": _("By rank {entrant} would meet {other}, but the two are to be kept apart."),
    "rank_leaves_no_round": _("By rank {entrant} would meet {other}, but then the others could not all be paired."),
    "bye_again": _("Rests for the second time: everybody has already rested or won without playing."),
    "came_late": _("{entrant} came late and took the place that was free."),
    # what speaks against a change by hand
    "would_meet_again": _("{entrant} and {other} have already met."),
    "would_meet_forbidden": _("{entrant} and {other} are to be kept apart."),
    "would_meet_club": _("{entrant} and {other} belong to the same club."),
    "would_rest_again": _("{entrant} has already rested, or won without playing."),
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
    "losers_round": _("Losers' bracket, round {number}"),
    "grand_final_title": _("Grand final"),
    "reset_title": _("Second grand final"),
    "first_turn_title": _("First turn"),
    "repechage_title": _("Repechage"),
    # why a format does not suit a game
    "other_sides": _("Here a match has {wanted} sides; a match of this game has {sides}."),
    "entered_singly": _("Players entered singly and change partners every round; here an entry keeps its side."),
    "entered_together": _("Here partners change every round, so players enter singly: choose that when you create the tournament."),
    "other_side_size": _("Here {wanted} make a side; in this game a side has {persons}."),
    # why a draw was refused
    "too_few_entries": _("This format needs at least {fewest} entries; so far: {count}. Add entries first."),
    "too_many_entries": _("This format takes at most {most} entries; there are {count}. Choose another format."),
    "nobody_left": _("Everybody has withdrawn: there is nobody to draw. Readmit whoever plays."),
    "repeated_entry": _("The same entry was given twice: remove one of the two."),
    "repeated_seed": _("Two entries have the seed {seed}: give each seed only once."),
    "round_beyond_end": _("The stage has {rounds} rounds: there is no round {round} to draw."),
    "nothing_left": _("Everything is decided: there is nobody left to meet in round {round}."),
    "round_missing": _("Round {round} has no results yet: close it before the next draw."),
    "no_legal_pairing": _("Without a rematch or a second rest this round cannot be paired: allow rematches, or pair by hand."),
    "trf_line": _("Line {line} of the file cannot be understood: “{text}”."),
    "trf_numbers": _("The pairing numbers in the file must be 1, 2, 3 … without a gap."),
    "trf_disagree": _("Round {round}: number {number} met {opponent}, but the line of {opponent} says otherwise."),
    "nobody_drops_out": _("All {count} entries go on: say how many of this stage reach the next one, or leave one of the two out."),
    "more_than_a_group": _("{places} of each group are to go on, but the smallest group has {smallest} entries: let fewer go on."),
    "losers_need_knockout": _("Only in a knockout is it known at once who is out: of this stage take the first, or everybody else."),
    "losers_rounds": _("The knockout has {rounds} rounds: choose among these whose losers go on, the first round first."),
    "losers_play_on": _(
        "Who loses in round {round} plays on for the places below: take earlier rounds, or let fewer places be played for."
    ),
    "replay_differs": _("The draw cannot be repeated: what is stored is not what the engine draws from the same data."),
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
