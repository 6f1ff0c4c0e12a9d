"""The rating of the persons of a club: an evening that is counted, and what it made of everybody who played."""

from django.db import models

from tournaments.models import Member, Organizer, Tournament


class RatedEvening(models.Model):
    """A day of a tournament that the rating of its game counts. `chain` is the digest of all that was counted up to it: where it differs
    from what is there now, the rating is counted again from this evening on.
    """

    organizer = models.ForeignKey(Organizer, on_delete=models.CASCADE, related_name="rated_evenings")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rated_evenings")
    game_key = models.CharField(max_length=40)
    day = models.DateField()
    chain = models.CharField(max_length=64)
    matches = models.PositiveIntegerField()

    class Meta:
        ordering = ["day", "tournament"]
        constraints = [models.UniqueConstraint(fields=["tournament", "day"], name="evening_rated_once")]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.day}"


class RatingStep(models.Model):
    """The strength of a person before and after an evening, with the wins that were expected and achieved (`federation.skills.updating`).

    `member` is the appearance, so that a step goes with it; `person` the key of the person as it was recognised when this was counted.
    `played` are the person's matches up to here. `latest` is on the last step of a person in a game.
    """

    evening = models.ForeignKey(RatedEvening, on_delete=models.CASCADE, related_name="steps")
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="+")
    person = models.BigIntegerField(db_index=True)
    value_before = models.FloatField()
    doubt_before = models.FloatField()
    value = models.FloatField()
    doubt = models.FloatField()
    matches = models.PositiveIntegerField()
    expected = models.FloatField()
    achieved = models.FloatField()
    played = models.PositiveIntegerField()
    latest = models.BooleanField(default=False)

    class Meta:
        ordering = ["evening", "pk"]
        constraints = [models.UniqueConstraint(fields=["evening", "member"], name="rating_step_once")]
        indexes = [models.Index(fields=["-value"], condition=models.Q(latest=True), name="rating_latest")]

    def __str__(self) -> str:
        return f"{self.person} {self.value:.0f}"
