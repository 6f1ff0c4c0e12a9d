"""A tournament's file as one piece, as no desk ever holds it."""

import io

from exchange.encoding import iterate_json
from exchange.reading import read_document


def encode_document(document):
    return "".join(iterate_json(document)).encode()


def parse_document(content):
    return read_document(io.BytesIO(content))
