"""Entries as people write them on one line."""

import pytest

from tournaments.reading.lines import split_line

PAIRS = [
    ("Rossi Mario / Bianchi Anna, Bar Sport", ("Rossi Mario", "Bianchi Anna"), "Bar Sport"),
    ("Rossi Mario/Bianchi Anna", ("Rossi Mario", "Bianchi Anna"), ""),
    ("Rossi Mario - Bianchi Anna (Bar Sport)", ("Rossi Mario", "Bianchi Anna"), "Bar Sport"),
    ("Rossi Mario – Bianchi Anna; Bar Sport, Forlì", ("Rossi Mario", "Bianchi Anna"), "Bar Sport, Forlì"),
    ("Rossi Mario & Bianchi Anna", ("Rossi Mario", "Bianchi Anna"), ""),
    ("Rossi Mario + Bianchi Anna", ("Rossi Mario", "Bianchi Anna"), ""),
    ("Rossi e Bianchi", ("Rossi", "Bianchi"), ""),
    ("Rossi ed Esposito", ("Rossi", "Esposito"), ""),
    ("ROSSI E BIANCHI, BAR SPORT", ("ROSSI", "BIANCHI"), "BAR SPORT"),
    ("Rossi Mario, Bianchi Anna", ("Rossi Mario", "Bianchi Anna"), ""),
    ("Rossi Mario, Bianchi Anna, Bar Sport", ("Rossi Mario", "Bianchi Anna"), "Bar Sport"),
    ("Rossi Mario; Bianchi Anna; Bar Sport", ("Rossi Mario", "Bianchi Anna"), "Bar Sport"),
    ("Rossi, Mario / Bianchi, Anna", ("Rossi Mario", "Bianchi Anna"), ""),
    ("Rossi, Mario / Bianchi, Anna, Bar Sport", ("Rossi Mario", "Bianchi Anna"), "Bar Sport"),
    ("Rossi / Bianchi / Bar Sport", ("Rossi", "Bianchi"), "Bar Sport"),
    ("1. Rossi / Bianchi", ("Rossi", "Bianchi"), ""),
    ("12) Rossi / Bianchi", ("Rossi", "Bianchi"), ""),
    ("Rossi-Bianchi", ("Rossi", "Bianchi"), ""),
    ("Rossi / Bianchi (riserva)", ("Rossi", "Bianchi"), ""),
    ("Rossi / Bianchi, Bar Sport (in lista d’attesa)", ("Rossi", "Bianchi"), "Bar Sport"),
    ("Rossi (riserva) / Bianchi [da confermare]", ("Rossi", "Bianchi"), ""),
    ("Rossi-Neri Anna / Bianchi Ugo", ("Rossi-Neri Anna", "Bianchi Ugo"), ""),
    ("De Rossi / D’Amico", ("De Rossi", "D’Amico"), ""),
    ("Emilio e Elena", ("Emilio", "Elena"), ""),
]


@pytest.mark.parametrize(("text", "persons", "club"), PAIRS)
def test_a_pair_is_understood(text, persons, club):
    line = split_line(text, 2)
    assert (line.persons, line.club) == (persons, club)


@pytest.mark.parametrize(
    ("text", "persons"),
    [
        ("Rossi Mario", ("Rossi Mario",)),
        ("Uno / Due / Tre / Quattro", ("Uno", "Due", "Tre", "Quattro")),
        ("Rossi / (Bar)", ("Rossi",)),
        ("/", ()),
        ("", ()),
        ("Anna-Maria-Luisa", ("Anna-Maria-Luisa",)),
    ],
)
def test_too_few_and_too_many_are_left_as_they_are(text, persons):
    assert split_line(text, 2).persons == persons


@pytest.mark.parametrize(
    ("text", "persons", "club"),
    [
        ("Rossi Mario", ("Rossi Mario",), ""),
        ("Rossi Mario, Bar Sport", ("Rossi Mario",), "Bar Sport"),
        ("Rossi Mario (Bar Sport)", ("Rossi Mario",), "Bar Sport"),
        ("Rossi Mario - Bar Sport", ("Rossi Mario",), "Bar Sport"),
        ("Rossi-Neri Mario", ("Rossi-Neri Mario",), ""),
        ("Rossi Mario, Bar 1/2", ("Rossi Mario",), "Bar 1/2"),
        ("Rossi Mario / Bianchi Anna", ("Rossi Mario", "Bianchi Anna"), ""),
    ],
)
def test_a_single_player_is_understood(text, persons, club):
    line = split_line(text, 1)
    assert (line.persons, line.club) == (persons, club)


def test_three_persons_are_understood():
    line = split_line("Rossi / Bianchi / Verdi, Bar Sport", 3)
    assert (line.persons, line.club) == (("Rossi", "Bianchi", "Verdi"), "Bar Sport")


@pytest.mark.parametrize(
    ("text", "persons", "phones", "club"),
    [
        ("Orrù Pino / Orrù Sandro 349 1234567", ("Orrù Pino", "Orrù Sandro"), ("", "349 1234567"), ""),
        ("Rossi 349/1234567 - Bianchi +39 333 123 4567", ("Rossi", "Bianchi"), ("349/1234567", "+39 333 123 4567"), ""),
        ("Rossi Mario (349 1234567) / Neri Ugo, Bar Sport", ("Rossi Mario", "Neri Ugo"), ("349 1234567", ""), "Bar Sport"),
        ("Rossi / Neri, Bar Sport tel. 0784 123456", ("Rossi", "Neri"), ("0784 123456", ""), "Bar Sport"),
        ("4  FADDA PEPPINO/FADDA TONINO", ("FADDA PEPPINO", "FADDA TONINO"), (), ""),
        ("• 5) Sanna Tore & Loi Gino", ("Sanna Tore", "Loi Gino"), (), ""),
        ("* Mele Bachisio & Mele Gino", ("Mele Bachisio", "Mele Gino"), (), ""),
        ("2) Efisio Piras e Maria Sanna ✅", ("Efisio Piras", "Maria Sanna"), (), ""),
        ("✔️ Tore Loi 👍🏻 / Gino Usai", ("Tore Loi", "Gino Usai"), (), ""),
        ("1) Sanna Gavino - Piras Efisio (Bar Centrale) ✅", ("Sanna Gavino", "Piras Efisio"), (), "Bar Centrale"),
        ("Tore Loi [CRAL] 👍🏻", ("Tore Loi",), (), "CRAL"),
        ("Manca Tore - Pinna Gavino (CRAL) 347 1234567", ("Manca Tore", "Pinna Gavino"), ("", "347 1234567"), "CRAL"),
        ("Manca Tore - Pinna Gavino (CRAL), tel. 347 1234567", ("Manca Tore", "Pinna Gavino"), ("", "347 1234567"), "CRAL"),
        (
            "3) Manca Tore / Pinna Gavino [Bar Sport] +39 347 1234567 ✅",
            ("Manca Tore", "Pinna Gavino"),
            ("", "+39 347 1234567"),
            "Bar Sport",
        ),
        ("Manca Tore (347 1234567) / Pinna Gavino (CRAL) (in ritardo)", ("Manca Tore", "Pinna Gavino"), ("347 1234567", ""), "CRAL"),
        ("Rossi Ugo - Verdi Pio (CRAL) (ritardo)", ("Rossi Ugo", "Verdi Pio"), (), "CRAL"),
        ("Tore Loi / Gino Usai 347 1234567 ✅", ("Tore Loi", "Gino Usai"), ("", "347 1234567"), ""),
        ("[28/11/26, 19:40:02] Nina: 24. Basilio Porcu - Nino Concas", ("Basilio Porcu", "Nino Concas"), (), ""),
        ("28/11/2026, 19:40 - Nina Lai: Basilio Porcu / Nino Concas", ("Basilio Porcu", "Nino Concas"), (), ""),
    ],
)
def test_a_line_from_a_chat_leaves_no_number_in_a_name(text, persons, phones, club):
    line = split_line(text, 2)
    assert (line.persons, line.phones, line.club) == (persons, phones, club)
