from django.db import migrations

from scoring.triggers import install_signature_guards, remove_signature_guards


class Migration(migrations.Migration):
    """A match is not confirmed by anybody whose word stands in it."""

    dependencies = [("scoring", "0009_strangers")]
    operations = [migrations.RunPython(install_signature_guards, remove_signature_guards)]
