"""Cuts blocks of prose into sentences. A heading, an item of a list, a cell of a table and a term are sentences too."""

import re
from dataclasses import dataclass
from typing import Iterator, List, Tuple

FENCE = re.compile(r"\s*(```|~~~)")
ITEM = re.compile(r"(\s*(?:[-*+•]|\d+[.)])\s+)\S")
#: "  Memory     One arena holds the texts": a term, and then its explanation. Two spaces separate them if the term is
#: one word, and otherwise three.
TERM = re.compile(r"(\s*(?:\S.{0,60}?\s{3,}|[\w./*-]+\s{2,}))(?=\S)")
HEADING = re.compile(r"\s*(?:#{1,6} |[─═=-]{2,})")
CODE = re.compile(r"``[^`]+``|`[^`]*`")
LINK = re.compile(r"!?\[((?:[^\[\]]|\[[^\]]*\])*)\]\([^)]*\)")
END = re.compile(r"[.!?][\"'”’)\]*_]*(\s+)|\s(·)\s")
ABBREVIATION = re.compile(r"(?:\b(?:e\.g|i\.e|cf|vs|approx|No|Nos|sec|ch|p|pp|St|Dr)|^\d+)\.$")
OPEN_ABBREVIATION = re.compile(r"\betc\.\)?$")


@dataclass
class Sentence:
    line: int
    text: str
    #: The paragraph or the table row that contains the sentence, unchanged. It shows what a word like "answer" is
    #: about.
    paragraph: str


def sentences(block: List[Tuple[int, str]]) -> Iterator[Sentence]:
    """Yields the sentences of a block without its code. Code is fenced, or indented by four columns after an empty
    line."""
    paragraph: List[Tuple[int, str]] = []
    is_fenced = is_code = is_exempt = False
    is_after_blank, margin = True, 0
    for number, line in [*block, (0, "")]:
        indent = len(line) - len(line.lstrip())
        fence = FENCE.match(line)
        is_blank = not line.strip()
        starts_code = is_after_blank and not is_blank and indent >= margin + 4 and not ITEM.match(line)
        is_code = not is_fenced and (starts_code or (is_code and (is_blank or indent >= margin + 4)))
        starts = fence or is_blank or is_code or line.lstrip().startswith("|") or HEADING.match(line) or ITEM.match(line) or TERM.match(line)
        if paragraph and starts:
            yield from _cut(paragraph)
            paragraph = []
        if fence:
            is_fenced = not is_fenced
        is_after_blank = is_blank
        if is_fenced or fence or is_blank or is_code:
            is_exempt &= not is_blank
            continue
        if line.lstrip().startswith("|"):
            # The table with this heading lists the words to avoid, so its cells do not count.
            is_exempt |= line.lstrip().startswith("| instead of |")
            if not is_exempt:
                yield from (cut for cell in _cells(line) for cut in _cut([(number, cell)], line))
        elif HEADING.match(line):
            yield from _cut([(number, line.strip("#─═=- "))])
        elif item := ITEM.match(line):
            margin = len(item[1])
            paragraph = [(number, line[margin:])]
        elif term := TERM.match(line):
            margin = len(term[1])
            yield from _cut([(number, term[1].strip())])
            paragraph = [(number, line[margin:])]
        else:
            margin = min(margin, indent)
            paragraph.append((number, line))


def _cells(line: str) -> Iterator[str]:
    masked = CODE.sub(lambda found: found[0].replace("|", "¦"), line).replace("\\|", "¦")
    yield from (cell.strip() for cell in masked.strip().strip("|").split("|") if cell.strip(" -:"))


def _cut(lines: List[Tuple[int, str]], around: str = "") -> Iterator[Sentence]:
    """Yields the sentences of one paragraph. If the paragraph is the cell of a table, `around` is its row."""
    written = "\n".join(text.strip() for _, text in lines)
    text = CODE.sub(lambda found: "CODE" + "\n" * found[0].count("\n"), written)
    text = LINK.sub(lambda found: found[1] + "\n" * (found[0].count("\n") - found[1].count("\n")), text).replace("**", "")
    start = 0
    for end in [*END.finditer(text), None]:
        stop = end.start(1) if end and end[1] else end.start() if end else len(text)
        if end and end[1] and not _ends(text[start:stop], text[end.end() : end.end() + 1]):
            continue
        sentence = text[start:stop].strip()
        if sentence:
            at = start + len(text[start:stop]) - len(text[start:stop].lstrip())
            yield Sentence(lines[min(text.count("\n", 0, at), len(lines) - 1)][0], " ".join(sentence.split()), around or written)
        start = end.end() if end else stop


def _ends(before: str, following: str) -> bool:
    if OPEN_ABBREVIATION.search(before):
        return not following.islower()
    return not ABBREVIATION.search(before)
