"""Opens every page of the site in Chromium at two widths, light or dark. Then opens each article of the Swift
reference. Prints a line for each check."""

import functools
import http.server
import json
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2] / part) for part in ("docs/site", "bindings")]
sys.dont_write_bytecode = True

import links  # noqa: E402
import swift_reference  # noqa: E402
from chromium import Chromium  # noqa: E402

SCHEMES = {"light": "default", "dark": "slate"}
#: The pages of which screenshots are made.
SHOWN = ("", "tutorial", "choosing", "performance", "project/architecture", "python", "reference/c/call", "reference/c/status", "reference/c/task", "reference/python/providers")

failed = False


def check(name: str, problems: "list[str]") -> None:
    global failed
    print(f"{'not ok' if problems else 'ok'} - {name}", flush=True)
    if problems:
        failed = True
        print("\n".join(f"    {line}" for line in problems[:40]), flush=True)


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *arguments: object) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()


#: Elements that reach beyond the window and are not inside an element that scrolls.
TOO_WIDE = """(() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width && window.innerWidth <= WIDTH) return [];
  const scrolls = e => { for (let p = e.parentElement; p && p !== document.body; p = p.parentElement)
    if (getComputedStyle(p).overflowX !== 'visible') return true; return false; };
  return [...document.querySelectorAll('.md-content *')].filter(e => e.getBoundingClientRect().right > WIDTH + 1 && !scrolls(e))
    .slice(0, 3).map(e => `${e.tagName} ${e.className} ${e.textContent.trim().slice(0, 60)}`).concat(['the page scrolls sideways']);
})()"""


@dataclass
class Found:
    complaints: "list[str]" = field(default_factory=list)
    schemes: "list[str]" = field(default_factory=list)
    wide: "list[str]" = field(default_factory=list)
    untitled: "list[str]" = field(default_factory=list)


def browse(url: str, pages: "list[str]", scheme: str, out: Path, found: Found) -> None:
    """Opens each page once in the colours `scheme`, and shows it at both widths. Shows only the pages in SHOWN in both
    colours. All pages have the same style, and it takes longer to change the colours than to open a page."""
    width = 1280
    with Chromium() as browser:
        browser.show(width, 900, scheme)
        for page in pages:
            browser.open(f"{url}/{page}/" if page else f"{url}/")
            states = [(width, scheme), (other(width), scheme)]
            if page in SHOWN:
                opposite = "dark" if scheme == "light" else "light"
                states += [(other(width), opposite), (width, opposite), (width, scheme)]
            for width, colours in states:
                look(browser, f"/{page} at {width} px, {colours}", width, colours, found)
                if page in SHOWN:
                    browser.screenshot(out / f"{page.replace('/', '-') or 'home'}-{width}-{colours}.png")
            if not browser.evaluate("document.querySelector('article h1')?.textContent.trim()"):
                found.untitled.append(f"/{page}")
            found.complaints += [f"/{page}: {it}" for it in browser.complaints]


def other(width: int) -> int:
    return 390 if width == 1280 else 1280


def look(browser: Chromium, place: str, width: int, scheme: str, found: Found) -> None:
    browser.show(width, 900, scheme)
    if not browser.until(f"document.body.getAttribute('data-md-color-scheme') === '{SCHEMES[scheme]}'"):
        found.schemes.append(place)
    too_wide = TOO_WIDE.replace("WIDTH", str(width))
    # Menus move for a moment after the width has changed.
    if browser.evaluate(too_wide) and not browser.until(f"{too_wide}.length === 0"):
        found.wide += [f"{place}: {it}" for it in browser.evaluate(too_wide)]


def browse_all(url: str, pages: "list[str]", out: Path) -> None:
    found = Found()
    with ThreadPoolExecutor(2) as both:
        for done in [both.submit(browse, url, pages[half::2], scheme, out, found) for half, scheme in enumerate(SCHEMES)]:
            done.result()
    check(f"Chromium reports no error on any of {len(pages)} pages", found.complaints)
    check("every page has a title", found.untitled)
    check("every page follows the colours of the system, light and dark", found.schemes)
    check("no page scrolls sideways at 1280 and 390 px", found.wide)


def search(browser: Chromium, url: str, words: str, wanted: str, out: Path) -> None:
    browser.open(f"{url}/")
    browser.show(1280, 900, "light")
    browser.evaluate("document.querySelector('#__search').click(); document.querySelector('.md-search__input').focus()")
    browser.send("Input.insertText", text=words)
    first = browser.until("document.querySelector('.md-search-result__item a')?.href")
    problem = [] if first and wanted in first else [f"the first result is {first}"]
    check(f"the search finds {words}", problem + browser.complaints)
    browser.screenshot(out / f"search-{words}.png")


def toggle(browser: Chromium, url: str) -> None:
    browser.show(1280, 900, "light")
    browser.open(f"{url}/")
    for title in ("Switch to light mode", "Switch to dark mode"):
        browser.until(f"[...document.querySelectorAll('.md-header label')].some(it => it.title === '{title}' && !it.hidden)")
        browser.evaluate(f"document.querySelector('label[title=\"{title}\"]').click()")
    dark = browser.until("document.body.getAttribute('data-md-color-scheme') === 'slate'")
    browser.open(f"{url}/performance/")
    stays = browser.until("document.body.getAttribute('data-md-color-scheme') === 'slate'")
    check("a click changes the colours, and the next page keeps them", [] if dark and stays else [f"dark: {dark}, on the next page: {stays}"])
    browser.evaluate("localStorage.clear()")


def read_archive(browser: Chromium, url: str, out: Path) -> None:
    """Reads the pages of DocC, which are empty until a script has loaded their content."""
    wrong = []
    for page in (*swift_reference.articles(), *swift_reference.tutorials()):
        browser.open(f"{url}/{swift_reference.ARCHIVE}/{page.path}/")
        browser.show(1280, 900, "light")
        if not browser.until(f"[...document.querySelectorAll('h1, h2')].some(it => it.textContent.includes({json.dumps(page.title)}))"):
            wrong.append(f"{page.path} has no heading {page.title}")
    check("Chromium shows each article and each tutorial of the Swift reference", wrong)
    browser.screenshot(out / "swift-reference.png")


def main() -> int:
    site, out = Path(sys.argv[1]), Path(sys.argv[2])
    archive = site / swift_reference.ARCHIVE
    check("no link of the site is broken", list(links.broken(site, swift_reference.ARCHIVE)))
    own = [path for path in site.rglob("index.html") if not path.is_relative_to(archive)]
    pages = sorted(str(path.parent.relative_to(site)).removeprefix(".") for path in own)
    with served(site) as url, Chromium() as browser:
        browse_all(url, pages, out)
        search(browser, url, "moya_provider_call", "/reference/c/call/", out)
        search(browser, url, "AsyncProvider", "/reference/python/providers/", out)
        toggle(browser, url)
        read_archive(browser, url, out)
    return failed


if __name__ == "__main__":
    sys.exit(main())
