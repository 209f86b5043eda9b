"""Responses as files."""

import ctypes
import os
from typing import Any, Union

from . import _arguments as check
from . import _structs
from ._calls import Call
from ._errors import UsageError
from ._status import DownloadFlags as Flags
from ._status import Status

Path = Union[str, "os.PathLike[str]"]


def add_download(
    call: Call, path: Path, name: Any, resume: bool, replace: bool, create_folders: bool, any_status: bool
) -> None:
    """Gives one call a download. A path that is a folder, or ends with a slash, is the folder of the file; the response, or
    `name`, says the file's name then. Errors: UsageError."""
    text = check.path(path, "path")
    flags = Flags.RESUME * bool(resume) | Flags.REPLACE * bool(replace)
    flags |= Flags.CREATE_FOLDERS * bool(create_folders) | Flags.ANY_STATUS * bool(any_status)
    download = _structs.Download(ctypes.sizeof(_structs.Download), flags)
    if os.path.isdir(path) or os.fspath(path).endswith(os.sep):
        download.folder = text
    else:
        download.path = text
    if name is not None:
        check.function(name, "name")
        if not download.folder:
            raise UsageError("name is for a path that is a folder, or ends with a slash", Status.ARGUMENT)
        from ._functions import NAME  # for those who have one

        call.name, download.name, download.user = name, NAME, call.number
    call.struct.download = ctypes.addressof(download)
    call.kept.append(download)
