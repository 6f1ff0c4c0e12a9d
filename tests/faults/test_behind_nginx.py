"""The hosted profile behind nginx with TLS, as docs/hosting.md says: the site's own file, a certificate, a port other than 443."""

import http.client
import shutil
import time
from contextlib import closing

import pytest

from tests.desks import PATIENCE
from tests.faults.hall import SLUG, make_hall, run
from tests.faults.hosting import open_site
from tests.faults.proxy import NAME, Proxy, run_proxy
from tests.services import MissingProgramError, free_port, program

pytestmark = [pytest.mark.slow, pytest.mark.proof]
KEPT_SECONDS = 1.1
"""After so long nginx has asked the site again."""


class Browser:
    """A visitor of the site by https, who believes the site's own certificate."""

    def __init__(self, proxy):
        self.proxy, self.context, self.cookies = proxy, proxy.trust(), {}

    def ask(self, method, path, body=None, **headers):
        with closing(self.proxy.connect(self.context)) as connection:
            sent = {"Host": self.proxy.host, "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
            connection.request(method, path, body, sent | headers)
            answer = connection.getresponse()
            for cookie in answer.headers.get_all("Set-Cookie", ()):
                name, _sign, value = cookie.partition(";")[0].partition("=")
                self.cookies[name] = value
                assert "Secure" in cookie
            return answer, answer.read().decode(errors="replace")


def test_login_forms_and_large_files_behind_nginx(place):
    try:
        program("nginx"), program("openssl")
    except MissingProgramError as error:
        pytest.skip(str(error))
    proxy = Proxy(place / "nginx", free_port(), free_port())
    with open_site(place, lambda site: make_hall(site.data, 2, 2, **site.urls), WEB_WORKERS="1", **proxy.list_settings()) as site:
        password = run(["manage.py", "shell", "--no-imports", "-c", CREATE_ADMIN], site.variables).strip()
        with run_proxy(proxy, f"127.0.0.1:{site.port}"):
            judge_audience(proxy, site.variables)
            judge_site(Browser(proxy), proxy, password)
    shutil.rmtree(proxy.directory)


CREATE_ADMIN = """
from django.contrib.auth.models import User
User.objects.create_superuser("chief", password="quercia-lampone-4071")
print("quercia-lampone-4071")
"""


CHANGE = """
from tournaments.models import Tournament
from jobs.databases import write_tx
with write_tx():
    Tournament.objects.update({change})
"""


def judge_audience(proxy, variables):
    """What nginx keeps for an audience: each page, part and language for itself, none of a login, and nothing beyond the second."""
    page, watcher = f"/tournaments/{SLUG}/results/", Browser(proxy)
    italian, english = {"Accept-Language": "it"}, {"Accept-Language": "en"}
    answers = [watcher.ask("GET", page, **italian) for _ in range(20)]
    tag = answers[-1][0].headers["ETag"]
    assert {(answer.status, answer.headers["X-Accel-Expires"], body) for answer, body in answers} == {(200, None, answers[0][1])}
    assert '<html lang="it"' in answers[0][1]
    assert '<html lang="en"' in watcher.ask("GET", page, **english)[1]
    assert "<html" not in watcher.ask("GET", page, **italian, **{"HX-Request": "true"})[1]
    assert watcher.ask("GET", page, **italian, **{"If-None-Match": tag})[0].status == 304
    run(["manage.py", "shell", "--no-imports", "-c", CHANGE.format(change='name="Another name"')], variables)
    time.sleep(KEPT_SECONDS)
    answer, body = watcher.ask("GET", page, **italian, **{"If-None-Match": tag})
    assert (answer.status, "Another name" in body) == (200, True)
    run(["manage.py", "shell", "--no-imports", "-c", CHANGE.format(change="public=False")], variables)
    time.sleep(KEPT_SECONDS)
    assert watcher.ask("GET", page, **italian)[0].status == 404


def judge_site(browser, proxy, password):
    assert {path: browser.ask("GET", path)[0].status for path in ("/", "/ready", "/live", "/healthz", "/login/")} == dict.fromkeys(
        ("/", "/ready", "/live", "/healthz", "/login/"), 200
    )
    with closing(http.client.HTTPConnection("127.0.0.1", proxy.plain, timeout=PATIENCE)) as connection:
        connection.request("GET", "/tournaments/", headers={"Host": NAME})
        answer = connection.getresponse()
        assert (answer.status, answer.headers["Location"]) == (301, f"https://{NAME}/tournaments/")
    origin = {"Origin": proxy.origin, "Content-Type": "application/x-www-form-urlencoded"}
    form = f"csrfmiddlewaretoken={browser.cookies['csrftoken']}&username=chief&password={password}"
    answer, page = browser.ask("POST", "/login/", form, **origin)
    assert answer.status == 302, page[:500]
    answer, page = browser.ask("POST", "/login/", form, **origin | {"Origin": "https://evil.example"})
    assert answer.status == 403
    answer, page = browser.ask("POST", "/login/", b"", **origin, **{"Content-Length": str(258 * 1024 * 1024)})
    assert (answer.status, "File troppo grande" in page) == (413, True)
