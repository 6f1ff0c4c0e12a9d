"""One call at a time for each address; on PostgreSQL the triggers say that a job waits."""

from typing import Any

from django.db import migrations, models

from webhooks.outbox.triggers import install_in_migration, remove_in_migration


def install_again(apps: Any, editor: Any) -> None:
    remove_in_migration(apps, editor)
    install_in_migration(apps, editor)


class Migration(migrations.Migration):
    dependencies = [("webhooks", "0001_webhooks")]
    lives_with_old_code = "it never asks who calls an address, and does not hear what PostgreSQL says"

    operations = [
        migrations.AddField("subscription", "busy_until", models.DateTimeField(null=True)),
        migrations.RunPython(install_again, migrations.RunPython.noop),
    ]
