import shutil
from pathlib import Path

from django.conf import settings
from django.db import migrations, models, transaction


def take_in(apps, editor):
    """Pictures were files named by their content, which no backup held. The files go once the rows are safe."""
    directory = Path(settings.DATA) / "files" / "logos"
    for style in apps.get_model("scoring", "PaperStyle").objects.exclude(digest=""):
        path = directory / style.digest
        if path.is_file():
            style.logo = path.read_bytes()
            style.save(update_fields=["logo"])
    transaction.on_commit(lambda: shutil.rmtree(directory, ignore_errors=True), using=editor.connection.alias)


class Migration(migrations.Migration):
    dependencies = [("scoring", "0010_signed_by_another")]
    operations = [
        migrations.RemoveConstraint(model_name="paperstyle", name="paper_logo_is_hex"),
        migrations.RenameField(model_name="paperstyle", old_name="logo", new_name="digest"),
        migrations.AddField(model_name="paperstyle", name="logo", field=models.BinaryField(blank=True, default=b"")),
        migrations.RunPython(take_in, migrations.RunPython.noop),
        migrations.RemoveField(model_name="paperstyle", name="digest"),
    ]
