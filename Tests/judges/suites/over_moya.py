"""A pytest plugin for the test suites of httpx and requests. It writes the outcome of each test to the file $OUTCOMES.

$OVER names a package, httpx, httpx2 or requests. If $MOYA is set, the clients of that package send over moya, although
the tests choose no transport. If $OVER is httpx2, the tests of httpx run with httpx2 instead.
"""

import os
import sys
from importlib import import_module
from typing import Any

_over, _is_moya = os.environ["OVER"], "MOYA" in os.environ
_outcomes = open(os.environ["OUTCOMES"], "w")  # noqa: SIM115 - until pytest ends


def _rename(package: str, name: str) -> None:
    """Lets `import name` find another package."""
    import_module(package)
    for module in [it for it in sys.modules if it.partition(".")[0] == package]:
        sys.modules[name + module[len(package) :]] = sys.modules[module]


if _over == "httpx2":
    import_module("httpx2._main")
    _rename("httpx2", "httpx")
    _rename("httpcore2", "httpcore")
if _is_moya:
    _ours = import_module(f"moya.{_over}")
    _theirs = import_module("requests.sessions" if _over == "requests" else f"{_over}._client")
    for _name in _ours.__all__:
        setattr(_theirs, _name, getattr(_ours, _name))


def pytest_runtest_logreport(report: Any) -> None:
    if report.when == "call" or not report.passed:
        _outcomes.write(f"{report.outcome} {report.nodeid}\n")
        _outcomes.flush()
