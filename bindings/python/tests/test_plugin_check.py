"""Tests the checker of plugins that are classes of Python."""

import contextlib
import io
import json
import os
import subprocess
import sys
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Dict, Tuple

from moya import plugin_check

HERE = Path(__file__).parent

#: For each class, the rules of the checker that warn or fail, with a part of the text. No other rule warns or fails.
EXPECTED: "Dict[str, Dict[str, Tuple[str, str]]]" = {
    "Sound": {},
    "Deliberate": {},
    "Waiting": {},
    "Hookless": {"add": ("warning", "overrides no hook")},
    "Parsing": {"results": ("failed", "process of ")},  # the text names the call that ends first
    "Overlapping": {"parallel": ("failed", "raised RuntimeError: busy"), "results": ("failed", "RuntimeError: busy")},
    "Static": {"two-providers": ("failed", "RuntimeError: closed")},
    "Stuck": {
        "hook-fails": ("failed", "after a call in which a hook raised is out of time"),
        "other-plugin-fails": ("failed", "after a call that another plugin failed is out of time"),
    },
    "Stubborn": {"cancel": ("failed", "prepare did not end in 3 s")},
    "Reading": {"blocking": ("warning", "prepare calls open of")},
    "Forking": {"blocking": ("warning", "prepare calls os.fork")},
    "Talkative": {"secrets": ("failed", "a log line shows a secret")},
    "Short": {"secrets": ("warning", "less than 6 bytes")},
    "Remembered": {"close": ("warning", "still refers to the plugin")},
    "Threaded": {"close": ("warning", "the thread mine still runs")},
    "Unclosable": {"close": ("failed", "close raised ValueError: no")},
}
#: Classes that break many rules. For each class, the test looks at one rule, and at a part of what the checker says
#: about it.
ONE_ROW = {
    "Misnamed": ("add", "id"),
    "Raising": ("call", "prepare of GET with JSON raised KeyError"),
    "Observing": ("call", "will_send of GET with JSON raised UsageError"),
    "Hanging": ("call", "did not end in 1 s"),
    "Crashing": ("call", "the process ended with the status 3"),
    "Killed": ("call", "the process ended with the signal SIGKILL"),
    "Verbose": ("call", "x" * 100_000),
    "Returning": ("call", "prepare of GET with JSON: what prepare returns must be None, a moya.Sample or a moya.Response, not bool"),
    "Signing": ("call", "what sign returns must be None, not str"),
    "Impatient": ("call", "should_retry of GET with JSON: what should_retry returns must be a positive number"),
}


def checked(*arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-W", "ignore", "-m", "moya.plugin_check", *arguments]
    return subprocess.run(command, cwd=HERE, capture_output=True, text=True, check=False, timeout=120)


class PluginCheckTests(unittest.TestCase):
    def test_finds_the_rule_that_each_class_breaks_and_no_other(self) -> None:
        chosen = [*EXPECTED.items()]
        if os.environ.get("MOYA_LONG") != "1":  # all of them take a quarter of a minute
            chosen = chosen[::3]
        with ThreadPoolExecutor(4) as threads:
            arguments = ("--json", "--time-limit", "60")
            ends = threads.map(lambda it: checked(f"plugins_to_check:{it[0]}", *arguments), chosen)
        for (name, expected), done in zip(chosen, ends):
            with self.subTest(name):
                rows = {row["name"]: row for row in json.loads(done.stdout)["rows"]}
                self.assertEqual(list(rows), list(plugin_check._ROWS))
                bad = {row: it["verdict"] for row, it in rows.items() if it["verdict"] in ("warning", "failed")}
                self.assertEqual(bad, {row: verdict for row, (verdict, _) in expected.items()}, rows)
                for row, (_, text) in expected.items():
                    self.assertIn(text, rows[row]["text"])
                self.assertEqual(done.returncode, int("failed" in bad.values()), done.stderr)

    def test_a_class_that_breaks_everything_fails_one_row_at_a_time(self) -> None:
        for name, (row, text) in ONE_ROW.items():
            with self.subTest(name):
                limit = "1" if name == "Hanging" else "60"
                done = checked(f"plugins_to_check:{name}", "--test", row, "--time-limit", limit)
                self.assertEqual(done.returncode, 1, done.stderr)
                self.assertTrue(done.stdout.startswith(f"failed   {row} "), done.stdout)
                self.assertIn(text, done.stdout)

    def test_the_config_is_the_arguments_of_the_class(self) -> None:
        done = checked("plugins_to_check:Sound", "--config", '{"token": "abc"}', "--test", "secrets")
        self.assertIn("less than 6 bytes", done.stdout)

    def test_a_row_that_does_not_apply_has_no_verdict(self) -> None:
        for name, row, text in [("Parsing", "secrets", "no secrets"), ("Sound", "cancel", "no hook waited")]:
            with self.subTest(name):
                done = checked(f"plugins_to_check:{name}", "--test", row)
                self.assertTrue(done.stdout.startswith(f"none     {row} "), done.stdout)
                self.assertIn(text, done.stdout)
                self.assertEqual(done.returncode, 0)

    def test_says_what_is_wrong_with_the_command_line(self) -> None:
        for arguments, text in [
            ((), "name a plugin: MODULE:CLASS"),
            (("plugins_to_check:Sound", "--config", "[]"), "--config must be a JSON object"),
            (("plugins_to_check:Sound", "--config", '{"other": 1}'), "unexpected keyword argument 'other'"),
            (("plugins_to_check:Needing",), "required positional arguments: 'origin' and 'key'; --config sets arguments"),
            (("plugins_to_check:Needing", "--config", '{"origin": "o"}'), "argument: 'key'; --config sets arguments"),
            (("plugins_to_check:Leaving",), "plugins_to_check:Leaving: SystemExit: 0"),
            (("plugins_to_check:None",), "has no attribute 'None'"),
            (("plugins_to_check:asyncio",), "is not a subclass of moya.Plugin"),
            (("no_such_module:Plugin",), "No module named 'no_such_module'"),
        ]:
            with self.subTest(arguments):
                done = checked(*arguments)
                self.assertEqual((done.returncode, text in done.stderr), (2, True), done.stderr)

    def test_lists_all_rows_with_their_rules(self) -> None:
        shown: Any = io.StringIO()
        with contextlib.redirect_stdout(shown):
            self.assertEqual(plugin_check.main(["--list"]), 0)
        self.assertEqual([line.split()[0] for line in shown.getvalue().splitlines()], list(plugin_check._ROWS))
