from django.db import migrations

from scoring.triggers import install_club_editions, remove_club_editions


class Migration(migrations.Migration):
    """The screen shows the logo and the Wi-Fi of the club."""

    dependencies = [("scoring", "0022_paper_of_a_club")]
    operations = [migrations.RunPython(install_club_editions, remove_club_editions)]
