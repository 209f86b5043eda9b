"""A plugin that kills its process. Workers of a Dask cluster can import this module, so a recipe (moya.distributed) can
contain the plugin."""

import os
import signal
from pathlib import Path

import moya


class Deadly(moya.Plugin):
    """Kills the process that calls the target `deadly`. Each death leaves a file in the folder. After `deaths` deaths,
    the calls succeed."""

    id = "org.example.deadly"

    def __init__(self, folder: str, deaths: int) -> None:
        self.folder, self.deaths = folder, deaths

    def prepare(self, call: moya.PluginCall) -> None:
        count = len(list(Path(self.folder).iterdir()))
        if call.name == "deadly" and count < self.deaths:
            Path(self.folder, str(count)).touch()
            os.kill(os.getpid(), signal.SIGKILL)
