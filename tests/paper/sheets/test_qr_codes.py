"""The codes on score sheets, read by two programs from the printed page: sharp, out of focus, and with toner missing."""

import io
import random
from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pypdfium2
import pytest
import zxingcpp

from paper.sheets import Paper, SheetGame, SheetKind, render_score_sheets
from paper.sheets.booklet import build_planner
from tests.paper.sheets.samples import setup, sheet

FINE, SCAN = 300, 150
"""Dots an inch: of the print, and of the scan that is read."""
COUNT = 12
LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
Picture = np.ndarray
Damage = Callable[[Picture, int], Picture]


def print_codes(paper: Paper, kind: SheetKind) -> list[tuple[str, Picture]]:
    """Address and picture of the code of twelve sheets, one to the page, with what is printed around it."""
    dice = random.Random(3)
    made = replace(setup("mariglia", paper, kind=kind), games=(SheetGame(35),))
    addresses = [f"HTTP://192.168.178.20:8000/S/{''.join(dice.choices(LETTERS, k=8))}-1" for _sheet in range(COUNT)]
    cut = build_planner(made).plan_blank(made.games)[0].header.qr.inset(-2.5)
    return [(address, crop(render_score_sheets(made, [replace(sheet(2), link=address)]), cut)) for address in addresses]


def crop(pdf: bytes, box: tuple[float, float, float, float]) -> Picture:
    page = pypdfium2.PdfDocument(io.BytesIO(pdf))[0].render(scale=FINE / 72, grayscale=True).to_numpy()
    x, y, width, height = (round(length / 25.4 * FINE) for length in box)
    return np.ascontiguousarray(page[y : y + height, x : x + width]).squeeze()


def leave(picture: Picture, _seed: int) -> Picture:
    return picture


def blur(picture: Picture, _seed: int, millimetres: float = 0.25) -> Picture:
    return cv2.GaussianBlur(picture, (0, 0), millimetres / 25.4 * FINE)


def lose_toner(picture: Picture, seed: int) -> Picture:
    """White specks of 0.4 mm over a twentieth of the area, as a camera sees them."""
    dice = np.random.default_rng(seed)
    specks = np.zeros(picture.shape, np.uint8)
    while (specks > 0).mean() < 0.05:
        y, x = (int(dice.integers(side)) for side in picture.shape)
        cv2.circle(specks, (x, y), round(0.2 / 25.4 * FINE), 255, -1)
    return blur(np.where(specks > 0, 255, picture).astype(np.uint8), seed)


def read_by_zxing(picture: Picture) -> set[str]:
    return {code.text for code in zxingcpp.read_barcodes(picture)}


def read_by_opencv(picture: Picture) -> set[str]:
    """At the sizes at which a person would hold a telephone: its detector wants larger modules than a scan has."""
    sizes = [cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_CUBIC) for factor in (1, 2, 3)]
    framed = [cv2.copyMakeBorder(size, 20, 20, 20, 20, cv2.BORDER_CONSTANT, value=255) for size in sizes]
    return {cv2.QRCodeDetector().detectAndDecode(size)[0] for size in framed}


def scan(picture: Picture) -> Picture:
    return cv2.resize(picture, None, fx=SCAN / FINE, fy=SCAN / FINE, interpolation=cv2.INTER_AREA)


@pytest.mark.parametrize("paper", [Paper.A5_TWO_UP, pytest.param(Paper.A4, marks=pytest.mark.proof)])
def test_two_programs_read_every_code(paper: Paper) -> None:
    codes = print_codes(paper, SheetKind.FULL)
    for damage in (leave, blur):
        pictures = [(address, scan(damage(picture, number))) for number, (address, picture) in enumerate(codes)]
        assert [address in read_by_zxing(picture) for address, picture in pictures] == [True] * COUNT
        assert [address in read_by_opencv(picture) for address, picture in pictures] == [True] * COUNT
    spotted = [(address, scan(lose_toner(picture, number))) for number, (address, picture) in enumerate(codes)]
    assert [address in read_by_zxing(picture) | read_by_opencv(picture) for address, picture in spotted] == [True] * COUNT


def test_a_code_with_half_of_its_toner_is_not_read() -> None:
    """The control: the programs do not guess."""
    address, picture = print_codes(Paper.A4, SheetKind.FULL)[0]
    ruined = picture.copy()
    ruined[:, : ruined.shape[1] // 2] = 255
    assert address not in read_by_zxing(scan(ruined)) | read_by_opencv(scan(ruined))
