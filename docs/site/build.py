#!/usr/bin/env python3
"""Builds the site. script/docs runs this file in a virtual environment with the packages of requirements.txt."""

import logging
import os
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "bindings")]
sys.dont_write_bytecode = True
os.environ["NO_MKDOCS_2_WARNING"] = "1"

import c_reference  # noqa: E402
import pages  # noqa: E402
import python_reference  # noqa: E402
from mkdocs.commands.build import build  # noqa: E402
from mkdocs.config import load_config  # noqa: E402
from mkdocs.exceptions import Abort  # noqa: E402


def main() -> int:
    out, work = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    shutil.rmtree(work, ignore_errors=True)
    reference = c_reference.Reference()
    for path, text in {**reference.pages(), **python_reference.Reference().pages()}.items():
        pages.save(work / path, text)
    pages.Pages({f"include/moya/{name}.h" for name in reference.read}, work).write()
    shutil.copy(HERE / "site.css", work)
    logging.basicConfig(format="%(levelname)s %(message)s", level=logging.WARNING)
    order = [f"{c_reference.FOLDER}/{name}.md" for name in reference.order()]
    order += [f"{python_reference.FOLDER}/{page.file}.md" for page in python_reference.PAGES]
    config = load_config(str(HERE / "mkdocs.yml"), docs_dir=str(work), site_dir=str(out), nav=pages.navigation(work, order))
    try:
        build(config)
    except Abort as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
