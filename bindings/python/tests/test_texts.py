"""Tests that texts of the library appear in the words of Python."""

import re
import unittest
from pathlib import Path
from typing import Iterator, Tuple

from moya._text import in_python

SOURCES = Path(__file__).resolve().parents[3] / "Sources/MoyaC"
#: Messages may contain these names of C: what the author of a module writes in C, and the variables of the environment.
STAY = "moya_plugin_entry|MOYA_PLUGIN_HEAD|MOYA_CHECK|MOYA_LOG"


def messages() -> "Iterator[Tuple[str, str]]":
    """Yields every text of the library with a name of C, and the file that has it."""
    for file in sorted(SOURCES.rglob("*.swift")):
        if "Plugin" in file.parts and file.name.startswith("SubRequest"):
            continue  # only a plugin in C gets these errors of requests
        if file.name == "DrainPumping.swift":
            continue  # errors for a queue that is in use; this package sets the pump only of new queues
        for line in file.read_text().splitlines():
            is_name = "@_cdecl" in line or "function:" in line or "takeBack" in line or file.name.startswith("Constants")
            if line.strip().startswith("//") or is_name:
                continue
            for text in re.findall(r'"((?:[^"\\]|\\\((?:[^()]|\([^()]*\))*\)|\\.)*)"', line):
                text = re.sub(r"\\\((?:[^()]|\([^()]*\))*\)", "7", text)
                if re.search(rf"(?!{STAY})(moya_|MOYA_)", text):
                    yield text, file.name


class TextTests(unittest.TestCase):
    def test_a_message_of_the_library_has_no_name_of_c(self) -> None:
        seen = 0
        for text, file in messages():
            with self.subTest(text, file=file):
                seen += 1
                self.assertNotRegex(in_python(text), rf"(?!{STAY})(moya_|MOYA_|NULL)")
        self.assertGreater(seen, 100)

    def test_a_name_of_c_becomes_the_name_of_an_argument(self) -> None:
        rows = (
            ("moya_target.base_url is NULL, and the provider has no base URL", "base_url is None, and the provider has no base URL"),
            ("moya_target.headers[2].value has a NUL", "a value in headers (index 2) has a NUL"),
            ("moya_provider_options.total_timeout_ms is 0", "timeout is 0"),
            ("moya_retry.attempts is 20, more than 16", "retry.attempts is 20, more than 16"),
            ("moya_sample.http_status is 7, not 0 or 100 … 599", "a sample's status_code is 7, not 0 or 100 … 599"),
            ("moya_cookie.value has a control character", "value has a control character"),
            ("moya_download has both of path and folder", "the download has both of path and folder"),
            ("moya_provider_call would block inside a callback or a hook", "the call would block inside a callback or a hook"),
            ("moya_download.flags has one that is none of MOYA_DOWNLOAD_…", "flags has one that is none of the known ones"),
            ("the provider keeps no cookies (moya_cookie_options.cookies)", "the provider keeps no cookies (cookies)"),
            ("moya_users: HTTP status 404", "moya_users: HTTP status 404"),
        )
        for text, wanted in rows:
            with self.subTest(text):
                self.assertEqual(in_python(text), wanted)
