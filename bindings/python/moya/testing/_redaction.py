"""Finds and hides the values that a message or a file must not show, also in bodies with a content coding. The library
hides the values of the same names in its log (Redaction.swift)."""

import base64
import json
import re
import zlib
from contextlib import suppress
from functools import lru_cache
from importlib import import_module
from typing import Any, Callable, Dict, Iterable, List, Optional, Set, Tuple
from urllib.parse import quote, quote_plus, unquote_plus

from .._json import sound_value_of

#: What stands in a file instead of a secret, as in the cassettes of the module `record`.
MARK = "redacted"

#: Tests/secret_names.py compares these names with those of the library and of the modules.
_EVERYWHERE = (
    "token", "secret", "password", "passwd", "passphrase", "passcode", "passkey", "apikey", "accesskey", "privatekey",
    "accountkey", "signingkey", "encryptionkey", "masterkey", "authkey", "authcode", "devicecode", "assertion",
    "authorization", "codeverifier", "subscriptionkey", "jwt", "otp", "totp", "pwd", "psk", "cvv", "cvc",
)
#: In JSON, members with these names are often no secrets, for example {"code": "not-found"}.
_OUTSIDE_JSON = (
    "signature", "credential", "session", "sessid", "samlresponse", "usercode", "bearer", "sign", "sig", "auth", "key",
    "code", "sid", "pin", "pass", "nonce", "csrf", "xsrf", "hmac",
)
_HEADERS = ("cookie", "xauth", "xsid", "xpin")
#: A secret name of this length or more makes longer names that contain it secret, too. A shorter name does not, because
#: it is a part of many harmless names.
_SHORTEST_PART = 5
#: A number is a secret if its name ends with one of these names. "token" is not one of them, because prices and limits
#: often have such names.
_NUMBERS = tuple(name for name in _EVERYWHERE if len(name) >= _SHORTEST_PART and name != "token")

#: A secret of this length or more is hidden wherever it occurs. A shorter secret is hidden only where its name stands,
#: because it is also a part of harmless texts.
_SHORTEST_SECRET = 6

#: Finds the user of each URL in a text.
_USER = re.compile(r"://([^/?#\s\"<>\\]*)@")
#: Finds each name and its value in the URLs of a text. A separator must precede the name.
_PAIR = re.compile(r"(?<=[?&;#])([^=?&;#,\s\"'<>\\]+)=([^&;#,)\s\"'<>\\]+)")
#: Finds each parameter with a quoted value in a header field.
_PARAMETER = re.compile(r'([\w-]+)\s*=\s*"((?:[^"\\]|\\.)*)"')
#: Finds each JSON member whose value is a string, in any text. If the JSON text is itself a string of JSON, each quote
#: has backslashes before it.
_MEMBER = re.compile(r'(\\{0,63})"((?:[^"\\]|\\+u[0-9A-Fa-f]{4})+)\1"\s*:\s*\1"')
_QUOTE = re.compile(r'(?<!\\)(\\*)"')
#: Finds each JSON member whose value is a number, in any text.
_NUMBER = re.compile(r'(\\{0,63})"((?:[^"\\]|\\+u[0-9A-Fa-f]{4})+)\1"\s*:\s*(-?\d[-+.\deE]*)')
#: Finds each tag of XML, and the text that follows it up to the next tag. The groups are the name without its prefix,
#: the attributes, and the text.
_ELEMENT = re.compile(r"<(?:[\w.-]+:)?([\w.-]+)((?:\s(?:[^<>\"']|\"[^\"]*\"|'[^']*')*)?)>\s*(<!\[CDATA\[.*?(?:\]\]>|\Z)|[^<]*)", re.DOTALL)
_TAG = re.compile(r"<[\w.:-]+(?:\s(?:[^<>\"']|\"[^\"]*\"|'[^']*')*)>")
#: Finds each attribute of a tag.
_ATTRIBUTE = re.compile(r"(?<![\w.-])([\w.-]+)=(?:\"([^\"]+)\"|'([^']+)')")
#: Finds each credential after the name of a scheme (RFC 9110 §11.1).
_CREDENTIAL = re.compile(r"(?:(?<![\w.-])|(?<=\\[nrt]))(?:bearer|basic) +((?:[\w.~+/-]|\\/){8,})(=*)(?![\w=])", re.ASCII | re.IGNORECASE)
#: Finds half of a surrogate pair, which JSON can write. No URL can have it.
_SURROGATE = re.compile("[\ud800-\udfff]")
#: Finds a control character that no text has.
_CONTROL = re.compile(rb"[\0-\x08\x0b\x0e-\x1f]")
_PRIVATE_KEY = re.compile(r"(-----BEGIN [A-Z ]{0,32}PRIVATE KEY-----).*?(-----END|\Z)", re.DOTALL)


class Redaction:
    """Decides whether a value is a secret, by the name of the value. `more` are names of secrets in addition to the
    usual ones. `found` collects the secrets that were hidden. without() hides these secrets also where their names are
    absent."""

    def __init__(self, more: Iterable[str] = ()) -> None:
        own = [_component(name) for name in more]
        self.found: Set[str] = set()
        #: The forms of the secrets in `found`, longest first. They are made when `found` has `_form_count` secrets, and
        #: again when it has more.
        self._found_forms: List[bytes] = []
        self._form_count = 0
        self._own = _names(own)
        self._members = _names((*_EVERYWHERE, *own))
        self._parameters = _names((*_EVERYWHERE, *_OUTSIDE_JSON, *own))
        self._headers = _names((*_EVERYWHERE, *_OUTSIDE_JSON, *_HEADERS, *own))

    def is_secret_header(self, name: str) -> bool:
        return _contains(self._headers, name)

    def is_secret_parameter(self, name: str) -> bool:
        return _contains(self._parameters, name)

    def is_secret_member(self, name: str) -> bool:
        """Returns whether the value of a member of a JSON object is a secret, by the name of the member."""
        return _contains(self._members, name)

    def is_secret_number(self, name: str, value: str) -> bool:
        """Returns whether a number with this name is a secret. The name must end with a usual name of a secret, because
        a count often has a name that only contains one, for example max_tokens. For the names in `more`, the rule of
        is_secret_member applies."""
        components = _components(name)
        return (
            _is_pin(name, value)
            or any(_contains(self._own, it) for it in components)
            or any(it == "token" or it.endswith(_NUMBERS) or it in _EVERYWHERE for it in components)
        )

    def header(self, name: str, value: str) -> str:
        if not self.is_secret_header(name):
            return self.text(_PARAMETER.sub(self._parameter, value))
        scheme, _, rest = value.partition(" ")
        for word in (value, *value.split(" ")[1:], *(pair.partition("=")[2] for pair in value.split("; "))):
            self._find(word)
        if scheme.lower() == "basic":
            user_and_password = _decoded(rest)
            self._find(user_and_password)
            self._find(user_and_password.partition(":")[2])
        return MARK

    def _parameter(self, found: "re.Match[str]") -> str:
        if not found[2] or not self.is_secret_parameter(found[1]):
            return found[0]
        self._find(found[2])
        return found[0][: found.start(2) - found.start()] + f'{MARK}"'

    def pairs(self, text: str) -> str:
        """Returns a query or a form without secret values. The rest is unchanged."""
        return "&".join(self._pair(pair) for pair in text.split("&"))

    def _pair(self, pair: str) -> str:
        name, mark, value = pair.partition("=")
        if not mark or not value:
            return pair
        plain = unquote_plus(value)
        if self.is_secret_parameter(unquote_plus(name)):
            self._find(value)
            self._find(plain)
            return f"{name}={MARK}"
        hidden = self.text(plain)
        if hidden != plain:  # a URL or JSON
            return f"{name}={quote_plus(hidden)}"
        return f"{name}={self.text(value)}"

    def url(self, url: str) -> str:
        """Returns a URL without user, fragment and secret values of its path and its query."""
        start, mark, query = url.partition("#")[0].partition("?")
        scheme, colon, rest = start.partition("://")
        if colon:
            authority, slash, path = rest.partition("/")
            start = f"{scheme}://{authority.rpartition('@')[2]}{slash}{_PAIR.sub(self._pair_in_text, path)}"
        return f"{start}?{self.pairs(query)}" if mark else start

    def text(self, text: str) -> str:
        """Returns any text without secrets. Looks for them in URLs, in JSON, in XML, in private keys, and after the
        words Bearer and Basic."""
        text = _PRIVATE_KEY.sub(rf"\1{MARK}\2", text)
        if "<" in text:
            text = _ELEMENT.sub(self._element, _TAG.sub(self._tag, text))
        text = _CREDENTIAL.sub(self._credential, text)
        if '"' in text:
            text = "\n".join(self._line(line) for line in text.split("\n"))
        return _PAIR.sub(self._pair_in_text, _USER.sub(self._user, text)) if "=" in text or "@" in text else text

    def _line(self, line: str) -> str:
        """Returns a line without the secrets in its JSON. In a stream of events or of JSON, each line has a JSON
        value."""
        start = re.search(r"[{\[]", line)
        if start is None and '"' not in line:
            return line
        place = start.start() if start else 0
        try:
            value, end = _DECODER.raw_decode(line, place)
            if line[end:].strip():
                raise ValueError
        except (ValueError, RecursionError):
            return self._members_in(line)
        hidden = self.json(value)
        return self._members_in(line) if hidden == value else line[:place] + json.dumps(hidden, ensure_ascii=False) + line[end:]

    def _tag(self, found: "re.Match[str]") -> str:
        return _ATTRIBUTE.sub(self._attribute, found[0])

    def _attribute(self, found: "re.Match[str]") -> str:
        value = found[2] or found[3]
        if not self.is_secret_member(found[1]):
            return found[0]
        self._find(value)
        return f"{found[1]}={found[0][-1]}{MARK}{found[0][-1]}"

    def _element(self, found: "re.Match[str]") -> str:
        value = found[3].rstrip()
        start, end = found.start(3), found.start(3) + len(value)
        if value.startswith("<![CDATA["):
            start, end = start + 9, end - 3 * value.endswith("]]>")
        elif found.end() < len(found.string) and not found.string.startswith(("</", "<\\/"), found.end()):
            return found[0]  # the element has other elements
        value = found.string[start:end]
        if not value or found[2].endswith("/") or not self.is_secret_member(found[1]):
            return found[0]
        self._find(value)
        return f"{found.string[found.start():start]}{MARK}{found.string[end:found.end()]}"

    def _credential(self, found: "re.Match[str]") -> str:
        """Hides the credential after "Bearer" or "Basic". Changes nothing if an ordinary word follows ("Basic
        requirements"), or the parameter of a challenge."""
        value, padding = found[1].replace("\\", ""), found[2]
        is_odd = re.search("[0-9]", value) or re.search("[A-Z]", value[1:])
        if padding and (len(value) + len(padding)) % 4 or len(value) < 20 and not is_odd:
            return found[0]
        self._find(found[1] + padding)
        return found[0][: found.start(1) - found.start()] + MARK

    def _number(self, found: "re.Match[str]") -> str:
        is_secret = self.is_secret_number(_unescaped(found[2]), found[3])
        return found[0][: found.start(3) - found.start()] + "0" if is_secret else found[0]

    def _members_in(self, text: str) -> str:
        """Returns a text without the strings and numbers of secret JSON members. The text may have only a part of a
        JSON value."""
        text = _NUMBER.sub(self._number, text)
        made: List[str] = []
        copied = 0
        for found in _MEMBER.finditer(text):
            if found.start() < copied or not self.is_secret_member(_unescaped(found[2])):
                continue
            level, end = len(found[1]), len(text)
            for quotes in _QUOTE.finditer(text, found.end()):
                if len(quotes[1]) % (2 * level + 2) == level:
                    end = quotes.end() - 1 - level
                    break
            self._find(text[found.end() : end])
            made += (text[copied : found.end()], MARK if end > found.end() else "")
            copied = end
        return "".join(made) + text[copied:]

    def _user(self, found: "re.Match[str]") -> str:
        self._find(found[1])
        self._find(found[1].partition(":")[2])
        return f"://{MARK}@"

    def _pair_in_text(self, found: "re.Match[str]") -> str:
        return self._pair(found[0]) if self.is_secret_parameter(unquote_plus(found[1])) else found[0]

    def json(self, value: Any) -> Any:
        """Returns a JSON value in which MARK replaces the texts of secret members, also inside lists and objects. 0
        replaces their numbers."""
        if isinstance(value, dict):
            return {name: self._member(name, it) for name, it in value.items()}
        if isinstance(value, list):
            return [self.json(it) for it in value]
        return self.text(value) if isinstance(value, str) else value

    def _member(self, name: str, value: Any) -> Any:
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            # A program that reads a number could not read MARK.
            return 0 if self.is_secret_number(name, str(value)) else value
        if self.is_secret_member(name) or isinstance(value, str) and _is_pin(name, value):
            return self._all(value)
        return self.json(value)

    def _all(self, value: Any) -> Any:
        """Returns a value of JSON in which MARK replaces all texts. Numbers in a list or an object stay."""
        if isinstance(value, dict):
            return {name: self._all(it) for name, it in value.items()}
        if isinstance(value, list):
            return [self._all(it) for it in value]
        if not isinstance(value, str):
            return value
        self._find(value)
        return MARK if value else value

    def body(self, media_type: str, body: bytes) -> bytes:
        """Returns a body without secrets, if it is a text. Other bodies, and bodies without secrets, are returned
        unchanged."""
        kind = media_type.partition(";")[0].strip().lower()
        if kind == "multipart/form-data" and boundary_of(media_type):
            mark = b"--" + boundary_of(media_type)
            return mark.join(self._part(part) for part in body.split(mark))
        if kind == "application/x-www-form-urlencoded":
            return self.pairs(body.decode("utf-8", "replace")).encode()
        value = json_value(body) if is_json(media_type) else None
        if value is not None:
            hidden = self.json(value)
            if hidden != value:
                return json.dumps(hidden, ensure_ascii=False).encode("utf-8", "surrogatepass")
        try:
            return self.text(body.decode()).encode("utf-8", "surrogatepass")
        except UnicodeDecodeError:
            # Nearly all data that is no text has a control character. ISO 8859-1 gives each byte a character, so the rest
            # of a text in Latin-1 or a similar coding stays as it is.
            return body if _CONTROL.search(body) else self._in_latin_1(body)

    def _in_latin_1(self, body: bytes) -> bytes:
        text = self.text(body.decode("latin-1"))
        try:
            return text.encode("latin-1")
        except UnicodeEncodeError:  # an escape of JSON was decoded together with a secret
            return "".join(it if it <= "\xff" else json.dumps(it)[1:-1] for it in text).encode("latin-1")

    def _part(self, part: bytes) -> bytes:
        head, blank, content = part.partition(b"\r\n\r\n")
        name = re.search(rb'[; ]name="([^"]*)"', head) or re.search(rb"[; ]name=([^\s;]+)", head)
        if not blank or name is None:
            return part
        if not self.is_secret_parameter(name[1].decode("utf-8", "replace")):
            kind = re.search(rb"(?im)^content-type:\s*(\S+)", head)
            return head + blank + self.body(kind[1].decode("latin-1") if kind else "", content)
        self._find(content.decode("utf-8", "replace").rstrip("\r\n"))
        return head + blank + MARK.encode() + b"\r\n"

    def without(self, body: bytes) -> bytes:
        """Returns a body without the secrets in `found`, also where JSON, a URL or Base64 has them in another form."""
        if self._form_count != len(self.found):
            self._form_count = len(self.found)
            self._found_forms = sorted({form for found in self.found for form in _forms(found)}, key=len, reverse=True)
        for secret in self._found_forms:
            body = body.replace(secret, MARK.encode())
        return body

    def text_without(self, text: str) -> str:
        """Returns a text without the secrets in `found`."""
        return self.without(text.encode("utf-8", "surrogatepass")).decode("utf-8", "surrogatepass")

    def url_without(self, url: str) -> str:
        """Returns a URL without the secrets in `found`. Scheme, host and port stay."""
        scheme, colon, rest = url.partition("://")
        authority, slash, path = rest.partition("/")
        return f"{scheme}{colon}{authority}{slash}{self.text_without(path)}" if colon else self.text_without(url)

    def _find(self, secret: str) -> None:
        if len(secret) >= _SHORTEST_SECRET and secret != MARK and not _SURROGATE.search(secret):
            self.found.add(secret)


_DECODER = json.JSONDecoder()


@lru_cache(maxsize=1024)
def _forms(secret: str) -> "Tuple[bytes, ...]":
    """Returns the forms in which a secret may occur: as it is, in JSON, in JSON inside a string of JSON, in a URL, and
    in Base64."""
    texts = {secret, quote(secret, safe=""), quote(secret), quote_plus(secret)}
    for _ in range(2):
        texts |= {json.dumps(it, ensure_ascii=is_ascii)[1:-1] for it in tuple(texts) for is_ascii in (True, False)}
    made = {it.encode("utf-8", "surrogatepass") for it in texts}
    made |= {base64.b64encode(secret.encode("utf-8", "surrogatepass")), base64.urlsafe_b64encode(secret.encode("utf-8", "surrogatepass"))}
    return tuple(made)


def _decoded(text: str) -> str:
    try:
        return base64.b64decode(text).decode("utf-8", "replace")
    except ValueError:
        return ""


def _unescaped(name: str) -> str:
    """Returns the name of a member. The name may have characters such as `\\u0061`."""
    return re.sub(r"\\+u([0-9A-Fa-f]{4})", lambda found: chr(int(found[1], 16)), name)


def is_json(media_type: str) -> bool:
    kind = media_type.partition(";")[0].strip().lower()
    return kind == "application/json" or kind.endswith("+json")


def boundary_of(media_type: str) -> bytes:
    """Returns the boundary of a multipart body, or b"" if the type names none."""
    found = re.search(r"(?i)boundary=([^;]*)", media_type)
    return found[1].strip('" ').encode() if found else b""


def json_value(body: Optional[bytes]) -> Any:
    """Returns the value of a JSON body, or None if the body is not JSON."""
    try:
        return sound_value_of(body or b"")
    except (ValueError, RecursionError):
        return None


def _component(name: str) -> str:
    return re.sub("[-_]", "", name).lower()


def _components(name: str) -> List[str]:
    """Returns the parts of a name: user[token] and user.token have two."""
    return [it for it in re.split(r"[\[\].]", _component(name)) if it]


def _is_pin(name: str, value: str) -> bool:
    """Returns whether the member of this name is a PIN: at least four digits. "pin" also names other values, for
    example a connection of a board."""
    return len(value) >= 4 and value.isascii() and value.isdigit() and "pin" in _components(name)


#: Names of secrets: those that are shorter than _SHORTEST_PART, and the others.
_Names = Tuple[Tuple[str, ...], Tuple[str, ...]]


def _names(names: Iterable[str]) -> _Names:
    known = list(names)
    return tuple(it for it in known if len(it) < _SHORTEST_PART), tuple(it for it in known if len(it) >= _SHORTEST_PART)


@lru_cache(maxsize=4096)
def _contains(names: _Names, name: str) -> bool:
    whole, parts = names
    return any(it in whole or any(part in it for part in parts) for it in _components(name))


# ── Content codings (RFC 9110 §8.4.1) ─────────────────────────────────────────────────────────────────────────────────
#
# In a decoded body, secrets can be found.

Decoder = Callable[[bytes], Optional[bytes]]


def decoded(rows: Iterable[Tuple[str, str]], body: bytes) -> Optional[bytes]:
    """Returns the body without the codings that its message names. `rows` are the header fields. Returns None if this
    is not possible: a coding is unknown, its module is not installed, or the body is damaged or incomplete."""
    codings = [it.strip().lower() for name, value in rows if name.lower() == "content-encoding" for it in value.split(",")]
    found: Optional[bytes] = body
    for coding in reversed(codings):  # the last coding was applied last
        if found and coding not in ("", "identity"):
            found = _decoders().get(coding, _nothing)(found)
    return found


def plain(rows: Iterable[Tuple[str, str]], body: bytes) -> bytes:
    """Returns the body without its codings, or the body itself if it cannot be decoded."""
    found = decoded(rows, body)
    return body if found is None else found


@lru_cache(maxsize=None)
def _decoders() -> "Dict[str, Decoder]":
    """Returns the decoders by name. Python itself has no decoder for br, and before 3.14 none for zstd. httpx, requests
    and others use the modules that are named here, and ask servers for these codings if the modules are installed."""
    brotli, zstandard = _module("brotli", "brotlicffi"), _module("zstandard")
    zstd = _module("compression.zstd", "backports.zstd")
    made: "Dict[str, Decoder]" = {"gzip": _inflated, "x-gzip": _inflated, "deflate": _inflated}
    if brotli is not None:
        made["br"] = lambda body: _tried(brotli.decompress, body)
    if zstd is not None:
        made["zstd"] = lambda body: _tried(zstd.decompress, body)
    elif zstandard is not None:
        made["zstd"] = lambda body: _tried(lambda rest: _frames(zstandard, rest), body)
    return made


def _module(*names: str) -> Any:
    """Returns the first of these modules that is installed, or None."""
    for name in names:
        with suppress(ImportError):
            return import_module(name)
    return None


def _nothing(body: bytes) -> Optional[bytes]:
    return None


def _tried(decode: Callable[[bytes], Optional[bytes]], body: bytes) -> Optional[bytes]:
    try:
        return decode(body)
    except Exception:  # each module has an error of its own
        return None


def _inflated(body: bytes) -> Optional[bytes]:
    for bits in (zlib.MAX_WBITS | 32, -zlib.MAX_WBITS):  # the form of gzip or zlib; deflate alone, as some servers send it
        with suppress(zlib.error):
            decoder = zlib.decompressobj(bits)
            found = decoder.decompress(body) + decoder.flush()
            if decoder.eof and not decoder.unused_data:
                return found
    return None


def _frames(zstandard: Any, body: bytes) -> Optional[bytes]:
    """Decodes the frames of a body in zstd. The function of `zstandard` that decodes a whole body reads only one."""
    found = b""
    while body:
        decoder = zstandard.ZstdDecompressor().decompressobj()
        found += decoder.decompress(body)
        if not decoder.eof:
            return None
        body = decoder.unused_data
    return found
