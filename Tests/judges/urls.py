"""Tests URLs, as the URL of a target or in the Location of a redirect. Compares the URL that is sent with the judge's
result.

The judge's URL Standard describes browsers. The library follows RFC 3986, and refuses a URL that RFC 3986 does not
allow.
"""

import base64
import json
import tempfile
import urllib.parse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import certificates
from differences import REFUSES
from player import Player, outcome
from wire import Seen, Wire

here = Path(__file__).resolve().parent
PORTS = {"http": "80", "https": "443"}
#: The number, the name of the row, the expected result (None: not tested), and the result (or why the row was not
#: tested).
Row = tuple[int, str, str | None, str]


def play(name: str, only: set[int], command: list[str]) -> Iterator[Row]:
    rows = {"url": url_rows, "setters": setter_rows, "percent-encoding": encoding_rows}[name]()
    with session(command) as it:
        for number, row in enumerate(rows, 1):
            if not only or number in only:
                yield (number, *row(it))


class Session:
    """A player with a provider whose proxy is `Wire`."""

    def __init__(self, player: Player, wire: Wire) -> None:
        self.player, self.wire = player, wire

    def call(self, *words: str, location: bytes | None = None) -> str:
        """Returns what was sent (for a redirect, the second request), or that nothing was sent."""
        self.wire.expect(location)
        self.player.tell("call", "1", "method=GET", *words)
        came = outcome(self.player.expect("end")[1:])
        self.player.expect("released")
        seen = self.wire.took()
        if len(seen) == (1 if location is None else 2):
            _, mark, fragment = came.get("url", "").partition("#")
            return shown(seen[-1]) + mark + fragment
        return f"{REFUSES}: {came['status']} {came.get('message')}"


@contextmanager
def session(command: list[str]) -> Iterator[Session]:
    with tempfile.TemporaryDirectory() as folder:
        certificates.make(Path(folder))
        names = ",".join(sorted({alternative(host) for host in https_hosts()}))
        certificates.leaf(Path(folder), "judged", extensions=f"subjectAltName = {names}")
        wire = Wire(Path(folder) / "judged.pem", Path(folder) / "leaf.key")
        player = Player(command)
        try:
            player.tell("provider", f"proxy={wire.url}", f"ca_file={folder}/ca.pem")
            status, message = player.expect("provider")
            assert status == "OK", message
            yield Session(player, wire)
            player.tell("close")
            player.expect("closed")
            assert player.end() == 0
        finally:
            player.kill()
            wire.close()


def https_hosts() -> Iterator[str]:
    yield "example.net"  # the host in the rows of setters_tests.json
    for row in read("urltestdata.json"):
        if row.get("protocol") == "https:":
            yield row["hostname"]


def alternative(host: str) -> str:
    plain = host.strip("[]")
    return f"IP:{plain}" if ":" in plain or plain.replace(".", "").isdigit() else f"DNS:{plain}"


def read(name: str) -> list[dict]:
    return [row for row in json.loads((here / "url" / name).read_text()) if isinstance(row, dict)]


def shown(seen: Seen) -> str:
    """Returns a request in the form of the rows of urltestdata.json: without the scheme's port, with the host in
    lower case."""
    parts = urllib.parse.urlsplit(seen.url)
    path = seen.url.split("://", 1)[1]
    path = path[min((path.find(mark) for mark in "/?" if mark in path), default=len(path)):]
    credential = ""
    if seen.authorization.startswith("Basic "):
        credential = base64.b64decode(seen.authorization[6:]).decode("utf-8", "replace") + " @ "
    host, port = split_port(parts.netloc.lower())
    url = f"{parts.scheme}://{host}" + ("" if port in ("", PORTS[parts.scheme]) else f":{port}") + (path or "/")
    wire = split_port(seen.host.lower())[0]
    assert wire == host, (seen.host, seen.url)
    return credential + url


def split_port(authority: str) -> tuple[str, str]:
    host, colon, port = authority.rpartition(":")
    return (host, port) if colon and "]" not in port else (authority, "")


def sent(row: dict) -> str:
    """Returns what must be sent for the URL of the row."""
    scheme, _, rest = row["href"].partition("://")
    user = ":".join(urllib.parse.unquote(row[part]) for part in ("username", "password"))
    if user == ":":
        return row["href"]
    return f"{user} @ {scheme}://{rest.partition('@')[2]}"


def is_ours(url: str | None) -> bool:
    return url is not None and url.split(":")[0] in PORTS


# ── urltestdata.json ──


def url_rows() -> Iterator:
    return ((lambda it, row=row: url_row(it, row)) for row in read("urltestdata.json"))


def url_row(it: Session, row: dict) -> tuple[str, str | None, str]:
    base, given = row["base"], row["input"]
    what = repr(given) if base is None else f"{given!r} from {base!r}"
    # Only requests over HTTP are sent. For another scheme, nothing must be sent.
    wanted = REFUSES if row.get("failure") or not is_ours(row["href"]) else sent(row)
    if any(0xD800 <= ord(letter) < 0xE000 for letter in given):
        return what, None, "are not UTF-8"
    if base is None:
        return (what, None, "have a NUL") if "\0" in given else (what, wanted, it.call(f"base={given}"))
    if not is_ours(base):
        return what, None, "are seen from another scheme than http and https"
    if any(letter in given for letter in "\0\r\n"):
        return what, None, "do not fit into a field"
    return what, wanted, it.call(f"base={base}", location=given.encode())


# ── setters_tests.json ──


def setter_rows() -> Iterator:
    tests = json.loads((here / "url/setters_tests.json").read_text())
    for name, rows in tests.items():
        for row in rows if name != "comment" else []:
            yield lambda it, name=name, row=row: setter_row(it, name, row)


def setter_row(it: Session, name: str, row: dict) -> tuple[str, str | None, str]:
    """Tests a setter of `pathname`. The library has no setters, so the new value becomes the path of a target, whose
    base URL is the root of the server."""
    what = f"{name} = {row['new_value']!r} of {row['href']!r}"
    if name != "pathname":
        return what, None, "set what a target has in its base URL only"
    if not is_ours(row["href"]):
        return what, None, "have another scheme than http and https"
    if "\0" in row["new_value"]:
        return what, None, "have a NUL"
    parts = urllib.parse.urlsplit(row["href"])
    root = f"{parts.scheme}://{parts.netloc}"
    came = it.call(f"base={root}", f"path={row['new_value']}")
    return what, root + row["expected"]["pathname"], came


# ── percent-encoding.json ──


def encoding_rows() -> Iterator:
    for row in read("percent-encoding.json"):
        for encoding, output in row["output"].items():
            yield lambda it, row=row, encoding=encoding, output=output: encoding_row(it, row, encoding, output)


def encoding_row(it: Session, row: dict, encoding: str, output: str) -> tuple[str, str | None, str]:
    """Sends the input as a parameter of the query."""
    what = f"{row['input']!r} in {encoding}"
    if encoding != "utf-8":
        return what, None, "are of another encoding than UTF-8"
    return what, f"http://a.test/?q={output}", it.call("base=http://a.test", f"query=q={row['input']}")
