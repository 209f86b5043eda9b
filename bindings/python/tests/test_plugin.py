"""Tests plugins of a shared object."""

import asyncio
import pickle
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Callable

import moya
from support import DEADLINE, ServerTest

ROOT = Path(__file__).parents[3]


class Own(moya.Plugin):
    """Sets the header field X-Own-END, in which END is the argument `end`."""

    id = "org.example.own"

    def __init__(self, end: str) -> None:
        self.end = end

    def prepare(self, call: moya.PluginCall) -> None:
        call.request.headers[f"X-Own-{self.end}"] = "1"


class PluginTests(ServerTest):
    folder: "tempfile.TemporaryDirectory[str]"

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.stamp = Path(cls.folder.name) / "stamp.so"
        source = ROOT / "plugins/stamp.c"
        subprocess.run(["gcc", "-shared", "-fPIC", f"-I{ROOT}/include", "-o", cls.stamp, source], check=True)

        cls.two = cls.compiled("two", cls.TWO)

    @classmethod
    def compiled(cls, name: str, text: str) -> Path:
        module = Path(cls.folder.name) / f"{name}.so"
        command = ["gcc", "-shared", "-fPIC", f"-I{ROOT}/include", "-o", module, "-xc", "-"]
        subprocess.run(command, input=text, text=True, check=True)
        return module

    stamp: Path
    #: A module of two plugins. The hook of the second one never ends.
    two: Path
    TWO = """
#include <moya/plugin.h>
static const moya_host *host;
static moya_status create(const moya_host *given, moya_context *self, void **instance) { host = given; return MOYA_OK; }
static moya_status mark(void *it, moya_context *call) {
  moya_str store = host->option_text(call, "store");
  if (store.len) host->request_set_header(call, "X-Store", store.data);
  return host->request_set_header(call, "X-Mark", "1");
}
static moya_status wait_for_ever(void *it, moya_context *call) { host->defer(call); return MOYA_HOOK_PENDING; }
static const moya_option options[] = {{.name = "store", .kind = MOYA_OPTION_SECRET}, {0}};
static const moya_plugin first = {
    MOYA_PLUGIN_HEAD, .id = "org.example.mark", .version = "1", .options = options, .create = create, .prepare = mark};
static const moya_plugin second = {
    MOYA_PLUGIN_HEAD, .flags = MOYA_PLUGIN_WAITS, .id = "org.example.wait", .version = "1", .create = create, .prepare = wait_for_ever};
MOYA_MODULE(&first, &second)
"""

    def both(self, use: "Callable[[Any, Callable[..., Any]], None]") -> None:
        """Calls `use` with a Provider, and then with an AsyncProvider. The second argument of `use` is a function that
        makes a call and returns its response."""

        async def main() -> None:
            async with moya.AsyncProvider(timeout=DEADLINE) as provider:
                loop = asyncio.get_running_loop()

                def call(*given: Any, **fields: Any) -> Any:
                    return asyncio.run_coroutine_threadsafe(provider.call(self.target(*given, **fields)), loop).result(DEADLINE)

                await loop.run_in_executor(None, use, provider, call)

        with moya.Provider(timeout=DEADLINE) as provider:
            use(provider, lambda *given, **fields: provider.call(self.target(*given, **fields)))
        asyncio.run(asyncio.wait_for(main(), DEADLINE))

    def test_a_module_is_added_twice_with_names_for_targets_with_and_without_a_tag(self) -> None:
        def use(provider: Any, call: "Callable[..., Any]") -> None:
            provider.load_plugin(self.stamp, {"name": "X-All"})
            provider.load_plugin(self.stamp, {"name": "X-Only"}, name="only", only_tag="user")
            provider.load_plugin(self.stamp, {"name": "X-Not"}, name="not", not_tag="user")
            for tags, names in ((["user"], {"x-all", "x-only"}), ([], {"x-all", "x-not"})):
                seen = call("/echo", tags=tags).json("headers")
                self.assertEqual({name for name in seen if name.startswith("x-")}, names)

        self.both(use)

    def test_a_disabled_plugin_has_no_effect_until_it_is_enabled(self) -> None:
        def use(provider: Any, call: "Callable[..., Any]") -> None:
            provider.load_plugin(self.stamp, name="stamp", disabled=True)
            for on in (False, True, False):
                if on or "x-stamp" in call("/echo").json("headers"):
                    provider.enable_plugin("stamp", on)
                self.assertEqual("x-stamp" in call("/echo").json("headers"), on)
                provider.enable_plugin("stamp", False)
            with self.assertRaisesRegex(moya.UsageError, "no plugin.* other"):
                provider.enable_plugin("other")
            with self.assertRaisesRegex(moya.UsageError, "name must be a str, not int"):
                provider.enable_plugin(7)

        self.both(use)
        provider = moya.Provider()
        provider.close()
        with self.assertRaises(moya.StateError):
            provider.enable_plugin("stamp")

    def test_an_intercepted_provider_has_the_plugins_that_are_enabled(self) -> None:
        with moya.Provider() as provider:
            provider.load_plugin(self.stamp, {"name": "X-On"}, name="on", disabled=True)
            provider.load_plugin(self.stamp, {"name": "X-Off"}, name="off")
            for on in (False, True, False, True):
                provider.enable_plugin("on", on)
                provider.enable_plugin("off", not on)
            self.assertEqual(len(provider._added), 4)
            with moya.intercept() as mock:
                rule = mock.on(path="/zen").reply({})
                provider.call(self.target("/zen"))
                provider.enable_plugin("off")
                provider.call(self.target("/zen"))
            seen = [{name for name in ("X-On", "X-Off") if name in call.headers} for call in rule.calls]
            self.assertEqual(seen, [{"X-On"}, {"X-On", "X-Off"}])

    def test_a_plugin_of_a_module_with_several(self) -> None:
        def use(provider: Any, call: "Callable[..., Any]") -> None:
            with self.assertRaisesRegex(moya.UsageError, "org.example.mark.*org.example.wait"):
                provider.load_plugin(self.two)
            with self.assertRaisesRegex(moya.UsageError, "org.example.other"):
                provider.load_plugin(self.two, id="org.example.other")
            provider.load_plugin(self.two, id="org.example.mark")
            self.assertEqual(call("/echo").json("headers.x-mark"), "1")

        self.both(use)

    def test_a_hook_of_a_module_may_wait_at_most_max_wait(self) -> None:
        def use(provider: Any, call: "Callable[..., Any]") -> None:
            provider.load_plugin(self.two, id="org.example.wait", max_wait=0.05)
            with self.assertRaisesRegex(moya.PluginError, "did not resume within 50 ms") as caught:
                call("/zen")
            self.assertEqual(caught.exception.status, moya.Status.PLUGIN_TIMEOUT)

        self.both(use)

    def test_a_file_that_others_may_write_is_loaded_only_if_any_file_is_allowed(self) -> None:
        module = self.compiled("open", self.TWO)
        module.chmod(0o777)
        with moya.Provider() as provider:
            with self.assertRaisesRegex(moya.PluginError, "writ"):
                provider.load_plugin(module, id="org.example.mark")
            provider.load_plugin(module, id="org.example.mark", any_file=True)
            self.assertEqual(provider.call(self.target("/echo")).json("headers.x-mark"), "1")

    def test_wrong_arguments_are_named(self) -> None:
        rows: "list[tuple[Any, Any, str]]" = [
            (argument, 7, f"{argument} must be a str, not int") for argument in ("id", "name", "only_tag", "not_tag")
        ]
        rows += [("max_wait", 0, "max_wait must be a positive number"), ("max_wait", "1", "max_wait must be a number of seconds")]
        rows += [("name", "", "name is empty"), ("name", "a\nb", "name .*control character"), ("path", 7, "path must be a str")]
        with moya.Provider() as provider:
            for argument, value, words in rows:
                with self.subTest(argument, value=value), self.assertRaisesRegex(moya.UsageError, words):
                    provider.load_plugin(**{"path": self.stamp, argument: value})
            with self.assertRaises(TypeError):
                provider.load_plugin(self.stamp, only="user")  # type: ignore[call-arg]
            self.assertNotIn("x-stamp", provider.call(self.target("/echo")).json("headers"))

    def test_a_recipe_says_how_a_plugin_is_used(self) -> None:
        path = str(self.stamp)
        recipe: Any = {"plugins": [
            (path, {"name": "X-Only"}, {"name": "only", "only_tag": "user"}), (path, {"name": "X-Not"}, {"not_tag": "user"}),
            (str(self.two), {}, {"id": "org.example.mark"}), (Own("1"), {"name": "a", "only_tag": "user"}), (Own("2"), {"disabled": True}),
        ]}  # fmt: skip
        with moya.Provider(**pickle.loads(pickle.dumps(recipe))) as provider:
            for tags, names in ((["user"], {"x-only", "x-mark", "x-own-1"}), ([], {"x-not", "x-mark"})):
                seen = provider.call(self.target("/echo", tags=tags)).json("headers")
                self.assertEqual({name for name in seen if name.startswith("x-")}, names)

    def test_a_plugin_of_a_module_with_several_gets_the_shared_store(self) -> None:
        for config, store in (({}, "file:/a"), ({"store": "file:/b"}, "file:/b")):
            plugins: Any = [(str(self.two), config, {"id": "org.example.mark"})]
            with moya.Provider(plugins=plugins, shared="file:/a") as provider:
                self.assertEqual(provider.call(self.target("/echo")).json("headers.x-store"), store)
        with self.assertRaisesRegex(moya.UsageError, "no module in plugins takes it"):
            moya.Provider(plugins=[(str(self.two), {}, {"id": "org.example.wait"})], shared="file:/a")

    def test_a_mistake_in_how_a_recipe_uses_a_plugin_is_named(self) -> None:
        path = str(self.stamp)
        rows: "list[tuple[Any, Any, str]]" = [
            ((path, {}, {"only_tags": "a"}), TypeError, r"load_plugin\(\) has no argument 'only_tags': did you mean 'only_tag'"),
            ((path, {}, {"only_tag": 7}), moya.UsageError, "only_tag must be a str"),
            ((path, {}, "user"), moya.UsageError, "a tuple in plugins must be"),
            ((path, {}, {}, {}), moya.UsageError, "a tuple in plugins must be"),
            (("moya.retry", {}, {"only_tag": "a"}), moya.UsageError, "moya.retry is a plugin of the library, which has no only_tag"),
            ((Own("1"), {"any_file": True}), TypeError, r"add_plugin\(\) has no argument 'any_file'"),
            ((Own("1"), {}, {}), moya.UsageError, "a tuple in plugins must be"),
            ((), moya.UsageError, "a tuple in plugins must be"),
        ]
        for element, kind, words in rows:
            with self.subTest(words), self.assertRaisesRegex(kind, words):
                moya.Provider(plugins=[element])

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
