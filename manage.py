#!/usr/bin/env python
"""Django's command line, bound to our settings."""

import os
import sys

from django.core.management import execute_from_command_line

from jobs.program import prepare_console

if __name__ == "__main__":
    prepare_console()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    execute_from_command_line(sys.argv)
