"""Tests host names in any script, as the host of a target's URL. Compares the name that is sent with the judge's
result."""

from collections.abc import Iterator

import urls

FILES = {"toascii": "toascii.json", "idna": "IdnaTestV2.json"}


def play(name: str, only: set[int], command: list[str]) -> Iterator[urls.Row]:
    with urls.session(command) as it:
        for number, row in enumerate(urls.read(FILES[name]), 1):
            if not only or number in only:
                yield number, *host_row(it, row["input"], row["output"])


def host_row(it: urls.Session, given: str, output: str | None) -> tuple[str, str | None, str]:
    what = repr(given)
    if any(0xD800 <= ord(letter) < 0xE000 for letter in given):
        return what, None, "are not UTF-8"
    if "\0" in given:
        return what, None, "have a NUL"
    wanted = urls.REFUSES if output is None else f"http://{output}/"
    return what, wanted, it.call(f"base=http://{given}/")
