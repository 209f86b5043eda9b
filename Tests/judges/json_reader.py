"""Reads the same texts as json_reader.c, with Python's `json()`: the whole body, a member, and a value of a type."""

import sys

import moya


def body(text: bytes) -> None:
    response(text).json()


def member(text: bytes) -> None:
    response(b'{"member":' + text + b"}").json("member")


def typed(text: bytes) -> None:
    response(text).json("", of=str)


def response(text: bytes) -> moya.Response:
    return provider.call(moya.Target("http://judge.test", sample=moya.Sample(body=text)))


def takes(read, text: bytes) -> bool:
    try:
        read(text)
    except moya.MoyaError as error:
        return error.status is not moya.Status.JSON
    return True


provider = moya.Provider(stub=True, proxy="")
print("ready", flush=True)
for line in sys.stdin:
    text = bytes.fromhex(line)
    readers = [body, typed] + ([] if text.startswith(b"\xef\xbb\xbf") else [member])
    takers = [read.__name__ for read in readers if takes(read, text)]
    answer = {len(readers): "accepts", 0: "refuses"}.get(len(takers), "only " + " ".join(takers))
    print(answer, flush=True)
provider.close()
