from django.forms.renderers import TemplatesSetting


class FormRenderer(TemplatesSetting):
    """Renders forms and fields with the site's own templates: label, help sentence, input, errors."""

    form_template_name = "components/form.html"
    field_template_name = "components/form_field.html"
