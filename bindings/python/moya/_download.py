"""Responses as files."""

import ctypes
import os
from typing import Any, Union

from . import _arguments as check
from . import _structs
from ._status import DownloadFlags as Flags
from ._target import Target, address_of

Path = Union[str, "os.PathLike[str]"]


def with_download(target: Target, path: Path, resume: bool, replace: bool, create_folders: bool) -> Any:
    """The target's struct with a download, for one call: to be kept until that has begun. A path that is a folder, or ends
    with a slash, is the folder of the file; the response says the file's name then. Errors: UsageError."""
    whole = _structs.Target.from_buffer_copy(ctypes.string_at(address_of(target), ctypes.sizeof(_structs.Target)))
    text = check.path(path, "path")
    flags = Flags.RESUME * bool(resume) | Flags.REPLACE * bool(replace)
    flags |= Flags.CREATE_FOLDERS * bool(create_folders)
    download = _structs.Download(ctypes.sizeof(_structs.Download), flags)
    if os.path.isdir(path) or os.fspath(path).endswith(os.sep):
        download.folder = text
    else:
        download.path = text
    whole.download = ctypes.addressof(download)
    whole.kept = (target, download)
    return whole
