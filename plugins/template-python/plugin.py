"""Adds a header field to every request, and counts the calls in the log."""

import asyncio
import threading

import moya


class Template(moya.Plugin):
    """A plugin for a moya.Provider and a moya.AsyncProvider. `value` is the value of the header field."""

    id = "org.example.template"
    version = "1.0.0"
    about = "Adds a header field to every request."

    def __init__(self, value: str = "template") -> None:
        self.value = value
        self._calls = 0
        self._lock = threading.Lock()  # hooks of different calls run at the same time

    def prepare(self, call: moya.PluginCall) -> None:
        call.request.headers["X-Template"] = self.value

    def process(self, call: moya.PluginCall) -> None:
        with self._lock:
            self._calls += 1
            calls = self._calls
        call.log(moya.LogLevel.INFO, f"call {calls}")


class WaitingTemplate(moya.Plugin):
    """A plugin for a moya.AsyncProvider. Each call waits `wait` seconds before its request. No thread waits."""

    id = "org.example.waiting-template"
    version = "1.0.0"
    about = "Waits, and adds a header field to every request."

    def __init__(self, value: str = "template", wait: float = 0.01) -> None:
        if wait < 0:
            raise ValueError("wait is negative")
        self.value, self.wait = value, wait

    async def prepare(self, call: moya.PluginCall) -> None:
        await asyncio.sleep(self.wait)
        call.request.headers["X-Template"] = self.value
