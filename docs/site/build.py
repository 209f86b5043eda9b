#!/usr/bin/env python3
"""Builds the site. script/docs runs this file in a virtual environment with the packages of requirements.txt.

  build.py FOLDER PAGES [GRAPHS DOCC]     GRAPHS: a folder with symbol graphs. Without them there is no Swift reference.
"""

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
import swift_reference  # noqa: E402
from mkdocs.commands.build import build  # noqa: E402
from mkdocs.config import load_config  # noqa: E402
from mkdocs.exceptions import Abort  # noqa: E402


def main() -> int:
    out, work = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    shutil.rmtree(work, ignore_errors=True)
    reference = c_reference.Reference()
    for path, text in {**reference.pages(), **python_reference.Reference().pages()}.items():
        pages.save(work / path, text)
    graphs, docc = sys.argv[3:] or ("", "")
    if docc:
        pages.save(work / swift_reference.FOLDER / "index.md", swift_reference.index())
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
    return build_archive(docc, Path(graphs), out) if docc else 0


def build_archive(docc: str, graphs: Path, out: Path) -> int:
    """Writes DocC's archive into the site. MOYA_SITE_PATH is the path of the site on its host."""
    joined = graphs / "joined"
    swift_reference.merge(graphs, joined)
    base = f"{os.environ.get('MOYA_SITE_PATH', '')}/{swift_reference.ARCHIVE}".lstrip("/")
    problems = swift_reference.convert(docc, swift_reference.CATALOG, joined, out / swift_reference.ARCHIVE, base)
    print("\n".join(problems), file=sys.stderr, end="\n" if problems else "")
    return int(bool(problems))


if __name__ == "__main__":
    sys.exit(main())
