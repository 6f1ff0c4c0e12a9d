"""Positive controls: the measure finds what it is there to find."""

from paper.layout import A5, BOLD, Document, Pen, Rect
from tests.paper.reading import faults, read


def drawn(*, wrong: str) -> list[str]:
    document = Document("Control", language="en")
    pen = document.add_page(A5)
    pen.draw_text(Rect(20, 20, 40, 8), "Inside (a) \\ box", 12)
    _spoil(pen, wrong)
    (sheet,) = read(document.to_bytes())
    return [fault.split(":")[0] for fault in faults(sheet, 8)]


def _spoil(pen: Pen, wrong: str) -> None:
    if wrong == "outside":
        pen.draw_text(Rect(130, 50, 30, 8), "Leaves the page", 12)
    elif wrong == "overlap":
        pen.draw_text(Rect(22, 20, 40, 8), "On another", 12, face=BOLD)
    elif wrong == "crossed":
        pen.draw_line(25, 10, 25, 40)
    elif wrong == "struck":
        pen.draw_line(10, 24, 60, 24)


def test_a_good_page_has_no_fault() -> None:
    assert drawn(wrong="") == []


def test_each_fault_is_found() -> None:
    assert drawn(wrong="outside") == ["outside"]
    assert drawn(wrong="overlap") == ["overlap"]
    assert drawn(wrong="crossed") == ["crossed"]
    assert drawn(wrong="struck") == ["crossed"]
