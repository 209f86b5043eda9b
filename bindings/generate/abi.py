"""Writes texts that contain what compiled programs rely on: symbols, layouts, numbers and function types. Tests/abi
compares a later library with these texts."""

import re
import subprocess
import tempfile
from pathlib import Path
from typing import Dict, List

from .headers import ROOT, Function, Headers

NOTE = "Written by script/abi --accept: what programs that are compiled today rely on (docs/growth.md)."


def symbols(library: Path, version: str) -> str:
    """Returns every export with its version and the release that introduced it, in the format of dpkg-gensymbols for
    Debian."""
    known = dict(re.findall(r"^ (\S+) (\S+)$", _committed("libmoya1.symbols"), re.MULTILINE))
    listed = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
    names = sorted(name.replace("@@", "@") for name in re.findall(r" (moya_\S+)$", listed, re.MULTILINE))
    return "".join(["libmoya.so.1 libmoya1 #MINVER#\n", *(f" {name} {known.get(name, version)}\n" for name in names)])


def assertions(read: Headers) -> str:
    """Returns a C file that compiles as long as every number, size, offset and function type is unchanged."""
    numbers = {it.name: it.value for group in read.enumerations for it in group.constants}
    numbers |= {it.name: it.value for it in read.macros if not it.name.startswith("MOYA_VERSION")}
    numbers |= _measured(read)
    lines = [f"/* {NOTE} */", "#include <moya/moya.h>", ""]
    lines += [f'_Static_assert({name} == {value}, "{name}");' for name, value in numbers.items()]
    lines += [f'_Static_assert(_Generic(&{it.name}, {_pointer(it)}: 1, default: 0), "{it.name}");' for it in read.functions]
    return "\n".join(lines) + "\n"


def lost(old: str, new: str) -> List[str]:
    """Compares two C files of assertions(), whose lines are promises about the headers. Returns the promises of `old`
    that `new` breaks. A struct that has become larger breaks none."""
    before, after = _promises(old), _promises(new)
    return [
        f"{name}: {value} became {after.get(name, 'nothing')}"
        for name, value in before.items()
        if after.get(name) != value and not (name.startswith("sizeof") and int(after.get(name, 0)) > int(value))
    ]


def probe(read: Headers) -> str:
    """Returns the C source of a library for abidiff. abidiff cannot use libmoya itself, because Swift's debug
    information has no C types. The library has all functions of the headers, with empty bodies. It also has a variable
    for each struct and callback, because some of them occur in no function."""
    lines = ["#include <moya/moya.h>"]
    for name in [*(it.name for it in read.structs), *(it.name for it in read.callbacks)]:
        lines.append(f"extern {name} *moya_abi_{name};\n{name} *moya_abi_{name};")
    for it in read.functions:
        parameters = ", ".join(f"{each.type} {each.name}" for each in it.parameters) or "void"
        unused = "".join(f" (void){each.name};" for each in it.parameters)
        result = "" if it.result == "void" else f" static {it.result.replace('const ', '', 1)} none; return none;"
        lines.append(f"{it.result} {it.name}({parameters}) {{{unused}{result} }}")
    return "\n".join(lines) + "\n"


def _committed(name: str) -> str:
    place = ROOT / "Tests/abi" / name
    return place.read_text() if place.exists() else ""


def _pointer(it: Function) -> str:
    return f"{it.result} (*)({', '.join(each.type for each in it.parameters) or 'void'})"


def _measured(read: Headers) -> Dict[str, int]:
    """Returns sizes and offsets of the structs, as the compiler lays them out."""
    asked = [f"sizeof({it.name})" for it in read.structs]
    asked += [f"offsetof({it.name}, {each.name})" for it in read.structs for each in it.fields]
    rows = "".join(f'  printf("%zu\\n", {text});\n' for text in asked)
    source = f"#include <moya/moya.h>\n#include <stdio.h>\nint main(void) {{\n{rows}  return 0;\n}}\n"
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/measure"
        subprocess.run(["cc", "-x", "c", f"-I{ROOT}/include", "-o", program, "-"], check=True, input=source, text=True)
        answers = subprocess.run([program], check=True, capture_output=True, text=True).stdout.split()
    return {text: int(answer) for text, answer in zip(asked, answers)}


def _promises(text: str) -> Dict[str, str]:
    found = re.findall(r"^_Static_assert\((.*?) == (-?\d+),", text, re.MULTILINE)
    found += re.findall(r"^_Static_assert\(_Generic\(&(\w+), (.*): 1, default", text, re.MULTILINE)
    return dict([*found, *re.findall(r"^ (\S+@\S+) (\S+)$", text, re.MULTILINE)])
