"""What is said of a tournament before it begins, and who enrols for it."""

import django.db.models.deletion
import simple_history.models
import tournaments.people.names
from django.conf import settings
from django.db import migrations, models
from tournaments.page_versions import forget_announcements_in_migration, renew_for_announcements_in_migration


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0029_phantoms'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Announcement',
            fields=[
                ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='announcement', serialize=False, to='tournaments.tournament')),
                ('meets_at', models.TimeField(blank=True, null=True, verbose_name='meeting time')),
                ('starts_at', models.TimeField(blank=True, null=True, verbose_name='start')),
                ('ends_by', models.TimeField(blank=True, null=True, verbose_name='over by')),
                ('address', models.CharField(blank=True, max_length=200, validators=[tournaments.people.names.validate_characters], verbose_name='address')),
                ('town', models.CharField(blank=True, max_length=80, validators=[tournaments.people.names.validate_name], verbose_name='town')),
                ('contact', models.CharField(blank=True, max_length=120, validators=[tournaments.people.names.validate_characters], verbose_name='contact')),
                ('places', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='places')),
                ('closes_at', models.DateTimeField(blank=True, null=True, verbose_name='enrolment until')),
                ('who_may_play', models.CharField(blank=True, max_length=200, validators=[tournaments.people.names.validate_characters], verbose_name='who may play')),
                ('fee_includes', models.CharField(blank=True, max_length=200, validators=[tournaments.people.names.validate_characters], verbose_name='included in the fee')),
                ('prizes', models.TextField(blank=True, max_length=1000, verbose_name='prizes')),
                ('more', models.TextField(blank=True, max_length=1000, verbose_name='anything else')),
                ('look', models.CharField(choices=[('classic', 'classic: frame and cards'), ('bold', 'bold: large letters on colour'), ('festive', 'festive: evening with lanterns')], default='classic', max_length=10, verbose_name='look of the poster')),
                ('enrols', models.CharField(choices=[('closed', 'nobody: the desk enters everybody'), ('open', 'everybody'), ('approved', 'everybody, and the director approves each')], default='closed', max_length=10, verbose_name='who may enrol')),
                ('heats', models.TextField(blank=True, max_length=1000, verbose_name='heats to choose from')),
                ('offer_hours', models.PositiveSmallIntegerField(default=12, verbose_name='a free place is offered for, in hours')),
                ('keep_days', models.PositiveSmallIntegerField(default=30, verbose_name='enrolments are kept for, in days')),
                ('controller', models.CharField(blank=True, max_length=200, validators=[tournaments.people.names.validate_characters], verbose_name='who keeps the data')),
                ('door_key', models.CharField(blank=True, editable=False, max_length=16)),
                ('lots', models.JSONField(blank=True, default=list, editable=False)),
                ('door_seats', models.JSONField(blank=True, default=dict, editable=False)),
                ('series', models.UUIDField(blank=True, db_index=True, editable=False, null=True)),
                ('cancelled_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('sequence', models.PositiveIntegerField(default=0, editable=False)),
                ('changed_at', models.DateTimeField(auto_now=True)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('enrols__in', ['closed', 'open', 'approved'])), name='announcement_enrols_known'), models.CheckConstraint(condition=models.Q(('look__in', ['classic', 'bold', 'festive'])), name='announcement_look_known'), models.CheckConstraint(condition=models.Q(('places__isnull', True), ('places__gte', 1), _connector='OR'), name='announcement_places_from_one')],
            },
        ),
        migrations.CreateModel(
            name='HistoricalAnnouncement',
            fields=[
                ('meets_at', models.TimeField(blank=True, null=True, verbose_name='meeting time')),
                ('starts_at', models.TimeField(blank=True, null=True, verbose_name='start')),
                ('ends_by', models.TimeField(blank=True, null=True, verbose_name='over by')),
                ('address', models.CharField(blank=True, max_length=200, validators=[tournaments.people.names.validate_characters], verbose_name='address')),
                ('town', models.CharField(blank=True, max_length=80, validators=[tournaments.people.names.validate_name], verbose_name='town')),
                ('contact', models.CharField(blank=True, max_length=120, validators=[tournaments.people.names.validate_characters], verbose_name='contact')),
                ('places', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='places')),
                ('closes_at', models.DateTimeField(blank=True, null=True, verbose_name='enrolment until')),
                ('who_may_play', models.CharField(blank=True, max_length=200, validators=[tournaments.people.names.validate_characters], verbose_name='who may play')),
                ('fee_includes', models.CharField(blank=True, max_length=200, validators=[tournaments.people.names.validate_characters], verbose_name='included in the fee')),
                ('prizes', models.TextField(blank=True, max_length=1000, verbose_name='prizes')),
                ('more', models.TextField(blank=True, max_length=1000, verbose_name='anything else')),
                ('look', models.CharField(choices=[('classic', 'classic: frame and cards'), ('bold', 'bold: large letters on colour'), ('festive', 'festive: evening with lanterns')], default='classic', max_length=10, verbose_name='look of the poster')),
                ('enrols', models.CharField(choices=[('closed', 'nobody: the desk enters everybody'), ('open', 'everybody'), ('approved', 'everybody, and the director approves each')], default='closed', max_length=10, verbose_name='who may enrol')),
                ('heats', models.TextField(blank=True, max_length=1000, verbose_name='heats to choose from')),
                ('offer_hours', models.PositiveSmallIntegerField(default=12, verbose_name='a free place is offered for, in hours')),
                ('keep_days', models.PositiveSmallIntegerField(default=30, verbose_name='enrolments are kept for, in days')),
                ('controller', models.CharField(blank=True, max_length=200, validators=[tournaments.people.names.validate_characters], verbose_name='who keeps the data')),
                ('door_key', models.CharField(blank=True, editable=False, max_length=16)),
                ('series', models.UUIDField(blank=True, db_index=True, editable=False, null=True)),
                ('cancelled_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('sequence', models.PositiveIntegerField(default=0, editable=False)),
                ('changed_at', models.DateTimeField(blank=True, editable=False)),
                ('history_id', models.AutoField(primary_key=True, serialize=False)),
                ('history_date', models.DateTimeField(db_index=True)),
                ('history_change_reason', models.CharField(max_length=100, null=True)),
                ('history_type', models.CharField(choices=[('+', 'Created'), ('~', 'Changed'), ('-', 'Deleted')], max_length=1)),
                ('history_user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='tournaments.tournament')),
            ],
            options={
                'verbose_name': 'historical announcement',
                'verbose_name_plural': 'historical announcements',
                'ordering': ('-history_date', '-history_id'),
                'get_latest_by': ('history_date', 'history_id'),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name='Enrolment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('code', models.CharField(editable=False, max_length=16, unique=True)),
                ('names', models.JSONField(default=list)),
                ('memberships', models.JSONField(blank=True, default=list)),
                ('phone', models.CharField(blank=True, max_length=30, verbose_name='telephone')),
                ('club', models.CharField(blank=True, max_length=80, validators=[tournaments.people.names.validate_name], verbose_name='club')),
                ('heat', models.CharField(blank=True, max_length=80, verbose_name='heat')),
                ('looking', models.BooleanField(default=False, verbose_name='looks for a partner')),
                ('wish', models.CharField(blank=True, max_length=80, validators=[tournaments.people.names.validate_name], verbose_name='would like to play with')),
                ('strength', models.PositiveSmallIntegerField(default=2, verbose_name='how strong')),
                ('note', models.CharField(blank=True, max_length=200, validators=[tournaments.people.names.validate_characters], verbose_name='note')),
                ('state', models.CharField(choices=[('asked', 'to be approved'), ('waiting', 'on the waiting list'), ('offered', 'a place is offered'), ('placed', 'has a place'), ('withdrawn', 'withdrawn'), ('refused', 'refused')], default='waiting', max_length=10)),
                ('origin', models.CharField(choices=[('phone', 'by themselves'), ('desk', 'at the desk'), ('door', 'at the entrance')], default='phone', max_length=5)),
                ('offered_until', models.DateTimeField(blank=True, null=True)),
                ('steps', models.JSONField(default=list)),
                ('made_at', models.DateTimeField()),
                ('entry', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='enrolments', to='tournaments.entry')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='enrolments', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['number'],
                'indexes': [models.Index(fields=['state', 'offered_until'], name='enrolment_offered')],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'number'), name='enrolment_number_unique'), models.CheckConstraint(condition=models.Q(('state__in', ['asked', 'waiting', 'offered', 'placed', 'withdrawn', 'refused'])), name='enrolment_state_known'), models.CheckConstraint(condition=models.Q(('origin__in', ['phone', 'desk', 'door'])), name='enrolment_origin_known'), models.CheckConstraint(condition=models.Q(('strength__range', (1, 3))), name='enrolment_strength_known'), models.CheckConstraint(condition=models.Q(models.Q(('offered_until__isnull', False), ('state', 'offered')), models.Q(('state', 'offered'), _negated=True), _connector='OR'), name='enrolment_offer_ends')],
            },
        ),
        migrations.RunPython(renew_for_announcements_in_migration, forget_announcements_in_migration),
    ]
