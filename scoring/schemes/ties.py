"""Breaking a tie for the last place that goes on: by a play-off match, by lots, or at the table. The order goes into the ledger."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

from jobs.databases import write_tx
from pairing import format_by_key
from pairing.lots import Lots
from scoring.ledger.appending import Submission, lock_head
from scoring.schemes.services import append_decision, store_scheme
from scoring.standings_pages.chains import TiedPlace, read_tied_place
from scoring.standings_pages.decisions import PLACE
from scoring.standings_pages.stored import read_scheme, store_standings
from standings import FormatCounting
from standings.schemes import NOTHING, PLACES
from standings.tie_breaks.without_play import DecidedAtTable, Lot
from tournaments.locks import lock_for_director
from tournaments.models import Entry, Stage
from tournaments.people.names import clean_name
from tournaments.refusals import ChangeRefused
from tournaments.seen import UNSEEN, Seen


def draw_tie_lots(tie: TiedPlace) -> tuple[int, ...]:
    """The tied entries in an order drawn from the random number of the stage's first draw: the same tie gives the same order."""
    numbers = dict(Entry.objects.filter(pk__in=tie.entries).order_by("number").values_list("number", "pk"))
    purpose = " ".join(["tie", *map(str, numbers)])
    return tuple(numbers[number] for number in Lots(read_scheme(tie.stage).seed, purpose).draw_order(list(numbers)))


def decide_tie(
    following: Stage, order: Sequence[int], *, actor: AbstractBaseUser, origin: Submission, words: str, seen: Seen = UNSEEN
) -> Stage:
    """Decide who goes on to `following` of those that are tied for its last places; `order` holds their ids, the best first.

    1. Records a place decided at the table for each, with `words`. 2. Where the stage does not count places decided at the table, adds
    that tie-break behind its others. 3. Ranks the stage again.

    Raises: ChangeRefused when the tie is another one by now, without `words`, or when all tie-breaks are taken; PermissionDenied.
    """
    reason = clean_name(words)
    if not reason:
        raise ChangeRefused("no_reason", _("Give a short reason: it stays in the ledger."))
    with write_tx():
        tournament = lock_for_director(following.tournament, actor)
        head = lock_head(tournament)
        seen.check()
        tie = read_tied_place(following)
        if tie is None or set(tie.entries) != set(order):
            raise ChangeRefused("tie_changed", _("Nothing was changed: results or decisions have changed meanwhile. Look again."))
        stage = Stage.objects.select_related("tournament").get(pk=tie.stage.pk)
        entries = Entry.objects.in_bulk(order)
        for place, entry in enumerate(order, start=1):
            append_decision(head, stage, entries[entry], PLACE, place, origin=origin.derive_part(place), words=reason)
        scheme = _add_decided(stage)
        if scheme != stage.scheme:
            store_scheme(stage, scheme, head, origin.derive_part(len(order) + 1))
        store_standings(stage, seq=head.seq)
    return stage


def _add_decided(stage: Stage) -> Mapping[str, Any]:
    """The scheme of the stage with places decided at the table as its last tie-break, or before the lots."""
    counting = FormatCounting(format_by_key(stage.format_key))
    values = counting.options_to_json(counting.options_from(stage.scheme))
    keys = [values[f"tie_break_{place}"] for place in range(1, PLACES + 1) if values[f"tie_break_{place}"] != NOTHING]
    if DecidedAtTable.key in keys:
        return stage.scheme or values
    if len(keys) == PLACES:
        raise ChangeRefused("tie_breaks_full", _("All tie-breaks of the stage are in use: remove one under “How it counts” first."))
    keys.insert(keys.index(Lot.key) if Lot.key in keys else len(keys), DecidedAtTable.key)
    return values | {f"tie_break_{place}": keys[place - 1] if place <= len(keys) else NOTHING for place in range(1, PLACES + 1)}
