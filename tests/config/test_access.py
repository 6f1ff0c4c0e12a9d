import base64
import hashlib
import re

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.http import Http404, HttpResponse
from django.urls import path
from django.views.generic import View

from config.urls import handler403, handler404, handler500
from config.urls import urlpatterns as site
from jobs.permissions import everybody, logged_in


def nobody(request, **url_arguments):
    return False


def unknown_object(request, *, number, **url_arguments):
    raise Http404


class Shown(View):
    def get(self, request, **url_arguments):
        return HttpResponse("shown")


def undeclared(request):
    raise AssertionError("never called")


def view(its_policy):
    return type("Declared", (Shown,), {"policy": staticmethod(its_policy)}).as_view()


urlpatterns = [
    *site,
    path("everybody/", view(everybody)),
    path("logged-in/", view(logged_in)),
    path("nobody/", view(nobody)),
    path("object/<int:number>/", view(unknown_object)),
    path("undeclared/", undeclared),
]
__all__ = ["handler403", "handler404", "handler500", "urlpatterns"]

pytestmark = [pytest.mark.urls(__name__), pytest.mark.django_db]


def test_what_is_open_to_everybody(client):
    assert client.get("/everybody/").text == "shown"


def test_without_login_the_way_leads_to_the_login_and_back(client):
    answer = client.get("/logged-in/?page=2")
    assert (answer.status_code, answer["Location"]) == (302, "/login/?next=/logged-in/%3Fpage%3D2")


def test_a_form_sent_after_the_session_has_ended_leads_back_to_its_page(client):
    """Coming back to the address of a form by a link would find nothing there."""
    answer = client.post("/logged-in/", headers={"referer": "http://testserver/page/?show=open"})
    assert (answer.status_code, answer["Location"]) == (302, "/login/?next=/page/%3Fshow%3Dopen")
    elsewhere = client.post("/logged-in/", headers={"referer": "http://elsewhere.example/page/"})
    assert elsewhere["Location"] == "/login/?next=/"


def test_a_part_of_a_page_leaves_it_for_the_login(client):
    """Else htmx would draw the login inside the page, and take what was typed for sent."""
    answer = client.post("/logged-in/", headers={"HX-Request": "true", "HX-Current-URL": "http://testserver/page/"})
    assert (answer.status_code, answer["HX-Redirect"], answer.content) == (401, "/login/?next=/page/", b"")
    assert client.post("/logged-in/", headers={"HX-Request": "true", "HX-Current-URL": "http://["})["HX-Redirect"] == "/login/?next=/"


def test_with_login(director_client):
    assert director_client.get("/logged-in/").text == "shown"


def test_refused_with_login(director_client):
    answer = director_client.get("/nobody/")
    assert answer.status_code == 403
    assert "You do not have access to this page" in answer.text


def test_an_object_that_the_visitor_must_not_know_of(director_client):
    assert director_client.get("/object/1/").status_code == 404


def test_a_view_without_policy_is_an_error_where_we_test(client):
    with pytest.raises(ImproperlyConfigured, match="undeclared declares no policy"):
        client.get("/undeclared/")


def test_a_view_without_policy_is_refused_and_logged_where_people_play(client, settings, caplog):
    settings.STRICT_POLICIES = False
    assert client.get("/undeclared/").status_code == 403
    assert "refused /undeclared/" in caplog.text


def test_the_only_script_inside_a_page_is_the_one_that_the_policy_names(client):
    answer = client.get("/login/")
    inside = [script for script in re.findall(r"<script>(.*?)</script>", answer.content.decode(), re.DOTALL) if script]
    digests = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in inside]
    assert len(digests) == 1
    assert f"script-src 'self' 'sha256-{digests[0]}'" in answer.headers["Content-Security-Policy"].split("; ")


def test_every_answer_carries_the_headers(client):
    headers = client.get("/login/").headers
    policy = headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert "script-src 'self'" in policy
    assert (headers["X-Content-Type-Options"], headers["Referrer-Policy"], headers["X-Frame-Options"]) == ("nosniff", "same-origin", "DENY")
