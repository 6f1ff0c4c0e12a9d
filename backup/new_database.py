"""An empty database made from the models at once, as fifty migrations would leave it; a test compares the two."""

from django.apps import apps
from django.db import connections, router
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


def create_tables(alias: str) -> None:
    """Create all tables and triggers of an empty SQLite file and record its migrations as applied; leave any other database alone.

    Most of the time of the migrations goes into rendering the models anew between their operations.
    """
    connection = connections[alias]
    if connection.vendor != "sqlite" or connection.introspection.table_names():
        return
    recorder = MigrationRecorder(connection)
    models = [model for model in apps.get_models() if router.allow_migrate_model(alias, model)]
    with connection.schema_editor() as editor:  # one transaction: a start that is interrupted leaves the file empty
        editor.create_model(recorder.Migration)
        for model in models:
            editor.create_model(model)
        if router.allow_migrate_model(alias, Tournament):
            for family in TRIGGERS:
                triggers.install_triggers(connection, family)
        for app, name in MigrationLoader(None).disk_migrations:
            recorder.record_applied(app, name)
