"""Uses the package in a second interpreter of the process. Run it as a program: interpreters.py URL USE. URL is the URL
of a server (server.py). The program ends with status 0 if the use succeeds in the second interpreter and in the first
one.

From Python 3.13 on, the second interpreter is isolated: it has its own lock and its own memory. Before Python 3.13, an
isolated interpreter cannot import ctypes, so the second interpreter shares both with the first.
"""

import sys

#: What each use does in a coroutine: `provider` is an open AsyncProvider, `seen` a new list, and `target` makes
#: targets.
USES = {
    "call": "assert (await provider.call(target('/zen'))).status_code == 200",
    "stream": """
async with provider.stream(target('/big')) as stream:
    assert len(await stream.aread()) == 1 << 20""",
    "events": """
async with provider.events(target('/events')) as events:
    assert len([event async for event in events]) == 3""",
    "download": """
with tempfile.TemporaryDirectory() as folder:
    await provider.download(target('/big'), folder + '/', name=lambda response, name: 'own')""",
    "progress": """
await provider.call(target('/big'), progress=seen.append)
assert seen""",
    "retry": """
again = lambda attempt, response, error: 0 if attempt < 2 else False
assert (await provider.call(target('/missing', retry=again))).attempts == 2""",
    "body": """
async def pieces():
    yield b'a'
    yield (await provider.call(target('/zen'))).content[:1]
assert (await provider.call(target('/echo', 'POST', body=iter([b'a', b'b'])))).json('body') == 'ab'
assert (await provider.call(target('/echo', 'POST', body=pieces()))).json('body') == 'aS'
async with provider.stream(target('/echo', 'POST', body=pieces())) as stream:
    assert b'aS' in await stream.aread()""",
    "group": """
group = moya.AsyncGroup(provider, 2)
await asyncio.gather(*(group.call(target('/zen')) for _ in range(20)))""",
    "loops": """
async with moya.AsyncProvider(loops=2) as own:
    await own.call(target('/zen'))""",
    "log": """
async with moya.AsyncProvider(log=lambda level, line: seen.append(line)) as own:
    own.add_plugin('moya.logger')
    await own.call(target('/zen'))
assert seen""",
    "backend": """
async def backend(request): return await request.fetch()
for each in backend, lambda request: moya.Sample(json=1):
    async with moya.AsyncProvider(backend=each) as own:
        assert (await own.call(target('/zen'))).status_code == 200""",
    "request": """
async with moya.AsyncProvider(request=lambda request: request.forward()) as own:
    assert (await own.call(target('/zen'))).status_code == 200""",
    "refresh": """
async def later(): return 'new'
for refresh in later, lambda: 'new':
    async with moya.AsyncProvider() as own:
        own.add_plugin('moya.access-token', refresh=refresh)
        assert (await own.call(target('/echo'))).json('headers.authorization') == 'Bearer new'""",
    "activity": """
async with moya.AsyncProvider() as own:
    own.add_plugin('moya.activity', activity=lambda began, name: seen.append(began))
    await own.call(target('/zen'))
assert seen""",
    "rules": """
rules = moya.StubRules()
rules.add(lambda request: moya.Sample(json=2), matches=lambda request: True)
async with moya.AsyncProvider(stubs=rules) as own:
    assert (await own.call(target('/zen'))).json() == 2""",
    "plugin": """
class Plugin(moya.Plugin):
    id = 'org.example.plugin'
    def prepare(self, call): seen.append(call)
async with moya.AsyncProvider(plugins=[Plugin()]) as own:
    await own.call(target('/zen'))
assert seen""",
    "unclosed": """
global kept
kept = moya.AsyncProvider()
await kept.call(target('/zen'))""",
    "blocking": """
with moya.Provider() as own:
    assert own.call(target('/zen')).status_code == 200
    with own.stream(target('/events'), events=True) as stream:
        assert len(list(stream.iter_events())) == 3
    with own.events(target('/events')) as events:
        assert len(list(events)) == 3
    own.call(target('/big'), progress=seen.append)
    assert len(list(moya.Group(own, 2).map([target('/zen')] * 20))) == 20
assert seen""",
}

PROGRAM = """
import asyncio, tempfile, moya
def target(path, method='GET', **fields): return moya.Target({url!r}, path, method, timeout=20, **fields)
async def use(provider):
    seen = []
    {use}
async def main():
    async with moya.AsyncProvider() as provider:
        await use(provider)
for _ in range({times}): asyncio.run(main())
"""


def main(url: str, use: str) -> None:
    program = PROGRAM.format(url=url, use=USES[use].strip().replace("\n", "\n    "), times=5)
    if sys.version_info < (3, 13):
        import _xxsubinterpreters as interpreters

        other = interpreters.create(isolated=False)
    else:
        import _interpreters as interpreters

        other = interpreters.create()
    for _ in range(2):
        problem = interpreters.run_string(other, program)
        assert not problem, getattr(problem, "formatted", problem)
    exec(program, {})
    interpreters.destroy(other)


if __name__ == "__main__":
    main(*sys.argv[1:])
