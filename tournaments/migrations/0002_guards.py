from django.db import migrations

from tournaments.triggers import install_first_in_migration, remove_first_in_migration


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]

    operations = [migrations.RunPython(install_first_in_migration, remove_first_in_migration)]
