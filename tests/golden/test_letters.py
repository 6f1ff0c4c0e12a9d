"""How texts shrink, break and end, on lists and on posters, as it was last approved; `REWRITE_GOLDEN=1` writes it anew.
If this failed, a name would be small without need, broken in two, or cut where there is room.
"""

from dataclasses import fields
from itertools import product

import pytest

from paper.layout import BOLD, REGULAR, clean_text, fit_text, fits_whole
from paper.layout.canvas_pen import split_runs
from paper.layout.text import clean_flowing_text
from paper.poster_art import PosterLook, PosterShape
from paper.poster_art.lettering import NARROW, SCRIPT, SERIF, Lettering, set_text
from paper.poster_art.looks import STYLES
from tests.golden.test_paper import compare_text
from tests.paper.samples import NASTY

TEXTS = (
    "", "Ida", "Anna Melis", "Anna Melis – Ugo Piras",
    "Giovanni Battista Pinna-Pintor – Maria Antonietta Fois – Lìa D’Angelo",
    "Immacolata Quondamangelomaria-Pinna – Ugo", "Precipitevolissimevolmente" * 3,
    "Nobody speaks at the table; who does loses the hand. " * 4,
    "Ḍiḍḍu 王伟 m\u0303", "محمد علي – Anna",
)  # fmt: skip
FACTS = (
    "Torneo", "Torneo di Natale al Bar Sport", "Ritrovo ore 20:30 · inizio ore 21:00 · fine entro le 00:30",
    "Memorial Bartolomeo Pinna-Pintor, 12ª edizione",
    "Iscrizioni entro mercoledì 2 dicembre, alle 21 e non un minuto dopo, con la quota di 20 € a coppia",
    "È l’ora · Òscar", "Gioco libero dalle venti · Giochi libero dalle venti · fine",
    "Anna Melis – Giovanni Battista Pinna-Pintor",
    "1º prosciutto di Villagrande intero · Salumeria Rossi & Figli", "Precipitevolissimevolmente" * 2,
)  # fmt: skip
LETTERINGS = (
    Lettering(SERIF, 25, "#000000", 3, 0.3), Lettering(NARROW, 13, "#000000", 2, 0.55, capitals=True),
    Lettering(SCRIPT, 17, "#000000", 1, 0.4),
    Lettering(BOLD, 9.6, "#000000", 2, 0.6, names=True), Lettering(BOLD, 7, "#000000", 1, 1, tight=True),
)  # fmt: skip
SCRIPTS = (
    "Anna (שלום 12) Melis", "שלום [עולם] 3/4 <אב>", "محمد علي 12", "e\u0323\u0301x", "m\u0303\u0303a\u0301\u0302\u0303\u0304", "\u0303a",
    "Ida\ufe0f\u00adMelis", "a\u2028b\u3000c", "🎉 Ida 🎉", "王\u0303伟 Ḍi", "\ue000x\U0001d518", "גa ב1 c", "½ ﬁ №",
)  # fmt: skip
ROOMS = (30.0, 70.0, 120.0, 180.0, 400.0)


@pytest.mark.parametrize("lines", [1, 2, 4])
def test_texts_in_boxes(lines: int) -> None:
    """Width and height of the box in points, whether they are names, then size and lines."""
    said = []
    for text, width, height, names in product(map(clean_text, TEXTS), ROOMS, (8.0, 20.0, 45.0), (False, True)):
        fitted = fit_text(text, BOLD, width, height, size=14, least=6, lines=lines, names=names)
        whole = fits_whole(text, REGULAR, width, height, size=7, lines=lines)
        said.append(f"{width:g} × {height:g}{' names' * names}: {fitted.size:.4g} {' | '.join(fitted.lines)}{' (whole)' * whole}")
    compare_text(f"texts on {lines} lines", "\n".join(said) + "\n")


@pytest.mark.parametrize("lettering", LETTERINGS, ids=lambda lettering: lettering.face.name)
def test_texts_of_posters(lettering: Lettering) -> None:
    said = []
    for text, width, scale in product(FACTS, (20.0, 60.0, 150.0), (0.5, 1.0, 1.6)):
        setting = set_text(text, lettering, width, scale)
        sizes = " ".join(f"{length:.2f}" for length in (setting.size, setting.width, setting.height, setting.rise))
        said.append(f"{width:g} at {scale:g}: {sizes} {' | '.join(setting.lines)}")
    compare_text(f"texts of posters {lettering.face.name} {lettering.size:g}", "\n".join(said) + "\n")


@pytest.mark.parametrize("shape", PosterShape)
@pytest.mark.parametrize("look", PosterLook)
def test_texts_in_the_letters_of_every_look(look: PosterLook, shape: PosterShape) -> None:
    """A long text in each of its letters: how many lines it takes, and how small it is at last."""
    style, said = STYLES[look].adapt(shape), []
    for one in fields(style):
        if isinstance(lettering := getattr(style, one.name), Lettering):
            for text, width in product((FACTS[0], FACTS[4]), (12.0, 100.0)):
                setting = set_text(text, lettering, width)
                said.append(f"{one.name} {lettering.colour} in {width:g}: {setting.size:.2f} {' | '.join(setting.lines)}\n")
    insets = " ".join(f"{across:g} × {down:g}" for across, down in (style.date_inset, style.facts_inset))
    heights = [f"{block.height:g}" for block in style.build_art(shape.value, "italian")]
    compare_text(f"letters of {look} {shape}", "".join(said) + f"insets {insets}; art {heights}; {style.align:g} to the left\n")


def test_texts_of_any_script_in_the_order_in_which_they_are_seen() -> None:
    """Every character that is not plain as its number."""
    texts = (*(text[:300] for text in NASTY), *SCRIPTS)
    compare_text("cleaned texts", "".join(f"{clean_text(text)!a} {clean_flowing_text(text, 40)!a}\n" for text in texts))
    widths = [f"{face.name} {text!a} {face.measure_width(clean_text(text)):.3f}\n" for face in (REGULAR, BOLD) for text in SCRIPTS]
    runs = [f"{run.font} {run.text!a} {run.offset:.3f} {run.is_placed}\n" for text in SCRIPTS for run in split_runs(BOLD, clean_text(text))]
    compare_text("letters of scripts", "".join((*widths, *runs)))
