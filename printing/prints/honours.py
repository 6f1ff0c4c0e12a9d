"""Who wins the prizes that a director types, and what each gets of them: places, prizes and certificates."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from django.utils.translation import gettext

from paper import AwardCertificate, Party, Prize
from printing.prints.awards import Award, name_consolation, read_awards
from printing.prints.heads import PrintContext, build_party
from printing.prints.stage_prints import read_group_titles
from rankings.standings_pages.final_list import FinalLine, find_consolations, read_final_list
from rankings.standings_pages.queries import StandingLine, StandingsGroup, find_deciding_stage, read_standings_view
from rankings.standings_pages.stage_progress import find_final_stage
from tournaments.cash.prize_lines import PlacePrize, PrizeLine, find_heading, list_single_prizes, name_places, parse_prizes
from tournaments.fields.euros import format_euros
from tournaments.models import Entry, Stage
from tournaments.models.prefetches import prefetch_members

LEAST_PLACES = 3
"""Places that are honoured at least, even if there are fewer prizes."""
LEAST_CONSOLED = 1
"""Places of a consolation that are honoured at least."""

RankedEntry: TypeAlias = StandingLine | FinalLine


def format_shared_prize(prizes: Sequence[PlacePrize], sharing: int) -> str:
    """What each of `sharing` tied entries gets of the prizes of their places: their part of the money, or the prizes to be divided."""
    if sharing == 1 or not prizes:
        return "".join(prize.text for prize in prizes)
    texts = [prize.text for prize in prizes]
    if len(set(texts)) == 1 and len(texts) == sharing:
        return texts[0]
    divided = gettext("divided by %(number)d: %(prizes)s") % {"number": sharing, "prizes": " + ".join(texts)}
    if not all(prize.is_money for prize in prizes):
        return divided
    return gettext("%(amount)s each (%(divided)s)") % {"amount": format_euros(divide_money(prizes, sharing)), "divided": divided}


def divide_money(prizes: Sequence[PlacePrize], sharing: int) -> int:
    """What each of `sharing` tied entries gets of the money among the prizes, in cents; the others they divide alone. The rest stays."""
    return sum(prize.cents or 0 for prize in prizes if prize.is_money) // sharing


@dataclass(frozen=True, slots=True)
class Honour:
    """A place in the standings. `title` is the title of its pool if there are several, or the consolation; `prize` may be empty; `held` is
    how many places it holds together with others.
    """

    title: str
    line: RankedEntry
    prize: str
    rewarded: bool
    """Whether the place is on the prize list and has a certificate."""
    held: int = 1
    cents: int = 0
    """The prize, where it is money."""

    @property
    def place_in_words(self) -> str:
        place_template = gettext("tied for place %(rank)d") if self.line.shared else gettext("place %(rank)d")
        place = place_template % {"rank": self.line.rank}
        return f"{place} · {self.title}" if self.title else place

    @property
    def places(self) -> str:
        """“5–8” where four entries share the places from the fifth."""
        last = self.line.rank + self.held - 1
        places = str(self.line.rank) if self.held == 1 else f"{self.line.rank}–{last}"
        return name_places(self.title, places)


def read_honours(context: PrintContext) -> list[Honour]:
    """Every entry that has a place as the standings are now, from the first rank down, then those of finished consolations, then the
    winners of prizes for a category, a club or the last.

    Entries that share a rank share the prizes of the places that they occupy.
    """
    honours = list(_list_main_honours(context))
    for stage in find_consolations(context.tournament):
        if stage.state != Stage.State.FINISHED:
            continue
        groups = [(f"{name_consolation(context, stage)} {group.name}".strip(), group) for group in read_standings_view(stage).groups]
        honours += _list_honours(groups, context.style.list_stage_prizes(stage.spellings), LEAST_CONSOLED)
    if honours:  # before anybody has a place nobody is the best of a club either
        honours += (honour for award in read_awards(context) for honour in _list_award_honours(award))
    return honours


def _list_award_honours(award: Award) -> Iterator[Honour]:
    return (honour for honour in _list_group_honours(award.title, award.lines, award.prize_lines, 0) if honour.rewarded)


def _list_main_honours(context: PrintContext) -> Iterator[Honour]:
    """By the final list over all stages; where the deciding stage has several rankings, by each of these."""
    groups = _read_groups(context)
    if len(groups) != 1:
        return _list_honours(groups, context.style.prize_lines, LEAST_PLACES)
    title, group = groups[0]
    lines = read_final_list(context.tournament).lines if any(line.placed for line in group.lines[:1]) else ()
    return _list_group_honours(title, lines, context.style.prize_lines, LEAST_PLACES)


def _list_honours(groups: Sequence[tuple[str, StandingsGroup]], prize_lines: Sequence[str], least: int) -> Iterator[Honour]:
    for title, group in groups:
        yield from _list_group_honours(title, [line for line in group.lines if line.placed], prize_lines, least)


def _list_group_honours(title: str, lines: Sequence[RankedEntry], prize_lines: Sequence[str], least: int) -> Iterator[Honour]:
    lines, prizes = tuple(lines), parse_prizes(prize_lines)
    places = max((least, *prizes))
    shared = share_prizes(lines, prizes)
    held = count_held_places(lines)
    holders = Counter(line.rank for line in lines)
    for line in lines:
        won, sharing = shared[line.rank], holders[line.rank]
        prize, cents = format_shared_prize(won, sharing), divide_money(won, sharing)
        yield Honour(title, line, prize, line.rank <= places, held[line.rank], cents)


def share_prizes(lines: Collection[RankedEntry], prizes: Mapping[int, PlacePrize]) -> dict[int, list[PlacePrize]]:
    """The prizes that the entries of each rank divide among them."""
    return {
        rank: [prizes[place] for place in range(rank, rank + held) if place in prizes] for rank, held in count_held_places(lines).items()
    }


def count_held_places(lines: Collection[RankedEntry]) -> dict[int, int]:
    """How many places those of each rank hold: as many as they are, but the entries of a team hold one together."""
    ranks = Counter(line.rank for line in lines)
    following = dict(pairwise(sorted(ranks)))
    alone = {line.rank for line in lines if not line.shared}
    held = {rank: 1 if rank in alone else following.get(rank, rank + count) - rank for rank, count in ranks.items()}
    return held | {line.rank: line.held for line in lines if isinstance(line, FinalLine)}


def read_prizes(context: PrintContext) -> list[Prize]:
    """Ranks from the first down, as many as there are prizes (at least three; one of a consolation), as the standings are now."""
    honours = read_rewarded_honours(context)
    parties = _read_parties(honours)
    return [Prize(honour.places, parties[honour.line.entry_id], honour.prize) for honour in honours]


def list_all_prizes(context: PrintContext) -> list[Prize]:
    """Those that are won, then those that nobody has, without a name: what was promised does not vanish from the list."""
    unwon = list_unwon_prizes(context, read_rewarded_honours(context))
    return [*read_prizes(context), *(Prize(name_places(line.award, place), Party(), line.prize.text) for line, place in unwon)]


def list_offered_prizes(context: PrintContext) -> list[Prize]:
    """The prizes of the places before anybody has won them, then those for categories, clubs, the last and consolations; neighbours with
    the same prize share a line.
    """
    runs: list[tuple[str, int, int, PlacePrize]] = []
    for place, prize in parse_prizes(context.style.prize_lines).items():
        _extend_runs(runs, "", place, prize)
    for line, place in list_single_prizes(context.style.prizes):
        if line.award:
            _extend_runs(runs, line.award, place, line.prize)
    return [
        Prize(name_places(award, first if first == last else f"{first}–{last}"), Party(), prize.text) for award, first, last, prize in runs
    ]


def list_unwon_prizes(context: PrintContext, honours: Iterable[Honour]) -> list[tuple[PrizeLine, int]]:
    """Each prize that nobody has although there are places: of a heading that means nobody, of a consolation that is still played, or of
    more places than there are entries. Its line and its place.
    """
    singles = list(list_single_prizes(context.style.prizes))
    headings = {line.award.casefold() for line, _place in singles if line.award}
    reached: Counter[str] = Counter()
    for honour in honours:
        heading = find_heading(honour.title, headings)
        reached[heading] = max(reached[heading], honour.line.rank + honour.held - 1)
    return [(line, place) for line, place in singles if place > reached[line.award.casefold()]]


def _extend_runs(runs: list[tuple[str, int, int, PlacePrize]], award: str, place: int, prize: PlacePrize) -> None:
    if runs and runs[-1][0] == award and runs[-1][2] == place - 1 and runs[-1][3] == prize:
        runs[-1] = (award, runs[-1][1], place, prize)
    else:
        runs.append((award, place, place, prize))


def format_total_worth(context: PrintContext) -> str:
    """The worth of all prizes in money, where every line says it; empty otherwise."""
    prizes = [line.prize for line, _place in list_single_prizes(context.style.prizes)]
    cents = sum(prize.cents or 0 for prize in prizes)
    is_known = all(prize.cents is not None for prize in prizes)
    return gettext("Worth of all prizes: %(amount)s") % {"amount": format_euros(cents)} if cents and is_known else ""


def read_award_certificates(context: PrintContext, *, each_person: bool = False) -> list[AwardCertificate]:
    """A certificate for each rewarded entry, or for each of its persons; none before the tournament is decided."""
    if find_final_stage(context.tournament) is None:
        return []
    signers = context.style.signers or (gettext("The director"),)
    honours = read_rewarded_honours(context)
    parties = _read_parties(honours)
    return [
        AwardCertificate(party, honour.place_in_words, signers)
        for honour in honours
        for party in (_list_person_parties(parties[honour.line.entry_id]) if each_person else [parties[honour.line.entry_id]])
    ]


def _list_person_parties(party: Party) -> list[Party]:
    """A party for each person, with the team's own name beside the club."""
    if not party.members:
        return [Party(party.number, (name,), party.club) for name in party.names]
    team = " · ".join(text for text in (party.name, party.club) if text)
    return [Party(party.number, (name,), team) for name in party.members]


def _read_parties(honours: Iterable[Honour]) -> dict[int, Party]:
    """The names of the persons by entry; two queries."""
    entries = Entry.objects.filter(pk__in=[honour.line.entry_id for honour in honours])
    return {entry.pk: build_party(entry) for entry in entries.select_related("club").prefetch_related(prefetch_members())}


def read_rewarded_honours(context: PrintContext) -> list[Honour]:
    """As many places as there are prizes, at least three, and one of each consolation."""
    return [honour for honour in read_honours(context) if honour.rewarded]


def _read_groups(context: PrintContext) -> list[tuple[str, StandingsGroup]]:
    """Groups of the deciding stage with their titles; the title is empty if there is only one group."""
    stage = find_deciding_stage(context.tournament)
    groups = read_standings_view(stage).groups if stage else ()
    titles = read_group_titles(stage, (group.name for group in groups)) if stage else {}
    return [(titles[group.name], group) for group in groups]
