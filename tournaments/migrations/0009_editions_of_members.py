from django.db import migrations

from tournaments.page_versions import complete_in_migration


class Migration(migrations.Migration):
    """Where names are shortened, public pages show who plays for an entry."""

    dependencies = [("tournaments", "0008_public_names")]
    operations = [migrations.RunPython(complete_in_migration, migrations.RunPython.noop)]
