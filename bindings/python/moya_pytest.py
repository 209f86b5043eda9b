"""The pytest plugin of moya: the fixtures `moya_mock` and `moya_record` (docs/python-testing.md).

The distribution names this module as an entry point, so pytest imports it in every run. That must not take long, so the
module imports moya only when a test uses a fixture.
"""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, Iterator

import pytest

if TYPE_CHECKING:
    from moya.testing import Cassette, Mock

_MODES = ("once", "new", "none", "all")
_failed = pytest.StashKey[bool]()
#: How long the name of a cassette's file may be before it is cut, so that the file system accepts it.
_MOST_BYTES = 200


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("moya")
    group.addoption("--moya-record", choices=_MODES, help="the mode of all cassettes of moya_record")
    parser.addini("moya_record", f"the mode of cassettes of moya_record: {', '.join(_MODES)}", default="once")
    parser.addini("moya_block_network", "calls that no fixture of moya intercepts fail", type="bool", default=False)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "moya_mock(**arguments): arguments of moya.intercept for the fixture moya_mock")
    config.addinivalue_line(
        "markers", "moya_record(path=None, **arguments): arguments of moya.testing.Cassette for the fixture moya_record"
    )
    if config.getini("moya_block_network"):
        import moya

        blocked = moya.intercept(assert_all_matched=False)
        blocked.__enter__()
        config.add_cleanup(lambda: blocked.__exit__(None, None, None))


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: "pytest.CallInfo[None]") -> Any:
    report = (yield).get_result()
    if call.when == "setup":
        item.stash[_failed] = False  # a plugin may run a test again
    if report.failed or call.excinfo is not None:  # a test that is skipped, or that may fail, has an exception too
        item.stash[_failed] = True


@pytest.fixture
def moya_mock(request: pytest.FixtureRequest) -> "Iterator[Mock]":
    """Intercepts the calls of every provider during a test. The value is a moya.testing.Mock. The marker `moya_mock`
    gives arguments of moya.intercept. If the test has failed or was skipped, the fixture does not also report unused
    rules and unmatched requests."""
    import moya

    mock = moya.intercept(**_marked(request, "moya_mock"))
    mock.__enter__()
    try:
        yield mock
    finally:
        failure = AssertionError if request.node.stash.get(_failed, False) else None
        mock.__exit__(failure, None, None)


@pytest.fixture
def moya_record(request: pytest.FixtureRequest) -> "Iterator[Cassette]":
    """Records what servers respond to the calls of a test. In later runs, plays the recorded responses instead of
    sending requests. The value is a moya.testing.Cassette. The file is cassettes/MODULE/TEST.har next to the test, or
    cassettes/MODULE/CLASS.TEST.har if the test is in a class. Each test has its own file. The fixture
    `moya_record_options` gives arguments of all cassettes, and the marker `moya_record` gives arguments of one test's
    cassette."""
    from moya.testing import Cassette

    options: Dict[str, Any] = {
        "mode": request.config.getini("moya_record"),
        **request.getfixturevalue("moya_record_options"),
        **_marked(request, "moya_record"),
    }
    chosen = request.config.getoption("--moya-record")
    if chosen is not None:
        options["mode"] = chosen
    folder = Path(request.path).parent
    path = options.pop("path", None) or Path("cassettes", Path(request.path).stem, _file_name(request.node))
    with Cassette(folder / path, **options) as cassette:
        yield cassette


@pytest.fixture(scope="session")
def moya_record_options() -> Dict[str, Any]:
    """Arguments of moya.testing.Cassette for all tests. Override this fixture."""
    return {}


def _file_name(test: pytest.Item) -> str:
    """Returns the name of a cassette's file. Different tests of a module have different names."""
    import hashlib

    name = ".".join([it.name for it in test.listchain() if isinstance(it, pytest.Class)] + [test.name])
    safe = re.sub(r"[^\w\[\],.=-]", "_", name)
    if safe != name or len(safe.encode()) > _MOST_BYTES:  # another test may have the same text
        digest = hashlib.sha256(name.encode("utf-8", "backslashreplace")).hexdigest()[:8]
        safe = f"{safe.encode()[:_MOST_BYTES].decode(errors='ignore')}-{digest}"
    return f"{safe}.har"


def _marked(request: pytest.FixtureRequest, name: str) -> Dict[str, Any]:
    """Returns the arguments of a marker. The test, its class and its module may have it. If several of them give the
    same argument, the one that is nearest to the test counts."""
    found: Dict[str, Any] = {}
    for marker in reversed(list(request.node.iter_markers(name))):
        found.update(marker.kwargs)
    return found
