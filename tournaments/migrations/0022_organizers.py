import django.db.models.deletion
import tournaments.people.names
from django.conf import settings
from django.db import migrations, models


def give_all_to_the_house(apps, schema_editor):
    """A desk with tournaments has one organizer from here on; an empty one makes it with its first tournament."""
    tournaments = apps.get_model("tournaments", "Tournament").objects.using(schema_editor.connection.alias)
    if tournaments.exists():
        houses = apps.get_model("tournaments", "Organizer").objects.using(schema_editor.connection.alias)
        tournaments.update(organizer=houses.create(slug="house", name="La Bella", shared=True))


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0021_handed_over'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Organizer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(max_length=60, unique=True)),
                ('name', models.CharField(max_length=80, validators=[tournaments.people.names.validate_name], verbose_name='name')),
                ('shared', models.BooleanField(default=False, verbose_name='everybody with a login may open tournaments here')),
                ('tournament_quota', models.PositiveIntegerField(blank=True, null=True, verbose_name='tournaments at most')),
                ('entry_quota', models.PositiveIntegerField(blank=True, null=True, verbose_name='entries in a tournament at most')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'ordering': ['name', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='OrganizerMember',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('director', 'director'), ('assistant', 'assistant'), ('referee', 'referee'), ('door', 'door'), ('reader', 'reader')], max_length=10)),
            ],
        ),
        migrations.AlterField(
            model_name='invitation',
            name='tournament',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='tournaments.tournament'),
        ),
        migrations.AddField(
            model_name='historicaltournament',
            name='organizer',
            field=models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='tournaments.organizer'),
        ),
        migrations.AddField(
            model_name='invitation',
            name='organizer',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='tournaments.organizer'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='organizer',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='tournaments', to='tournaments.organizer'),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.CheckConstraint(condition=models.Q(('tournament', None), ('organizer', None), _connector='OR'), name='invitation_to_one_thing'),
        ),
        migrations.AddField(
            model_name='organizermember',
            name='organizer',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='tournaments.organizer'),
        ),
        migrations.AddField(
            model_name='organizermember',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='organizer_roles', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='organizermember',
            constraint=models.UniqueConstraint(fields=('organizer', 'user'), name='one_role_per_person_and_organizer'),
        ),
        migrations.AddConstraint(
            model_name='organizermember',
            constraint=models.CheckConstraint(condition=models.Q(('role__in', ['director', 'assistant', 'referee', 'door', 'reader'])), name='organizer_role_known'),
        ),
        migrations.RunPython(give_all_to_the_house, migrations.RunPython.noop),
    ]
