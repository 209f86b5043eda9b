"""Contains plugins for test_plugin_check.py. Each class with a docstring breaks one rule."""

import asyncio
import json
import os
import signal
import sys
import threading
from typing import Any, List

import moya


class Plugin(moya.Plugin):
    id = "org.example.checked"


class Sound(Plugin):
    secret_headers = ("Authorization",)

    def __init__(self, token: str = "token-of-many-bytes") -> None:
        self.secrets = (token,)
        self.token = token

    def prepare(self, call: moya.PluginCall) -> None:
        call.request.headers["Authorization"] = f"Bearer {self.token}"
        call.log(moya.LogLevel.INFO, f"sends {self.token}")


class Needing(Plugin):
    """Has arguments without a default."""

    def __init__(self, origin: str, key: str) -> None:
        self.origin, self.key = origin, key


class Deliberate(Plugin):
    def prepare(self, call: moya.PluginCall) -> None:
        raise moya.UsageError("this provider sends nothing", moya.Status.ARGUMENT)


class Waiting(Plugin):
    async def prepare(self, call: moya.PluginCall) -> None:
        await asyncio.sleep(0.01)

    async def process(self, call: moya.PluginCall) -> None:
        await asyncio.sleep(0)


class Hookless(Plugin):
    """Has only a method that is not a hook."""

    def prepared(self, call: moya.PluginCall) -> None: ...


class Misnamed(Plugin):
    """Its id is not a reversed domain name."""

    id = "Misnamed"

    def prepare(self, call: moya.PluginCall) -> None: ...


class Raising(Plugin):
    """Reads a field that most requests do not have."""

    def prepare(self, call: moya.PluginCall) -> None:
        call.request.headers["X-Copy"] = call.request.headers["X-Original"]


class Parsing(Plugin):
    """Parses each body as JSON."""

    def process(self, call: moya.PluginCall) -> None:
        json.loads(call.result.content or b"null")


class Observing(Plugin):
    """Raises in a hook that cannot fail a call."""

    def will_send(self, call: moya.PluginCall) -> None:
        raise moya.UsageError("no", moya.Status.ARGUMENT)


class Stuck(Plugin):
    """Lets each call wait for ever after a plugin has failed a call."""

    is_stuck = False

    async def prepare(self, call: moya.PluginCall) -> None:
        if self.is_stuck:
            await asyncio.get_running_loop().create_future()

    def process(self, call: moya.PluginCall) -> None:
        self.is_stuck = self.is_stuck or isinstance(call.result.error, moya.PluginError)


class Overlapping(Plugin):
    """Fails if two calls run at the same time."""

    busy = False

    async def prepare(self, call: moya.PluginCall) -> None:
        if self.busy:
            raise RuntimeError("busy")
        self.busy = True
        try:
            await asyncio.sleep(0.001)
        finally:
            self.busy = False


class Static(Plugin):
    """Has its state in the class."""

    is_closed = False

    def prepare(self, call: moya.PluginCall) -> None:
        if Static.is_closed:
            raise RuntimeError("closed")

    def close(self) -> None:
        Static.is_closed = True


class Stubborn(Plugin):
    """Goes on when its call is cancelled."""

    async def prepare(self, call: moya.PluginCall) -> None:
        for _ in range(2 if call.name else 0):
            try:
                await asyncio.sleep(0.1)
            except asyncio.CancelledError:
                await asyncio.get_running_loop().create_future()


class Reading(Plugin):
    """Reads a file in a hook."""

    def prepare(self, call: moya.PluginCall) -> None:
        with open(os.devnull):
            pass


class Talkative(Plugin):
    """Logs a secret that the library does not know."""

    secret_headers = ("X-Key",)

    def prepare(self, call: moya.PluginCall) -> None:
        call.request.headers["X-Key"] = "key-of-many-bytes"
        call.log(moya.LogLevel.DEBUG, "the key is key-of-many-bytes")


class Short(Plugin):
    """Has a secret that is too short for the library to hide it."""

    secrets = ("abc",)

    def prepare(self, call: moya.PluginCall) -> None: ...


class Remembered(Plugin):
    """Is never freed."""

    all: List[Any] = []

    def prepare(self, call: moya.PluginCall) -> None:
        self.all.append(self)


class Threaded(Plugin):
    """Does not end its thread."""

    def prepare(self, call: moya.PluginCall) -> None:
        threading.Thread(target=threading.Event().wait, name="mine", daemon=True).start()


class Unclosable(Plugin):
    """Raises in close."""

    def prepare(self, call: moya.PluginCall) -> None: ...

    def close(self) -> None:
        raise ValueError("no")


class Hanging(Plugin):
    """Waits for what never comes."""

    def prepare(self, call: moya.PluginCall) -> None:
        threading.Event().wait()


class Crashing(Plugin):
    """Ends the process."""

    def prepare(self, call: moya.PluginCall) -> None:
        os._exit(3)


class Killed(Plugin):
    """Ends its process with a signal."""

    def prepare(self, call: moya.PluginCall) -> None:
        os.kill(os.getpid(), signal.SIGKILL)


class Verbose(Plugin):
    """Raises an exception whose name is longer than what fits into a pipe."""

    def prepare(self, call: moya.PluginCall) -> None:
        raise type("x" * 100_000, (Exception,), {})


class Returning(Plugin):
    """Returns a value that its hook must not return."""

    def prepare(self, call: moya.PluginCall) -> Any:
        return True


class Signing(Plugin):
    """Returns the value of a field instead of setting it."""

    def sign(self, call: moya.PluginCall) -> Any:
        return "signature"


class Impatient(Plugin):
    """Divides by a number that is 0 at first."""

    def should_retry(self, call: moya.PluginCall) -> Any:
        return float("nan")


class Forking(Plugin):
    """Starts a process that does not end."""

    def prepare(self, call: moya.PluginCall) -> None:
        if os.fork() == 0:
            while True:
                signal.pause()


class Leaving(Plugin):
    """Ends the program when it is made."""

    def __init__(self) -> None:
        sys.exit(0)
