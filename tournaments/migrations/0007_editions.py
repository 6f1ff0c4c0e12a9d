import django.db.models.deletion
from django.db import migrations, models

from tournaments.page_versions import begin_in_migration, end_in_migration


class Migration(migrations.Migration):
    """What the public pages of a tournament stand at; triggers write it."""

    dependencies = [("tournaments", "0006_announced_seeds_stay")]

    operations = [
        migrations.CreateModel(
            name="Edition",
            fields=[
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="edition",
                        serialize=False,
                        to="tournaments.tournament",
                    ),
                ),
                ("mark", models.CharField(max_length=32)),
            ],
        ),
        migrations.RunPython(begin_in_migration, end_in_migration),
    ]
