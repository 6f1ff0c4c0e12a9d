"""The prizes of the pot become those of the prize list."""

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

from jobs.databases import write_tx
from scoring.models import PaperStyle
from tournaments.cash.prize_lines import parse_prizes
from tournaments.cash.queries import list_pot_prizes, read_cash_report
from tournaments.fields.euros import format_euros
from tournaments.locks import lock_for_director
from tournaments.models import FeePlan, Tournament
from tournaments.refusals import ChangeRefused


def use_pot_prizes(tournament: Tournament, *, actor: AbstractBaseUser) -> tuple[str, ...]:
    """Write the split of the pot, as it is now, over the prizes in money of the prize list; what stands below them stays: prizes in
    kind of further places, and those of consolations. Return the prizes in kind that lost their place. Raises: ChangeRefused;
    PermissionDenied.
    """
    with write_tx():
        locked = lock_for_director(tournament, actor)
        prizes = list_pot_prizes(read_cash_report(locked))
        if not prizes or not prizes[0][1]:
            raise ChangeRefused("no_pot", _("Nothing was changed: there is no pot to split. Set the fees and the split first."))
        style, _new = PaperStyle.objects.get_or_create(tournament=locked)
        replaced = [prize for place, prize in parse_prizes(style.prize_lines).items() if place <= len(prizes) and not prize.is_money]
        lines = [f"{place}: {format_euros(cents)}" for place, cents in prizes]
        style.prizes = "\n".join([*lines, *_list_prizes_below(style, len(prizes))])
        style.save(update_fields=["prizes"])
        FeePlan.objects.update_or_create(tournament=locked, defaults={"money_noted": True})
    return tuple(prize.text for prize in replaced)


def _list_prizes_below(style: PaperStyle, count: int) -> list[str]:
    """The lines for places after the first `count`, and the consolations with theirs."""
    lines = [line.strip() for line in style.prizes.splitlines()]
    consolations = next((place for place, line in enumerate(lines) if line.endswith(":")), len(lines))
    further = [f"{place}: {prize.text}" for place, prize in parse_prizes(style.prize_lines).items() if place > count]
    return [*further, *lines[consolations:]]
