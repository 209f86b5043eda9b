"""Builds the wheel and the source archive (PEP 517), with the standard library only.

The wheel holds the package and libmoya.so.1: $MOYA_LIBRARY, or the one that script/build left in the repository. Of the
portable one (script/build --release) it is for every Linux with glibc 2.36 or later, and takes the licences of what is
inside along; of any other it is for machines like this one.
"""

import base64
import hashlib
import os
import re
import sysconfig
import tarfile
import zipfile
from pathlib import Path
from typing import Any, Dict, Optional

_HERE = Path(__file__).resolve().parent
_LIBRARY = "libmoya.so.1"
_PORTABLE = "manylinux_2_36_x86_64"  # the glibc of Debian 12, where it is linked
_VERSION = re.findall(r'^__version__ = "(.+)"$', (_HERE / "moya/__init__.py").read_text(), re.MULTILINE)[0]
_METADATA = f"""Metadata-Version: 2.1
Name: libmoya
Version: {_VERSION}
Summary: Describe an HTTP API once, as targets, and call it; with stubs, plugins and typed answers included
License: MIT
Requires-Python: >=3.9
Classifier: Typing :: Typed
Classifier: Operating System :: POSIX :: Linux
"""


def _library() -> Path:
    chosen = os.environ.get("MOYA_LIBRARY")
    library = Path(chosen) if chosen else _HERE.parents[1] / "build" / _LIBRARY
    if not library.is_file():
        raise SystemExit(f"{library} does not exist: run script/build first, or set MOYA_LIBRARY")
    return library


def _platform() -> str:
    return sysconfig.get_platform().replace("-", "_").replace(".", "_")


def _is_portable(library: Path) -> bool:
    """script/link leaves this mark beside a library that needs libc and libm only."""
    return (library.parent / "portable").exists()


def _sources() -> "list[Path]":
    return sorted(path for path in (_HERE / "moya").iterdir() if path.suffix in (".py", ".typed"))


def build_wheel(folder: str, settings: Optional[Dict[str, Any]] = None, metadata: Optional[str] = None) -> str:
    library = _library()
    # ctypes needs no particular Python, the library needs this platform.
    tag = f"py3-none-{_PORTABLE if _is_portable(library) else _platform()}"
    info = f"libmoya-{_VERSION}.dist-info"
    files = {f"moya/{path.name}": path.read_bytes() for path in _sources()}
    files[f"moya/{_LIBRARY}"] = library.read_bytes()
    for licence in sorted((library.parent / "licences").glob("*")):
        files[f"{info}/licenses/{licence.name}"] = licence.read_bytes()
    files[f"{info}/METADATA"] = _METADATA.encode()
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
            entry.external_attr = 0o100644 << 16
            wheel.writestr(entry, content)
    return name


def build_sdist(folder: str, settings: Optional[Dict[str, Any]] = None) -> str:
    stem = f"libmoya-{_VERSION}"
    metadata = Path(folder) / "PKG-INFO"
    metadata.write_text(_METADATA)
    with tarfile.open(Path(folder) / f"{stem}.tar.gz", "w:gz", format=tarfile.PAX_FORMAT) as archive:
        archive.add(metadata, f"{stem}/PKG-INFO")
        for path in [_HERE / "pyproject.toml", Path(__file__), *_sources()]:
            archive.add(path, f"{stem}/{path.relative_to(_HERE)}")
    metadata.unlink()
    return f"{stem}.tar.gz"


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
