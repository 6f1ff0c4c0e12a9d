from django.db import migrations, models


class Migration(migrations.Migration):
    """A stage can take whoever loses in some rounds of a knockout, while that goes on."""

    dependencies = [("tournaments", "0009_editions_of_members")]

    operations = [
        migrations.RemoveConstraint(model_name="stage", name="stage_takes_known"),
        migrations.RemoveConstraint(model_name="stage", name="stage_source_says_who"),
        migrations.AddField("stage", "lost_from", models.PositiveSmallIntegerField(default=0)),
        migrations.AddField("stage", "lost_until", models.PositiveSmallIntegerField(default=0)),
        migrations.AlterField(
            "stage",
            "takes",
            models.CharField(
                choices=[("first", "the first"), ("rest", "everybody else"), ("lost", "whoever loses in these rounds")],
                default="first",
                max_length=5,
            ),
        ),
        migrations.AddConstraint(
            "stage", models.CheckConstraint(condition=models.Q(("takes__in", ["first", "rest", "lost"])), name="stage_takes_known")
        ),
        migrations.AddConstraint(
            "stage",
            models.CheckConstraint(
                condition=models.Q(
                    models.Q(("best_others", 0), ("of_each", 0), ("source__isnull", True)),
                    models.Q(
                        ("source__isnull", False),
                        models.Q(("of_each__gt", 0), ("best_others__gt", 0), ("takes", "lost"), _connector="OR"),
                    ),
                    _connector="OR",
                ),
                name="stage_source_says_who",
            ),
        ),
        migrations.AddConstraint(
            "stage",
            models.CheckConstraint(
                condition=models.Q(
                    models.Q(("lost_from", 0), ("lost_until", 0), ("takes__in", ["first", "rest"])),
                    models.Q(
                        ("best_others", 0),
                        ("lost_from__gt", 0),
                        ("lost_until__gte", models.F("lost_from")),
                        ("of_each", 0),
                        ("source__isnull", False),
                        ("takes", "lost"),
                    ),
                    _connector="OR",
                ),
                name="stage_losers_say_rounds",
            ),
        ),
    ]
