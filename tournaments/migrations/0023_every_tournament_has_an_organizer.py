import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0022_organizers")]

    operations = [
        migrations.AlterField(
            model_name="tournament",
            name="organizer",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="tournaments", to="tournaments.organizer"
            ),
        ),
    ]
