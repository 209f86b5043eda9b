"""Which charset a body is in.

The name comes from a server, so it is looked up in this list, never by Python's codecs: those import a module for every
name, remember each, and some are no charsets of text (idna and undefined raise, zlib unpacks).
"""

from encodings import normalize_encoding
from encodings.aliases import aliases
from typing import Optional

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
    """Python's name of the charset that a Content-Type names (RFC 9110 §8.3.2); UTF-8 when it names no known one."""
    for parameter in (content_type or "").split(";")[1:]:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "charset":
            codec = normalize_encoding(value.strip().strip('"')).lower()
            codec = aliases.get(codec, codec)
            return codec if codec in _TEXT else "utf_8"
    return "utf_8"
