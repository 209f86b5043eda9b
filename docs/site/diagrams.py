"""The diagrams of the pages."""

from drawing import Drawing


def architecture() -> Drawing:
    it = Drawing(720, 470, "The parts of libmoya: programs, interfaces, engine, transport and bundled libraries")
    for x, name, line in ((0, "C program", ""), (145, "C++ program", "moya.hpp"), (290, "Python", "package moya"), (435, "moya", "the command")):
        it.box(x, 0, 130, 52, name, *([line] if line else []))
        it.arrow((x + 65, 52), (x + 65, 92))
    it.box(590, 0, 130, 52, "Swift program")
    it.arrow((655, 52), (655, 92))
    it.box(0, 92, 565, 56, "C API: include/moya and MoyaC", "checks and converts arguments; owns handles and queues", strong=True)
    it.box(590, 92, 130, 56, "Swift API", "MoyaProvider", strong=True)
    it.arrow((282, 148), (282, 190))
    it.arrow((655, 148), (655, 190))
    it.text(294, 174, "an order: the call as a value", "m", size=12)
    it.box(0, 190, 720, 56, "MoyaCore", "runs each call: plugins, stubs, retries, attempts, completions")
    it.arrow((360, 246), (360, 288))
    it.text(372, 272, "an exchange: one attempt", "m", size=12)
    it.box(0, 288, 350, 56, "MoyaNetwork and MoyaTransport", "event loops around libcurl")
    it.box(370, 288, 350, 56, "MoyaHTTP", "messages, URLs, cookies; no I/O")
    it.arrow((175, 344), (175, 386))
    it.box(0, 386, 350, 56, "libcurl and nghttp2", "private copies in libmoya.so")
    it.box(370, 386, 350, 56, "OpenSSL, zlib, brotli", "the system's; in a wheel, private copies")
    it.arrow((350, 414), (370, 414))
    it.text(0, 464, "A Swift package uses the libcurl that pkg-config finds, usually the system's.", "m", size=12)
    return it


def call() -> Drawing:
    it = Drawing(720, 300, "The way of a call, from the target to the completion")
    for number, (name, line) in enumerate((("target", "your description"), ("request", "URL, method, body"), ("prepare *", "may change it"), ("willSend *", "sees it"))):
        x = number * 186
        it.box(x, 20, 150, 56, name, line)
        if number < 3:
            it.arrow((x + 150, 48), (x + 186, 48))
    it.arrow((633, 76), (633, 122))
    it.box(558, 122, 150, 70, "backend", "network, stub", "or your own", strong=True)
    for number, (name, line) in enumerate((("process *", "may change the result"), ("retry?", "plugins and policy"), ("didReceive *", "sees the result"))):
        x = number * 186
        it.box(x, 129, 150, 56, name, line)
        it.arrow((x + 186, 157), (x + 150, 157))
    it.arrow((261, 129), (261, 100), (447, 100), (447, 76))
    it.text(354, 94, "yes: the next attempt", "m", "middle", 12)
    it.arrow((75, 185), (75, 226))
    it.box(0, 226, 708, 42, "completion: callback, queue row, return value or async result", strong=True)
    it.text(0, 292, "* These hooks run for every plugin, in the order in which the plugins were added.", "m", size=12)
    return it


#: For each way to call, the threads and queues, and the parts of a call that run on each of them.
WAYS = (
    ("Blocking", "moya_provider_call", (("your thread", "all hooks, transfer, result"),)),
    ("Callback", "moya_provider_send", (("your thread", "prepare, willSend"), ("library thread", "transfer, other hooks, callback"))),
    ("Queue", "moya_provider_enqueue", (("your thread", "prepare, willSend"), ("library thread", "transfer, other hooks"), ("your thread", "collects rows"))),
    ("Your event loop", "MOYA_PUMP_HOST", (("your thread", "prepare, willSend"), ("your loop's thread", "transfer, other hooks, callback"))),
    ("Swift", "request", (("session's queue", "prepare, willSend"), ("library thread", "transfer"), ("callback queue", "other hooks, completion"))),
)  # fmt: skip


def threads() -> Drawing:
    it = Drawing(720, 24 + 74 * len(WAYS), "The threads on which the parts of a call run")
    left = 176
    it.text(0, 14, "the way to call", "m", size=12)
    it.text(left, 14, "where its parts run, from left to right in time", "m", size=12)
    for number, (name, function, steps) in enumerate(WAYS):
        y = 28 + 74 * number
        it.text(0, y + 24, name, weight=600)
        it.text(0, y + 42, function, "m", size=12)
        gap = 24
        width = (720 - left - gap * (len(steps) - 1)) / len(steps)
        for step, (place, parts) in enumerate(steps):
            x = left + step * (width + gap)
            it.box(x, y, width, 56, place, parts, strong=place.startswith("your"))
            if step:
                it.arrow((x - gap, y + 28), (x, y + 28))
    return it


def figures() -> "dict[str, Drawing]":
    return {"architecture": architecture(), "call": call(), "threads": threads()}
