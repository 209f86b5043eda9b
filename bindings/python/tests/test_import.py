"""What `import moya` costs."""

import json
import subprocess
import sys
import unittest

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
