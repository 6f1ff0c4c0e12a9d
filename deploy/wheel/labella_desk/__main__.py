import sys

from labella_desk import main

if __name__ == "__main__":
    sys.exit(main())
