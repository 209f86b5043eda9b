"""Makes calls with the system's libcurl, through ctypes. All calls use one easy handle, follow redirects and decode
every coding."""

import ctypes
import ctypes.util

from lines import Answer, Call, play

curl = ctypes.CDLL(ctypes.util.find_library("curl"))
curl.curl_easy_init.restype = ctypes.c_void_p
curl.curl_easy_strerror.restype = ctypes.c_char_p
curl.curl_slist_append.restype = ctypes.c_void_p
WRITE = ctypes.CFUNCTYPE(ctypes.c_size_t, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t, ctypes.c_void_p)

# curl/curl.h
URL, WRITEFUNCTION, POSTFIELDS, USERAGENT, HTTPHEADER, CUSTOMREQUEST, HEADERFUNCTION = 10002, 20011, 10015, 10018, 10023, 10036, 20079
NOBODY, FOLLOWLOCATION, MAXREDIRS, POSTFIELDSIZE, NOSIGNAL, ACCEPT_ENCODING, PROXY, CAINFO = 44, 52, 68, 60, 99, 10102, 10004, 10065
TIMEOUT_MS, CONNECTTIMEOUT_MS, MAXFILESIZE_LARGE, HTTPGET, POST = 155, 156, 30117, 80, 47
INFO_STATUS, INFO_URL = 0x200002, 0x100001
NUMBERS = {"total_timeout_ms": TIMEOUT_MS, "connect_timeout_ms": CONNECTTIMEOUT_MS, "max_redirects": MAXREDIRS}


class CurlError(Exception):
    pass


def set_option(easy, option, value):
    if isinstance(value, int):
        value = ctypes.c_long(value)
    code = curl.curl_easy_setopt(ctypes.c_void_p(easy), option, value)
    if code:
        raise CurlError(curl.curl_easy_strerror(code).decode())


def make(options):
    easy = curl.curl_easy_init()
    set_option(easy, NOSIGNAL, 1)
    set_option(easy, FOLLOWLOCATION, 0 if options.get("max_redirects") == "0" else 1)
    set_option(easy, ACCEPT_ENCODING, b"")
    set_option(easy, PROXY, options.get("proxy", "").encode())
    for name, option in NUMBERS.items():
        if name in options:
            set_option(easy, option, int(options[name]))
    if "max_body_size" in options:
        set_option(easy, MAXFILESIZE_LARGE, int(options["max_body_size"]))
    if "ca_file" in options:
        set_option(easy, CAINFO, options["ca_file"].encode())
    if "user_agent" in options:
        set_option(easy, USERAGENT, options["user_agent"].encode())
    return easy


def send(easy, call: Call) -> Answer:
    body, lines = [], []

    def write(data, size, count, _):
        body.append(ctypes.string_at(data, size * count))
        return size * count

    def header(data, size, count, _):
        lines.append(ctypes.string_at(data, size * count))
        return size * count

    write, header = WRITE(write), WRITE(header)
    fields = None
    for name, value in call.headers:
        fields = curl.curl_slist_append(ctypes.c_void_p(fields), f"{name}: {value}".encode() if value.strip() else f"{name};".encode())
    set_option(easy, URL, call.url.encode())
    set_option(easy, WRITEFUNCTION, write)
    set_option(easy, HEADERFUNCTION, header)
    set_option(easy, HTTPHEADER, ctypes.c_void_p(fields))
    set_option(easy, HTTPGET, 1)
    set_option(easy, CUSTOMREQUEST, None)
    if call.method == "HEAD":
        set_option(easy, NOBODY, 1)
    elif call.data is not None or call.method in ("POST", "PUT", "PATCH"):
        data = call.data or b""
        set_option(easy, POST, 1)
        set_option(easy, POSTFIELDSIZE, len(data))
        set_option(easy, POSTFIELDS, data)
    if call.method not in ("GET", "HEAD", "POST"):
        set_option(easy, CUSTOMREQUEST, call.method.encode())
    code = curl.curl_easy_perform(ctypes.c_void_p(easy))
    if code:
        raise CurlError(f"{code} {curl.curl_easy_strerror(code).decode()}")
    status, url = ctypes.c_long(), ctypes.c_char_p()
    curl.curl_easy_getinfo(ctypes.c_void_p(easy), INFO_STATUS, ctypes.byref(status))
    curl.curl_easy_getinfo(ctypes.c_void_p(easy), INFO_URL, ctypes.byref(url))

    def find(name):
        values = [line.partition(b":")[2].strip().decode("latin-1") for line in lines if line.lower().startswith(name.lower().encode() + b":")]
        return ", ".join(values) if values else None

    return Answer(status.value, b"".join(body), (url.value or b"").decode(), find)


play(make, send, lambda easy: curl.curl_easy_cleanup(ctypes.c_void_p(easy)))
