"""Who must not meet, the draft with its flags, the certificate and its files, the announcement."""

import json
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from pairing import EntrantStanding, compute_commitment
from pairing.__main__ import main
from tests.pages import read_page
from tests.tournaments.conftest import NOON, draw_first, enter_pairs, found_tournament
from tests.tournaments.doors import draw_round, publish_round
from tournaments.draws import certificate_views, proofs
from tournaments.draws.seeds import announce_seed
from tournaments.entries.services import withdraw_entry
from tournaments.forbidden.services import forbid_pair
from tournaments.importing.services import import_entries
from tournaments.models import Draw, Entry, ForbiddenPair, Seat, Stage
from tournaments.stages.services import create_stage


def entry_of(tournament, number):
    return Entry.objects.get(tournament=tournament, number=number)


def apart(tournament, director, *pairs):
    for one, other in pairs:
        forbid_pair(tournament, actor=director, first=entry_of(tournament, one), second=entry_of(tournament, other), reason="fratelli")


@pytest.fixture
def desk(evening):
    return f"/desk/{evening.slug}/"


def test_two_are_kept_apart_and_let_meet_again(evening, director, director_client, desk):
    enter_pairs(evening, director, 3)
    page = director_client.get(f"{desk}apart/?entry=2")
    assert page.context["form"]["first"].value() == "2"
    assert director_client.post(f"{desk}apart/", {"first": "2", "second": "1", "reason": "una macchina"}).status_code == 302
    page = director_client.get(f"{desk}apart/")
    assert [(one.first_number, one.second_number, one.reason) for one in page.context["apart"].pairs] == [(1, 2, "una macchina")]
    assert "una macchina" in director_client.get(f"{desk}entries/1/").content.decode()
    pair = ForbiddenPair.objects.get()
    assert director_client.post(f"{desk}apart/{pair.pk}/allow/").status_code == 302
    assert not ForbiddenPair.objects.exists()
    assert director_client.post(f"{desk}apart/{pair.pk}/allow/").status_code == 404


@pytest.mark.parametrize(
    ("typed", "field"), [({"first": "1", "second": "1"}, None), ({"first": "1", "second": "9"}, "second"), ({"first": "1"}, "second")]
)
def test_what_cannot_be_kept_apart_is_refused_with_what_was_typed(evening, director, director_client, desk, typed, field):
    enter_pairs(evening, director, 2)
    answer = director_client.post(f"{desk}apart/", {**typed, "reason": "perché sì"})
    assert (answer.status_code, ForbiddenPair.objects.count()) == (422, 0)
    assert (field or "__all__") in answer.context["form"].errors
    assert "perché sì" in answer.content.decode()


def test_who_runs_out_of_opponents_is_named_at_once(evening, director, director_client, desk):
    enter_pairs(evening, director, 6)
    create_stage(evening, actor=director, format_key="swiss", options={"rounds": 4}, name="Svizzera")
    apart(evening, director, (1, 2), (1, 3), (1, 4))
    warnings = director_client.get(f"{desk}apart/").context["apart"].warnings
    assert [text for text in warnings if "Svizzera" in text] == [
        f"{entry_of(evening, 1)} has only 2 opponents left for the 4 rounds of “Svizzera”: some will meet twice."
    ]
    apart(evening, director, (1, 5), (1, 6))
    assert f"{entry_of(evening, 1)} cannot play anybody: remove a pair from the list." in (
        director_client.get(f"{desk}apart/").context["apart"].warnings
    )


def test_the_draft_marks_what_was_avoided_and_can_show_only_that(evening, director, director_client, desk):
    enter_pairs(evening, director, 8, clubs=2)
    apart(evening, director, (1, 5))
    draw_first(evening, director, format_key="swiss", options={"numbers": "given"})
    page = director_client.get(f"{desk}stages/1/rounds/1/draft/")
    marked = {line.pairing.position: sorted(line.kinds) for line in page.context["listing"].page if line.flags}
    assert [kinds for kinds in marked.values() if "apart" in kinds] == [["apart"]]
    assert "By number 1 Anna001 – Berto001 would play 5 Anna005 – Berto005, but the two are to be kept apart." in page.content.decode()
    only = director_client.get(f"{desk}stages/1/rounds/1/draft/?show=apart")
    assert len(only.context["listing"].page) == 1
    assert len(director_client.get(f"{desk}stages/1/rounds/1/draft/?show=nonsense").context["listing"].page) == 4


def test_a_forbidden_meeting_that_a_hand_brings_about_is_marked(evening, director, director_client, desk):
    enter_pairs(evening, director, 4)
    apart(evening, director, (1, 3))
    drafted = draw_first(evening, director, format_key="swiss", options={"numbers": "given"})
    seats = {seat.entry.number: seat for seat in drafted.seats.select_related("entry")}
    partner = next(number for number, seat in seats.items() if number != 1 and seat.match_id == seats[1].match_id)
    director_client.post(f"{desk}stages/1/rounds/1/change/", {"first": partner, "second": 3, "reason": "così vogliono"})
    page = director_client.get(f"{desk}stages/1/rounds/1/draft/")
    [line] = [line for line in page.context["listing"].page if "forbidden" in line.kinds]
    assert sorted(seat.number for seat in line.pairing.seats) == [1, 3]
    assert line.pairing.changed


def test_the_certificate_is_private_until_the_round_is_published(evening, director, director_client, client_of, assistant, desk):
    enter_pairs(evening, director, 9)
    evening.public = True
    evening.save()
    drafted = draw_first(evening, director, format_key="swiss")
    public = f"/tournaments/{evening.slug}/draws/1/1/"
    nobody = client_of()
    for address in (public, f"{public}draw.json", f"{public}draw.trf"):
        assert nobody.get(address).status_code == 404
    for name in ("why/", "draw.json", "draw.trf"):
        assert director_client.get(f"{desk}stages/1/rounds/1/{name}").status_code == 200
        assert client_of(assistant).get(f"{desk}stages/1/rounds/1/{name}").status_code == 403
    publish_round(drafted, actor=director, at=NOON)
    for address in (public, f"{public}draw.json", f"{public}draw.trf"):
        assert nobody.get(address).status_code == 200
    certificate = nobody.get(public).context["certificate"]
    assert (certificate.wrong, certificate.open) == (0, 0)
    assert certificate.proven == len(certificate.all_claims) > 8
    assert [group.score for group in certificate.groups] == [0]


def test_a_stranger_checks_the_file_by_the_command_line(evening, director, director_client, desk, tmp_path, capsys):
    enter_pairs(evening, director, 9)
    apart(evening, director, (1, 2), (3, 4))
    drafted = draw_first(evening, director, format_key="swiss")
    stored = tmp_path / "draw.json"
    stored.write_bytes(director_client.get(f"{desk}stages/1/rounds/1/draw.json").content)
    assert main(["replay", str(stored)]) == 0
    assert main(["check", str(stored)]) == 0
    told = capsys.readouterr().out
    assert f"digest {drafted.draw.outcome['digest']}" in told
    assert "WRONG" not in told
    forged = json.loads(stored.read_text())
    forged["pairings"][0]["sides"].reverse()
    stored.write_text(json.dumps(forged))
    assert main(["replay", str(stored)]) == 1
    report = tmp_path / "draw.trf"
    report.write_bytes(director_client.get(f"{desk}stages/1/rounds/1/draw.trf").content)
    capsys.readouterr()
    assert main([str(report)]) == 0
    order = drafted.draw.outcome["groups"][0]["members"]
    pairs = {tuple(sorted(map(int, line.split()))) for line in capsys.readouterr().out.splitlines()[1:]}
    drawn = [[order.index(side) + 1 for side in one["sides"]] for one in drafted.draw.outcome["pairings"]]
    assert pairs == {tuple(sorted(numbers if len(numbers) == 2 else [*numbers, 0])) for numbers in drawn}


def test_other_formats_have_no_trf(evening, director, director_client, desk):
    enter_pairs(evening, director, 4)
    draw_first(evening, director)
    assert director_client.get(f"{desk}stages/1/rounds/1/draw.trf").status_code == 404
    page = director_client.get(f"{desk}stages/1/rounds/1/why/")
    assert "draw.trf" not in page.content.decode()
    assert "No draw keeps entries of one club further apart" in page.content.decode()


def test_a_round_that_came_without_its_draw_has_no_certificate(evening, director, client_of):
    evening.public = True
    evening.save()
    enter_pairs(evening, director, 4)
    publish_round(draw_first(evening, director), actor=director, at=NOON)
    public = f"/tournaments/{evening.slug}/draws/1/1/"
    assert client_of().get(public).status_code == 200
    Draw.objects.all().delete()
    assert {client_of().get(address).status_code for address in (public, f"{public}draw.json", f"{public}draw.trf")} == {404}


def test_an_announced_draw_shows_its_fingerprint_before_and_its_seed_after(evening, director, director_client, client_of, desk):
    evening.public = True
    evening.save()
    enter_pairs(evening, director, 6)
    stage = create_stage(evening, actor=director, format_key="knockout", options={})
    public = f"/tournaments/{evening.slug}/"
    assert director_client.post(f"{desk}stages/1/announce/", {"announced": "short"}).status_code == 302
    assert Stage.objects.get().seed == ""
    director_client.post(f"{desk}stages/1/announce/", {"announced": "quattordici assi"})
    before = client_of().get(public).content.decode()
    assert compute_commitment("quattordici assi") in before
    assert "quattordici assi" not in before
    assert 'name="seed"' not in director_client.get(f"{desk}stages/1/").content.decode()
    director_client.post(f"{desk}stages/1/first-draw/", {"seed": "typed all the same"})
    assert Draw.objects.get().seed == "quattordici assi/1"
    refused = director_client.post(f"{desk}stages/1/rounds/1/redraw/", {"why": " "}, follow=True)
    assert "give the reason for drawing it again" in refused.content.decode()
    director_client.post(f"{desk}stages/1/rounds/1/redraw/", {"why": "mancava una coppia"})
    publish_round(stage.rounds.get(), actor=director, at=NOON)
    after = client_of().get(public).content.decode()
    assert "quattordici assi" in after
    told = client_of().get(f"{public}draws/1/1/").content.decode()
    assert "mancava una coppia" in told
    assert re.search(r"printf .*quattordici assi.* sha256sum", told)


def test_the_desk_takes_a_seed_that_nobody_could_guess(evening, director, director_client, desk):
    enter_pairs(evening, director, 2)
    create_stage(evening, actor=director, format_key="knockout", options={})
    director_client.post(f"{desk}stages/1/announce/", {"announced": ""})
    assert re.fullmatch(r"[0-9a-f]{32}", Stage.objects.get().seed)


def counted(client, address):
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    return len(queries)


@pytest.mark.parametrize("path", ["stages/1/rounds/1/draft/", "stages/1/rounds/1/why/", "apart/", "stages/1/"])
def test_pages_ask_as_often_for_many_as_for_few(evening, director, director_client, desk, path):
    enter_pairs(evening, director, 4)
    stage = create_stage(evening, actor=director, format_key="swiss", options={})
    announce_seed(stage, actor=director, seed="quattordici assi", at=NOON)
    apart(evening, director, (1, 2))
    drafted = draw_round(stage, actor=director, seed="", at=NOON)
    director_client.get(desk + path)
    few = counted(director_client, desk + path)
    drafted.seats.all().delete()
    drafted.matches.all().delete()
    drafted.delete()
    import_entries(evening, "\n".join(f"Carla{number} / Dino{number}" for number in range(20)), actor=director)
    apart(evening, director, (3, 4), (5, 6))
    draw_round(stage, actor=director, seed="", at=NOON)
    assert counted(director_client, desk + path) == few


def test_a_draft_says_who_has_gone_home_since(evening, director, director_client, desk):
    enter_pairs(evening, director, 4)
    draw_first(evening, director)
    address = f"{desk}stages/1/rounds/1/draft/"
    assert "out of date" not in director_client.get(address).text
    withdraw_entry(entry_of(evening, 3), actor=director)
    page = director_client.get(address).text
    assert f"Would now be left out: 3 {entry_of(evening, 3).name}." in page
    assert "wins by walk-over" in page


@pytest.mark.parametrize(("game_key", "format_key", "shown"), [("trionfo5", "tables_of_five", False), ("mariglia", "danish", True)])
def test_where_several_play_for_places_a_draft_tells_no_halves_for_points(director, director_client, game_key, format_key, shown):
    """Places count in halves in a draw: ten of them are five points, and here they decide nothing."""
    tournament = found_tournament(director, game_key=game_key)
    names = [" / ".join(f"{name}{number}" for name in ("Anna", "Berto")[: tournament.entry_size]) for number in range(1, 7)]
    import_entries(tournament, "\n".join(names), actor=director)
    stage = create_stage(tournament, actor=director, format_key=format_key, options={})
    told = [EntrantStanding(entry.pk, 1, 10) for entry in Entry.objects.filter(tournament=tournament)]
    draw_round(stage, actor=director, seed="s", at=NOON, standings=told)
    page = director_client.get(f"/desk/{tournament.slug}/stages/1/rounds/1/draft/").text
    assert ("10 points, place 1" in page) is shown


def test_a_draft_is_searched_by_number_name_and_club(evening, director, director_client, desk):
    enter_pairs(evening, director, 24)
    draw_first(evening, director, format_key="swiss")
    draft = f"{desk}stages/1/rounds/1/draft/"
    wanted = entry_of(evening, 7)

    def read_listed(text):
        lines = director_client.get(draft, {"q": text}).context["listing"].page
        return [{seat.number for side in line.pairing.sides for seat in side.seats} for line in lines]

    assert len(read_listed("")) == 12
    by_number, by_name = read_listed("7"), read_listed(wanted.name.upper())
    assert [7 in numbers for numbers in by_number] == [7 in numbers for numbers in by_name] == [True]
    nobody = director_client.get(draft, {"q": "nobody <b>"})
    assert len(nobody.context["listing"].page) == 0
    assert "Nobody in this round is called so." in nobody.content.decode()
    assert 'value="nobody &lt;b&gt;"' in nobody.content.decode()


def test_a_large_draw_is_proven_when_somebody_asks_and_anew_when_it_changes(evening, director, director_client, desk, monkeypatch):
    monkeypatch.setattr(proofs, "PROVEN_AT_ONCE", 4)
    enter_pairs(evening, director, 12)
    round_ = draw_first(evening, director, format_key="swiss")
    why, draft = (f"{desk}stages/1/rounds/1/{page}/" for page in ("why", "draft"))
    assert [director_client.get(page).context["proof"] for page in (why, draft)] == [None, None]
    assert 'hx-get="?prove=yes"' in director_client.get(why).content.decode()
    proof = director_client.get(f"{why}?prove=yes").context["proof"]
    assert (proof.replay.proven, proof.verdict.faults) == (True, [])
    assert [director_client.get(page).context["proof"] for page in (why, draft)] == [proof, proof]
    Seat.objects.filter(match=round_.matches.order_by("position")[0], side=0).update(side=2)
    assert director_client.get(draft).context["proof"] is None
    assert not director_client.get(f"{draft}?prove=yes").context["proof"].replay.same_seats


def test_on_the_page_of_all_draws_large_ones_are_drawn_again_by_a_request_for_each(evening, director, director_client, desk, monkeypatch):
    enter_pairs(evening, director, 12)
    draw_first(evening, director, format_key="swiss")
    assert "drawn again: the same pairings" in read_page(director_client.get(f"{desk}draws/")).text
    monkeypatch.setattr(certificate_views, "PROVEN_AT_ONCE", 4)
    page = read_page(director_client.get(f"{desk}draws/"))
    assert "drawn again: the same pairings" not in page.text
    [asked] = [part for part in page.find_all("[hx-get]") if part["hx-trigger"] == "click, revealed"]
    assert asked["hx-select"] == "#replay .chip"
    answer = read_page(director_client.get(asked["hx-get"]))
    assert answer.texts("#replay span.chip.is-done") == ["the same pairings"]
    assert answer.find("#replay").text.startswith("the same pairings")
