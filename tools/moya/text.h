/* A text that grows. All zero it is empty. */
#ifndef MOYA_TOOL_TEXT_H
#define MOYA_TOOL_TEXT_H

#include <moya/base.h>
#include <stdarg.h>

typedef struct text {
  char *data; /* ended by a zero; NULL while nothing was added */
  size_t length;
  size_t room;
} text;

void text_add(text *it, const void *bytes, size_t length);
void text_put(text *it, const char *more);
/* As printf, of any length. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void text_print(text *it, const char *format, ...);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 0)))
#endif
void text_print_list(text *it, const char *format, va_list arguments);
/* A string of JSON, with its quotes. What is not UTF-8 becomes U+FFFD; control characters, C1's too, are escaped. */
void text_json(text *it, const char *bytes, size_t length);
/* JSON as it is written, whose strings may have U+007F … U+009F as they are: these are escaped. */
void text_json_raw(text *it, const char *json, size_t length);
/* As one word of a shell; with control characters one of bash, zsh and ksh: $'\x1b'. */
void text_shell(text *it, const char *word);
/* With a question mark for each control character: a server's bytes are not to move the cursor. */
void text_plain(text *it, const char *bytes, size_t length);
/* UTF-8 of several lines for a terminal: control characters but those that end a line are shown as \x1b and \u009b. */
void text_terminal(text *it, const char *bytes, size_t length);

/* Is the word one of those, which have spaces between them? */
bool text_is_one_of(const char *word, const char *words);

/* The length of the UTF-8 sequence at the front (RFC 3629); 0: there is none. */
size_t utf8_sequence(const char *bytes, size_t length);
bool utf8_whole(const char *bytes, size_t length);

#endif
