"""Makes calls with requests. All calls use one session."""

import requests

from lines import Answer, Call, play


def make(options):
    session = requests.Session()
    session.trust_env = False
    session.timeouts = tuple(
        int(options.get(name, 5000)) / 1000 for name in ("connect_timeout_ms", "idle_timeout_ms")
    )  # fmt: skip
    session.follows = options.get("max_redirects") != "0"
    session.max_redirects = int(options.get("max_redirects", 16)) or 16
    if options.get("proxy"):
        session.proxies = {"http": options["proxy"], "https": options["proxy"]}
    if "ca_file" in options:
        session.verify = options["ca_file"]
    if "user_agent" in options:
        session.headers["User-Agent"] = options["user_agent"]
    return session


def send(session, call: Call) -> Answer:
    answer = session.request(
        call.method, call.url, headers=dict(call.headers), data=call.data, timeout=session.timeouts,
        allow_redirects=session.follows,
    )  # fmt: skip
    return Answer(answer.status_code, answer.content, answer.url, answer.headers.get)


play(make, send, lambda session: session.close())
