"""Tests the files of cassettes: who writes them, and with which permissions. Tests the memory to which forked children
write their requests."""

import multiprocessing
import os
import tempfile
import unittest
from pathlib import Path
from typing import Any

import moya
from moya._headers import Headers
from moya._status import StubbedBy
from moya._stubs import StubRequest
from moya.testing import Cassette
from moya.testing._mock import Children
from support import DEADLINE, ServerTest


class FileTests(ServerTest):
    def setUp(self) -> None:
        super().setUp()
        self.path = Path(self.enterContextOf(tempfile.TemporaryDirectory()), "one.har")

    def record(self, mode: Any) -> int:
        """Records a response. Returns the permissions of the file."""
        with Cassette(self.path, mode=mode), moya.Provider() as provider:
            provider.call(self.target("/zen"))
        return self.path.stat().st_mode & 0o777

    def test_a_new_file_has_the_permissions_that_the_umask_leaves(self) -> None:
        self.addCleanup(os.umask, os.umask(0o077))
        self.assertEqual(self.record("once"), 0o600)
        self.path.unlink()
        os.umask(0o002)
        self.assertEqual(self.record("once"), 0o664)

    def test_a_file_that_is_replaced_keeps_its_permissions(self) -> None:
        self.record("once")
        self.path.chmod(0o640)
        self.assertEqual(self.record("all"), 0o640)

    def test_a_forked_child_that_leaves_the_block_does_not_write_the_file(self) -> None:
        cassette = Cassette(self.path, mode="all")
        with cassette, moya.Provider() as provider:
            provider.call(self.target("/zen"))

            def leave() -> None:
                cassette.__exit__(None, None, None)
                os._exit(int(self.path.exists()))

            child = multiprocessing.get_context("fork").Process(target=leave)
            child.start()
            child.join(DEADLINE)
            self.assertEqual(child.exitcode, 0)
        self.assertTrue(self.path.exists())


class ChildrenTests(unittest.TestCase):
    def test_a_request_that_a_child_has_written_in_part_is_read_when_it_is_whole(self) -> None:
        children = Children()
        request = StubRequest("", "GET", "http://a.test/", b"body", Headers(()), 0, StubbedBy(0))

        def write() -> None:
            children.add(request, StubbedBy(0), None)
            children.add(request, StubbedBy(0), None)

        child = multiprocessing.get_context("fork").Process(target=write)
        child.start()
        child.join(DEADLINE)
        size = os.fstat(children._file).st_size
        rest = os.pread(children._file, 3, size - 3)
        os.ftruncate(children._file, size - 3)
        self.assertEqual(len(children.calls()), 1)
        os.write(children._file, rest)
        self.assertEqual(len(children.calls()), 2)
