"""The hosted profile behind nginx with TLS, as docs/hosting.md says: the site's own file, a certificate, a port other than 443."""

import http.client
import re
import shutil
import ssl
import subprocess
from contextlib import closing, contextmanager

import pytest

from deploy.hosted import is_port_taken
from tests.desks import ROOT
from tests.faults.hall import make_hall, run
from tests.faults.hosting import open_site, wait_until
from tests.services import MissingProgramError, free_port, program

pytestmark = [pytest.mark.slow, pytest.mark.proof]
NAME = "torneo.example.it"
MAIN = "pid {place}/nginx.pid;\nerror_log {place}/nginx.log;\nevents {{}}\nhttp {{\naccess_log off;\ninclude {place}/labella.conf;\n}}\n"


def write_site_file(directory, upstream, plain, secure):
    """The file of the site with this machine's ports, certificate and pages in the place of a server's."""
    certificate = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
    files = ["-keyout", str(directory / "privkey.pem"), "-out", str(directory / "fullchain.pem")]
    subprocess.run([program("openssl"), "req", *certificate, *files], check=True, capture_output=True)
    text = (ROOT / "deploy" / "nginx" / "labella.conf").read_text()
    text = re.sub(r"    listen \[::\].*\n", "", text)
    text = text.replace("127.0.0.1:8000", f"127.0.0.1:{upstream}").replace("listen 80;", f"listen 127.0.0.1:{plain};")
    text = text.replace("listen 443 ssl", f"listen 127.0.0.1:{secure} ssl").replace(f"/etc/letsencrypt/live/{NAME}", str(directory))
    (directory / "labella.conf").write_text(text.replace("/opt/labella", str(ROOT)))
    (directory / "nginx.conf").write_text(MAIN.format(place=directory))


@contextmanager
def run_nginx(directory):
    command = [program("nginx"), "-c", str(directory / "nginx.conf"), "-e", str(directory / "nginx.log"), "-g", "daemon off;"]
    process = subprocess.Popen(command)
    try:
        yield
    finally:
        process.terminate()
        process.wait(30)


class Browser:
    """A visitor of the site by https, who believes the site's own certificate."""

    def __init__(self, directory, port):
        self.context = ssl.create_default_context(cafile=str(directory / "fullchain.pem"))
        self.port, self.cookies = port, {}

    def ask(self, method, path, body=None, **headers):
        with closing(http.client.HTTPSConnection("127.0.0.1", self.port, context=self.context, timeout=60)) as connection:
            connection.sock = self.context.wrap_socket(connection._create_connection(("127.0.0.1", self.port)), server_hostname=NAME)
            sent = {"Host": f"{NAME}:{self.port}", "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
            connection.request(method, path, body, sent | headers)
            answer = connection.getresponse()
            for cookie in answer.headers.get_all("Set-Cookie", ()):
                name, _sign, value = cookie.partition(";")[0].partition("=")
                self.cookies[name] = value
                assert "Secure" in cookie
            return answer, answer.read().decode(errors="replace")


def open_hosted(place, secure):
    """The site as its environment file would set it for this port."""

    def build(site):
        site.variables |= {"HTTPS": "1", "PROXIES": "1", "ALLOWED_HOSTS": NAME, "CSRF_TRUSTED_ORIGINS": f"https://{NAME}:{secure}"}
        site.web.variables = site.worker.variables = site.variables
        return make_hall(site.data, 2, 2, **site.urls)

    return open_site(place, build)


def test_login_forms_and_large_files_behind_nginx(place, tmp_path):
    try:
        program("nginx"), program("openssl")
    except MissingProgramError as error:
        pytest.skip(str(error))
    directory = place / "nginx"
    directory.mkdir()
    plain, secure = free_port(), free_port()
    with open_hosted(place, secure) as site:
        password = run(["manage.py", "shell", "--no-imports", "-c", CREATE_ADMIN], site.variables).strip()
        write_site_file(directory, site.port, plain, secure)
        with run_nginx(directory):
            browser = Browser(directory, secure)
            wait_until(lambda: is_port_taken(secure), 30)
            judge_site(browser, plain, password)
    shutil.rmtree(directory)


CREATE_ADMIN = """
from django.contrib.auth.models import User
User.objects.create_superuser("chief", password="quercia-lampone-4071")
print("quercia-lampone-4071")
"""


def is_open(port):
    from deploy.hosted import is_port_taken

    return is_port_taken(port)


def judge_site(browser, plain, password):
    assert {path: browser.ask("GET", path)[0].status for path in ("/", "/ready", "/live", "/healthz", "/login/")} == dict.fromkeys(
        ("/", "/ready", "/live", "/healthz", "/login/"), 200
    )
    with closing(http.client.HTTPConnection("127.0.0.1", plain, timeout=30)) as connection:
        connection.request("GET", "/tournaments/", headers={"Host": NAME})
        answer = connection.getresponse()
        assert (answer.status, answer.headers["Location"]) == (301, f"https://{NAME}/tournaments/")
    origin = {"Origin": f"https://{NAME}:{browser.port}", "Content-Type": "application/x-www-form-urlencoded"}
    form = f"csrfmiddlewaretoken={browser.cookies['csrftoken']}&username=chief&password={password}"
    answer, page = browser.ask("POST", "/login/", form, **origin)
    assert answer.status == 302, page[:500]
    answer, page = browser.ask("POST", "/login/", form, **origin | {"Origin": "https://evil.example"})
    assert answer.status == 403
    answer, page = browser.ask("POST", "/login/", b"x" * (22 * 1024 * 1024), **origin)
    assert (answer.status, "File troppo grande" in page) == (413, True)
