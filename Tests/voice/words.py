"""The words that a sentence should not use, and patterns that let right uses pass (CONTRIBUTING.md, "How we write")."""

import re
from typing import Iterator

from sentences import Sentence

LONGEST = 35  # words of a sentence
WIDEST = 100  # columns of a header's line

#: Patterns for the places before and after a whole word that is not a part of a name. In `request.answer`, `keep(…)`,
#: "keep-alive" and `#else`, the word is a part of a name.
BEFORE, AFTER = r"(?<![\w.#$-])", r"(?![\w(\-]|\.\w)"
#: "Tells operations apart", "leaves nothing behind." and "keeps a promise" are English idioms, which do not count.
IDIOMS = re.compile(
    r"\btell(?:s|ing)? (?:[\w'-]+ ){1,4}apart\b|\b(?:leaves?|leaving|left|falls?|lags?) (?:[\w'-]+ ){0,4}behind(?=$|[.,;:)])"
    r"|\bpromises?(?: (?:is|are|was|were|not|always))* kept\b|\bk(?:eeps?|ept) (?:a|the|its|this|every) promises?\b"
)
QUOTED = re.compile(r"\"[^\"]{1,60}\"|“[^”]{1,60}”")

_NETWORK = r"(?:prox(?:y|ies)|firewalls?|NATs?|gateways?|balancers?|servers?|caches?|CDNs?|portals?)"
_VERB = (
    r"(?:is|are|was|were|be|has|have|had|do|does|can|cannot|may|must|will|would|could|should|need|stay|come|go|want|take|make"
    r"|hold|lie|begin|end|wait)"
)
_OPEN = r"(?:open|alive|waiting|valid|short|small|empty|unchanged|in mind|track|up|secret|private|free|separate|stable|in sync)"

#: For each kind, a pattern of its words. Code, links and quoted text of a sentence are not searched.
WORDS = {
    "behind": rf"behind(?! (?:[\w-]+ ){{0,3}}{_NETWORK}\b)",
    "else": r"(?<!anything )(?<!something )(?<!nothing )(?<!everything )(?<!anyone )(?<!someone )(?<!everyone )(?<!no one )"
    r"(?<!nobody )(?<!anybody )(?<!somebody )(?<!everybody )(?<!anywhere )(?<!somewhere )(?<!nowhere )(?<!who )(?<!what )(?<!whatever )else",
    "so many": r"so many",
    "such as": rf"(?:(?:of|and|or|to|for|with|than|from|only|all|are|is|one|those) such as|such as(?= {_VERB}\b)|^such as)",
    "lest": r"lest|save for(?! (?:later|the next))|beside",
    "is told": r"(?:is|are|was|were|be|been|being) told(?! apart| from)|hear[sd]?(?: of| from| about)?|(?:is|are|was) heard(?: of)?"
    r"|learns|learn(?:ed|t)|(?:to|can|could|not|never|they) learn",
    "of ours": r"of (?:ours|theirs)|(?<!instead )of (?:a|an|the|this|that|another|each|one) [\w-]+(?:'s|s')"
    r"(?=[,.;:)]|$| (?:that|which|who|is|are|was|and|or|in|on|at|has|have|to|must|may|can|for|when|if|with|it|by|from|does)\b)",
    "not known": r"(?:what|whatever|who(?:ever)?) (?:is|was|are) (?:not |un)known(?: of)?|what (?:it|they) (?:does|do) not know",
    "end of a call": r"(?:calls?|requests?|transfers?)['’]s? end|ends? of (?:calls|requests)|(?:call|request)s?' ends?",
    "keeps": rf"(?:keeps?(?<!^keep)|kept|keeping)(?! \w+ing\b)(?! (?:to|out|clear|up|pace|track|a changelog)\b)(?! (?:[\w'-]+ ){{1,6}}(?:from|out of)\b)(?! in registers?\b)(?! (?:[\w'-]+ ){{0,4}}{_OPEN}\b)"
    r"|lets? go(?: of)?|letting go|let go of|(?:gives? up|gave up|given up|giving up)(?! (?:waiting|trying|after|on|when|at|if)\b)",
    "apart": r"(?<!told )(?<!far )(?<!ms )(?<!seconds )(?<!bytes )apart(?! from)"
    r"|(?<!stay )(?<!stays )in (?:its|their) (?:place|stead)|by (?:itself|themselves)",
    "meanwhile": r"meanwhile|at times|of late",
}
PATTERNS = {kind: re.compile(rf"{BEFORE}(?:{pattern}){AFTER}", re.IGNORECASE) for kind, pattern in WORDS.items()}

#: A hook, a closure and a backend give answers, so a paragraph or a file about one may use the word. A server gives
#: responses.
ANSWER = re.compile(rf"{BEFORE}answer(?:s|ed|ing)?{AFTER}|un-?answered\b", re.IGNORECASE)
ANSWERS = re.compile(
    r"\b(?:hooks?|closures?|plugins?|callbacks?|polic(?:y|ies)|backends?|stubs?|rules?|recorders?|delegates?|questions?|refresh"
    r"|resolvers?|DNS|challenge|asks|moya_\w*answer\w*)\b|`\w*\.?answer", re.IGNORECASE,
)
ANSWERING_FILE = re.compile(r"backend|stub|plugin|hook|closure|recorder|answer|builtin|refresh|policy|_request\.py", re.IGNORECASE)
SERVER_ANSWERS = re.compile(r"\b(?:servers?|peers?|hosts?|HTTP|prox(?:y|ies))(?:'s?)? (?:(?:has|have|had|did|does|never|not) )*answer", re.IGNORECASE)

#: A list of errors may be long: programs read it.
ERRORS = re.compile(r"Errors\b[^:]{0,60}:")

KINDS = [*WORDS, "answer", "long", "columns"]


def kinds(sentence: Sentence, path: str = "") -> Iterator[str]:
    """Yields the kinds of what is wrong with a sentence of a file, once for each place."""
    text = IDIOMS.sub("IDIOM", QUOTED.sub("QUOTED", sentence.text))
    for kind, pattern in PATTERNS.items():
        yield from (kind for _ in pattern.finditer(text))
    is_right = (ANSWERS.search(sentence.paragraph) or ANSWERING_FILE.search(path)) and not SERVER_ANSWERS.search(text)
    yield from ("answer" for _ in ANSWER.finditer(text) if not is_right)
    if length(text) > LONGEST and not ERRORS.match(text):
        yield "long"


def length(text: str) -> int:
    return sum(1 for word in text.split() if re.search(r"\w", word))
