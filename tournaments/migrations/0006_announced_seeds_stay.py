"""Once its fingerprint is public, the seed of a stage can be changed by nobody."""

from django.db import migrations

from tournaments.triggers import install_seeds_in_migration, remove_seeds_in_migration


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0005_clocks")]

    operations = [migrations.RunPython(install_seeds_in_migration, remove_seeds_in_migration)]
