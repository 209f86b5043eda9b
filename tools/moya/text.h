/* A text that grows. If all bytes of the struct are zero, the text is empty. */
#ifndef MOYA_TOOL_TEXT_H
#define MOYA_TOOL_TEXT_H

#include <moya/base.h>
#include <stdarg.h>

typedef struct text {
  char *data; /* the bytes, followed by a zero byte. NULL until something is added */
  size_t length;
  size_t room;
} text;

void text_add(text *it, const void *bytes, size_t length);
void text_put(text *it, const char *more);
/* Adds a text as printf does. The text may have any length. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void text_print(text *it, const char *format, ...);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 0)))
#endif
void text_print_list(text *it, const char *format, va_list arguments);
/* Adds a JSON string with its quotes. Invalid UTF-8 becomes U+FFFD. Control characters are escaped, including U+0080
 * … U+009F and the characters that change the direction of the text after them. */
void text_json(text *it, const char *bytes, size_t length);
/* Adds JSON text as one line. Line breaks and tabs between its values become spaces. Control characters in its strings
 * are escaped, including U+007F … U+009F. */
void text_json_raw(text *it, const char *json, size_t length);
/* Adds one word for a shell. If the word has control characters, it is written in a form that only bash, zsh and ksh
 * read: $'\x1b'. */
void text_shell(text *it, const char *word);
/* Adds a text with a question mark for each control character except tab, so that bytes from a server cannot move the
 * cursor. */
void text_plain(text *it, const char *bytes, size_t length);
/* Adds UTF-8 of several lines for a terminal. Line ends stay. Other control characters are shown as \x1b and \u009b. */
void text_terminal(text *it, const char *bytes, size_t length);

/* Returns true if the word is one of `words`, which are separated by spaces. */
bool text_is_one_of(const char *word, const char *words);

/* Returns the length of the UTF-8 sequence at the beginning of the bytes (RFC 3629). Returns 0 if the bytes do not
 * begin with a sequence. */
size_t utf8_sequence(const char *bytes, size_t length);
/* Returns true if the UTF-8 sequence is a control character. These are U+0000 … U+001F and U+007F … U+009F, which a
 * terminal understands as commands. They also are U+202A … U+202E and U+2066 … U+2069, which change the direction of the
 * text after them. With these, source code and terminals would show text in another order than it has. */
bool utf8_is_control(const char *bytes, size_t size);
bool utf8_whole(const char *bytes, size_t length);

#endif
