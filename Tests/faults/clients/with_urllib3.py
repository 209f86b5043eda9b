"""Makes calls with urllib3. All calls use one pool manager, which follows redirects and retries nothing else."""

import urllib.parse

import urllib3

from lines import Answer, Call, play


def make(options):
    timeout = urllib3.Timeout(
        total=int(options["total_timeout_ms"]) / 1000 if "total_timeout_ms" in options else None,
        connect=int(options.get("connect_timeout_ms", 5000)) / 1000,
        read=int(options.get("idle_timeout_ms", 5000)) / 1000,
    )
    follows = options.get("max_redirects") != "0"
    retries = urllib3.Retry(total=None, connect=0, read=0, status=0, other=0, redirect=int(options.get("max_redirects", 16)))
    common = {"timeout": timeout, "retries": retries if follows else False}
    if "ca_file" in options:
        common["ca_certs"] = options["ca_file"]
    if "user_agent" in options:
        common["headers"] = {"User-Agent": options["user_agent"]}
    if not options.get("proxy"):
        return urllib3.PoolManager(**common)
    user = urllib.parse.urlsplit(options["proxy"]).netloc.rpartition("@")[0]
    fields = urllib3.make_headers(proxy_basic_auth=user) if user else None
    return urllib3.ProxyManager(options["proxy"], proxy_headers=fields, **common)


def send(pool, call: Call) -> Answer:
    fields = urllib3.HTTPHeaderDict()
    for name, value in call.headers:
        fields.add(name, value)
    if not any(name.lower() == "accept-encoding" for name, _ in call.headers):
        fields["Accept-Encoding"] = "gzip, deflate, br"
    answer = pool.request(call.method, call.url, headers=fields, body=call.data)
    return Answer(answer.status, answer.data, urllib.parse.urljoin(call.url, answer.url or ""), answer.headers.get)


play(make, send, lambda pool: pool.clear())
