#!/usr/bin/env python
"""Django's command line, bound to our settings."""

import os
import sys

from django.core.management import execute_from_command_line

from jobs.program import console_language, prepare_console
from rules.command.language import use_language

if __name__ == "__main__":
    prepare_console()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    with use_language(console_language()):
        execute_from_command_line(sys.argv)
