"""The wheel installs into a fresh environment and works there, without this repository and without a network."""

import os
import subprocess
import sys
import tempfile
import unittest
import venv
import zipfile
from pathlib import Path

import moya

PACKAGE = Path(__file__).parents[1]
PROGRAM = """
import moya
target = moya.Target("https://api.example.com", sample=moya.Sample(json={"a": 1}), stub=moya.StubBehavior.IMMEDIATE)
with moya.Provider() as provider:
    print(moya.library_path, provider.call(target).json("a", int))
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
    def test_the_wheel_brings_its_library(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            work = Path(name)
            run(
                sys.executable, "-m", "pip", "wheel", "-q", "--no-index", "--no-deps", "-w", work, PACKAGE,
                MOYA_LIBRARY=moya.library_path,
            )
            (wheel,) = work.glob("libmoya-*.whl")
            self.assertRegex(wheel.name, r"^libmoya-[\d.]+-py3-none-\w*linux_\w+\.whl$")
            with zipfile.ZipFile(wheel) as opened:
                metadata = next(opened.read(name).decode() for name in opened.namelist() if name.endswith("/METADATA"))
            for extra in ("httpx", "httpx2", "requests"):
                self.assertIn(f"Provides-Extra: {extra}\nRequires-Dist: {extra}>=", metadata)
            venv.create(work / "fresh", with_pip=True)
            python = work / "fresh/bin/python"
            run(python, "-m", "pip", "install", "-q", "--no-index", wheel)
            run(python, "-m", "pip", "check")
            library, answer = run(python, "-c", PROGRAM).split()
            self.assertTrue(Path(library).is_relative_to(work.resolve()), library)
            self.assertEqual(answer, "1")
            self.assertTrue(Path(library).with_name("py.typed").exists())
