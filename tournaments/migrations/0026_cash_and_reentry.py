"""The cash of a tournament, and entering again after a defeat."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import tournaments.people.names
from tournaments.triggers import install_cash_in_migration, remove_cash_in_migration


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0025_tournaments_by_date'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='CashLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='number')),
                ('key', models.CharField(max_length=40)),
                ('kind', models.CharField(choices=[('entry', 'entry fee'), ('reentry', 're-entry'), ('extra', 'other fee'), ('income', 'other income'), ('float', 'change in the box'), ('prize', 'prize'), ('expense', 'expense')], max_length=10)),
                ('label', models.CharField(blank=True, max_length=80, validators=[tournaments.people.names.validate_name], verbose_name='for what')),
                ('amount_cents', models.IntegerField(verbose_name='amount in cents')),
                ('made_at', models.DateTimeField()),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='FeePlan',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pot_cents', models.PositiveIntegerField(default=0, verbose_name='into the pot from each entry fee')),
                ('reentry_most', models.PositiveSmallIntegerField(default=0, verbose_name='how often one may enter again')),
                ('reentry_until', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='until round')),
                ('reentry_cents', models.PositiveIntegerField(default=0, verbose_name='fee to enter again')),
                ('reentry_pot_cents', models.PositiveIntegerField(default=0, verbose_name='into the pot from each re-entry')),
                ('guaranteed_cents', models.PositiveIntegerField(default=0, verbose_name='guaranteed pot')),
                ('split', models.CharField(blank=True, max_length=200, verbose_name='split of the pot')),
                ('extras', models.TextField(blank=True, max_length=1000, verbose_name='other fees')),
            ],
        ),
        migrations.RemoveConstraint(
            model_name='member',
            name='person_enters_once',
        ),
        migrations.AddField(
            model_name='entry',
            name='again_of',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='again', to='tournaments.entry'),
        ),
        migrations.AddField(
            model_name='historicalentry',
            name='again_of',
            field=models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='tournaments.entry'),
        ),
        migrations.AddField(
            model_name='member',
            name='attempt',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddConstraint(
            model_name='member',
            constraint=models.UniqueConstraint(fields=('tournament', 'person', 'attempt'), name='person_enters_once'),
        ),
        migrations.AddField(
            model_name='cashline',
            name='cancels',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='cancelled_by', to='tournaments.cashline'),
        ),
        migrations.AddField(
            model_name='cashline',
            name='entry',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='cash_lines', to='tournaments.entry'),
        ),
        migrations.AddField(
            model_name='cashline',
            name='made_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='cashline',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='cash_lines', to='tournaments.tournament'),
        ),
        migrations.AddField(
            model_name='feeplan',
            name='tournament',
            field=models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='fee_plan', to='tournaments.tournament'),
        ),
        migrations.AddConstraint(
            model_name='cashline',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='cash_line_number_unique'),
        ),
        migrations.AddConstraint(
            model_name='cashline',
            constraint=models.UniqueConstraint(fields=('tournament', 'key'), name='cash_line_key_unique'),
        ),
        migrations.AddConstraint(
            model_name='cashline',
            constraint=models.CheckConstraint(condition=models.Q(('amount_cents', 0), _negated=True), name='cash_line_moves_money'),
        ),
        migrations.AddConstraint(
            model_name='cashline',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['entry', 'reentry', 'extra', 'income', 'float', 'prize', 'expense'])), name='cash_line_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='feeplan',
            constraint=models.CheckConstraint(condition=models.Q(('reentry_pot_cents__lte', models.F('reentry_cents'))), name='fee_plan_pot_within_reentry_fee'),
        ),
        migrations.RunPython(install_cash_in_migration, remove_cash_in_migration),
    ]
