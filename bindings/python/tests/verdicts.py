"""Runs the tests of this folder and prints a line for each: `ok - NAME`, or `not ok - NAME` and why. Shows separately
what the library writes to standard error, so that no line is lost in it.

    python verdicts.py [FOLDER]      FOLDER: runs the tests of this folder instead
"""

import sys
import unittest
from traceback import format_exception
from pathlib import Path
from typing import Any


class Verdicts(unittest.TestResult):
    """A skipped test has shown nothing, so it counts as failed."""

    def _say(self, verdict: str, test: unittest.TestCase, why: str = "") -> None:
        print(f"{verdict} - {test}", *(f"    {line}" for line in why.splitlines()), sep="\n", flush=True)

    def addSuccess(self, test: unittest.TestCase) -> None:
        super().addSuccess(test)
        self._say("ok", test)

    def addError(self, test: unittest.TestCase, err: Any) -> None:
        super().addError(test, err)
        self._say("not ok", test, "".join(format_exception(*err)))

    def addFailure(self, test: unittest.TestCase, err: Any) -> None:
        super().addFailure(test, err)
        self._say("not ok", test, "".join(format_exception(*err)))

    def addSubTest(self, test: unittest.TestCase, subtest: unittest.TestCase, err: Any) -> None:
        super().addSubTest(test, subtest, err)
        if err is not None:
            self._say("not ok", subtest, "".join(format_exception(*err)))

    def addSkip(self, test: unittest.TestCase, reason: str) -> None:
        self._fail(test, f"skipped: {reason}")

    def addExpectedFailure(self, test: unittest.TestCase, err: Any) -> None:
        self._fail(test, "expected to fail")

    def addUnexpectedSuccess(self, test: unittest.TestCase) -> None:
        self._fail(test, "expected to fail, and did not")

    def _fail(self, test: unittest.TestCase, why: str) -> None:
        self.failures.append((test, why))
        self._say("not ok", test, why)


if __name__ == "__main__":
    folder = sys.argv[1] if sys.argv[1:] else str(Path(__file__).parent)
    result = Verdicts()
    unittest.defaultTestLoader.discover(folder, top_level_dir=folder).run(result)
    sys.exit(not result.wasSuccessful())
