"""The membership number of a person."""

from django.db import migrations, models

from tournaments.triggers import put_back_in_migration, set_aside_in_migration


def build_membership_column() -> models.Field:
    return models.CharField(blank=True, max_length=30, verbose_name="membership number")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0011_seasons")]

    operations = [
        migrations.RunPython(set_aside_in_migration, put_back_in_migration),
        migrations.AddField("person", "membership", build_membership_column()),
        migrations.AddField("historicalperson", "membership", build_membership_column()),
        migrations.RunPython(put_back_in_migration, set_aside_in_migration),
    ]
