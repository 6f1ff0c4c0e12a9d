"""An empty database made from the models at once, as its migrations would leave it; a test compares the two."""

from django.apps import apps
from django.db import connections, router
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from scoring import triggers as scoring_triggers
from tournaments import page_versions, triggers
from tournaments.models import Tournament
from webhooks.outbox.triggers import OUTBOX_TRIGGERS

TRIGGERS = (
    triggers.GUARDS,
    page_versions.PAGE_VERSION_TRIGGERS,
    page_versions.ANNOUNCEMENT_TRIGGERS,
    scoring_triggers.GUARDS,
    scoring_triggers.EDITIONS,
    OUTBOX_TRIGGERS,
)


LOCK = 0x1ABE11A
"""Of PostgreSQL, while its empty database is filled."""


def create_tables(alias: str) -> None:
    """Create all tables and triggers of an empty database and record its migrations as applied; leave any other database alone.

    Most of the time of the migrations goes into rendering the models anew between their operations. Of two hosts that find one database
    empty, the second waits and finds it filled.
    """
    connection = connections[alias]
    if connection.introspection.table_names():
        return
    with connection.schema_editor() as editor:  # one transaction: a start that is interrupted leaves the database empty
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
            if connection.introspection.table_names():
                return
        _fill_database(connection, editor)


def _fill_database(connection: BaseDatabaseWrapper, editor: BaseDatabaseSchemaEditor) -> None:
    recorder = MigrationRecorder(connection)
    editor.create_model(recorder.Migration)
    for model in apps.get_models():
        if router.allow_migrate_model(connection.alias, model):
            editor.create_model(model)
    if router.allow_migrate_model(connection.alias, Tournament):
        for family in TRIGGERS:
            triggers.install_triggers(connection, family)
    for app, name in MigrationLoader(None).disk_migrations:
        recorder.record_applied(app, name)
