"""Tests the source files of the module sigv4 that work without the library, with the test suite that AWS publishes."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Dict, List, Tuple

import playing
from playing import ROOT, check

SOURCES = ROOT / "plugins/sigv4"
SECRET, REGION, SERVICE, DATE = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", "us-east-1", "service", "20150830T123600Z"


def program(folder: Path) -> Path:
    """Compiles vectors.c with sanitizers."""
    sources = [ROOT / "Tests/modules/sigv4/vectors.c", *(SOURCES / f"{name}.c" for name in ("canonical", "pairs", "signature")),
               ROOT / "plugins/common/bytes.c"]
    subprocess.run(["gcc", "-std=gnu11", "-g", "-O1", "-Wall", "-Wextra", "-Werror", "-pedantic", "-fsanitize=address,undefined",
                    f"-I{ROOT / 'include'}", f"-I{SOURCES}", "-o", folder / "vectors", *sources, "-lcrypto"], check=True)
    return folder / "vectors"


def parse(request: str) -> Tuple[str, str, List[Tuple[str, str]], str]:
    """Returns the method, the target, the fields and the body of a .req file. A field can have several lines: a line
    that begins with a space or a tab continues the field before it."""
    head, _, body = request.partition("\n\n")
    first, *lines = re.sub(r"\n(?=[ \t])", " ", head).split("\n")
    method, target = first.removesuffix(" HTTP/1.1").split(" ", 1)
    return method, target, [tuple(line.split(":", 1)) for line in lines if line], body  # type: ignore[misc]


def words(test: Dict[str, str]) -> List[str]:
    method, target, fields, body = parse(test["req"])
    path, _, query = target.partition("?")
    signed = re.search("SignedHeaders=([^,]*)", test["authz"])
    assert signed
    # In one test, only the canonical request has the token.
    token = [] if "Security-Token" in test["req"] else re.findall("^(x-amz-security-token):(.*)$", test["creq"], re.MULTILINE)
    chosen = [word for name, value in [*fields, *token] if name.lower() in signed[1].split(";") for word in (name, value)]
    return [DATE, REGION, SERVICE, SECRET, method, path, query, body, *chosen]


def signs_the_test_suite_of_aws(folder: Path) -> None:
    tests = json.loads((ROOT / "Tests/judges/aws4-testsuite/tests.json").read_text())
    lines = "".join(" ".join(word.encode().hex() for word in words(test)) + "\n" for test in tests.values())
    done = subprocess.run([program(folder)], input=lines, capture_output=True, text=True, check=False)
    results = [line.split() for line in done.stdout.splitlines()]
    check(f"sigv4: the parts without a host end well for {len(tests)} tests", done.returncode == 0 and len(results) == len(tests) > 30, done.stderr)
    for (name, test), (canonical, signature) in zip(tests.items(), results):
        made = bytes.fromhex(canonical).decode()
        check(f"sigv4: AWS's test {name}", made == test["creq"] and f"Signature={signature}" in test["authz"],
              f"{made}\n--\n{test['creq']}")


if __name__ == "__main__":
    sys.exit(playing.run(globals()))
