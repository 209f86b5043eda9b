"""Plugins, loaded from a shared object."""

import asyncio
import subprocess
import sys
import tempfile
from pathlib import Path

import moya
from support import DEADLINE, ServerTest

ROOT = Path(__file__).parents[3]


class PluginTests(ServerTest):
    folder: "tempfile.TemporaryDirectory[str]"

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.stamp = Path(cls.folder.name) / "stamp.so"
        source = ROOT / "plugins/stamp.c"
        subprocess.run(["gcc", "-shared", "-fPIC", f"-I{ROOT}/include", "-o", cls.stamp, source], check=True)

    stamp: Path

    def test_a_plugin_takes_part_in_every_call(self) -> None:
        with moya.Provider() as provider:
            provider.load_plugin(self.stamp, {"name": "X-Client", "value": "gr"})
            for n in (1, 2):
                response = provider.call(self.target("/echo"))
                self.assertEqual(response.json("headers.x-client"), "gr")
                self.assertEqual(
                    response.header("X-Hooks"), f"prepare={n} will_send={n} did_receive={n} process={n}"
                )
            with self.assertRaises(moya.StateError):
                provider.load_plugin(self.stamp)

    def test_the_same_through_asyncio(self) -> None:
        async def main() -> None:
            async with moya.AsyncProvider() as provider:
                provider.load_plugin(str(self.stamp))
                answers = await asyncio.gather(*(provider.call(self.target("/echo")) for _ in range(16)))
                self.assertTrue(all("x-stamp" in answer.json("headers") for answer in answers))

        asyncio.run(asyncio.wait_for(main(), DEADLINE))

    def test_a_program_may_end_with_a_plugin_and_calls_in_flight(self) -> None:
        code = """
import asyncio, socket, sys, threading, moya
silent = socket.socket(); silent.bind(("127.0.0.1", 0)); silent.listen(50)
target = moya.Target(f"http://127.0.0.1:{silent.getsockname()[1]}")
provider, other = moya.Provider(), moya.AsyncProvider()
provider.load_plugin(sys.argv[1])
other.load_plugin(sys.argv[1])
threading.Thread(target=provider.call, args=(target,), daemon=True).start()
async def main():
    kept.append(asyncio.ensure_future(other.call(target)))
    await asyncio.sleep(0)
kept = []
asyncio.new_event_loop().run_until_complete(main())
for _ in range(2): silent.accept()
print("end")
"""
        done = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", code, str(self.stamp)],
            capture_output=True, text=True, check=False, timeout=60,
        )  # fmt: skip
        self.assertEqual((done.returncode, done.stdout), (0, "end\n"), done.stderr)

    def test_a_configuration_that_the_plugin_refuses(self) -> None:
        with moya.Provider() as provider:
            with self.assertRaisesRegex(moya.UsageError, 'knows no key "nonsense"') as caught:
                provider.load_plugin(self.stamp, {"nonsense": "1"})
            self.assertEqual(caught.exception.status, moya.Status.ARGUMENT)
            self.assertEqual(provider.call(self.target("/zen")).status_code, 200)
