"""Makes Swift programs from the rows of the TOML files. Some programs must run. The others have a flaw in every row,
and the compiler must diagnose every row."""

import textwrap
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
IMPORTS = "import Foundation\nimport Moya\nimport MoyaPlugins\n"
TOP_LEVEL, CLASS, ACTOR, DEFAULT = "top level", "@MainActor class", "actor", "default isolation"
DEFAULT_TOP, DEFAULT_CLASS = f"{DEFAULT}, top level", f"{DEFAULT}, class"
TOPS = (TOP_LEVEL, DEFAULT_TOP)
FILE = "file"


def rows(pattern: str) -> list[dict]:
    return [row for path in sorted(FOLDER.glob(pattern)) for row in tomllib.loads(path.read_text())["row"]]


@dataclass(frozen=True)
class Place:
    """Where a row is in a program, and what is expected of it."""

    row: str
    #: The isolation of the code around the row, and what is wrong with the row, if anything is.
    context: str
    #: The row must be an error and not only a warning.
    is_error: bool = False

    @property
    def id(self) -> str:
        return f"{self.context}: {self.row}"


@dataclass
class Program:
    #: True if the compiler gets `-default-isolation MainActor`.
    by_default: bool
    language: int
    #: False if the compiler must diagnose every row.
    runs: bool
    #: True if the rows are code that awaits.
    awaits: bool = False
    files: dict[str, str] = field(default_factory=dict)
    #: The place of each line that belongs to a row, by file and number.
    lines: dict[tuple[str, int], Place] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.files["support.swift"] = (FOLDER / "support.swift").read_text()

    @property
    def places(self) -> list[Place]:
        return list(dict.fromkeys(self.lines.values()))

    def add(self, file: str, text: str, place: Place | None = None) -> None:
        """Adds lines to the end of a file."""
        known = self.files.setdefault(file, IMPORTS)
        text = text.rstrip("\n") + "\n"
        if place:
            text = text.replace("NOTE(", f'note("{place.id}", ').replace("RESULT(", f'report("{place.id}", ')
            text = text.replace("SENDABLE ", "@Sendable " if self.language >= 6 else "")
            first = known.count("\n") + 1
            self.lines |= {(file, first + index): place for index in range(text.count("\n"))}
        self.files[file] = known + text

    def write(self, folder: Path) -> list[Path]:
        for name, text in self.files.items():
            (folder / name).write_text(text)
        return [folder / name for name in self.files]


@dataclass(frozen=True)
class Flaw:
    """A flaw in a closure. `of_global` and `of_member` are the statement that breaks isolation, for a closure in global
    code and in a member. `before` is code that must stand before the closure."""

    name: str
    of_global: str
    of_member: str
    before: str = ""


STATE = Flaw("changes isolated state", "count += 1;", "self.count += 1;")
VARIABLE = Flaw("changes a variable", "local += 1;", "local += 1;", "var local = 0\ndefer { _ = local }\n")
OBJECT = Flaw("captures an object", "box.count += 1;", "box.count += 1;", "let box = Box()\n")


def contexts(by_default: bool) -> list[str]:
    return [DEFAULT_TOP, DEFAULT_CLASS] if by_default else [TOP_LEVEL, CLASS, ACTOR]


def flaws_of(row: dict, context: str, flaws: list[Flaw], runs: bool) -> list[Flaw | None]:
    """Returns the flaws with which the row is in the program. If the row is there without a flaw, the list is
    [None]."""
    # In Swift 5, the compiler accepts a flaw in an argument of a `@preconcurrency` function. It does not accept a flaw
    # in these rows, so a program that must run leaves the flaw out.
    is_error = row.get("is_own") or (row.get("is_assigned") and context == ACTOR)
    return flaws if flaws and not (runs and is_error) else [None]


def add_closures(program: Program, flaws: list[Flaw]) -> None:
    """Adds the rows of closures in each context."""
    for context in contexts(program.by_default):
        placed = []
        for row in rows("closures/*.toml"):
            for flaw in flaws_of(row, context, flaws, program.runs):
                place = Place(row["name"], f"{context}, {flaw.name}" if flaw else context, is_error=row.get("is_own", False))
                touch = (flaw.of_global if context in TOPS else flaw.of_member) + " " if flaw else ""
                code = (flaw.before if flaw else "") + row["code"].strip("\n")
                placed.append((place, code.replace("TOUCH ", touch)))
        add_context(program, context, placed)


def add_awaited(program: Program) -> None:
    """Adds the rows of awaited.toml in each context. Their code runs in the isolation of the context, so it may use the
    state of the context."""
    for context in contexts(program.by_default):
        touch = (STATE.of_global if context in TOPS else STATE.of_member) + " "
        codes = {row["name"]: row["code"].strip("\n").replace("TOUCH ", touch) for row in rows("awaited.toml")}
        add_context(program, context, [(Place(name, context), code) for name, code in codes.items()])


def add_context(program: Program, context: str, placed: list[tuple[Place, str]]) -> None:
    if context not in TOPS:
        add_type(program, context, placed)
        return
    program.add("main.swift", "var count = 0")
    for place, code in placed:
        program.add("main.swift", f"do {{\n{textwrap.indent(code, '  ')}\n}}", place)
        if not program.awaits:
            program.add("main.swift", f'finish("{place.id}")')


def add_type(program: Program, context: str, placed: list[tuple[Place, str]]) -> None:
    """Adds a type with a method for each row, and the calls of these methods."""
    head = {CLASS: "@MainActor final class Screen", ACTOR: "actor Store", DEFAULT_CLASS: "final class Screen"}[context]
    file = "store.swift" if context == ACTOR else "screen.swift"
    effects = " async throws" if program.awaits else ""
    program.add(file, f"{head} {{\n  var count = 0")
    for number, (place, code) in enumerate(placed):
        program.add(file, f"  func row{number}(){effects} {{\n{textwrap.indent(code, '    ')}\n  }}", place)
    program.add(file, "}")
    if program.awaits:
        add_awaiting_calls(program, context, file, len(placed))
    elif context == ACTOR:
        calls = "\n".join(f'  await store.row{number}()\n  finish("{place.id}")' for number, (place, _) in enumerate(placed))
        program.add(file, f"func playStore() async {{\n  let store = Store()\n{calls}\n}}")
        over = "let isOver = DispatchSemaphore(value: 0)"
        program.add("main.swift", f"{over}\n_Concurrency.Task.detached {{\n  await playStore()\n  isOver.signal()\n}}\nisOver.wait()")
    else:
        calls = "\n".join(f'screen.row{number}()\nfinish("{place.id}")' for number, (place, _) in enumerate(placed))
        # In Swift 5, the top level of main.swift is not isolated to the main actor.
        play = f"@MainActor func playScreen() {{\n  let screen = Screen()\n{textwrap.indent(calls, '  ')}\n}}"
        program.add(file, play)
        program.add("main.swift", "MainActor.assumeIsolated { playScreen() }")


def add_awaiting_calls(program: Program, context: str, file: str, count: int) -> None:
    name, isolation = ("Store", "") if context == ACTOR else ("Screen", "@MainActor ")
    calls = "\n".join(f"  try await object.row{number}()" for number in range(count))
    program.add(file, f"{isolation}func play{name}() async throws {{\n  let object = {name}()\n{calls}\n}}")
    program.add("main.swift", f"try await play{name}()")


def conforming(row: dict, form: str) -> str:
    """Returns the declaration of the row's type. Each form is another way to declare that the type conforms to the
    protocol."""
    head, members = row["declaration"], textwrap.indent(row["members"].strip("\n"), "  ")
    conformance = row.get("protocol")
    if form == "in the type":
        return f"{head}{f': {conformance}' if conformance else ''} {{\n{members}\n}}"
    if form == "main-actor type":
        return f"@MainActor {head}: {conformance} {{\n{members}\n}}"
    extension = {"isolated conformance": f"@MainActor {conformance}", "conformance in an extension": conformance}[form]
    prefix = "@MainActor " if form == "isolated conformance" else ""
    return f"{prefix}{head} {{\n{members}\n}}\nextension TYPE: {extension} {{}}"


def add_types(program: Program, forms: list[str]) -> None:
    number = 0
    for row in rows("types.toml"):
        for form in forms:
            if not program.runs and "protocol" not in row:
                continue
            context = DEFAULT if program.by_default else FILE
            # The compiler only warns of an isolated conformance to a `@preconcurrency` protocol.
            is_error = form != "isolated conformance" or not row.get("is_preconcurrency", False)
            place = Place(row["name"], context if program.runs else f"{context}, {form}", is_error)
            number += 1
            program.add("types.swift", conforming(row, form).replace("TYPE", f"Type{number}"), place)
            if program.runs:
                use = textwrap.indent(row["use"].strip("\n"), "  ").replace("TYPE", f"Type{number}")
                program.add("main.swift", f"do {{\n{use}\n}}", place)
                program.add("main.swift", f'finish("{place.id}")')


def running(language: int, by_default: bool) -> Program:
    """Makes a program that must run. In Swift 5, its closures change isolated state, as code for Moya 15 did."""
    program = Program(by_default, language, runs=True)
    program.add("main.swift", "")
    add_closures(program, [STATE, VARIABLE] if language < 6 else [])
    add_types(program, ["in the type"])
    return program


def awaiting(language: int, by_default: bool) -> Program:
    """Makes a program that must run. The top level of its main.swift awaits, so that the main actor is free at that
    time."""
    program = Program(by_default, language, runs=True, awaits=True)
    program.add("main.swift", "")
    add_awaited(program)
    return program


def flawed(by_default: bool) -> Program:
    """Makes a program in Swift 6 whose rows must all be diagnosed."""
    program = Program(by_default, 6, runs=False)
    program.add("main.swift", "")
    add_closures(program, [STATE, VARIABLE, OBJECT])
    add_types(program, ["conformance in an extension"] if by_default else ["isolated conformance", "main-actor type"])
    return program


def programs() -> Iterator[Program]:
    for by_default in (False, True):
        for language in (5, 6):
            yield running(language, by_default)
            yield awaiting(language, by_default)
        yield flawed(by_default)
