from django.db import migrations, models

import tournaments.people.names


class Migration(migrations.Migration):
    """The column stays as it is; code calls it by what it holds."""

    dependencies = [("tournaments", "0035_place_codes")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField("stage", "name", "stored_name"),
                migrations.AlterField(
                    "stage",
                    "stored_name",
                    models.CharField("name", db_column="name", max_length=80, validators=[tournaments.people.names.validate_name]),
                ),
            ],
        ),
    ]
