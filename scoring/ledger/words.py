"""A head as five words, for a screen that is read, said and noted: each word stands for 8 of the first 40 bits of its letters.

A word is known by its first four letters, so that the end of one may be typed wrong.
"""

import base64
import re

WORD_COUNT = 5
LETTERS = 8
"""Base-32 letters of a head that the words stand for."""
KNOWN_BY = 4
_LIST = """
    abete acqua agnello airone albero alloro ancora anello angolo anguria aquila arancia arco argento aria asso avena bacca baffo
    balena ballo banco barca barile basto berretto birra bocca borsa bosco botte brina bruco buca burro cactus calice camino canto
    capra carta castagna cavallo cedro cena cestino chiave chiodo ciliegia cima cipolla coda colle coppa corda corvo cubo cuoco dado
    daino danza dattero denaro dente diga dito divano dogana dono drago duna edera elefante elmo erba estate faggio falco farina
    felce ferro festa fiasco fico fiume foca foglia forno fragola frate freccia frutto fungo fuoco gallo gambero gatto gelato
    ghianda giglio ginepro giostra gnocco gomma grano grillo grotta guanto gufo imbuto insalata isola istrice lago lampada lana
    lardo lattuga lavagna legno lepre letto libro limone lince lingua lucciola luna lupo mago mandorla mare mattone mazza mela merlo
    mestolo miele mirto mosca mulino muro musica nastro nave neve nido noce nuvola oliva ombra onda orologio orso orto osso ostrica
    padella paglia palla pane passero patata pecora pelle penna pepe pera pesca pettine piede pigna pioggia pizza polenta pollo
    ponte porta pozzo prato prugna pulce quadro quaglia quercia radice ragno ramo rana rapa remo riccio riso riva roccia rosa ruota
    sabbia salame sapone sasso scala scopa secchio sedia sella seme sera sette sgombro sirena sogno sole sorgente spada specchio
    stella strada stufa sugo susina tacchino tamburo tappo tartufo tasca tavolo tazza teatro tegola tenda terra tetto tigre timone
    topo torre trota tulipano uliveto uovo usignolo uva vaso velo vento verza vetro vigna villa vino viola vite volpe vulcano zaino
"""
WORDS = tuple(_LIST.split())
_PLACES = {word[:KNOWN_BY]: place for place, word in enumerate(WORDS)}


def encode_words(letters: str) -> tuple[str, ...]:
    """The words for the letters of a head."""
    return tuple(WORDS[byte] for byte in base64.b32decode(letters[:LETTERS]))


def decode_words(text: str) -> tuple[str, int]:
    """The first letters of a head and its number, from its words and number as somebody typed them; signs between them do not matter.

    Raises: ValueError.
    """
    *words, number = re.findall(r"[^\W_]+", text.lower()) or [""]
    if len(words) != WORD_COUNT or not (number.isascii() and number.isdigit()) or len(number) > KNOWN_BY * 2:
        raise ValueError(text)
    try:
        places = bytes(_PLACES[word[:KNOWN_BY]] for word in words)
    except KeyError:
        raise ValueError(text) from None
    return base64.b32encode(places).decode("ascii")[:LETTERS], int(number)
