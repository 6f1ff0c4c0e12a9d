from django.db import migrations, models


class Migration(migrations.Migration):
    """Up to which entry a sheet that came back was compared, so that a later change asks for another comparison."""

    dependencies = [("scoring", "0006_drawn")]

    operations = [
        migrations.AddField(model_name="sheetissue", name="compared_seq", field=models.PositiveIntegerField(blank=True, null=True)),
    ]
