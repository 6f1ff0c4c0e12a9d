"""Copying a tournament: into a practice copy, into another evening, and from an evening into those that follow it.

Every table and every column of a tournament is decided here once; tests hold the lists complete.
"""

import datetime as dt
from collections.abc import Callable, Mapping
from enum import Enum, auto
from typing import Any, TypeAlias

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import TextChoices
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from desk.overview.services import find_free_slug
from rankings.schemes.services import store_scheme
from scoring.ledger.appending import build_staff_actor, build_submission, lock_head
from scoring.models import PaperStyle
from scoring.standings.stored import read_counting
from tournaments.announcing.queries import read_announcement
from tournaments.announcing.services import save_announcement
from tournaments.cash.book import read_fee_plan
from tournaments.models import Announcement, FeePlan, HallTable, PrizePicture, StaffRole, Stage, Tournament
from tournaments.quotas import require_room_for_tournament
from tournaments.stages.queries import read_entries_by_seed
from tournaments.stages.services import enrol_entries


class EveningPart(TextChoices):
    """What can be carried from one evening to another."""

    ANNOUNCEMENT = "announcement", _("announcement")
    FEES = "fees", _("fees and prizes")
    TABLES = "tables", _("tables and clock")
    PAPERS = "papers", _("papers and privacy")
    STAFF = "staff", _("staff")
    RULES = "rules", _("rules and stages")


class CopyTarget(Enum):
    """Into what a table of a tournament is copied."""

    BOTH = auto()
    EVENING = auto()
    PRACTICE = auto()
    ASKED = auto()
    """Into another evening where the director says so."""
    NEVER = auto()


TABLES: Mapping[str, CopyTarget] = {
    "FeePlan": CopyTarget.BOTH,
    "Stage": CopyTarget.BOTH,
    "StaffRole": CopyTarget.EVENING,
    "HallTable": CopyTarget.EVENING,
    "PaperStyle": CopyTarget.EVENING,
    "Announcement": CopyTarget.EVENING,
    "SeasonEvening": CopyTarget.ASKED,
    "Entry": CopyTarget.PRACTICE,
    "Member": CopyTarget.PRACTICE,
    "Enrolment": CopyTarget.NEVER,
    "EnrolmentInbox": CopyTarget.NEVER,
    "FetchedEvening": CopyTarget.NEVER,
    "ForbiddenPair": CopyTarget.NEVER,
    "NamesakeAnswer": CopyTarget.NEVER,
    "CashLine": CopyTarget.NEVER,
    "PrizeHandover": CopyTarget.NEVER,
    "PrizePicture": CopyTarget.EVENING,
    "EveningPapers": CopyTarget.NEVER,
    "EventFacts": CopyTarget.EVENING,
    "SentResult": CopyTarget.NEVER,
    "Invitation": CopyTarget.NEVER,
    "PlaceCode": CopyTarget.NEVER,
    "ApiToken": CopyTarget.NEVER,
    "Subscription": CopyTarget.NEVER,
    "OutboxEvent": CopyTarget.NEVER,
    "EveningTally": CopyTarget.NEVER,
    "MatchTally": CopyTarget.NEVER,
    "HonourLine": CopyTarget.NEVER,
    "RatedEvening": CopyTarget.NEVER,
    "Edition": CopyTarget.NEVER,
    "LedgerEntry": CopyTarget.NEVER,
    "LedgerText": CopyTarget.NEVER,
    "LedgerHead": CopyTarget.NEVER,
    "StrayHand": CopyTarget.NEVER,
    "FormerMatch": CopyTarget.NEVER,
    "ExtraSheet": CopyTarget.NEVER,
    "Stranger": CopyTarget.NEVER,
    "ReceivedTournament": CopyTarget.NEVER,
}
"""Every table with a row that belongs to a tournament, histories apart."""
COLUMNS: Mapping[EveningPart, tuple[str, ...]] = {
    EveningPart.ANNOUNCEMENT: ("venue",),
    EveningPart.FEES: ("fee_cents",),
    EveningPart.TABLES: ("table_count", "round_minutes"),
    EveningPart.PAPERS: ("regulation", "public", "history_public", "public_names", "search_engines", "surname_first"),
    EveningPart.STAFF: (),
    EveningPart.RULES: ("rules", "rules_version", "preset_key", "individual", "substitutions", "one_person", "result_entry"),
}
"""The columns of the tournament itself that a group holds."""
FOUNDED = ("name", "date", "slug", "game_key", "organizer", "demonstration", "created_by", "created_at")
"""Columns that a copy gets when it is made."""
NEVER_COPIED = ("id", "state", "archived_at", "handed_over_at", "handed_over_to", "shown_from", "shown_as_of")
ANNOUNCED = (
    "meets_at", "starts_at", "ends_by", "address", "town", "contact", "places", "closes_at", "who_may_play", "fee_includes", "prizes",
    "more", "look", "enrols", "heats", "offer_hours", "keep_days", "controller", "late", "complaints",
)  # fmt: skip
"""What a director declares in an announcement."""
ANNOUNCED_ONCE = ("tournament", "door_key", "lots", "door_seats", "series", "cancelled_at", "sequence", "changed_at")
"""What belongs to one evening alone."""
PLANNED_FEES = (
    "pot_cents", "reentry_most", "reentry_until", "reentry_cents", "reentry_pot_cents", "guaranteed_cents", "split", "extras",
    "money_noted",
)  # fmt: skip
NOT_OF_PAPERS = ("tournament", "prizes", "overlay_scene", "overlay_match", "overlay_title", "overlay_text")
STAGE_COLUMNS = (
    "stored_name", "format_key", "options", "rules", "last_rules", "last_rounds", "seeded", "takes", "of_each", "best_others",
    "lost_from", "lost_until", "carries",
)  # fmt: skip


def found_copy(source: Tournament, *, actor: AbstractBaseUser, name: str, date: dt.date, demonstration: bool = False) -> Tournament:
    """A new tournament with the game, the rules and the settings of another one, directed by the actor. Call inside `write_tx`.

    Rules are frozen with the game's present version. Raises: QuotaReached, unless it is a practice copy.
    """
    if not demonstration:
        require_room_for_tournament(source.organizer)
    columns = {column: getattr(source, column) for columns in COLUMNS.values() for column in columns}
    game = source.game
    columns |= {"rules": game.options_to_json(game.options_from(source.rules)), "rules_version": str(game.version)}
    if demonstration:
        columns |= {"public": False, "one_person": True}
    copy = Tournament.objects.create(
        name=name,
        date=date,
        slug=find_free_slug(name, date),
        game_key=source.game_key,
        organizer=source.organizer,
        demonstration=demonstration,
        created_by_id=actor.pk,
        **columns,
    )
    StaffRole.objects.create(tournament=copy, user_id=actor.pk, role=StaffRole.Role.DIRECTOR)
    return copy


def copy_group(source: Tournament, target: Tournament, group: EveningPart, *, actor: AbstractBaseUser, at: dt.datetime) -> None:
    """Make what a group holds the same at `target`, which is locked and in which nothing is drawn. Call inside `write_tx`."""
    for column in COLUMNS[group]:
        setattr(target, column, getattr(source, column))
    if COLUMNS[group]:
        target.save()
    COPIERS[group](source, target, actor, at)


def shift_closing(closes_at: dt.datetime | None, source: dt.date, target: dt.date) -> dt.datetime | None:
    """The end of enrolment for another date: as many days before it, at the same hour of the hall, also where clocks change between."""
    if closes_at is None:
        return None
    local = timezone.localtime(closes_at).replace(tzinfo=None) + (target - source)
    return timezone.make_aware(local)


def _copy_announcement(source: Tournament, target: Tournament, actor: AbstractBaseUser, _at: dt.datetime) -> None:
    """What is announced; a calendar learns that it has to look again. A tournament without an announcement changes nothing."""
    _copy_row(source, target, "event_facts")
    announced = Announcement.objects.filter(tournament=source).first()
    if announced is None:
        return
    values = {name: getattr(announced, name) for name in ANNOUNCED}
    values["closes_at"] = shift_closing(announced.closes_at, source.date, target.date)
    stored = read_announcement(target)
    save_announcement(stored, {name: value for name, value in values.items() if getattr(stored, name) != value}, actor)


def _copy_row(source: Tournament, target: Tournament, relation: str) -> None:
    """The row that a package above this one keeps for each tournament, known by its relation alone."""
    model: Any = Tournament._meta.get_field(relation).related_model
    columns = [field.name for field in model._meta.concrete_fields if not field.primary_key]
    for values in model.objects.filter(pk=source.pk).values(*columns):
        model.objects.update_or_create(pk=target.pk, defaults=values)


def _copy_fees(source: Tournament, target: Tournament, _actor: AbstractBaseUser, _at: dt.datetime) -> None:
    copy_fee_plan(source, target)
    style, wanted = find_own_style(target), find_own_style(source)
    prizes = wanted.prizes if wanted else ""
    if style or prizes:
        PaperStyle.objects.update_or_create(
            tournament=target, defaults={"prizes": prizes}, create_defaults={"prizes": prizes, "follows_club": True}
        )
    PrizePicture.objects.filter(tournament=target).delete()
    pictures = PrizePicture.objects.filter(tournament=source).values("award", "place", "picture")
    PrizePicture.objects.bulk_create(PrizePicture(tournament=target, **picture) for picture in pictures)


def copy_fee_plan(source: Tournament, target: Tournament) -> None:
    """Give a tournament the plan of the fees of another one. Call inside `write_tx`."""
    if FeePlan.objects.filter(tournament__in=[source, target]).exists():
        plan = read_fee_plan(source)
        FeePlan.objects.update_or_create(tournament=target, defaults={name: getattr(plan, name) for name in PLANNED_FEES})


def _copy_tables(source: Tournament, target: Tournament, _actor: AbstractBaseUser, _at: dt.datetime) -> None:
    HallTable.objects.filter(tournament=target).delete()
    rows = HallTable.objects.filter(tournament=source).values("number", "in_use", "place")
    HallTable.objects.bulk_create(HallTable(tournament=target, **row) for row in rows)


def _copy_papers(source: Tournament, target: Tournament, _actor: AbstractBaseUser, _at: dt.datetime) -> None:
    style, present = find_own_style(source), find_own_style(target)
    if style or present:
        style = style or PaperStyle(follows_club=True)
        columns = [field.name for field in PaperStyle._meta.concrete_fields if field.name not in NOT_OF_PAPERS]
        PaperStyle.objects.update_or_create(tournament=target, defaults={name: getattr(style, name) for name in columns})


def find_own_style(tournament: Tournament) -> PaperStyle | None:
    """The stored row, which `scoring.matches.paper_style` mixes with the club's."""
    return PaperStyle.objects.filter(tournament=tournament).first()


def _copy_staff(source: Tournament, target: Tournament, actor: AbstractBaseUser, _at: dt.datetime) -> None:
    """The same people with the same roles; whoever copies keeps the own role at the target."""
    roles = dict(StaffRole.objects.filter(tournament=source).exclude(user_id=actor.pk).values_list("user_id", "role"))
    present = StaffRole.objects.filter(tournament=target).exclude(user_id=actor.pk)
    present.exclude(user_id__in=roles).delete()
    for user, role in roles.items():
        StaffRole.objects.update_or_create(tournament=target, user_id=user, defaults={"role": role})


def copy_stages(source: Tournament, target: Tournament, actor: AbstractBaseUser, at: dt.datetime) -> None:
    """Plan the same stages at `target`, by their numbers, with whoever is entered there. Call inside `write_tx`."""
    numbers = dict[int, int]()
    wanted = list(Stage.objects.filter(tournament=source).select_related("source").order_by("number"))
    for surplus in Stage.objects.filter(tournament=target).order_by("-number"):
        if surplus.number not in {stage.number for stage in wanted}:
            surplus.stage_entries.all().delete()
            surplus.delete()
    for stage in wanted:
        columns = {name: getattr(stage, name) for name in STAGE_COLUMNS}
        columns |= {"source_id": numbers[stage.source.number], "per_match": True} if stage.source else {"source_id": None}
        copy, _new = Stage.objects.update_or_create(tournament=target, number=stage.number, defaults=columns)
        numbers[stage.number] = copy.pk
        enrol_entries(copy, [] if stage.source else read_entries_by_seed(target))
        _copy_scheme(stage, copy, actor, at)


def _copy_scheme(stage: Stage, copy: Stage, actor: AbstractBaseUser, at: dt.datetime) -> None:
    """How the stage counts, which is a ledger entry."""
    if not stage.scheme and not copy.scheme:
        return
    counting = read_counting(copy)
    chosen = counting.options_to_json(counting.options_from(stage.scheme))
    if chosen != copy.scheme:
        origin = build_submission(build_staff_actor(actor), f"copy-{copy.pk}-{int(at.timestamp() * 1000)}", {}, at)
        store_scheme(copy, chosen, lock_head(copy.tournament), origin)


Copier: TypeAlias = Callable[[Tournament, Tournament, AbstractBaseUser, dt.datetime], None]
COPIERS: Mapping[EveningPart, Copier] = {
    EveningPart.ANNOUNCEMENT: _copy_announcement,
    EveningPart.FEES: _copy_fees,
    EveningPart.TABLES: _copy_tables,
    EveningPart.PAPERS: _copy_papers,
    EveningPart.STAFF: _copy_staff,
    EveningPart.RULES: copy_stages,
}
