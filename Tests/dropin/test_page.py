"""Tests that the programs of docs/python-dropin.md run."""

import re
import unittest
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs/python-dropin.md"


class PageTests(unittest.TestCase):
    def test_the_programs_of_the_page_run(self) -> None:
        programs = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
        self.assertGreater(len(programs), 1)
        for program in programs:
            with self.subTest(program=program):
                exec(program, {})


if __name__ == "__main__":
    unittest.main()
