"""The settings of a desk in a process of its own, whose documents and files the tests make."""

from config.settings import *  # noqa: F403 - a settings module takes over all names
from tests.publishing.source_names import SOURCES

PUBLISHED_BY = SOURCES
