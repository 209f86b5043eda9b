"""Makes calls with httpx and HTTP/2. All calls use one client."""

import ssl

import httpx

from lines import Answer, Call, play


def make(options):
    verify = ssl.create_default_context(cafile=options["ca_file"]) if "ca_file" in options else True
    return httpx.Client(
        http2=True, trust_env=False, verify=verify, proxy=options.get("proxy") or None,
        follow_redirects=options.get("max_redirects") != "0", max_redirects=int(options.get("max_redirects", 16)),
        headers={"User-Agent": options["user_agent"]} if "user_agent" in options else None,
        timeout=httpx.Timeout(
            int(options.get("idle_timeout_ms", 5000)) / 1000,
            connect=int(options.get("connect_timeout_ms", 5000)) / 1000,
        ),
    )  # fmt: skip


def send(client, call: Call) -> Answer:
    answer = client.request(call.method, call.url, headers=call.headers, content=call.data)
    return Answer(answer.status_code, answer.content, str(answer.url), answer.headers.get)


play(make, send, lambda client: client.close())
