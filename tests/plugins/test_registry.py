"""Plug-ins are found, looked at, and cannot stop the desk. If this failed, somebody else’s package could take the evening down."""

import os
import subprocess
import sys

import pytest
from django.contrib.auth.models import User
from django.test import Client

from plugins.registry import PluginFailed, PluginKind, call_plugin, find_ready, list_ready
from publishing.stores.opening import open_store
from publishing.stores.refusals import StoreRefused
from publishing.targets.typed import build_space_address
from rules import GAMES
from tests.house.sources import ROOT
from tests.pages import read_page


def test_what_works_is_ready_and_what_raises_is_named(installed):
    assert {name: plugin.key for name, plugin in installed.items()} == {
        ("federation", "example"): "burracoexample",
        ("target", "example"): "shelfexample",
        ("source", "example"): "registerexample",
        ("game", "broken"): "",
        ("game", "scopa"): "scopa",
    }
    broken = installed["game", "broken"]
    assert (broken.loaded, broken.error) == (None, "RuntimeError: written for another release")
    assert (broken.package, broken.version) == ("labella-federazione", "2026.1")
    assert [plugin.key for plugin in list_ready(PluginKind.GAME)] == ["scopa"]
    assert GAMES[-1].key == "scopa"


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ("", "is no FederationPlugin: compute_points, explain_points, export_ranking, find_problems, key"),
        ("key = 'Ex-1'", "lower-case letters and digits"),
        ("key = 'burracoexample'", "is that of Federazione di esempio"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("import nothing_like_this", "ModuleNotFoundError"),
    ],
)
def test_a_plug_in_that_is_none_is_refused_with_the_reason(site, forget, monkeypatch, tmp_path, lines, reason):
    folder = tmp_path / "zother-1.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: zother\nVersion: 1\n")
    (folder / "entry_points.txt").write_text("[labella.federation]\nzother = zother:Thing\n")
    base = "labella_federazione.ExampleFederation" if "key" in lines else "object"
    (tmp_path / "zother.py").write_text(f"import labella_federazione\n\nclass Thing({base}):\n    {lines or 'pass'}\n")
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "zother", raising=False)
    forget()
    from plugins.registry import list_plugins

    found = next(plugin for plugin in list_plugins() if plugin.name == "zother")
    assert found.loaded is None
    assert reason in found.error
    assert find_ready(PluginKind.FEDERATION, "burracoexample") is not None


def test_a_call_that_raises_is_told_and_remembered(installed, caplog):
    source = find_ready(PluginKind.SOURCE, "registerexample")
    assert b"Maria Bianchi" in call_plugin(source, lambda loaded: loaded.fetch_list("members"))
    with pytest.raises(PluginFailed, match="Registro di esempio"):
        call_plugin(source, lambda loaded: loaded.fetch_list("clubs"))
    assert source.error == "LookupError: the register has no clubs"
    assert "plug-in source example failed" in caplog.text


def test_a_target_takes_pages_and_its_failure_is_one_of_a_web_space(installed, monkeypatch, tmp_path):
    monkeypatch.setattr(installed["target", "example"].loaded, "place", tmp_path)
    store = open_store(build_space_address("shelfexample", "mensola", "", "carte"))
    store.write("serata/index.html", b"41-38")
    assert (store.read("serata/index.html"), store.read("nothing")) == (b"41-38", None)
    assert (tmp_path / "mensola" / "serata" / "index.html").read_bytes() == b"41-38"
    store.remove("serata/index.html")
    assert store.read("serata/index.html") is None
    with pytest.raises(StoreRefused, match="does not answer"):
        store.write("full/index.html", b"")
    with pytest.raises(StoreRefused):
        store.write("../outside", b"")
    assert not (tmp_path / "outside").exists()


@pytest.mark.django_db
def test_the_page_names_every_plug_in_and_what_went_wrong(installed, data):
    client = Client(headers={"accept-language": "en"})
    client.force_login(User.objects.create_superuser("admin", password="asso-due-tre-0000"))
    text = read_page(client.get("/plugins/")).text
    assert "labella-scopa 1.2" in text
    assert "RuntimeError: written for another release" in text
    assert Client().get("/plugins/").status_code == 302


@pytest.mark.slow
@pytest.mark.turns(4)
def test_a_desk_starts_with_a_broken_plug_in(site):
    program = "import django; django.setup(); from rules import GAMES; print(GAMES[-1].key)"
    environment = {**os.environ, "PYTHONPATH": f"{site}{os.pathsep}{ROOT}"}
    answer = subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "scopa"
    assert "written for another release" in answer.stderr
