#include "text.h"
#include <stdio.h>
#include <string.h>
#include "memory.h"

void text_add(text *it, const void *bytes, size_t length) {
  if (it->room - it->length <= length) {
    size_t room = it->room * 2 > it->length + length + 1 ? it->room * 2 : it->length + length + 64;
    it->data = memory_resize(it->data, it->room, room);
    it->room = room;
  }
  if (length > 0) memcpy(it->data + it->length, bytes, length);
  it->length += length;
  it->data[it->length] = 0;
}

void text_put(text *it, const char *more) { text_add(it, more, strlen(more)); }

void text_print(text *it, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  text_print_list(it, format, arguments);
  va_end(arguments);
}

void text_print_list(text *it, const char *format, va_list arguments) {
  if (!format) return; /* without this check, gcc warns when the undefined behaviour sanitizer is on */
  va_list again;
  va_copy(again, arguments);
  char none[1];
  int length = vsnprintf(none, sizeof none, format, arguments);
  if (length > 0) {
    char *printed = memory_get((size_t)length + 1);
    vsnprintf(printed, (size_t)length + 1, format, again);
    text_add(it, printed, (size_t)length);
  }
  va_end(again);
}

bool text_is_one_of(const char *word, const char *words) {
  size_t length = strlen(word);
  for (const char *at = words; length > 0 && (at = strstr(at, word)); at++) {
    if ((at == words || at[-1] == ' ') && (at[length] == ' ' || !at[length])) return true;
  }
  return false;
}

size_t utf8_sequence(const char *bytes, size_t length) {
  const unsigned char *it = (const unsigned char *)bytes;
  size_t size = it[0] < 0x80 ? 1 : it[0] < 0xC2 ? 0 : it[0] < 0xE0 ? 2 : it[0] < 0xF0 ? 3 : it[0] < 0xF5 ? 4 : 0;
  if (size > length) return 0;
  for (size_t i = 1; i < size; i++) {
    if ((it[i] & 0xC0) != 0x80) return 0;
  }
  /* Rejects overlong forms, single halves of surrogate pairs, and values beyond U+10FFFF. */
  if (size == 3 && ((it[0] == 0xE0 && it[1] < 0xA0) || (it[0] == 0xED && it[1] > 0x9F))) return 0;
  if (size == 4 && ((it[0] == 0xF0 && it[1] < 0x90) || (it[0] == 0xF4 && it[1] > 0x8F))) return 0;
  return size;
}

bool utf8_whole(const char *bytes, size_t length) {
  for (size_t i = 0, size; i < length; i += size) {
    if ((size = utf8_sequence(bytes + i, length - i)) == 0) return false;
  }
  return true;
}

bool utf8_is_control(const char *bytes, size_t size) {
  const unsigned char *it = (const unsigned char *)bytes;
  if (size == 3 && it[0] == 0xE2) return (it[1] == 0x80 && it[2] >= 0xAA && it[2] <= 0xAE) || (it[1] == 0x81 && it[2] >= 0xA6 && it[2] <= 0xA9);
  return size == 1 ? it[0] < 0x20 || it[0] == 0x7F : size == 2 && it[0] == 0xC2 && it[1] < 0xA0;
}

/* Returns the code point of a control character. Below U+0100, it equals the last byte of the UTF-8 sequence. */
static unsigned code_of(const char *bytes, size_t size) {
  unsigned last = (unsigned char)bytes[size - 1];
  return size < 3 ? last : 0x2000 + (((unsigned)(unsigned char)bytes[1] & 0x3F) << 6) + (last & 0x3F);
}

void text_json_raw(text *it, const char *json, size_t length) {
  bool is_in_string = false, is_escaped = false;
  for (size_t i = 0, size; i < length; i += size) {
    size = utf8_sequence(json + i, length - i);
    if (size == 0) size = 1;
    if (!utf8_is_control(json + i, size)) text_add(it, json + i, size);
    else if (is_in_string) text_print(it, "\\u%04x", code_of(json + i, size));
    else text_put(it, " ");
    if (json[i] == '"' && !is_escaped) is_in_string = !is_in_string;
    is_escaped = is_in_string && !is_escaped && json[i] == '\\';
  }
}

void text_json(text *it, const char *bytes, size_t length) {
  text_put(it, "\"");
  for (size_t i = 0; i < length;) {
    size_t size = utf8_sequence(bytes + i, length - i);
    char byte = bytes[i];
    if (size == 0) {
      text_put(it, "\xEF\xBF\xBD");
      size = 1;
    } else if (byte == '"' || byte == '\\') {
      text_print(it, "\\%c", byte);
    } else if (byte == '\n') {
      text_put(it, "\\n");
    } else if (byte == '\t') {
      text_put(it, "\\t");
    } else if (utf8_is_control(bytes + i, size)) {
      text_print(it, "\\u%04x", code_of(bytes + i, size));
    } else {
      text_add(it, bytes + i, size);
    }
    i += size;
  }
  text_put(it, "\"");
}

void text_shell(text *it, const char *word) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789%+,-./:=@_";
  if (*word && word[strspn(word, plain)] == 0) {
    text_put(it, word);
    return;
  }
  size_t length = strlen(word), size;
  bool has_controls = false;
  for (size_t i = 0; i < length; i += size ? size : 1) {
    size = utf8_sequence(word + i, length - i);
    has_controls |= utf8_is_control(word + i, size) && word[i] != '\n' && word[i] != '\t';
  }
  text_put(it, has_controls ? "$'" : "'");
  for (size_t i = 0; i < length; i += size) {
    size = utf8_sequence(word + i, length - i);
    if (size == 0) size = 1;
    if (has_controls && utf8_is_control(word + i, size)) {
      for (size_t byte = 0; byte < size; byte++) text_print(it, "\\x%02x", (unsigned)(unsigned char)word[i + byte]);
    } else if (has_controls && (word[i] == '\'' || word[i] == '\\')) {
      text_print(it, "\\%c", word[i]);
    } else if (word[i] == '\'') {
      text_put(it, "'\\''");
    } else {
      text_add(it, word + i, size);
    }
  }
  text_put(it, "'");
}

void text_plain(text *it, const char *bytes, size_t length) {
  for (size_t i = 0, size; i < length; i += size) {
    size = utf8_sequence(bytes + i, length - i);
    unsigned char byte = (unsigned char)bytes[i];
    bool control = size == 0 ? byte < 0xA0 : byte != '\t' && utf8_is_control(bytes + i, size);
    if (size == 0) size = 1;
    text_add(it, control ? "?" : bytes + i, control ? 1 : size);
  }
}

void text_terminal(text *it, const char *bytes, size_t length) {
  for (size_t i = 0, size; i < length; i += size) {
    size = utf8_sequence(bytes + i, length - i);
    if (size == 0) size = 1;
    bool ends_line = bytes[i] == '\n' || (bytes[i] == '\r' && i + 1 < length && bytes[i + 1] == '\n');
    if (ends_line || bytes[i] == '\t' || !utf8_is_control(bytes + i, size)) text_add(it, bytes + i, size);
    else text_print(it, size == 1 ? "\\x%02x" : "\\u%04x", code_of(bytes + i, size));
  }
}
