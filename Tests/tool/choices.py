"""Tests --plugin FILE[:ID][={…}]: which plugin of a module is loaded, and with which config."""

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from tool.program import ROOT, check, run, served, unlike

#: What is tested, the values of --plugin, the exit status, stdout, stderr. M is the path of a module with the plugins
#: org.example.a and org.example.b, which add the fields X-A and X-B. C is a copy of this module whose name has a colon.
ROWS = [
    ("an id chooses a plugin of a module", ["M:org.example.b"], 0, r'(?!.*"x-a").*"x-b": "b".*', ""),
    ("a config follows the id", ['M:org.example.b={"value": "c:/d={"}'], 0, r'(?!.*"x-a").*"x-b": "c:/d=\{".*', ""),
    ("plugins of one module may be loaded together", ["M:org.example.b", "M:org.example.a"], 0, r'(?=.*"x-a": "a").*"x-b": "b".*', ""),
    ("a plugin of a module may be loaded twice", ["M:org.example.a", 'M:org.example.a={"value": "2"}'], 0, r'.*"x-a": "2".*', ""),
    ("a bare name may have an id", ["fields:org.example.a"], 0, r'(?!.*"x-b").*"x-a": "a".*', ""),
    ("a file whose name has a colon may have an id", ["C:org.example.a"], 0, r'(?!.*"x-b").*"x-a": "a".*', ""),
    ("the colon in the name of a file begins no id", ["C"], 2, "", r"moya: plugin C has several plugins: .*\n"),
    ("without an id, the message has the ids and says how to write one", ["M"], 2, "",
     r"moya: plugin M has several plugins: set the id to one of org\.example\.a, org\.example\.b, for example --plugin M:org\.example\.a\n"),
    ("without an id, the config is not read", ['M={"none": 1}'], 2, "", r"moya: plugin M has several plugins: .*, for example --plugin M:org\.example\.a\n"),
    ("the message about an id that the module does not have has its ids", ["M:org.example.c"], 2, "",
     r"moya: plugin M has no plugin org\.example\.c, but it has org\.example\.a, org\.example\.b\n"),
    ("an id is required after the colon", ["M:"], 2, "", r"moya: --plugin M:: no id follows the colon\n"),
    ("the message about a config that the plugin refuses names the file", ['M:org.example.a={"value": 1}'], 2, "",
     r'moya: --plugin M: "value" of org\.example\.a must be a text\n'),
    ("a file that does not exist is named without the id", ["./none.so:org.example.a"], 2, "", r"moya: plugin \./none\.so cannot be opened: .*\n"),
]  # fmt: skip


def main() -> None:
    with tempfile.TemporaryDirectory() as work, served(ROOT / "examples/server.py") as port:
        module, copy = Path(work) / "fields.so", Path(work) / "fields:copy.so"
        source = ROOT / "Tests/c/plugins/fields.c"
        built = subprocess.run(["gcc", "-shared", "-fPIC", f"-I{ROOT}/include", "-o", module, source], capture_output=True, text=True, check=False)
        if not check("fields.c compiles", built.stderr):
            return
        shutil.copy(module, copy)
        for name, plugins, status, output, errors in ROWS:
            words = [re.sub("^[MC](?=[:=]|$)", str(module if one[0] == "M" else copy), one) for one in plugins]
            done = run("get", f":{port}/headers", *(f"--plugin={word}" for word in words), MOYA_PLUGIN_PATH=work)
            wanted = re.sub(r"\b([MC])(?=:| has|$)", lambda found: re.escape(str(module if found[1] == "M" else copy)), errors)
            check(name, unlike(done, status, output, wanted))
