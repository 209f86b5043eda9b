"""Tests that the wheel installs into a fresh environment and works there, without this repository and without a
network."""

import os
import subprocess
import sys
import tempfile
import unittest
import venv
from importlib.metadata import distributions
from pathlib import Path

import moya

PACKAGE = Path(__file__).parents[1]
PROGRAM = """
import moya
import moya.typed
target = moya.Target("https://api.example.com", sample=moya.Sample(json={"a": 1}), stub=moya.StubBehavior.IMMEDIATE)
with moya.Provider() as provider:
    print(moya.library_path, provider.call(target).json("a", int))
"""
#: Prints the entry points, and the files of their modules.
POINTS = """
from importlib import metadata, util
for it in metadata.distribution("libmoya").entry_points:
    print(it.group, it.name, it.value, util.find_spec(it.value.partition(":")[0]).origin)
"""


def run(*command: object, **environment: str) -> str:
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("MOYA_", "PYTHON", "PIP_"))}
    done = subprocess.run(
        [str(part) for part in command], env={**clean, **environment}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise AssertionError(done.stdout + done.stderr)
    return done.stdout


class WheelTests(unittest.TestCase):
    def test_the_metadata_is_that_of_the_project_table(self) -> None:
        try:
            from tomllib import loads
        except ImportError:  # before Python 3.11
            from pip._vendor.tomli import loads

        table = loads((PACKAGE / "pyproject.toml").read_text())["project"]
        with tempfile.TemporaryDirectory() as name:
            run(
                sys.executable, "-m", "pip", "wheel", "-q", "--no-index", "--no-deps", "-w", name, PACKAGE,
                MOYA_LIBRARY=moya.library_path, MOYA_HOMEPAGE="https://moya.example",
            )
            (wheel,) = Path(name).glob("libmoya-*.whl")
            (metadata,) = distributions(path=[str(wheel)])
        given = metadata.metadata
        self.assertEqual((given["Name"], given["Summary"]), (table["name"], table["description"]))
        self.assertEqual(given.get_all("Classifier"), table["classifiers"])
        self.assertEqual(given["Keywords"].split(","), table["keywords"])
        self.assertEqual(given["Requires-Python"], table["requires-python"])
        extras = table["optional-dependencies"]
        self.assertEqual(given.get_all("Provides-Extra"), list(extras))
        wanted = [f"{it}; extra == '{name}'" for name, all_of_it in extras.items() for it in all_of_it]
        self.assertEqual(metadata.requires, wanted)
        self.assertEqual([it["name"] for it in table["authors"]], [given["Author"]])
        self.assertIn("Homepage, https://moya.example", given.get_all("Project-URL") or [])
        self.assertIn("# libmoya", metadata.read_text("METADATA") or "")
        self.assertEqual({it.name: it.value for it in metadata.entry_points if it.group == "console_scripts"}, table["scripts"])

    def test_an_editable_installation_uses_the_package_of_the_repository(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            venv.create(name, with_pip=True)
            python = Path(name) / "bin/python"
            run(python, "-m", "pip", "install", "-q", "--no-index", "-e", PACKAGE)
            found = run(python, "-c", "import moya; print(moya.__file__)", MOYA_LIBRARY=moya.library_path)
            self.assertEqual(Path(found.strip()), PACKAGE / "moya/__init__.py")

    def test_the_wheel_brings_its_library(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            work = Path(name)
            run(
                sys.executable, "-m", "pip", "wheel", "-q", "--no-index", "--no-deps", "-w", work, PACKAGE,
                MOYA_LIBRARY=moya.library_path,
            )
            (wheel,) = work.glob("libmoya-*.whl")
            self.assertRegex(wheel.name, r"^libmoya-[\d.]+-py3-none-\w*linux_\w+\.whl$")
            venv.create(work / "fresh", with_pip=True)
            python = work / "fresh/bin/python"
            run(python, "-m", "pip", "install", "-q", "--no-index", wheel)
            run(python, "-m", "pip", "check")
            library, answer = run(python, "-c", PROGRAM).split()
            self.assertTrue(Path(library).is_relative_to(work.resolve()), library)
            self.assertEqual(answer, "1")
            self.assertTrue(Path(library).with_name("py.typed").exists())
            points = [line.split() for line in run(python, "-c", POINTS).splitlines()]
            self.assertEqual(
                [point[:3] for point in points],
                [["console_scripts", "moya", "moya.__main__:main"], ["pytest11", "moya", "moya_pytest"]],
            )
            for *_, file in points:
                self.assertTrue(Path(file).is_relative_to(work.resolve()), file)
