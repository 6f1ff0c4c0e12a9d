"""The page on which a new season of a category takes its entries from the last one."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from rankings.promoting.forms import PromotionForm
from rankings.promoting.queries import MoverList, list_categories, read_mover_list
from rankings.promoting.services import enter_promoted
from rankings.qualifying.views import CandidatesPage


class PromotedPage(CandidatesPage):
    """Who stays, who comes up and who comes down."""

    template_name = "rankings/promoting/promoted.html"
    title = _("Promotion and relegation")
    here = "promoted"
    empty_title = _("No last season to start from")

    def read_list(self, form: PromotionForm) -> MoverList:
        return read_mover_list(self.tournament, form.build_plan())

    def enter(self, form: PromotionForm, chosen: set[int], *, seeded: bool) -> int:
        return enter_promoted(self.tournament, form.build_plan(), chosen=chosen, seeded=seeded, actor=self.actor, at=timezone.now())

    def build_form(self) -> PromotionForm:
        categories = list_categories(self.tournament, self.actor.pk)
        return PromotionForm(self.request.GET if "last" in self.request.GET else None, categories=categories)
