from django.db import migrations, models
from django.db.models import Q

from scoring.triggers import install_in_migration, remove_in_migration


class Migration(migrations.Migration):
    """A drawn match has no winner and is confirmed all the same, as long as the ledger tells of it: an entry and its confirmation.

    SQLite rebuilds the table, so its triggers are put back.
    """

    dependencies = [("scoring", "0005_table_links")]

    operations = [
        migrations.RunPython(remove_in_migration, install_in_migration),
        migrations.RemoveConstraint(model_name="matchresult", name="result_confirmed_has_winner"),
        migrations.AddConstraint(
            model_name="matchresult",
            constraint=models.CheckConstraint(
                condition=~Q(state__in=["confirmed", "locked"], outcome="played") | Q(winner__isnull=False) | Q(seq__gte=2),
                name="result_confirmed_is_told",
            ),
        ),
        migrations.RunPython(install_in_migration, remove_in_migration),
    ]
