"""Where the packed program begins: the command `labella`."""

import multiprocessing
import sys

from config.command_line import main

if __name__ == "__main__":
    multiprocessing.freeze_support()
    sys.exit(main(sys.argv[1:]))
