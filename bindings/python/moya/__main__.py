"""Runs the program `moya` that comes with the library, for `python -m moya` and for the command that the wheel
installs."""

import os
import signal
import sys
from typing import NoReturn


def main() -> NoReturn:
    here = os.path.dirname(os.path.realpath(__file__))
    tree = os.path.dirname(os.path.dirname(os.path.dirname(here)))
    for program in (os.path.join(here, "bin", "moya"), os.path.join(tree, "build", "bin", "moya")):
        if os.path.exists(program):
            # Python ignores these signals, and a program that execv starts inherits this. Without this loop, `moya`
            # would ignore them.
            for name in (signal.SIGPIPE, signal.SIGXFSZ):
                signal.signal(name, signal.SIG_DFL)
            os.execv(program, ["moya", *sys.argv[1:]])
    sys.exit("moya: this installation of the package has no program: run script/build, or install the wheel")


if __name__ == "__main__":
    main()
