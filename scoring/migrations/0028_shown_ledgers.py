from django.db import migrations

from scoring.triggers import install_shown_guards, remove_shown_guards


class Migration(migrations.Migration):
    """The ledger of a tournament that is shown from a desk is a picture: it is taken down with the tournament."""

    dependencies = [("scoring", "0027_seated_tables"), ("tournaments", "0031_shown_from")]
    operations = [migrations.RunPython(install_shown_guards, remove_shown_guards)]
