"""Tests where log lines go."""

import gc
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path
from typing import Any, List, Tuple

import moya
from moya import _callbacks
from support import stubbed

ROOT = Path(__file__).parents[3]
PLUGIN = r"""
#include <moya/plugin.h>
static const moya_host *host;
static moya_status create(const moya_host *services, moya_context *self, void **instance) {
  (void)instance;
  host = services;
  host->log(self, MOYA_LOG_DEBUG, "made");
  return MOYA_HOOK_OK;
}
static void will_send(void *instance, moya_context *context) {
  (void)instance;
  host->log(context, MOYA_LOG_WARNING, "gr\xc3\xbcn token=abc");
}
static const moya_plugin table = {
    MOYA_PLUGIN_HEAD, .id = "org.example.t", .version = "1.0.0", .create = create, .will_send = will_send};
MOYA_MODULE(&table)
"""


class LogTests(unittest.TestCase):
    folder: "tempfile.TemporaryDirectory[str]"
    plugin: Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.plugin = Path(cls.folder.name) / "talker.so"
        source = ["gcc", "-shared", "-fPIC", f"-I{ROOT}/include", "-o", str(cls.plugin), "-x", "c", "-"]
        subprocess.run(source, check=True, input=PLUGIN, text=True)

    def test_lines(self) -> None:
        made, line = (moya.LogLevel.DEBUG, "org.example.t: made"), (moya.LogLevel.WARNING, "org.example.t: grün token=<redacted>")
        rows: "List[Tuple[dict[str, Any], List[Any]]]" = [
            ({}, [line]),
            ({"log_level": moya.LogLevel.DEBUG}, [made, line]),
            ({"log_level": moya.LogLevel.ERROR}, []),
        ]
        for options, wanted in rows:
            lines: List[Any] = []
            with self.subTest(options):
                with moya.Provider(log=lambda level, text: lines.append((level, text)), **options) as provider:
                    provider.load_plugin(self.plugin)
                    provider.call(stubbed())
                self.assertEqual(lines, wanted)

    def test_the_function_is_kept_as_long_as_the_provider_and_no_longer(self) -> None:
        gc.collect()
        before = len(_callbacks._kept)
        lines: List[str] = []
        provider = moya.Provider(log=lambda _, text: lines.append(text))
        provider.load_plugin(self.plugin)
        gc.collect()
        provider.call(stubbed())
        self.assertEqual(len(lines), 1)
        provider.close()
        del provider
        gc.collect()
        self.assertEqual(len(_callbacks._kept), before)

    def test_what_it_raises_goes_to_the_unraisable_hook(self) -> None:
        def fail(_: moya.LogLevel, __: str) -> None:
            raise KeyError("mine")

        with unittest.mock.patch("sys.unraisablehook") as hook, moya.Provider(log=fail) as provider:
            provider.load_plugin(self.plugin)
            self.assertEqual(provider.call(stubbed()).status_code, 200)
        self.assertEqual([type(call.args[0].exc_value) for call in hook.mock_calls], [KeyError])

    def test_refused(self) -> None:
        rows: "List[Tuple[dict[str, Any], str]]" = [
            ({"log": 7}, "log must be a function"),
            ({"log": print, "log_level": 1}, "log_level must be a moya.LogLevel"),
        ]
        before = len(_callbacks._kept)
        for options, says in rows:
            with self.subTest(options), self.assertRaisesRegex(moya.UsageError, says):
                moya.Provider(**options)
        with self.assertRaises(moya.UsageError):
            moya.Provider(log=print, base_url="nothing")
        self.assertEqual(len(_callbacks._kept), before)

    def test_a_provider_that_is_open_when_python_ends(self) -> None:
        program = f"""
import moya, sys
provider = moya.Provider(log=lambda level, text: print(text))
provider.load_plugin({str(self.plugin)!r})
provider.call(moya.Target("http://h", stub=True, sample=moya.Sample()))
"""
        ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
        self.assertEqual((ended.returncode, ended.stdout), (0, "org.example.t: grün token=<redacted>\n"), ended.stderr)
