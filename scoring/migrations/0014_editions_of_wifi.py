from django.db import migrations

from scoring.triggers import install_editions_in_migration


class Migration(migrations.Migration):
    """The screen shows the hall's Wi-Fi."""

    dependencies = [("scoring", "0013_wifi")]
    operations = [migrations.RunPython(install_editions_in_migration, migrations.RunPython.noop)]
