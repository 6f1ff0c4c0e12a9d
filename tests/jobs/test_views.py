import uuid

import pytest
from django.contrib.auth.models import User
from django.test import Client

from jobs.models import Job
from jobs.worker import execute_waiting_jobs
from tests.pages import read_page


@pytest.fixture
def job(queued, director):
    return queued(owner=director)


def test_the_page_of_a_waiting_job_asks_again(job, director_client):
    page = director_client.get(job.get_absolute_url())
    assert page.status_code == 200
    assert read_page(page).find_all(f"[hx-get=/jobs/{job.pk}/status/]") != []
    assert read_page(page).find_all("meta[http-equiv=refresh]") != []


def test_an_idle_poll_is_an_empty_304(job, director_client):
    first = director_client.get(f"/jobs/{job.pk}/status/")
    again = director_client.get(f"/jobs/{job.pk}/status/", headers={"If-None-Match": first["ETag"]})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    execute_waiting_jobs()
    changed = director_client.get(f"/jobs/{job.pk}/status/", headers={"If-None-Match": first["ETag"]})
    assert changed.status_code == 200
    assert "hx-get" not in changed.text
    assert f'href="/jobs/{job.pk}/file/"' in changed.text


def test_the_file(job, director_client):
    assert director_client.get(f"/jobs/{job.pk}/file/").status_code == 404
    execute_waiting_jobs()
    answer = director_client.get(f"/jobs/{job.pk}/file/")
    assert answer["Content-Disposition"] == 'attachment; filename="shout.txt"'
    assert answer.getvalue() == b"BELLA"


def test_a_failed_job_is_tried_again_by_a_button(queued, director, director_client):
    job = queued("refuse", owner=director)
    execute_waiting_jobs()
    assert "there is no such round" in director_client.get(job.get_absolute_url()).text
    answer = director_client.post(f"/jobs/{job.pk}/retry/")
    assert (answer.status_code, answer["Location"]) == (302, job.get_absolute_url())
    assert Job.objects.get(pk=job.pk).state == "queued"


def test_what_failed_is_not_done_twice_beside_what_was_asked_for_again(queued, director, director_client):
    failed = queued("refuse", owner=director, dedupe_key="round 5")
    execute_waiting_jobs()
    again = queued("refuse", owner=director, dedupe_key="round 5")
    answer = director_client.post(f"/jobs/{failed.pk}/retry/", follow=True)
    assert "The same is being done already" in answer.text
    assert {job.state for job in Job.objects.filter(pk=failed.pk)} == {"failed"}
    assert Job.objects.get(pk=again.pk).state == "queued"


@pytest.mark.parametrize("part", ["", "status/", "file/"])
def test_somebody_elses_job_does_not_exist(job, part):
    stranger = Client()
    stranger.force_login(User.objects.create_user("stranger"))
    assert stranger.get(f"/jobs/{job.pk}/{part}").status_code == 404
    assert stranger.get(f"/jobs/{uuid.uuid4()}/{part}").status_code == 404


def test_without_login_the_way_leads_to_the_login_and_back(job, client):
    answer = client.get(job.get_absolute_url())
    assert (answer.status_code, answer["Location"]) == (302, f"/login/?next={job.get_absolute_url()}")


def test_get_does_not_retry(job, director_client):
    assert director_client.get(f"/jobs/{job.pk}/retry/").status_code == 405
