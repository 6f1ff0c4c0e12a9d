"""The membership number of a person."""

from django.db import migrations, models


def build_membership_column() -> models.Field:
    return models.CharField(blank=True, max_length=30, verbose_name="membership number")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0011_seasons")]

    operations = [
        migrations.AddField("person", "membership", build_membership_column()),
        migrations.AddField("historicalperson", "membership", build_membership_column()),
    ]
