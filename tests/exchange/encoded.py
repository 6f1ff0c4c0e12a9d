"""A tournament's file as one piece, as no desk ever holds it."""

from exchange.encoding import iterate_json


def encode_document(document):
    return "".join(iterate_json(document)).encode()
