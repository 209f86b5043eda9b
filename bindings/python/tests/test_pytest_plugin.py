"""Tests the fixtures moya_mock and moya_record. pytest runs in a process of its own, in which moya is an installed
distribution."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import moya
from support import ServerTest

PACKAGE = Path(__file__).parents[1]
HEAD = """
import asyncio, os, sys
import pytest

URL = os.environ["MOYA_TEST_URL"]

def get(path, **fields):
    import moya
    with moya.Provider() as provider:
        return provider.call(moya.Target(URL, path, **fields)).text
"""


class PluginTest(ServerTest):
    def setUp(self) -> None:
        super().setUp()
        self.folder = Path(self.enterContextOf(tempfile.TemporaryDirectory())).resolve()
        self.installed, self.project = self.folder / "installed", self.folder / "project"
        self.project.mkdir()
        # This installs the distribution without the library: its entry points, and a path to the package.
        make = "import sys, wheel_backend; print(wheel_backend.build_editable(sys.argv[1]))"
        environment = {**os.environ, "PYTHONPATH": str(PACKAGE)}
        made = subprocess.run(
            [sys.executable, "-B", "-c", make, str(self.folder)], capture_output=True, text=True, check=True, env=environment
        )
        zipfile.ZipFile(self.folder / made.stdout.strip()).extractall(self.installed)

    def run_pytest(self, test: str, *arguments: str, ini: str = "", conftest: str = "") -> "tuple[dict[str, int], str]":
        """Runs pytest on the test. Returns the numbers of its last line ("2 passed"), and its output."""
        (self.project / "test_one.py").write_text(HEAD + test)
        (self.project / "pytest.ini").write_text(f"[pytest]\n{ini}\n")
        (self.project / "conftest.py").write_text(conftest)
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
        environment.update(
            MOYA_LIBRARY=moya.library_path, PYTHONPATH=f"{self.installed}:{PACKAGE}", MOYA_TEST_URL=self.server.url,
        )
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-W", "error", *arguments],
            cwd=self.project, env=environment, capture_output=True, text=True, timeout=120, check=False,
        )
        last = done.stdout.strip().splitlines()[-1].strip("= ") if done.stdout.strip() else ""
        words = last.partition(" in ")[0].replace(",", "").split()
        counts = {kind.rstrip("s"): int(number) for number, kind in zip(words[::2], words[1::2]) if number.isdigit()}
        return counts, done.stdout + done.stderr

    def expect(self, wanted: Any, test: str, *arguments: str, **given: str) -> str:
        counts, output = self.run_pytest(test, *arguments, **given)
        self.assertEqual(counts, wanted, output)
        return output


class MockFixtureTests(PluginTest):
    def test_pytest_finds_the_fixtures_and_loads_the_library_with_the_first_one(self) -> None:
        self.expect(
            {"passed": 2},
            """
def test_before(): assert "moya" not in sys.modules

def test_mock(moya_mock):
    rule = moya_mock.on(path="/count").reply("one")
    assert get("/count") == '"one"'
    assert [it.path for it in [call.called for call in rule.calls]] == ["/count"]
""",
        )
        self.assertEqual(self.server.count, 0)

    def test_a_provider_of_a_module_and_asyncio(self) -> None:
        self.expect(
            {"passed": 2},
            """
import moya
PROVIDER = moya.Provider()
TARGET = moya.Target(URL, "/count")

def test_provider(moya_mock):
    moya_mock.on(TARGET).reply([1])
    assert PROVIDER.call(TARGET).json() == [1]
    PROVIDER.close()

def test_asyncio(moya_mock):
    moya_mock.on().reply([2])
    async def use():
        async with moya.AsyncProvider() as provider:
            return [it.json() for it in await asyncio.gather(*(provider.call(TARGET) for _ in range(3)))]
    assert asyncio.run(use()) == [[2]] * 3
""",
        )
        self.assertEqual(self.server.count, 0)

    def test_what_was_not_called_or_not_matched_is_an_error(self) -> None:
        output = self.expect(
            {"passed": 5, "error": 2, "failed": 1},
            """
def test_unused(moya_mock): moya_mock.on(path="/unused").reply()

def test_swallowed(moya_mock):
    try: get("/swallowed")
    except LookupError: pass

@pytest.mark.moya_mock(assert_all_called=False, assert_all_matched=False)
class TestMarked:
    def test_both(self, moya_mock):
        moya_mock.on(path="/a").reply()
        with pytest.raises(LookupError): get("/b")

    @pytest.mark.moya_mock(assert_all_called=True)
    def test_nearer(self, moya_mock): moya_mock.on(path="/a").reply().optional()

def test_failed(moya_mock):
    moya_mock.on(path="/only").reply()
    assert False, "the test itself"

def test_after(): assert get("/zen")
""",
        )
        self.assertIn("no request has used these rules: /unused", output)
        self.assertIn(f"no rule matches GET {self.server.url}/swallowed, since there are no rules", output)
        self.assertNotIn("no request has used these rules: /only", output)

    def test_a_test_that_is_skipped_or_may_fail_has_no_other_error(self) -> None:
        self.expect(
            {"skipped": 1, "xfailed": 2, "error": 1, "passed": 1},
            """
def test_skipped(moya_mock):
    moya_mock.on(path="/a").reply()
    pytest.skip("not today")

@pytest.mark.xfail(raises=LookupError, strict=True)
def test_unmatched(moya_mock): get("/a")

@pytest.mark.xfail
def test_unused(moya_mock):
    moya_mock.on(path="/a").reply()
    assert False

def test_an_error(moya_mock): moya_mock.on(path="/a").reply()
""",
        )

    def test_the_network_can_be_blocked(self) -> None:
        output = self.expect(
            {"passed": 1, "failed": 1},
            """
def test_blocked(): get("/count")

def test_mocked(moya_mock):
    moya_mock.on().reply([1])
    assert get("/count") == "[1]"
""",
            ini="moya_block_network = true",
        )
        self.assertIn("NoStub", output)
        self.assertEqual(self.server.count, 0)

    def test_the_fixtures_are_listed_with_their_docstrings(self) -> None:
        _, output = self.run_pytest("", "--fixtures")
        for words in ("moya_mock", "Intercepts the calls of every provider during a test", "moya_record", "next to the test"):
            self.assertIn(words, output)
        _, output = self.run_pytest("", "--markers")
        self.assertIn("@pytest.mark.moya_mock(**arguments)", output)


class ExampleTests(PluginTest):
    def test_the_tests_of_the_example_pass(self) -> None:
        example = Path(__file__).parents[3] / "examples/sdk"
        shutil.copytree(example, self.project, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
        self.expect({"passed": 9}, "", "test_hub.py", ini=(self.project / "pytest.ini").read_text().partition("\n")[2])


class RecordFixtureTests(PluginTest):
    TEST = """
@pytest.mark.parametrize("number", [1, 2], ids=["a/b", "c"])
def test_count(moya_record, number): assert get("/count") == str(number)
"""

    def test_records_once_and_plays(self) -> None:
        for _ in range(2):
            self.expect({"passed": 2}, self.TEST, "--strict-markers")
        self.assertEqual(self.server.count, 2)
        folder = self.project / "cassettes/test_one"
        self.assertEqual([it.partition("-")[0] for it in sorted(os.listdir(folder))], ["test_count[a_b]", "test_count[c].har"])
        self.assertEqual(json.loads((folder / "test_count[c].har").read_text())["log"]["entries"][0]["response"]["status"], 200)

    def test_each_test_has_its_own_file(self) -> None:
        test = """
class TestA:
    def test_count(self, moya_record): assert get("/count") == "1"

class TestB:
    def test_count(self, moya_record): assert get("/count") == "2"
    class TestC:
        def test_count(self, moya_record): assert get("/count") == "3"

@pytest.mark.parametrize("number", [4, 5], ids=["a/b", "a:b"])
def test_count(moya_record, number): assert get("/count") == str(number)

@pytest.mark.parametrize("number", [6, 7], ids=["6" * 300, "6" * 301])
def test_long(moya_record, number): assert get("/count") == str(number)
"""
        self.expect({"passed": 7}, test)
        self.expect({"passed": 7}, test, "--moya-record=none")
        self.assertEqual(self.server.count, 7)
        names = os.listdir(self.project / "cassettes/test_one")
        self.assertEqual(len(names), 7)
        self.assertLessEqual({"TestA.test_count.har", "TestB.test_count.har", "TestB.TestC.test_count.har"}, {*names})

    def test_the_mode_comes_from_the_command_line_the_marker_or_the_settings(self) -> None:
        none = '@pytest.mark.moya_record(mode="none", path="own/{}.har")\ndef test_one(moya_record): get("/zen")\n'
        self.expect({"failed": 1}, none)
        self.expect({"passed": 1}, none, "--moya-record=all")
        self.assertEqual(os.listdir(self.project / "own"), ["{}.har"])
        self.expect({"passed": 1}, none)
        self.expect({"failed": 1}, 'def test_two(moya_record): get("/zen")\n', ini="moya_record = none")
        options = 'import pytest\n@pytest.fixture(scope="session")\ndef moya_record_options(): return {"mode": "none"}\n'
        self.expect({"failed": 1}, 'def test_two(moya_record): get("/zen")\n', conftest=options)
        counts, output = self.run_pytest(none, "--moya-record=twice")
        self.assertIn("invalid choice: 'twice'", output)

    def test_options_of_cassettes(self) -> None:
        options = 'import pytest\n@pytest.fixture(scope="session")\ndef moya_record_options(): return {"secrets": ["name"]}\n'
        test = 'def test_one(moya_record): get("/echo", query={"name": "canary"})\n'
        self.expect({"passed": 1}, test, conftest=options)
        text = (self.project / "cassettes/test_one/test_one.har").read_text()
        self.assertIn("?name=redacted", text)
        self.assertNotIn("canary", text)
