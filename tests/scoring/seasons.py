"""Finished evenings as rows, with the order in which they are to have ended; and seasons of them."""

import datetime as dt

from rankings.seasons.people import read_people
from rankings.seasons.queries import compute_ranking, compute_results
from rankings.seasons.services import SeasonDetails, add_evening, create_season
from rankings.seasons.wording import list_season_rows
from scoring.models import LedgerHead, MatchResult, StandingsCache
from scoring.standings.stored import StageStandings
from standings import RankedLine
from tests.scoring.builders import build_tournament, build_user
from tournaments.models import Club, Entry, Match, Member, Person, Round, Seat, Stage, StageEntry, Tournament


def build_evening(name, day, *places, played=True, **fields):
    """`places`: texts like “Mario Rossi / Luca Bianchi, Bar Sport”, best first; a tuple of texts shares its place.

    Everybody of the same name is the same person, as where one director types them. Where not `played`, nobody came to the first match.
    """
    slug = name.lower().replace(" ", "-")
    tournament = build_tournament(slug=slug, state=Tournament.State.FINISHED, **fields)
    Tournament.objects.filter(pk=tournament.pk).update(name=name, date=dt.date(2026, 11, day))
    stage = Stage.objects.create(tournament=tournament, number=1, name="Stage", format_key="swiss", state=Stage.State.FINISHED)
    shared = [place if isinstance(place, tuple) else (place,) for place in places]
    lines, rank = [], 1
    for together in shared:
        ids = [enter(tournament, stage, text).pk for text in together]
        lines += [RankedLine(rank, pk, 0, 0, ()) for pk in ids]
        rank += len(ids)
    play_all(stage, absent=() if played else [line.entrant for line in lines[-1:]])
    keep(stage, lines)
    LedgerHead.objects.create(tournament=tournament, seq=1, digest="a" * 64)
    tournament.refresh_from_db()
    return tournament


def keep(stage, lines):
    payload = StageStandings("match_won", (), {"": tuple(lines)}).to_json()
    StandingsCache.objects.update_or_create(stage=stage, defaults={"seq": 1, "payload": payload})


def enter(tournament, stage, text):
    names, _comma, club = text.partition(", ")
    number = tournament.entries.count() + 1
    home = Club.objects.get_or_create(name=club)[0] if club else None
    entry = Entry.objects.create(tournament=tournament, number=number, name=names.replace(" / ", " – "), club=home)
    for position, name in enumerate(names.split(" / ")):
        same = Person.objects.filter(name=name).exclude(memberships__tournament=tournament).first()
        person = same or Person.objects.create(name=name)
        Member.objects.create(entry=entry, person=person, tournament=tournament, position=position)
    StageEntry.objects.create(stage=stage, entry=entry, rank=number)
    return entry


def play_all(stage, absent=()):
    """Everybody once: the first of each two wins, without playing where the other is absent; one may rest."""
    round_ = Round.objects.create(stage=stage, number=1, state=Round.State.CLOSED)
    entries = list(stage.tournament.entries.order_by("-number"))
    for position in range(1, len(entries) + 1, 2):
        second, *first = entries[position - 1 : position + 1]
        match = Match.objects.create(round=round_, position=position, **({"table": position} if first else {"kind": Match.Kind.BYE}))
        for side, entry in enumerate([*first, second]):
            Seat.objects.create(match=match, entry=entry, round=round_, side=side)
        if first:
            outcome = MatchResult.Outcome.WALKOVER if second.pk in absent else MatchResult.Outcome.PLAYED
            signed = {"state": MatchResult.State.LOCKED, "version": 1, "confirmed_by": "staff-1"}
            MatchResult.objects.create(match=match, outcome=outcome, winner=0, **signed)


def build_season(*tournaments, name="Winter", director="director", **details):
    user = build_user(director)
    season = create_season(SeasonDetails(name, **details), actor=user)
    for tournament in tournaments:
        add_evening(season, tournament, actor=user)
    season.refresh_from_db()
    return season


RULE = {"places": "10 6 4 3 2 1", "taking_part": 1}


def ranking_of(season, *, everything=True):
    season.refresh_from_db()
    return compute_ranking(season, everything=everything)


def told(season, **options):
    """Rank, name and points, line by line."""
    return [(row.rank, row.name, row.cells["points"]) for row in list_season_rows(ranking_of(season, **options))]


def ids(season, *names):
    called = ranking_of(season).called
    return [player for name in names for player, one in called.items() if name in (one.name, f"{one.name} ({one.club})")]


def people_of(season):
    season.refresh_from_db()
    return read_people(season, compute_results(season, everything=True))
