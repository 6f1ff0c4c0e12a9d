"""Hosts of one site have one SECRET_KEY."""

import pytest
from django.core.cache import cache

from config.health import build_health_report, check_key


@pytest.fixture(autouse=True)
def empty_cache():
    cache.clear()
    yield
    cache.clear()


def test_a_host_with_another_key_is_told_so(settings):
    assert check_key() == "ok"
    settings.SECRET_KEY = "of another host"
    assert check_key() == "another host has another SECRET_KEY: give all hosts the same"


def test_a_cache_that_does_not_answer_says_nothing_about_the_key(monkeypatch):
    def refuse(*_arguments):
        raise ConnectionError

    monkeypatch.setattr("config.health.cache.get_or_set", refuse)
    assert check_key() == "ok"


@pytest.mark.django_db
def test_only_a_site_with_hosts_is_asked(settings):
    assert "key" not in build_health_report()
    settings.REDIS_URL = "redis://somewhere"
    assert build_health_report()["key"] == "ok"
