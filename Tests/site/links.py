"""Finds links that lead nowhere in a folder of HTML files."""

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: "list[str]" = []
        self.anchors: "set[str]" = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: "list[tuple[str, str | None]]") -> None:
        given = dict(attributes)
        self.anchors |= {it for it in (given.get("id"), given.get("name") if tag == "a" else None) if it}
        link = given.get("src") or (given.get("href") if tag in ("a", "link") else None)
        if link:
            self.links.append(link)


def broken(folder: Path, archive: str) -> Iterator[str]:
    """Yields the broken links of all pages, except the pages below `archive`. DocC makes these pages and checks them
    itself."""
    own = [path for path in folder.rglob("*.html") if path.name != "404.html" and not path.is_relative_to(folder / archive)]
    pages = {path.resolve(): Page(path.read_text()) for path in own}
    for path, page in pages.items():
        for link in sorted(set(page.links)):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            place = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if place.is_dir():
                place /= "index.html"
            fragment = unquote(parts.fragment)
            exists = place.exists() and (not fragment or place not in pages or fragment in pages[place].anchors)
            if not exists:
                yield f"{path.relative_to(folder.resolve())} links to {link}"
