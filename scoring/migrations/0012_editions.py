from django.db import migrations

from scoring.triggers import install_editions_in_migration, remove_editions_in_migration


class Migration(migrations.Migration):
    """Public pages follow results."""

    dependencies = [("scoring", "0011_logos_in_the_database"), ("tournaments", "0007_editions")]
    operations = [migrations.RunPython(install_editions_in_migration, remove_editions_in_migration)]
