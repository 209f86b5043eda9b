"""What `import moya` costs, and which modules need which."""

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

    def test_no_modules_import_each_other(self) -> None:
        needed = {}
        for file in Path(moya.__file__).parent.glob("_[a-z]*.py"):
            # Includes imports inside functions.
            imports = [it for it in ast.walk(ast.parse(file.read_text())) if isinstance(it, ast.ImportFrom) and it.level]
            needed[file.stem] = {it.module or name.name for it in imports for name in it.names}
        self.assertIn("_library", needed["_provider"])
        self.assertLessEqual(needed["_provider"], needed.keys())
        [*TopologicalSorter(needed).static_order()]  # raises CycleError, with the circle
