"""The card of a person over 300 evenings of a club: processor time, first and again.

    python -m benchmarks.cards [--json] [--quick]

20 pairs and four rounds an evening, 200 persons with membership numbers, tallies stored; the person plays every evening. SQLite in memory.
`--quick` takes 10 evenings once, to see that everything runs: its figures mean nothing.
"""

import argparse
import datetime as dt
import json
import random
import statistics
import time

from benchmarks.throw_away_site import open_throw_away_site

open_throw_away_site("cards")

from django.test import Client  # noqa: E402 - needs the settings

from backup.new_database import create_tables  # noqa: E402 - needs the settings
from federation.identities import queries  # noqa: E402 - needs the settings
from federation.models import PersonPage  # noqa: E402 - needs the settings
from federation.player_cards import queries as cards  # noqa: E402 - needs the settings
from records.models import EveningTally, MatchTally  # noqa: E402 - needs the settings
from records.told_matches.queries import build_tally_version  # noqa: E402 - needs the settings
from tests.scoring.builders import NOW, build_tournament, build_user  # noqa: E402 - needs the settings
from tournaments.models import Edition, Entry, Match, Member, Person, Round, Seat, Stage, get_house  # noqa: E402 - needs the settings

EVENINGS, PERSONS, PAIRS, ROUNDS, TIMES = 300, 200, 20, 4, 15
GOALS = {"card_ms": 50.0, "changed_ms": 50.0}


def play_club(evenings: int) -> None:
    """The evenings as rows, with random results; person 0 plays on every one."""
    rng = random.Random(1)
    people = [Person.objects.create(name=f"Persona {number:03d}", membership=f"{number:04d}") for number in range(PERSONS)]
    for number in range(evenings):
        tournament = build_tournament(slug=f"serata-{number}", game_key="marafon", state="finished", public=True)
        tournament.date = dt.date(2020, 1, 1) + dt.timedelta(days=7 * number)
        tournament.save()
        chosen = [people[0], *rng.sample(people[1:], 2 * PAIRS - 1)]
        entries = [
            Entry.objects.create(tournament=tournament, number=pair + 1, name=f"{chosen[2 * pair]} – {chosen[2 * pair + 1]}")
            for pair in range(PAIRS)
        ]
        Member.objects.bulk_create(
            Member(entry=entries[place // 2], person=person, tournament=tournament, position=place % 2)
            for place, person in enumerate(chosen)
        )
        stage = Stage.objects.create(tournament=tournament, number=1, name="Stage", format_key="swiss", state="finished")
        for round_number in range(1, ROUNDS + 1):
            play_round(Round.objects.create(stage=stage, number=round_number, state="closed"), entries, rng)
        mark = Edition.objects.values_list("mark", flat=True).get(tournament=tournament)
        places = {str(entry.pk): str(place) for place, entry in enumerate(rng.sample(entries, PAIRS), start=1)}
        EveningTally.objects.create(tournament=tournament, mark=build_tally_version(mark), places=places, entries=PAIRS)


def play_round(round_: Round, entries: list[Entry], rng: random.Random) -> None:
    """A round with a tally for each match."""
    order = rng.sample(entries, len(entries))
    for position in range(1, PAIRS // 2 + 1):
        match = Match.objects.create(round=round_, position=position, table=position)
        sides = order[2 * position - 2 : 2 * position]
        Seat.objects.bulk_create(Seat(match=match, entry=entry, round=round_, side=side) for side, entry in enumerate(sides))
        winner = rng.randrange(2)
        numbers = [match.code, [[entry.pk] for entry in sides], winner, [2 - winner, 1 + winner], [90, 95], [8, 9], 17, "41", [[0, 5, 3]]]
        MatchTally.objects.create(match=match, tournament=round_.stage.tournament, numbers=numbers)


def change_evening(number: int) -> None:
    """Something on an evening of the club becomes another, and the worker has tallied it again."""
    entry = Entry.objects.filter(number=number).order_by("-tournament").first()
    Entry.objects.filter(pk=entry.pk).update(note="changed")
    mark = Edition.objects.values_list("mark", flat=True).get(tournament=entry.tournament_id)
    EveningTally.objects.filter(tournament=entry.tournament_id).update(mark=build_tally_version(mark))


def measure(evenings: int, times: int) -> dict[str, float]:
    """Milliseconds of processor time: the card as values, its page, and the card after somebody changed something."""
    play_club(evenings)
    member = Member.objects.order_by("pk").first()
    page = PersonPage.objects.create(organizer=get_house(), member=member, shown="link", made_by=build_user(), made_at=NOW)
    address = f"/persons/{page.key}/card/"
    figures: dict[str, list[float]] = {"first_ms": [], "changed_ms": [], "card_ms": [], "page_ms": []}
    person = queries.read_persons(get_house()).by_key[member.pk]
    reader = Client(headers={"host": "127.0.0.1"})
    assert reader.get(address).status_code == 200  # the middleware is loaded
    for turn in range(times):
        for name in ("first_ms", "changed_ms", "card_ms"):
            if name == "first_ms":
                queries._known_clubs.clear()  # noqa: SLF001 - a desk that has just begun
                cards._kept_cards.clear()  # noqa: SLF001 - it keeps no cards either
            if name == "changed_ms":
                change_evening(1 + turn % PAIRS)
            begun = time.process_time()
            cards.read_card(get_house(), person, public=True)
            figures[name].append(1000 * (time.process_time() - begun))
        begun = time.process_time()
        assert reader.get(address).status_code == 200
        figures["page_ms"].append(1000 * (time.process_time() - begun))
    return {name: round(statistics.median(values), 1) for name, values in figures.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--quick", action="store_true")
    chosen = parser.parse_args()
    create_tables("default")
    figures = measure(10 if chosen.quick else EVENINGS, 1 if chosen.quick else TIMES)
    for name, value in figures.items():
        print(f"{name}: {value} (goal {GOALS.get(name, 'none')})")
    if chosen.json:
        print(json.dumps({"benchmark": "cards", "ratios": figures, "goals": GOALS}))


if __name__ == "__main__":
    main()
