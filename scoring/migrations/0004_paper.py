import django.db.models.deletion
from django.db import migrations, models

from scoring.triggers import install_in_migration, remove_in_migration

REASONS = {
    "": "",
    "typed_wrong": "typed wrong at the desk",
    "sheet_wrong": "the sheet was wrong; both sides agree",
    "paper": "the paper says otherwise",
    "wrong_side": "written on the wrong side",
    "wrong_table": "belongs to another table",
    "undone": "taken back at once",
    "referee": "decision of the referee",
    "no_show": "did not appear in time",
    "not_finished": "could not be finished",
    "disputed": "the other side says otherwise",
    "overruled": "the director insists",
}
HEX_OR_NOTHING = "^([0-9a-f]{64})?$"


class Migration(migrations.Migration):
    """How papers look, who took a sheet back, and a reason for corrections. SQLite rebuilds the ledger for its constraint and loses the
    triggers: they are put back."""

    dependencies = [("scoring", "0003_evidence"), ("tournaments", "0002_guards")]

    operations = [
        migrations.RunPython(remove_in_migration, install_in_migration),
        migrations.CreateModel(
            name="PaperStyle",
            fields=[
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="paper_style",
                        serialize=False,
                        to="tournaments.tournament",
                    ),
                ),
                (
                    "suits",
                    models.CharField(
                        choices=[("italian", "Italian suits"), ("french", "French suits")],
                        default="italian",
                        max_length=7,
                        verbose_name="suits on the sheets",
                    ),
                ),
                (
                    "language",
                    models.CharField(
                        blank=True,
                        choices=[("", "that of the desk"), ("it", "Italiano"), ("en", "English")],
                        max_length=2,
                        verbose_name="language of the paper",
                    ),
                ),
                ("logo", models.CharField(blank=True, max_length=64)),
                ("prizes", models.TextField(blank=True, max_length=4000, verbose_name="prizes")),
                ("signatures", models.CharField(blank=True, max_length=200, verbose_name="who signs")),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=models.Q(suits__in=["italian", "french"]), name="paper_suits_known"),
                    models.CheckConstraint(condition=models.Q(language__in=["", "it", "en"]), name="paper_language_known"),
                    models.CheckConstraint(condition=models.Q(logo__regex=HEX_OR_NOTHING), name="paper_logo_is_hex"),
                ]
            },
        ),
        migrations.AddField(model_name="sheetissue", name="agrees", field=models.BooleanField(blank=True, null=True)),
        migrations.AddField(model_name="sheetissue", name="returned_by", field=models.CharField(blank=True, max_length=40)),
        migrations.AddConstraint(
            model_name="sheetissue",
            constraint=models.CheckConstraint(
                condition=models.Q(agrees__isnull=True) | models.Q(returned_at__isnull=False), name="sheet_compared_once_back"
            ),
        ),
        migrations.AlterField(
            model_name="ledgerentry",
            name="reason",
            field=models.CharField(blank=True, choices=list(REASONS.items()), max_length=16),
        ),
        migrations.RemoveConstraint(model_name="ledgerentry", name="ledger_reason_known"),
        migrations.AddConstraint(
            model_name="ledgerentry",
            constraint=models.CheckConstraint(condition=models.Q(reason__in=list(REASONS)), name="ledger_reason_known"),
        ),
        migrations.RunPython(install_in_migration, remove_in_migration),
    ]
