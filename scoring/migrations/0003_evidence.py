from django.db import migrations, models

from scoring.triggers import install_in_migration, remove_in_migration

KINDS = ["submit", "confirm", "dispute", "correct", "void", "lock", "reopen", "evidence"]


class Migration(migrations.Migration):
    """A kind of entry for hands kept card by card. SQLite rebuilds the table for its constraint and loses the triggers: they are put back."""

    dependencies = [("scoring", "0002_triggers")]

    operations = [
        migrations.RunPython(remove_in_migration, install_in_migration),
        migrations.AlterField(
            model_name="ledgerentry",
            name="kind",
            field=models.CharField(
                choices=[
                    ("submit", "entered"),
                    ("confirm", "confirmed"),
                    ("dispute", "disputed"),
                    ("correct", "corrected"),
                    ("void", "cancelled"),
                    ("lock", "closed"),
                    ("reopen", "opened again"),
                    ("evidence", "kept as evidence"),
                ],
                max_length=8,
            ),
        ),
        migrations.RemoveConstraint(model_name="ledgerentry", name="ledger_kind_known"),
        migrations.AddConstraint(
            model_name="ledgerentry",
            constraint=models.CheckConstraint(condition=models.Q(kind__in=KINDS), name="ledger_kind_known"),
        ),
        migrations.RunPython(install_in_migration, remove_in_migration),
    ]
