"""Every address has a policy."""

from django.urls import URLPattern, URLResolver, get_resolver

from config.middleware import get_policy


def patterns(resolver, prefix=""):
    for entry in resolver.url_patterns:
        if isinstance(entry, URLResolver):
            yield from patterns(entry, prefix + str(entry.pattern))
        else:
            assert isinstance(entry, URLPattern)
            yield prefix + str(entry.pattern), entry.callback


def test_every_view_declares_its_policy():
    found = list(patterns(get_resolver()))
    assert len(found) > 5
    assert [route for route, view in found if get_policy(view) is None] == []


def test_a_policy_is_a_named_function():
    assert [route for route, view in patterns(get_resolver()) if not getattr(get_policy(view), "__name__", "")] == []
