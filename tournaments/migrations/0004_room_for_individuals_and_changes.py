import django.db.models.deletion
import tournaments.people.names
from django.conf import settings
from django.db import migrations, models

from tournaments.triggers import install_later_in_migration, remove_later_in_migration


class Migration(migrations.Migration):
    """Two persons a side, second sittings, pairs kept apart, substitutions, seeds announced beforehand."""

    dependencies = [
        ('tournaments', '0003_schemes_and_chains'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='ForbiddenPair',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(blank=True, max_length=80, validators=[tournaments.people.names.validate_name], verbose_name='reason')),
            ],
            options={
                'ordering': ['first', 'second'],
            },
        ),
        migrations.CreateModel(
            name='Substitution',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(max_length=80, validators=[tournaments.people.names.validate_name], verbose_name='reason')),
                ('made_at', models.DateTimeField()),
            ],
            options={
                'ordering': ['made_at', 'pk'],
            },
        ),
        migrations.AlterModelOptions(
            name='seat',
            options={'ordering': ['match', 'side', 'place']},
        ),
        migrations.RemoveConstraint(
            model_name='match',
            name='table_once_per_round',
        ),
        migrations.RemoveConstraint(
            model_name='seat',
            name='seat_side_unique',
        ),
        migrations.AddField(
            model_name='historicaltournament',
            name='history_public',
            field=models.BooleanField(default=True, verbose_name='the public page shows the history of every match'),
        ),
        migrations.AddField(
            model_name='historicaltournament',
            name='individual',
            field=models.BooleanField(default=False, verbose_name='players enter singly and change partners'),
        ),
        migrations.AddField(
            model_name='historicaltournament',
            name='substitutions',
            field=models.BooleanField(default=False, verbose_name='a player may be substituted between games'),
        ),
        migrations.AddField(
            model_name='historicaltournament',
            name='table_count',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='tables in the hall'),
        ),
        migrations.AddField(
            model_name='match',
            name='sitting',
            field=models.PositiveSmallIntegerField(default=1),
        ),
        migrations.AddField(
            model_name='seat',
            name='place',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='stage',
            name='seed',
            field=models.CharField(blank=True, max_length=64),
        ),
        migrations.AddField(
            model_name='stage',
            name='seed_committed_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='tournament',
            name='history_public',
            field=models.BooleanField(default=True, verbose_name='the public page shows the history of every match'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='individual',
            field=models.BooleanField(default=False, verbose_name='players enter singly and change partners'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='substitutions',
            field=models.BooleanField(default=False, verbose_name='a player may be substituted between games'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='table_count',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='tables in the hall'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.UniqueConstraint(fields=('round', 'table', 'sitting'), name='table_once_per_sitting'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(('sitting__gte', 1)), name='match_sitting_from_one'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('match', 'side', 'place'), name='seat_place_unique'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(('place__lte', 2)), name='seat_place_at_most_two'),
        ),
        migrations.AddField(
            model_name='forbiddenpair',
            name='first',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entry'),
        ),
        migrations.AddField(
            model_name='forbiddenpair',
            name='second',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entry'),
        ),
        migrations.AddField(
            model_name='forbiddenpair',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='forbidden_pairs', to='tournaments.tournament'),
        ),
        migrations.AddField(
            model_name='substitution',
            name='comes',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.person'),
        ),
        migrations.AddField(
            model_name='substitution',
            name='entry',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='substitutions', to='tournaments.entry'),
        ),
        migrations.AddField(
            model_name='substitution',
            name='leaves',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.person'),
        ),
        migrations.AddField(
            model_name='substitution',
            name='made_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='substitution',
            name='match',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='substitutions', to='tournaments.match'),
        ),
        migrations.AddConstraint(
            model_name='forbiddenpair',
            constraint=models.UniqueConstraint(fields=('first', 'second'), name='forbidden_pair_once'),
        ),
        migrations.AddConstraint(
            model_name='forbiddenpair',
            constraint=models.CheckConstraint(condition=models.Q(('first__lt', models.F('second'))), name='forbidden_pair_in_order'),
        ),
        migrations.AddConstraint(
            model_name='substitution',
            constraint=models.CheckConstraint(condition=models.Q(('leaves', models.F('comes')), _negated=True), name='substitution_of_somebody_else'),
        ),
        migrations.RunPython(install_later_in_migration, remove_later_in_migration),
    ]
