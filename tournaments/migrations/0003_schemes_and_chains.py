import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """How a stage counts, and where it takes its entries from."""

    dependencies = [
        ("tournaments", "0002_guards"),
    ]

    operations = [
        migrations.AddField(
            model_name="stage",
            name="best_others",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="stage",
            name="of_each",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="stage",
            name="scheme",
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name="stage",
            name="source",
            field=models.ForeignKey(
                blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="followers", to="tournaments.stage"
            ),
        ),
        migrations.AddField(
            model_name="stage",
            name="takes",
            field=models.CharField(choices=[("first", "the first"), ("rest", "everybody else")], default="first", max_length=5),
        ),
        migrations.AddField(
            model_name="stageentry",
            name="origin",
            field=models.CharField(blank=True, max_length=20),
        ),
        migrations.AddConstraint(
            model_name="stage",
            constraint=models.CheckConstraint(condition=models.Q(("takes__in", ["first", "rest"])), name="stage_takes_known"),
        ),
        migrations.AddConstraint(
            model_name="stage",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("best_others", 0), ("of_each", 0), ("source__isnull", True)),
                    models.Q(("source__isnull", False), models.Q(("of_each__gt", 0), ("best_others__gt", 0), _connector="OR")),
                    _connector="OR",
                ),
                name="stage_source_says_who",
            ),
        ),
    ]
