"""Builds the wheel, an editable installation and the source archive (PEP 517, 660), with the standard library only.

The wheel contains the package, libmoya.so.1, and the licences of all that is inside. If the program `moya` and the
modules were built, the wheel contains them too. The library is $MOYA_LIBRARY, or the one that script/build left in the
repository. The program is in bin/ next to the library, and the modules are in moya/plugins.

The tag of the wheel says on which machines it may be installed. The tag follows from what the library and the program
need: the kind of machine and the version of glibc (elf.py). A wheel with the portable library (script/build --release)
works on every Linux with the glibc that the library needs. A wheel with any other library works on machines like this
one.
"""

import ast
import base64
import gzip
import hashlib
import io
import os
import re
import sysconfig
import tarfile
import zipfile
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple

import elf

_HERE = Path(__file__).resolve().parent
_LIBRARY = "libmoya.so.1"
_VERSION = re.findall(r'^__version__ = "(.+)"$', (_HERE / "moya/__init__.py").read_text(), re.MULTILINE)[0]
# The libraries of glibc itself. A wheel that works on every Linux needs no other libraries of the system.
_EVERYWHERE = re.compile(r"libc\.so\.6|libm\.so\.6|ld-linux[\w-]*\.so\.\d")
# Modules that contain the runtime of Swift are not in the wheel.
_TOO_LARGE = {"headers.so"}
# The licences of everything that a wheel may contain, by the names of their files (script/licences).
_LICENCES = {
    "libmoya": "MIT",
    "brotli": "MIT",
    "curl": "curl",
    "gcc": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "hiredis": "BSD-3-Clause",
    "libffi": "MIT",
    "libyaml": "MIT",
    "nghttp2": "MIT",
    "openssl": "Apache-2.0",
    "public-suffix-list": "MPL-2.0",
    "rust": "MIT",
    "simdjson": "Apache-2.0",
    "swift": "Apache-2.0 WITH Swift-exception",
    "sqlite": "blessing",
    "yyjson": "MIT",
    "zlib": "Zlib",
    "zstd": "BSD-3-Clause",
}
# The program `moya`, and the plugin of pytest.
_ENTRY_POINTS = b"[console_scripts]\nmoya = moya.__main__:main\n\n[pytest11]\nmoya = moya_pytest\n"


def fields(table: str) -> Dict[str, Any]:
    """Returns the fields of a table in pyproject.toml that are texts or lists of texts. Python 3.9 and 3.10 have no
    module for TOML, but these values are written as in Python."""
    text = (_HERE / "pyproject.toml").read_text().partition(f"[{table}]\n")[2].partition("\n[")[0]
    rows = re.findall(r'^([\w-]+) = ("[^"\n]*"|\[\s*"[^]]*\])$', text, re.MULTILINE)
    return {name: ast.literal_eval(value) for name, value in rows}


def _metadata(licences: List[str]) -> str:
    unknown = [name for name in licences if name not in _LICENCES]
    if unknown:
        raise SystemExit(f"wheel_backend.py does not know the licence of {', '.join(unknown)}")
    expressions = dict.fromkeys(["MIT", *sorted(_LICENCES[name] for name in licences)])
    given, extras = fields("project"), fields("project.optional-dependencies")
    homepage = os.environ.get("MOYA_HOMEPAGE")  # set by the publisher of the wheel (script/publisher)
    urls = {"Homepage": "", "Documentation": "/docs", "Changelog": "/CHANGELOG.md", "Security": "/SECURITY.md"}
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {given['name']}",
        f"Version: {_VERSION}",
        f"Summary: {given['description']}",
        "Author: The libmoya authors",
        f"License-Expression: {' AND '.join(expressions)}",
        *(f"License-File: {name}" for name in licences),
        *(f"Project-URL: {name}, {homepage}{path}" for name, path in urls.items() if homepage),
        f"Keywords: {','.join(given['keywords'])}",
        f"Requires-Python: {given['requires-python']}",
        *(f"Provides-Extra: {name}" for name in extras),
        *(f"Requires-Dist: {wanted}; extra == '{name}'" for name, all_wanted in extras.items() for wanted in all_wanted),
        *(f"Classifier: {classifier}" for classifier in given["classifiers"]),
        "Description-Content-Type: text/markdown; charset=UTF-8; variant=GFM",
    ]
    return "\n".join(lines) + "\n\n" + (_HERE / given["readme"]).read_text()


def _library() -> Path:
    chosen = os.environ.get("MOYA_LIBRARY")
    library = Path(chosen) if chosen else _HERE.parents[1] / "build" / _LIBRARY
    if not library.is_file():
        raise SystemExit(f"{library} does not exist: run script/build first, or set MOYA_LIBRARY")
    return library


def platform(binaries: List[bytes]) -> str:
    """Returns the tag of the machines on which all of these ELF files work."""
    try:
        needed = [elf.needs(binary) for binary in binaries]
    except ValueError:
        needed = []
    names = {name for one in needed for name in one.libraries} - {_LIBRARY}
    machines = {one.machine for one in needed}
    if len(machines) == 1 and all(_EVERYWHERE.fullmatch(name) for name in names):
        major, minor = max(one.glibc for one in needed)
        return f"manylinux_{major}_{minor}_{machines.pop()}"
    return sysconfig.get_platform().replace("-", "_").replace(".", "_")


def _sources() -> "list[Path]":
    package = (path for path in (_HERE / "moya").rglob("*") if path.suffix in (".py", ".pyi", ".typed"))
    return sorted([*package, _HERE / "moya_pytest.py"])


def _write_wheel(folder: str, tag: str, files: Dict[str, bytes], licences: Dict[str, bytes], programs: Tuple[str, ...] = ()) -> str:
    info = f"libmoya-{_VERSION}.dist-info"
    files = dict(files)
    for name, text in licences.items():
        files[f"{info}/licenses/{name}"] = text
    files[f"{info}/METADATA"] = _metadata(list(licences)).encode()
    files[f"{info}/entry_points.txt"] = _ENTRY_POINTS
    files[f"{info}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: moya {_VERSION}\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    )
    record = [f"{name},sha256={_digest(content)},{len(content)}\n" for name, content in files.items()]
    files[f"{info}/RECORD"] = "".join([*record, f"{info}/RECORD,,\n"]).encode()

    name = f"libmoya-{_VERSION}-{tag}.whl"
    with zipfile.ZipFile(Path(folder) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for file, content in files.items():
            entry = zipfile.ZipInfo(file)  # with a fixed date: equal contents make equal wheels
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if file in programs else 0o100644) << 16
            wheel.writestr(entry, content, compresslevel=9)
    return name


def build_wheel(folder: str, settings: Optional[Dict[str, Any]] = None, metadata: Optional[str] = None) -> str:
    library = _library()
    files = {str(path.relative_to(_HERE)): path.read_bytes() for path in _sources()}
    binaries = {f"moya/{_LIBRARY}": library.read_bytes()}
    # The program looks for the library in the folder above its own folder, in the wheel as in the build tree.
    program = library.parent / "bin/moya"
    if program.is_file():
        binaries["moya/bin/moya"] = program.read_bytes()
    # The library looks for modules in this folder next to it.
    for module in sorted((library.parent / "moya/plugins").glob("*.so")):
        if module.name in _TOO_LARGE:
            continue
        binaries[f"moya/moya/plugins/{module.name}"] = module.read_bytes()
    licences = {path.name: path.read_bytes() for path in sorted((library.parent / "licences").glob("*"))}
    # The package has no compiled module for Python, so the wheel works with every version of Python.
    tag = f"py3-none-{platform(list(binaries.values()))}"
    return _write_wheel(folder, tag, {**files, **binaries}, licences, programs=("moya/bin/moya",))


def build_editable(folder: str, settings: Optional[Dict[str, Any]] = None, metadata: Optional[str] = None) -> str:
    """Builds a wheel that leads to the package in the repository. This package uses the library of the build tree."""
    licence = {"libmoya": (_HERE.parents[1] / "LICENSE").read_bytes()}
    return _write_wheel(folder, "py3-none-any", {"libmoya.pth": f"{_HERE}\n".encode()}, licence)


def build_sdist(folder: str, settings: Optional[Dict[str, Any]] = None) -> str:
    stem = f"libmoya-{_VERSION}"
    files = {"PKG-INFO": _metadata([]).encode()}
    for path in [_HERE / "pyproject.toml", _HERE / "README.md", _HERE / "elf.py", Path(__file__), *_sources()]:
        files[str(path.relative_to(_HERE))] = path.read_bytes()
    # The archive has no dates, so equal contents make equal archives.
    with open(Path(folder) / f"{stem}.tar.gz", "wb") as file, gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
            for name, content in files.items():
                entry = tarfile.TarInfo(f"{stem}/{name}")
                entry.size = len(content)
                archive.addfile(entry, io.BytesIO(content))
    return f"{stem}.tar.gz"


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
