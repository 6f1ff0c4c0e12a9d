from django.forms.renderers import TemplatesSetting


class FormRenderer(TemplatesSetting):
    """Draws forms and fields with the site's own templates: label, sentence, entry, what is wrong with it."""

    form_template_name = "components/form.html"
    field_template_name = "components/form_field.html"
