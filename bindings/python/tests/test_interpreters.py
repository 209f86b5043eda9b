"""Tests several interpreters in one process."""

import glob
import os
import shutil
import subprocess
import sys
from typing import Optional

from interpreters import USES
from support import ServerTest


def newer_python() -> Optional[str]:
    """Returns a Python in which an isolated interpreter can use the package, if this machine has one."""
    pyenv = os.environ.get("PYENV_ROOT", os.path.expanduser("~/.pyenv"))
    found = [sys.executable, *(shutil.which(f"python3.{minor}") for minor in (13, 14))]
    found += [path for minor in (13, 14) for path in glob.glob(f"{pyenv}/versions/3.{minor}.*/bin/python")]
    is_newer = ["-c", "import sys; sys.exit(sys.version_info < (3, 13))"]
    for path in filter(None, found):
        # pyenv puts a program on PATH for each version, even if that version is not active. Such a program fails.
        if subprocess.run([path, *is_newer], capture_output=True, check=False).returncode == 0:
            return path
    return None


class InterpreterTests(ServerTest):
    def expect_every_use(self, python: str) -> None:
        program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "interpreters.py")
        for use in USES:
            with self.subTest(use, python=python):
                done = subprocess.run(
                    [python, "-W", "ignore", program, self.server.url, use],
                    capture_output=True, text=True, check=False, timeout=60,
                )
                self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_another_interpreter_may_do_all_that_the_first_one_may(self) -> None:
        self.expect_every_use(sys.executable)

    def test_an_isolated_interpreter_may_do_all_that_the_first_one_may(self) -> None:
        # Without a newer Python, this test does the same as the one above.
        self.expect_every_use(newer_python() or sys.executable)
