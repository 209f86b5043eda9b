"""Converts texts of the library, and hides the parts of URLs that may be secrets."""

import ctypes
import re
import sys
from encodings import normalize_encoding
from encodings.aliases import aliases
from typing import Any, Optional

from ._structs import Str

#: All memory of the process, as one array. A slice of it copies the bytes at these addresses, as ctypes.string_at does,
#: but much faster.
memory: Any = (ctypes.c_char * sys.maxsize).from_address(0)


def bytes_of(borrowed: Str) -> bytes:
    """Copies borrowed bytes. Returns b"" if there are none."""
    return memory[borrowed.data : borrowed.data + borrowed.len] if borrowed.data else b""


def text_of(borrowed: Str) -> str:
    """Copies borrowed text. Returns "" if there is none."""
    return bytes_of(borrowed).decode("utf-8", "replace")


def without_mark(text: str) -> str:
    """Removes a byte order mark at the start of a text."""
    return text[1:] if text[:1] == "\ufeff" else text


#: The structs of C in messages, and what Python calls each of them.
_STRUCTS = {
    "target": "the target", "task": "the target", "sample": "the sample", "stub_rule": "the rule", "credential": "auth",
    "provider_options": "the provider", "connection_options": "the provider", "connection_overrides": "session",
    "cookie_options": "the provider", "cookie": "the cookie", "log_handler": "log", "plugin_use": "add_plugin",
    "retry": "the retry policy", "download": "the download", "builtin": "add_plugin", "handlers": "the stream",
    "stream": "the body", "trailers": "the trailers", "backend": "backend", "closures": "request",
    "executor": "the executor", "decoder_options": "the decoder", "sub_request": "the request", "value": "the value",
}
_ARGUMENTS = {
    "parameters": "query", "data": "json or body", "value": "form", "parts": "files or multipart", "stream": "body",
    "http_status": "status_code", "total_timeout_ms": "timeout", "tags": "a tag", "ca_file": "ca", "certificate": "cert",
    "key": "cert's key", "trust": "verify, ca or pins", "guard_exceptions": "guard", "cookie_file": "cookies",
    "hsts_file": "hsts", "credential": "auth", "proxy_credential": "proxy_auth", "certificate_data": "cert",
    "key_data": "cert's key",
}
#: C functions in which methods of this package wait. If a message of the library names one of these C functions,
#: in_python() writes "the call" instead.
_FUNCTIONS = (
    "provider_call_row_for|provider_call_row|provider_call_for|provider_call|provider_process|provider_drain|group_wait|"
    "queue_wait|call_wait|api_call_for|api_call"
)


#: What the library says if a function of the program that gives a body or trailers has raised an exception.
_FAILED = re.compile(r"its read function returned -?\d+, and there was room for \d+|the trailers function returned -?\d+")


def blaming(message: str, cause: BaseException) -> str:
    """Changes an error message about a body, so that it says which exception the program has raised."""
    who = "the trailers function" if "the trailers function" in message else "it"
    return _FAILED.sub(f"{who} raised {type(cause).__name__}", message)


def in_python(message: str) -> str:
    """Replaces the names of C structs, fields, functions and constants in a message of the library with the names of
    this package's arguments."""
    if "moya_" not in message and "MOYA_" not in message:
        return message
    structs = "|".join(_STRUCTS)
    message = message.replace(" is NULL", " is None").replace(" in moya_plugin_use", "")
    # A field of a struct, for example moya_target.path. If the field is a list, an index may follow, and then .name or
    # .value.
    message = re.sub(rf"\bmoya_({structs})\.(\w+)(?:\[(\d+)\])?(?:\.(name|value))?", _argument, message)
    message = re.sub(rf"\bmoya_({structs})\b", lambda it: _STRUCTS[it.group(1)], message)
    message = re.sub(rf"\bmoya_(?:{_FUNCTIONS})\b", "the call", message)
    message = re.sub(r"\bMOYA_[A-Z]+_…", "the known ones", message)
    return re.sub(r"\bMOYA_(?:[A-Z]+_)?([A-Z]+(?:_[A-Z]+)*)\b", lambda it: it.group(1).lower(), message)


def _argument(field: "re.Match[str]") -> str:
    struct, name, index, part = field.groups()
    is_own = (struct, name) == ("provider_options", "parameters") or (name == "tags" and not index)
    is_own |= struct in ("sample", "cookie", "stub_rule")
    argument = None if is_own and name != "http_status" else _ARGUMENTS.get(name)
    argument = argument or (name[:-3] if name.endswith("_ms") else name[:-8] if name.endswith("_percent") else name)
    if struct == "sample":
        argument = f"a sample's {argument}"
    elif struct == "retry":
        argument = f"retry.{argument}"
    if part:
        argument = f"a {part} in {argument}"
    return argument if index is None or name == "trust" else f"{argument} (index {index})"


# These patterns are compiled when they are first needed, because compiling them would make the import slower.
_SCHEME = r"[A-Za-z][A-Za-z0-9+.-]*"
_HOST = r"(\[[^\[\]@]*\]|[^:@\[\]]*)(:[0-9]*)?"


def shown_url(url: str) -> str:
    """Returns scheme, host, port and path of a URL. User, password, query and fragment may be secrets. A text that
    is not a URL is not shown at all, because any part of it may be a secret."""
    scheme, mark, rest = re.split("[?#]", url, maxsplit=1)[0].partition("://")
    authority, slash, path = rest.partition("/")
    host = authority.rpartition("@")[2]
    if not (mark and re.fullmatch(_SCHEME, scheme) and re.fullmatch(_HOST, host)):
        return "…"
    return f"{scheme}://{host}{slash}{path}"


# ── The charset of a body ─────────────────────────────────────────────────────────────────────────────────────────────

# The name comes from a server, so it is looked up in this list, never by Python's codecs. The codecs import a module
# for every name and remember the name. Some are not charsets of text: idna and undefined raise, and zlib decompresses.
_TEXT = frozenset(
    """
    ascii latin_1 utf_8 utf_8_sig utf_16 utf_16_be utf_16_le utf_32 utf_32_be utf_32_le
    iso8859_2 iso8859_3 iso8859_4 iso8859_5 iso8859_6 iso8859_7 iso8859_8 iso8859_9 iso8859_10 iso8859_11 iso8859_13
    iso8859_14 iso8859_15 iso8859_16
    cp1250 cp1251 cp1252 cp1253 cp1254 cp1255 cp1256 cp1257 cp1258 cp437 cp850 cp852 cp855 cp858 cp866 cp874
    koi8_r koi8_u mac_roman mac_cyrillic mac_greek mac_turkish mac_latin2 tis_620
    big5 big5hkscs cp950 gb2312 gbk gb18030 hz cp932 shift_jis euc_jp iso2022_jp cp949 euc_kr iso2022_kr johab
    """.split()
)


def charset(content_type: Optional[str]) -> str:
    """Returns Python's name of the charset in a Content-Type (RFC 9110 §8.3.2), or UTF-8 if the Content-Type names no
    known charset."""
    for parameter in (content_type or "").split(";")[1:]:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "charset":
            codec = normalize_encoding(value.strip().strip('"')).lower()
            codec = aliases.get(codec, codec)
            return codec if codec in _TEXT else "utf_8"
    return "utf_8"
