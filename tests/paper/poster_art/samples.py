"""Announcements to draw: a usual one, one with nothing but a name, and one whose every text is as long as may be stored."""

import io

from PIL import Image

from paper.layout import read_picture
from paper.poster_art import PosterData, PosterFact, ResultData
from paper.poster_art.drawing import QrItem, Words
from paper.share_cards import ShareRow

CODE = "https://cards.example.org/t/natale/enrol/"


def list_words(drawing):
    return [item for item in drawing.items if isinstance(item, Words)]


def list_codes(drawing):
    return [item for item in drawing.items if isinstance(item, QrItem)]


def build_logo(width=600, height=200):
    file = io.BytesIO()
    Image.new("RGB", (width, height), "#224488").save(file, "PNG")
    return read_picture(file.getvalue())


def stretch(words, length):
    """A text of so many characters made of the words."""
    return (f"{words} " * length)[:length].strip()


WORDS = {
    "it": (
        *("giovedì 4 dicembre", "Ritrovo ore 20:30 · inizio ore 21:00 · fine entro le 00:30"),
        *("Iscriviti qui", "Funziona solo in questa sala", "e altri ancora"),
    ),
    "en": (
        *("Thursday 4 December", "Meeting at 20:30 · start at 21:00 · over by 00:30"),
        *("Enrol here", "Works in this hall only", "and more"),
    ),
}


def build_usual(language, **more):
    date, hours, enrol, _note, others = WORDS[language]
    details = {
        "title": "Torneo di Natale al Bar Sport",
        "game": "Mariglia · a coppie · ai 35 35 45",
        "organizer": "Circolo ARCI Bosa",
        "date": date,
        "hours": hours,
        "venue": "Bar Sport",
        "address": "Via Roma 12, Bosa",
        "facts": (PosterFact("Quota", ("20 € a coppia", "compresa la cena")), PosterFact("Posti", ("32 coppie",))),
        "prizes_label": "Premi",
        "prizes": ("1º prosciutto", "2º cesto", "3º vino"),
        "prizes_more": others,
        "contact_label": "Informazioni",
        "contact": "Gavino 333 123 4567",
        "code": CODE,
        "code_caption": enrol,
    }
    return PosterData(language=language, **{**details, **more})


def build_bare(language):
    return PosterData("Torneo", language, date=WORDS[language][0])


def build_rich(language):
    """Everything that a club usually announces, with long names, a long address and five prizes."""
    date, hours, enrol, _note, others = WORDS[language]
    facts = {
        "Quota": ("20,50 € a coppia", "cena con primo, secondo e un bicchiere di vino"),
        "Chi può giocare": ("Soci ARCI con tessera 2026 e ospiti con tessera di giornata",),
        "Posti": ("64 coppie",),
        "Iscrizioni": ("entro mercoledì 2 dicembre, 21:00",),
        "Da sapere": ("Parcheggio dietro la chiesa. Chi viene da fuori telefoni prima delle sei.",),
    }
    prizes = (
        *("1º prosciutto di Villagrande intero · Salumeria Rossi & Figli", "2º cesto con formaggi e vini · Cantina Sociale di Jerzu"),
        *("3º–4º olio nuovo, 5 litri", "5º–8º una bottiglia di mirto", "Prima coppia mista: fiori e due ingressi al museo"),
    )
    return PosterData(
        "Memorial Bartolomeo Pinna-Pintor, 12ª edizione",
        language,
        game="Mariglia · a coppie · ai 35/35/45",
        organizer="Associazione Amici della Mariglia Ogliastra",
        date=date,
        hours=hours,
        venue="Circolo Ricreativo Santa Maria Navarrese",
        address="Via Nazionale della Repubblica 123/bis, frazione Santa Maria Navarrese, dietro la chiesa, Baunei",
        facts=tuple(PosterFact(label, lines) for label, lines in facts.items()),
        prizes_label="Premi",
        prizes=prizes,
        prizes_more=others,
        contact_label="Informazioni",
        contact="Maria Antonietta Pinna-Pintor de Rossi 333 123 4567, Bartolomeo Alessandro Della Rovere 0782 12 34 56",
        code=CODE,
        code_caption=enrol,
    )


def build_longest(language):
    """Every text as long as its field, with prizes for a whole page."""
    _date, hours, enrol, note, others = WORDS[language]
    return PosterData(
        stretch("Memorial Bartolomeo Pinna-Pintor", 80),
        language,
        game="Marafon-Beccaccino · a squadre di 3 · ai 100 100 100 100",
        organizer=stretch("Associazione ricreativa", 80),
        date="mercoledì 24 settembre",
        hours=hours,
        venue=stretch("Palazzetto dello sport", 80),
        address=f"{stretch('Via della Repubblica Italiana', 200)}, {stretch('San Severino', 80)}",
        facts=(
            PosterFact("Quota", ("1.000,50 € a squadra", stretch("cena con primo e secondo", 200))),
            PosterFact("Chi può giocare", (stretch("soci in regola con la tessera", 200),)),
            PosterFact("Formula", (stretch("Gironi all’italiana, poi", 90),)),
            PosterFact("Posti", ("65.535 squadre",)),
            PosterFact("Iscrizioni", ("entro mercoledì 24 settembre, 20:30",)),
            PosterFact("", (stretch("chi vuole giocare la stessa sera lo dica", 240),)),
        ),
        prizes_label="Premi",
        prizes=tuple(f"{place}º {stretch('prosciutto crudo intero', 60)}" for place in range(1, 17)),
        prizes_more=others,
        contact_label="Informazioni",
        contact=stretch("Gavino 333 123 4567,", 120),
        code="http://192.168.100.100:8000/tournaments/" + "a" * 60 + "/",
        code_caption=enrol,
        code_note=note,
        band="Annullato",
    )


def build_unbroken(language):
    """Texts of one word each, which no space breaks."""
    word = "Precipitevolissimevolmente" * 3
    return build_usual(language, title=word, venue=word, organizer=word, address=word, prizes=(word,) * 12, contact=word)


def build_winners(count=3, name="Maria Antonietta Pinna-Pintor – Bartolomeo De Rossi"):
    rows = tuple(ShareRow(str(place), name, "", strong=place == 1) for place in range(1, count + 1))
    return ResultData("Torneo di Natale", "I vincitori", rows, winners=True)


def build_standings(count=10, name="Maria Antonietta Pinna-Pintor – Bartolomeo De Rossi"):
    rows = tuple(ShareRow(str(place), name, "−12½", strong=place == 1) for place in range(1, count + 1))
    return ResultData("Memorial " * 8, "Classifica · " + "Girone " * 8, rows, "31–24 · " * 12)
