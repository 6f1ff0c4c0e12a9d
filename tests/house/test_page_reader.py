"""What tests read of a page is what a person reads, however its mark-up is laid out."""

import pytest

from tests.pages import read_page

ONE_LINE = '<ul class="tiles"><li><a href="/m/1/?a=1&amp;b=2">Table 1</a>, <strong>Loi</strong><small>10</small></li></ul>'
LAID_OUT = """
<ul
  class="tiles"
>
  <li>
    <a
      href="/m/1/?a=1&amp;b=2"
    >Table
      1</a>, <strong>Loi</strong><small
      class="hint"
    >10</small>
  </li>
</ul>
"""
FORM = """
<form action="/m/1/">
  <input type="hidden" name="version" value="3">
  <input name="total_0" value="45"><input type="checkbox" name="sure"><input type="checkbox" name="public" checked>
  <input type="radio" name="side" value="0"><input type="radio" name="side" value="1" checked>
  <select name="paper"><option value="a4">A4</option><option value="a5" selected>A5</option></select>
  <select name="language"><option value="">any</option></select>
  <textarea name="words">
 two
lines</textarea><button name="pressed">Save</button>
</form>
"""


@pytest.mark.parametrize("text", [ONE_LINE, LAID_OUT])
def test_the_layout_of_mark_up_is_not_read(text):
    page = read_page(text)
    assert page.text == "Table 1, Loi10"
    assert page.links == [("Table 1", "/m/1/?a=1&b=2")]
    assert (page.texts("ul.tiles li strong"), page.first.classes) == (["Loi"], ["tiles"])


def test_a_space_between_words_is_read_and_none_is_made_up():
    assert read_page("<p>turn</p><p>o<b>n</b> <i>it</i><script>x</script></p>a<br>b").text == "turn on it a b"


def test_rows_terms_and_headings():
    page = read_page("<h2>Now</h2><table><tr><th>Name</th><td>3</td></tr></table><dl><dt>A</dt><dd>1</dd><dd>2</dd></dl>")
    assert (page.headings, page.rows, page.terms) == (["Now"], [["Name", "3"]], [("A", "1"), ("A", "2")])


def test_a_form_is_sent_as_a_browser_would():
    form = read_page(FORM).find("form")
    chosen = {"public": "on", "side": "1", "paper": "a5", "language": "", "words": " two\nlines"}
    assert form.fields == {"version": "3", "total_0": "45", **chosen}
    assert form.hidden == {"version": "3"}


@pytest.mark.parametrize(
    ("path", "count"),
    [
        ("input", 6),
        ("form input[name=side][checked]", 1),
        ("select, textarea", 3),
        ("[name^=to]", 1),
        ("[name$=er]", 1),
        ("[action*=/1/] option", 3),
        ("form form", 0),
    ],
)
def test_paths(path, count):
    assert len(read_page(FORM).find_all(path)) == count


def test_what_is_not_there_fails():
    with pytest.raises(AssertionError, match="nothing on the page is form#x"):
        read_page(FORM).find("form#x")
    with pytest.raises(AssertionError, match="is no step"):
        read_page(FORM).find("form>input")
