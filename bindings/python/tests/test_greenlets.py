"""Tests blocking calls in programs that use gevent."""

import os
import subprocess
import sys

from greenlets import USES
from support import DEADLINE, ServerTest


class GreenletTests(ServerTest):
    def test_other_greenlets_run_while_one_waits_for_a_call(self) -> None:
        program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "greenlets.py")
        for use in USES:
            with self.subTest(use):
                done = subprocess.run(
                    [sys.executable, program, self.server.url, use], capture_output=True, text=True, check=False, timeout=60
                )
                self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_an_event_loop_in_a_forked_child_calls(self) -> None:
        code = f"""
from gevent import monkey
monkey.patch_all()
import asyncio, os, moya
async def main():
    async with moya.AsyncProvider() as provider:
        target = moya.Target({self.server.url!r}, "/zen", timeout={DEADLINE})
        assert (await provider.call(target)).status_code == 200
asyncio.run(main())
child = os.fork()
if child == 0:
    try:
        asyncio.run(main())
        os._exit(0)
    finally:
        os._exit(1)
assert os.waitpid(child, 0)[1] == 0
"""
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_threads_without_greenlets_call_as_before(self) -> None:
        code = f"""
from gevent import monkey
monkey.patch_all()
import moya
native = monkey.get_original("_thread", "start_new_thread")
ends = []
with moya.Provider() as provider:
    native(lambda: ends.append(provider.call(moya.Target({self.server.url!r}, "/zen")).status_code), ())
    while not ends: pass
assert ends == [200]
"""
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
