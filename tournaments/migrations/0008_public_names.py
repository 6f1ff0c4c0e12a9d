"""How people are called on public pages, and who stands there by number alone."""

from django.db import migrations, models


NAMES = [
    ("full", "full names"),
    ("first", "first name and initial: Maria B."),
    ("initials", "initials: M. B."),
    ("numbers", "numbers only"),
]


def public_names() -> models.Field:
    return models.CharField(choices=NAMES, default="full", max_length=10, verbose_name="names on public pages")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0007_editions")]

    operations = [
        migrations.AddField("entry", "hidden", models.BooleanField(default=False, verbose_name="hidden on public pages")),
        migrations.AddField("historicalentry", "hidden", models.BooleanField(default=False, verbose_name="hidden on public pages")),
        migrations.AddField("tournament", "public_names", public_names()),
        migrations.AddField("historicaltournament", "public_names", public_names()),
        migrations.AddField("tournament", "surname_first", models.BooleanField(default=False, verbose_name="surnames come first")),
        migrations.AddField("historicaltournament", "surname_first", models.BooleanField(default=False, verbose_name="surnames come first")),
        migrations.AddConstraint(
            "tournament",
            models.CheckConstraint(
                condition=models.Q(public_names__in=["full", "first", "initials", "numbers"]), name="tournament_public_names_known"
            ),
        ),
    ]
