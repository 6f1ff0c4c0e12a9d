"""When a round begins and how long it is, and when a match that waited sat down. Columns that may be empty: SQLite rebuilds no table."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0004_room_for_individuals_and_changes")]

    operations = [
        migrations.AddField("match", "seated_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("round", "starts_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField(
            "tournament", "round_minutes", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="minutes for a round")
        ),
        migrations.AddField(
            "historicaltournament",
            "round_minutes",
            models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="minutes for a round"),
        ),
    ]
