"""Controls a headless Chromium by its DevTools protocol."""

import atexit
import base64
import json
import os
import signal
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path
from types import TracebackType
from typing import Any

import websocket  # from PyPI: websocket-client

#: Debian's package of the same name: Chromium without windows, which is quicker.
PROGRAM = "chromium-headless-shell"
#: Seconds in which a command must have its response, and a page must have loaded.
PATIENCE = 30.0


class Chromium:
    def __init__(self) -> None:
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        flags = ["--disable-gpu", "--hide-scrollbars", "--remote-debugging-port=0", f"--user-data-dir={self.profile.name}"]
        flags += ["--disable-background-networking", "--disable-component-update", "--no-first-run", "--disable-dev-shm-usage"]
        flags += ["--no-sandbox"] if os.getuid() == 0 else []
        self.process = subprocess.Popen([PROGRAM, *flags, "about:blank"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        atexit.register(self._kill)
        self.socket = websocket.create_connection(self._address(), timeout=PATIENCE, suppress_origin=True)
        self.number = 0
        #: What the page has said on its console since the last navigation.
        self.complaints: "list[str]" = []
        self.loaded = False
        for domain in ("Page", "Runtime", "Log"):
            self.send(f"{domain}.enable")

    def __enter__(self) -> "Chromium":
        return self

    def __exit__(self, kind: "type[BaseException] | None", error: "BaseException | None", trace: "TracebackType | None") -> None:
        self.socket.close()
        self._kill()
        self.profile.cleanup()

    def _kill(self) -> None:
        """Ends Chromium and its children. Debian's program is a script that starts another one."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGTERM)
            self.process.wait(PATIENCE)

    def _address(self) -> str:
        """Waits for the first tab, and returns its address."""
        port = Path(self.profile.name) / "DevToolsActivePort"
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if port.exists() and port.read_text().strip():
                with urllib.request.urlopen(f"http://127.0.0.1:{port.read_text().split()[0]}/json/list") as response:
                    tabs = [it for it in json.load(response) if it["type"] == "page"]
                if tabs:
                    return str(tabs[0]["webSocketDebuggerUrl"])
            time.sleep(0.05)
        raise TimeoutError("Chromium did not start")

    def send(self, method: str, **parameters: Any) -> Any:
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            message = self._receive()
            if message.get("id") == self.number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']['message']}")
                return message["result"]

    def _receive(self) -> Any:
        message = json.loads(self.socket.recv())
        event, given = message.get("method"), message.get("params", {})
        if event == "Page.loadEventFired":
            self.loaded = True
        elif event == "Runtime.consoleAPICalled" and given["type"] in ("error", "warning", "assert"):
            self.complaints.append(" ".join(str(it.get("value", it.get("description"))) for it in given["args"]))
        elif event == "Runtime.exceptionThrown":
            details = given["exceptionDetails"]
            self.complaints.append(str(details.get("exception", details).get("description", details["text"])))
        elif event == "Log.entryAdded" and given["entry"]["level"] in ("error", "warning"):
            self.complaints.append(f"{given['entry']['text']} {given['entry'].get('url', '')}")
        return message

    def open(self, url: str) -> None:
        self.complaints, self.loaded = [], False
        result = self.send("Page.navigate", url=url)
        if result.get("errorText"):
            raise RuntimeError(f"{url}: {result['errorText']}")
        while not self.loaded:
            self._receive()

    def show(self, width: int, height: int, scheme: str) -> None:
        self.width, self.scheme = width, scheme
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        self.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def evaluate(self, expression: str) -> Any:
        result = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']['text']}")
        return result["result"].get("value")

    def until(self, expression: str) -> Any:
        """Waits until the expression is true, and returns its value. Returns None if it does not become true."""
        end = time.monotonic() + PATIENCE / 3
        while time.monotonic() < end:
            if value := self.evaluate(expression):
                return value
            time.sleep(0.02)
        return None

    def screenshot(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self.send("Page.captureScreenshot", format="png")["data"]))
