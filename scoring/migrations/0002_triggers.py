from django.db import migrations

from scoring.triggers import install_in_migration, remove_in_migration


class Migration(migrations.Migration):
    """Guards that constraints cannot express; see `scoring.triggers`."""

    dependencies = [("scoring", "0001_initial")]

    operations = [migrations.RunPython(install_in_migration, remove_in_migration)]
