"""The forms of a page as a browser would send them when nobody touches them."""

from html.parser import HTMLParser


class PageForm(dict):
    """Values by name; `action` is the address, empty for that of the page, `buttons` are the names and addresses of its buttons."""

    def __init__(self, action):
        super().__init__()
        self.action, self.buttons = action, []


class FormReader(HTMLParser):
    """Reads `forms`."""

    def __init__(self, text):
        super().__init__()
        self.forms, self.list_name, self.area_name = [], "", ""
        self.feed(text)

    @property
    def form(self):
        return self.forms[-1]

    def handle_starttag(self, tag, attributes):
        values = {name: value or "" for name, value in attributes}
        name = values.get("name", "")
        if tag == "form":
            self.forms.append(PageForm(values.get("action", "")))
        elif not self.forms:
            return
        elif tag == "button":
            self.form.buttons += [name, values.get("formaction", "")]
        elif tag == "select":
            self.list_name = name
        elif tag == "option" and self.list_name and ("selected" in values or self.list_name not in self.form):
            self.form[self.list_name] = values.get("value", "")
        elif tag == "textarea":
            self.area_name, self.form[name] = name, ""
        elif tag == "input" and name and (values.get("type") not in ("checkbox", "radio") or "checked" in values):
            self.form[name] = values.get("value", "on" if values.get("type") == "checkbox" else "")

    def handle_endtag(self, tag):
        if tag == "select":
            self.list_name = ""
        elif tag == "textarea":
            self.area_name = ""

    def handle_data(self, text):
        if self.area_name:
            self.form[self.area_name] += text


def read_forms(answer):
    """The forms of a page that was answered to a test's client."""
    return FormReader(answer.content.decode()).forms
