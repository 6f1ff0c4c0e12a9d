"""The hall's Wi-Fi, for a card and, where the director says so, for the screen."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0012_editions")]
    operations = [
        migrations.AddField("paperstyle", "wifi_name", models.CharField(blank=True, max_length=32, verbose_name="Wi-Fi of the hall")),
        migrations.AddField("paperstyle", "wifi_password", models.CharField(blank=True, max_length=63, verbose_name="password of the Wi-Fi")),
        migrations.AddField(
            "paperstyle", "wifi_shown", models.BooleanField(default=False, verbose_name="the screen in the hall shows the Wi-Fi")
        ),
    ]
