"""The tables of a new desk or site, made from the models, are those of one that went through every migration.

A migrated desk is kept in build/ for as long as no migration, and nothing that one imports, changes: making it takes half a minute.
"""

import hashlib
import os
import re
import sqlite3
import subprocess
import sys

import psycopg
import pytest

from tests.desks import ROOT, environment, make_once, manage_in_turn
from tests.services import program

FILES = ("labella.sqlite3", "ephemeral.sqlite3")
ORDER_OF_NUMBERS = "sqlite_sequence"
"""SQLite's own notes of the last number of each table, which rebuilt tables have earlier."""


IMPORTED = re.compile(r"^(?:from|import) ([\w.]+)", re.MULTILINE)


@pytest.fixture(scope="module")
def migrated():
    place = ROOT / "build" / "migrated"
    place.mkdir(parents=True, exist_ok=True)
    return make_once(place / digest_migrations(), migrate_all)


def migrate_all(data):
    manage_in_turn(data, *(("migrate", "--database", alias, "--verbosity", "0") for alias in ("default", "ephemeral")))
    return data


def digest_migrations():
    """Of all that makes the tables: migrations, the folders of what they import from us, the settings, the versions of the packages."""
    migrations = {path for depth in ("*", "*/*") for path in ROOT.glob(f"{depth}/migrations/*.py")}
    names = {name for path in migrations for name in IMPORTED.findall(path.read_text("utf-8"))}
    folders = {(ROOT / name.replace(".", "/")).parent for name in names if "." in name}
    sources = migrations | {path for folder in folders for path in folder.glob("*.py")} | {ROOT / "config" / "settings.py"}
    digests = [hashlib.sha256(path.read_bytes()).hexdigest() for path in [*sorted(sources), ROOT / "constraints.txt"]]
    return hashlib.sha256("".join(digests).encode()).hexdigest()[:32]


def test_a_changed_migration_is_migrated_anew():
    migrations = list(ROOT.glob("*/migrations/0*.py"))
    assert len(migrations) > 20
    assert {"scoring.triggers", "tournaments.triggers"} <= {
        name for path in migrations for name in IMPORTED.findall(path.read_text("utf-8"))
    }


def test_both_ways_give_the_same_tables_indexes_triggers_and_migrations(migrated, empty_data):
    """No migration writes rows that a new desk lacks, but what Django writes after every `migrate`, and what only the first login adds."""
    query = "SELECT app, name FROM django_migrations ORDER BY app, name"
    for file in FILES:
        assert read_schema(empty_data / file) == read_schema(migrated / file)
        assert read_rows(empty_data / file, query) == read_rows(migrated / file, query) != []
    tables = [name for kind, name in read_schema(migrated / FILES[0]) if kind == "table" and name != ORDER_OF_NUMBERS]
    filled = {name for name in tables if read_rows(migrated / FILES[0], f'SELECT 1 FROM "{name}" LIMIT 1')}
    assert filled == {"django_migrations", "django_content_type", "auth_permission"}


CATALOGUES = {
    "columns": "SELECT table_name, column_name, data_type, is_nullable, column_default, character_maximum_length, collation_name,"
    " identity_generation, numeric_precision, numeric_scale, generation_expression FROM information_schema.columns"
    " WHERE table_schema = 'public'",
    "indexes": "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
    "constraints": "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint"
    " WHERE connamespace = 'public'::regnamespace",
    "triggers": "SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal",
    "functions": "SELECT proname, pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace",
    "migrations": "SELECT app, name FROM django_migrations",
    "permissions": "SELECT codename FROM auth_permission",
}
NARROWER = {"auth_group_permissions", "auth_user_groups", "auth_user_user_permissions"}
"""Django's own link tables: its migrations number their rows with 64 bits, its models with 32."""
CREATE_TWICE = """
import django, threading; django.setup()
from config.migrating import migrate_databases
hosts = [threading.Thread(target=migrate_databases) for _host in range(2)]
[host.start() for host in hosts], [host.join() for host in hosts]
"""


@pytest.mark.both_databases
def test_on_postgresql_two_hosts_that_find_the_same_database_empty_leave_what_migrations_leave(tmp_path):
    if "TEST_DATABASE_TEMPLATE" not in os.environ:
        pytest.skip("a desk's file is compared above")
    place, _, _ = os.environ["DATABASE_URL"].rpartition("/")
    made = f"made_{os.getpid()}"
    subprocess.run([program("createdb"), "--maintenance-db", f"{place}/postgres", made], check=True)
    try:
        variables = environment(tmp_path, DATABASE_URL=f"{place}/{made}")
        subprocess.run([sys.executable, "-c", CREATE_TWICE], cwd=ROOT, env=variables, check=True)
        for query in CATALOGUES.values():
            ours, theirs = (read_catalogue(f"{place}/{name}", query) for name in (made, os.environ["TEST_DATABASE_TEMPLATE"]))
            assert ours == theirs != set()
    finally:
        subprocess.run([program("dropdb"), "--maintenance-db", f"{place}/postgres", made], check=True)


def read_catalogue(url, query):
    with psycopg.connect(url) as connection:
        return {row for row in connection.execute(query).fetchall() if row[0] not in NARROWER or row[1] != "id"}


def read_rows(path, query):
    with sqlite3.connect(path) as connection:
        rows = connection.execute(query).fetchall()
    connection.close()
    return rows


def read_schema(path):
    """By kind and name the SQL; of a table its definitions in alphabetical order, because a column that came later stands last."""
    rows = read_rows(path, "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    return {(kind, name): sorted(split_definitions(sql)) if kind == "table" else sql for kind, name, sql in rows}


def split_definitions(sql):
    """The parts between the outermost brackets, at the commas that stand in no brackets and no quotes."""
    depth, quote, part = 0, "", ""
    for character in sql[sql.index("(") + 1 : sql.rindex(")")]:
        if quote or character in "\"'":
            quote = "" if character == quote else quote or character
        depth += {"(": 1, ")": -1}.get(character, 0) if not quote else 0
        if character == "," and not depth and not quote:
            yield part.strip()
            part = ""
        else:
            part += character
    yield part.strip()
