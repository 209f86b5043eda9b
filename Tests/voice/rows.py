"""Checks the patterns with sentences that must count and sentences that must not. Also checks how texts are cut into
sentences."""

from typing import Iterator, List, Tuple

from prose import blocks_of
from sentences import Sentence, sentences
from words import kinds

#: A sentence, and the kinds that it counts as.
SENTENCES: List[Tuple[str, List[str]]] = [
    ("Those behind it were not read.", ["behind"]),
    ("The client may be behind a proxy.", []),
    ("Servers behind the same load balancer share it.", []),
    ("A call that fails leaves nothing behind.", []),
    ("Else the value is none.", ["else"]),
    ("The pointer is NULL, or else an array.", ["else"]),
    ("Anything else is an error.", []),
    ("An #else branch, and `if` with `else`.", []),
    ("This happens in a round of so many wake-ups.", ["so many"]),
    ("Pointers may be replaced by such as stay valid.", ["such as"]),
    ("Only such as the caller made are released.", ["such as"]),
    ("A body that is not stored, such as a redirect's.", []),
    ("Fields such as Host cannot be set.", []),
    ("It wakes the loop, lest a call wait.", ["lest"]),
    ("All are read, save for the last.", ["lest"]),
    ("The file lies beside the library.", ["lest"]),
    ("Besides, the length is known.", []),
    ("The program is told of each retry.", ["is told"]),
    ("The loop hears of a new request.", ["is told"]),
    ("The provider learns the address.", ["is told"]),
    ("It cannot be told from a cancel.", []),
    ("You learn here how to send a form.", []),
    ("A thread of ours runs it.", ["of ours"]),
    ("A thread of the library's runs it.", []),
    ("It runs on a thread of the library's.", ["of ours"]),
    ("It runs on a thread of the library's that waits.", ["of ours"]),
    ("It is one of the library's threads.", []),
    ("The target's proxy is used instead of the provider's; NULL means none.", []),
    ("What is not known is refused.", ["not known"]),
    ("Unknown keys are an error.", []),
    ("Nothing is known about the server's clock.", []),
    ("The call's end is a row.", ["end of a call"]),
    ("The server answers with 404.", ["answer"]),
    ("The answer has no body.", ["answer"]),
    ("The hook returns its answer.", []),
    ("The plugin sees that the server answered.", ["answer"]),
    ("Use `moya_request_answer` for it.", []),
    ("It keeps the text.", ["keeps"]),
    ("The text is kept until the next call.", ["keeps"]),
    ("The object lets go of the lock.", ["keeps"]),
    ("The call gives up its handle.", ["keeps"]),
    ("The client gives up after three attempts.", []),
    ("The library keeps the connection open.", []),
    ("The loop keeps running.", []),
    ("It keeps the compiler from removing the call.", []),
    ("It keeps the paths of this build out of the objects.", []),
    ("It fails if a promise is not kept.", []),
    ("Keep the noun.", []),
    ("A keep-alive connection is reused.", []),
    ("These are counted apart.", ["apart"]),
    ("Only a query tells the operations apart.", []),
    ("Apart from that, nothing changes.", []),
    ("The stub responds in its place.", ["apart"]),
    ("An existing key stays in its place.", []),
    ("The loop ends by itself.", ["apart"]),
    ("Meanwhile the loop waits.", ["meanwhile"]),
    ("It fails at times.", ["meanwhile"]),
    ('The message is "behind the text".', []),
    (" ".join(["word"] * 36) + ".", ["long"]),
    (" ".join(["word"] * 35) + ".", []),
    ("Errors: " + ", ".join(["ARGUMENT"] * 40) + ".", []),
]

#: A text, and the sentences that it has.
TEXTS: List[Tuple[str, List[str]]] = [
    ("One. Two? Three!", ["One.", "Two?", "Three!"]),
    ("It has e.g. no end, i.e. none. Next.", ["It has e.g. no end, i.e. none.", "Next."]),
    ("The names are those of C. So the headers say it.", ["The names are those of C.", "So the headers say it."]),
    ("Version 1.0 of `a. b` is it. So.", ["Version 1.0 of CODE is it.", "So."]),
    ("See [the\npage](docs/a.md). It\nsays it.", ["See the page.", "It says it."]),
    ("- An item\n  that goes on\n- Another", ["An item that goes on", "Another"]),
    ("1. First.\n2. Second.", ["First.", "Second."]),
    ("| a `x|y` | b |\n|---|---|\n| c. D. | |", ["a CODE", "b", "c.", "D."]),
    ("| instead of | write |\n|---|---|\n| lest | so that |\n\nNext.", ["Next."]),
    ("Text:\n\n    code = behind;\n\nMore.", ["Text:", "More."]),
    ("Text:\n```\ncode\n```\nMore.", ["Text:", "More."]),
    ("  Memory     One arena\n             holds it.\n  Keys       The first.", ["Memory", "One arena holds it.", "Keys", "The first."]),
    ("── A heading ──\nText.", ["A heading", "Text."]),
    ("One (in brackets.) Two. [any thread]", ["One (in brackets.)", "Two.", "[any thread]"]),
    ("[A](a) · [B](b) ·\n[C](c)", ["A", "B", "C"]),
]

#: The end of a file's name, its content, and the sentences of its prose, each with its line.
FILES: List[Tuple[str, str, List[Tuple[int, str]]]] = [
    (".c", 'char *a = "// none"; /* One\n * two. Three. */\n\nint b; // Four\n       // five.', [(1, "One two."), (2, "Three."), (4, "Four five.")]),
    (".h", "/* Text.\n *\n *     code(behind);\n *\n * More. */", [(1, "Text."), (5, "More.")]),
    (".swift", "/// One.\n/// Two.\nlet a = #\"// none\"#\nlet b = \"\"\"\n  // none\n  \"\"\" // three", [(1, "One."), (2, "Two."), (6, "three")]),
    (".py", '#!/bin/x\n"""One.\n\n    code\n"""\n#: Two\n#: three.\na = "# none"  # four', [(2, "One."), (6, "Two three."), (8, "four")]),
    ("", "#!/usr/bin/env bash\n# One.\necho \"# none\" # two", [(2, "One."), (3, "two")]),
    (".md", "<!-- none -->\n# A head\n\nOne\ntwo.", [(2, "A head"), (4, "One two.")]),
]


def check() -> bool:
    wrong = list(_wrong())
    print(f"{'not ok' if wrong else 'ok'} - voice: {len(SENTENCES)} sentences, {len(TEXTS)} texts and {len(FILES)} files are read as they should be")
    for line in wrong:
        print(f"    {line}")
    return not wrong


def _wrong() -> Iterator[str]:
    for text, expected in SENTENCES:
        found = [kind for sentence in _read(text) for kind in kinds(sentence)]
        if found != expected:
            yield f"{text!r} counts as {found}, not {expected}"
    for text, cut in TEXTS:
        found = [sentence.text for sentence in _read(text)]
        if found != cut:
            yield f"{text!r} is cut into {found}, not {cut}"
    for suffix, text, said in FILES:
        places = [(it.line, it.text) for block in blocks_of(suffix, text) for it in sentences(block)]
        if sorted(places) != said:
            yield f"{text!r} says {places}, not {said}"


def _read(text: str) -> List[Sentence]:
    return list(sentences(list(enumerate(text.split("\n"), 1))))
