"""Tests what `import moya` costs, and which modules need which."""

import ast
import json
import subprocess
import sys
import unittest
from graphlib import TopologicalSorter
from pathlib import Path

import moya

PROGRAM = """
import sys
before = set(sys.modules)
import moya
moya.Provider().close()
moya.Target("http://h", "/a", query={"a": "b"})
imported = sorted(set(sys.modules) - before)
import json
print(json.dumps(imported))
"""


class ImportTests(unittest.TestCase):
    def test_brings_no_module_that_a_plain_call_does_not_need(self) -> None:
        made = subprocess.run([sys.executable, "-c", PROGRAM], check=True, capture_output=True, text=True)
        imported = json.loads(made.stdout)
        self.assertIn("moya._library", imported)
        heavy = {"asyncio", "concurrent.futures", "dataclasses", "inspect", "json", "pathlib", "ssl", "string", "urllib"}
        self.assertEqual(heavy.intersection(imported), set())

    def test_dir_has_every_public_name(self) -> None:
        code = "import moya; print(*set(moya.__all__) - set(dir(moya)))"
        made = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
        self.assertEqual(made.stdout, "\n")

    def test_the_first_call_in_an_interception_imports_nothing(self) -> None:
        """If the first call imported a module, a signal handler that interrupts the import could not make a call."""
        code = (
            "import sys, moya\n"
            "with moya.intercept() as mock, moya.Provider() as provider:\n"
            "    mock.on().reply()\n"
            "    before = set(sys.modules)\n"
            "    provider.call(moya.Target('http://api.invalid', '/'))\n"
            "print(*(it for it in set(sys.modules) - before if it.startswith('moya.')))\n"
        )
        made = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
        self.assertEqual(made.stdout, "\n")

    def needed(self, folder: Path) -> "dict[str, set[str]]":
        """Returns, for each module of a folder, what it imports from the same folder, including imports inside
        functions."""
        needed = {}
        for file in folder.glob("_[a-z]*.py"):
            imports = [it for it in ast.walk(ast.parse(file.read_text())) if isinstance(it, ast.ImportFrom) and it.level == 1]
            needed[file.stem] = {it.module or name.name for it in imports for name in it.names}
        return needed

    def test_no_modules_import_each_other(self) -> None:
        for folder, module, other in ((".", "_provider", "_library"), ("typed", "_endpoint", "_result")):
            with self.subTest(folder):
                needed = self.needed(Path(moya.__file__).parent / folder)
                self.assertIn(other, needed[module])
                self.assertLessEqual(needed[module], needed.keys())
                self.assertNotIn("typed", set().union(*needed.values()))
                [*TopologicalSorter(needed).static_order()]  # raises CycleError, with the circle
