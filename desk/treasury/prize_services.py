"""Writing the prize list line by line, and handing prizes out."""

import datetime as dt
from collections.abc import Iterable

from django.contrib.auth.models import AbstractBaseUser
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from jobs.databases import write_tx
from scoring.models import PaperStyle
from tournaments.cash.prize_lines import PrizeLine, parse_prize_lines, write_prize_list
from tournaments.locks import lock_for_director
from tournaments.models import Entry, FeePlan, PrizeHandover, PrizePicture, Tournament
from tournaments.refusals import ChangeRefused
from tournaments.seen import UNSEEN, Seen

MOST_SIGNS = 4000


def save_prize(
    tournament: Tournament,
    line: PrizeLine,
    *,
    actor: AbstractBaseUser,
    replaces: str = "",
    picture: bytes | None = None,
    money_noted: bool = False,
    seen: Seen = UNSEEN,
) -> None:
    """Put a line on the prize list, instead of the one with the key `replaces`; `picture` shows it, empty takes
    the old one away, and None keeps it. `money_noted`: what is said about money was read, and is not said again.

    Raises: ChangeRefused where one of its places has a prize, or the page showed another list; PermissionDenied.
    """
    with write_tx():
        locked = lock_for_director(tournament, actor)
        style = read_prize_style(locked)
        lines = parse_prize_lines(style.prizes)
        other_lines = [neighbour for neighbour in lines if neighbour.key != replaces]
        if [*other_lines, line] == list(lines) and picture is None:
            return
        seen.check()
        _check_free(line, other_lines)
        store_prize_list(style, [*other_lines, line])
        if money_noted:
            FeePlan.objects.update_or_create(tournament=locked, defaults={"money_noted": True})
        _move_picture(locked, replaces, line, picture)


def remove_prize(tournament: Tournament, key: str, *, actor: AbstractBaseUser, seen: Seen = UNSEEN) -> PrizeLine:
    """Take a line off the prize list; what was given stays handover. Raises: ChangeRefused; PermissionDenied."""
    with write_tx():
        locked = lock_for_director(tournament, actor)
        seen.check()
        style = read_prize_style(locked)
        lines = parse_prize_lines(style.prizes)
        removed = next((line for line in lines if line.key == key), None)
        if removed is None:
            raise ChangeRefused("no_prize", _("Nothing was changed: this prize is not on the list."))
        store_prize_list(style, [line for line in lines if line is not removed])
        PrizePicture.objects.filter(tournament=locked, award=removed.award.casefold(), place=removed.first).delete()
    return removed


def read_prize_style(tournament: Tournament) -> PaperStyle:
    """The stored row with the list, or one that is not stored and prints as the club does."""
    return PaperStyle.objects.filter(tournament=tournament).first() or PaperStyle(tournament=tournament, follows_club=True)


def store_prize_list(style: PaperStyle, lines: Iterable[PrizeLine]) -> None:
    text = write_prize_list(lines)
    if len(text) > MOST_SIGNS:
        raise ChangeRefused("too_long", _("Not saved: the prize list is full. Put places with the same prize into one line."))
    style.prizes = text
    style.save()


def _check_free(line: PrizeLine, other_lines: Iterable[PrizeLine]) -> None:
    for neighbour in other_lines:
        if neighbour.award.casefold() == line.award.casefold() and neighbour.first <= line.last and line.first <= neighbour.last:
            sentence = _("Not saved: place %(place)d has a prize already, “%(prize)s”. Change that line, or choose another place.")
            raise ChangeRefused("place_taken", sentence % {"place": max(line.first, neighbour.first), "prize": neighbour.prize.text})


def _move_picture(tournament: Tournament, replaces: str, line: PrizeLine, picture: bytes | None) -> None:
    key = {"award": line.award.casefold(), "place": line.first}
    pictures = PrizePicture.objects.filter(tournament=tournament)
    if replaces != line.key:
        pictures.filter(**key).delete()  # of a line that was removed in the print settings
        place, _space, award = replaces.partition(" ")
        pictures.filter(award=award, place=place or 0).update(**key)
    if picture is not None:
        pictures.filter(**key).delete()
    if picture:
        PrizePicture.objects.create(tournament=tournament, picture=picture, **key)


def give_prize(
    tournament: Tournament,
    *,
    award: str,
    place: int,
    text: str,
    entry: Entry,
    actor: AbstractBaseUser,
    at: dt.datetime,
    seen: Seen = UNSEEN,
) -> PrizeHandover:
    """Write down that a prize was given, with its words.

    Raises: ChangeRefused where it was given before, so that nobody hands over a second one, or the page showed another prize;
    PermissionDenied.
    """
    with write_tx():
        locked = lock_for_director(tournament, actor)
        handover = (
            PrizeHandover.objects.filter(tournament=locked, award=award, place=place, taken_back_at=None)
            .select_related("entry", "given_by")
            .first()
        )
        if handover is not None and handover.entry_id == entry.pk:
            sentence = _("Nothing was changed: %(entry)s has had this prize since %(time)s, given by %(name)s.")
            values = {"entry": entry, "time": f"{localtime(handover.given_at):%H:%M}", "name": handover.given_by or "?"}
            raise ChangeRefused("given", sentence % values)
        if handover is not None:
            sentence = _("Not given: %(entry)s got this prize at %(time)s. Take it back first.")
            raise ChangeRefused("given", sentence % {"entry": handover.entry, "time": f"{localtime(handover.given_at):%H:%M}"})
        seen.check()
        return PrizeHandover.objects.create(
            tournament=locked, award=award, place=place, text=text, entry=entry, given_by_id=actor.pk, given_at=at
        )


def take_prize_back(tournament: Tournament, key: int, *, actor: AbstractBaseUser, at: dt.datetime) -> PrizeHandover:
    """Cancel that a prize was given; the row stays. Raises: ChangeRefused; PermissionDenied."""
    with write_tx():
        locked = lock_for_director(tournament, actor)
        handover = PrizeHandover.objects.filter(tournament=locked, pk=key, taken_back_at=None).select_related("entry").first()
        if handover is None:
            raise ChangeRefused("not_given", _("Nothing was changed: this prize was given back already."))
        handover.taken_back_at = at
        handover.save(update_fields=["taken_back_at"])
    return handover
