"""What must be true for every call and for every row. Each function returns what is wrong, in sentences."""

from collections.abc import Iterator
from typing import Any

import rows
from stage import Server

GOOD = {"path": "/good", "expect": "OK", "http": 200, "body": "good"}


def of_call(call: dict[str, Any], came: dict[str, str]) -> Iterator[str]:
    """Yields what is wrong with a call. `came` is the player's report."""
    wanted = call.get("expect", "OK")
    allowed = [wanted] if isinstance(wanted, str) else wanted
    status, message = came.get("status", "nothing"), came.get("message", "")
    if status not in allowed:
        yield f"{status} instead of {' or '.join(allowed)} ({message}; {came.get('http')} {came.get('body', '')[:80]!r})"
        return
    for part in call.get("says", []):
        if part not in message:
            yield f"the message does not say {part!r}: {message}"
    if rows.SECRET in message:
        yield f"a secret in the message: {message}"
    if status != "OK" and not message:
        yield "an error without a message"
    body = call.get("body") if status == "OK" else call.get("partial")
    if body is not None and came.get("body") != body:
        yield f"body {came.get('body', '')[:200]!r} instead of {body[:200]!r}"
    for name in ("http", "url", "size"):
        if name in call and (status == "OK" or wanted == status) and came.get(name) != str(call[name]):
            yield f"{name} {came.get(name)} instead of {call[name]}"
    for name, value in call.get("header", {}).items():
        if status == "OK" and came.get(f"header.{name}") != value:
            yield f"header {name}: {came.get(f'header.{name}')!r} instead of {value!r}"


def of_server(name: str, sees: dict[str, Any], server: Server) -> Iterator[str]:
    """Checks what a server of the row has received before the good call."""
    with server.lock:
        requests, received, count = list(server.requests), server.received.decode("latin-1"), len(server.connections)
    if "requests" in sees and requests != sees["requests"]:
        yield f"{name} saw {requests} instead of {sees['requests']}"
    if "connections" in sees and count != sees["connections"]:
        yield f"{name} saw {count} connections instead of {sees['connections']}"
    for part in sees.get("has", []):
        if part not in received:
            yield f"{name} did not get {part!r} but {received[:400]!r}"
    for part in sees.get("last", []):
        if part not in server.last:
            yield f"{name}'s last request does not have {part!r}: {server.last[:400]!r}"
    for part in sees.get("lacks", []):
        if part.lower() in received.lower():
            yield f"{name} got {part!r}: {received[:400]!r}"
