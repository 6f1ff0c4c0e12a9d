"""Addresses made of names, each once."""

from collections.abc import Collection
from typing import Any

from django.db.models import QuerySet
from django.utils.text import slugify

SLUG_LENGTH = 50


def find_free_address(name: str, queryset: QuerySet[Any], reserved: Collection[str]) -> str:
    """An address from a name that none of the rows in `queryset` has."""
    return find_free(build_slug_stem(name, "stagione"), queryset, reserved)


def build_slug_stem(name: str, otherwise: str) -> str:
    return cut_at_word(slugify(name), SLUG_LENGTH) or otherwise


def cut_at_word(slug: str, length: int) -> str:
    """At most so many characters, the last word whole; a single long word is cut."""
    if len(slug) <= length:
        return slug.strip("-")
    return (slug[: length + 1].rpartition("-")[0] or slug[:length]).strip("-")


def find_free(base: str, queryset: QuerySet[Any], reserved: Collection[str]) -> str:
    used_slugs = set(queryset.filter(slug__startswith=base).values_list("slug", flat=True)) | set(reserved)
    if base not in used_slugs:
        return base
    return next(
        slug for slug in (f"{cut_at_word(base, SLUG_LENGTH)}-{count}" for count in range(2, len(used_slugs) + 3)) if slug not in used_slugs
    )
