"""Runs the tests of this folder and prints a line for each: `ok - NAME`, or `not ok - NAME` and why. Shows separately
what the library writes to standard error, so that no verdict is lost among those lines.

    python verdicts.py                       all modules test_*
    python verdicts.py PATTERN...            the modules with these names: 'test_typed*'
    python verdicts.py --without MODULE...   all modules test_* but these
    python verdicts.py --in FOLDER ...       the modules of this folder instead; the rest as above
"""

import sys
import unittest
from fnmatch import fnmatch
from pathlib import Path
from traceback import format_exception
from typing import Any, List


class Verdicts(unittest.TestResult):
    """The verdicts of the tests. A skipped test has shown nothing, so it counts as failed."""

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


def modules(folder: Path, arguments: List[str]) -> List[str]:
    """Returns the names of the modules of the folder whose tests run."""
    patterns, left_out = arguments or ["test_*"], set()
    if arguments[:1] == ["--without"]:
        patterns, left_out = ["test_*"], {*arguments[1:]}
    names = sorted(file.stem for file in folder.glob("*.py"))
    return [it for it in names if it not in left_out and any(fnmatch(it, pattern) for pattern in patterns)]


if __name__ == "__main__":
    folder, arguments = Path(__file__).parent, sys.argv[1:]
    if arguments[:1] == ["--in"]:
        folder, arguments = Path(arguments[1]), arguments[2:]
        sys.path.insert(0, str(folder))
    result = Verdicts()
    unittest.defaultTestLoader.loadTestsFromNames(modules(folder, arguments)).run(result)
    sys.exit(not result.wasSuccessful())
