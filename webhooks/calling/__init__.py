"""Calling an address that somebody typed: signed, with time limits, and never where it must not lead."""
