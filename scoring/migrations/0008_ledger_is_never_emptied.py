from django.db import migrations

from scoring.triggers import install_truncate_guards, remove_truncate_guards


class Migration(migrations.Migration):
    """PostgreSQL's TRUNCATE passes the triggers of rows."""

    dependencies = [("scoring", "0007_compared_seq")]
    operations = [migrations.RunPython(install_truncate_guards, remove_truncate_guards)]
