// These functions write the plain formats of libcurl's printf: text that contains only %s, %u and %d. They copy the
// text piece by piece. libcurl's own functions call a function for each byte, which is a large part of a request's
// cost.
//
// No source of libcurl is changed. script/curl compiles this file with libcurl's own headers, so that the compiler
// checks what this file calls. script/curl then makes libcurl's object file call these functions. They pass everything
// that is not plain to libcurl's functions: other formats, NULL, and text that does not fit. Tests/libcurl/formats.c
// compares these functions with libcurl's.
#include "curl_setup.h"

#include "curl_printf.h"
#include "curlx/dynbuf.h"

#include <curl/mprintf.h>

#ifndef curlx_malloc // older versions of libcurl
#include "curl_memory.h"
#define curlx_malloc malloc
#endif

enum { MOST_PIECES = 32, MOST_NUMBERS = 4, LONGEST_NUMBER = 11 };

struct plain_text {
  size_t length;
  size_t count;
  struct piece {
    const char *start;
    size_t length;
  } pieces[MOST_PIECES];
  size_t number_count;
  char numbers[MOST_NUMBERS][LONGEST_NUMBER];
};

static struct piece digits(char number[LONGEST_NUMBER], unsigned value, bool is_negative) {
  char *end = number + LONGEST_NUMBER, *start = end;
  do *--start = (char)('0' + value % 10);
  while ((value /= 10) > 0);
  if (is_negative) *--start = '-';
  return (struct piece){start, (size_t)(end - start)};
}

// Stores an argument as a piece of the text. Returns false if the argument is not plain.
static bool take_argument(struct plain_text *text, struct piece *piece, char kind, va_list *arguments) {
  if (kind == 's') {
    const char *string = va_arg(*arguments, const char *);
    if (!string) return false;
    *piece = (struct piece){string, *string ? strlen(string) : 0};
    return true;
  }
  if ((kind != 'u' && kind != 'd') || text->number_count == MOST_NUMBERS) return false;
  unsigned value = va_arg(*arguments, unsigned);
  bool is_negative = kind == 'd' && value > INT_MAX;
  *piece = digits(text->numbers[text->number_count++], is_negative ? 0U - value : value, is_negative);
  return true;
}

// Splits the format into pieces. Returns false if the format is not plain. Then libcurl must write the text.
static bool is_plain(struct plain_text *text, const char *format, va_list *arguments) {
  text->length = text->count = text->number_count = 0;
  while (*format) {
    if (text->count == MOST_PIECES) return false;
    struct piece *piece = &text->pieces[text->count];
    if (*format == '%') {
      if (!take_argument(text, piece, format[1], arguments)) return false;
      format += 2;
    } else {
      piece->start = format;
      while (*format && *format != '%') format++;
      piece->length = (size_t)(format - piece->start);
    }
    if (piece->length == 0) continue;
    text->length += piece->length;
    text->count++;
  }
  return true;
}

// Copies the pieces to `place`, which must have room for them and for the NUL.
static void copy_text(char *place, const struct plain_text *text) {
  for (size_t index = 0; index < text->count; index++) {
    memcpy(place, text->pieces[index].start, text->pieces[index].length);
    place += text->pieces[index].length;
  }
  *place = 0;
}

char *moya_curl_maprintf(const char *format, ...) {
  struct plain_text text;
  va_list arguments;
  va_start(arguments, format);
  bool is_ours = is_plain(&text, format, &arguments) && text.length < DYN_APRINTF;
  va_end(arguments);
  char *made;
  if (is_ours) {
    made = curlx_malloc(text.length + 1);
    if (made) copy_text(made, &text);
    return made;
  }
  va_start(arguments, format);
  made = curl_mvaprintf(format, arguments);
  va_end(arguments);
  return made;
}

int moya_curl_msnprintf(char *buffer, size_t size, const char *format, ...) {
  struct plain_text text;
  va_list arguments;
  va_start(arguments, format);
  bool is_ours = is_plain(&text, format, &arguments) && text.length < size;
  va_end(arguments);
  if (is_ours) {
    copy_text(buffer, &text);
    return (int)text.length;
  }
  va_start(arguments, format);
  int length = curl_mvsnprintf(buffer, size, format, arguments);
  va_end(arguments);
  return length;
}

int moya_curlx_dyn_vprintf(struct dynbuf *dyn, const char *format, va_list arguments) {
  struct plain_text text;
  va_list read;
  va_copy(read, arguments);
  bool is_ours = is_plain(&text, format, &read);
  va_end(read);
  if (!is_ours) return curlx_dyn_vprintf(dyn, format, arguments);
  for (size_t index = 0; index < text.count; index++) {
    CURLcode code = curlx_dyn_addn(dyn, text.pieces[index].start, text.pieces[index].length);
    if (code == CURLE_OK) continue;
    curlx_dyn_free(dyn);
    return code == CURLE_TOO_LARGE ? MERR_TOO_LARGE : MERR_MEM;
  }
  return MERR_OK;
}
