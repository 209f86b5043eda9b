"""Several interpreters in one process."""

import subprocess
import sys
import unittest

PROGRAM = """
import sys
if sys.version_info < (3, 13):
    import _xxsubinterpreters as interpreters
    other = interpreters.create(isolated=False)
else:
    import _interpreters as interpreters
    other = interpreters.create()

use = '''
import asyncio, moya
target = moya.Target("http://h", headers={"A": "b"}, query={"q": 1}, tags=["t"], stub=True, sample=moya.Sample(json={"a": 1}))
async def main():
    async with moya.AsyncProvider() as provider:
        assert (await provider.call(target)).json("a", int) == 1
with moya.Provider() as provider:
    assert provider.call(target).json("a", int) == 1
    with provider.stream(target) as stream:
        assert stream.read() == b'{"a":1}'
asyncio.run(main())
'''
exec(use)
error = interpreters.run_string(other, use)
assert not error, error
exec(use)
interpreters.destroy(other)
exec(use)
"""


class InterpreterTests(unittest.TestCase):
    def test_another_interpreter_has_the_package_to_itself(self) -> None:
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False, timeout=60
        )
        self.assertEqual((done.returncode, done.stderr), (0, ""))
