/* A slice is a piece of a text. The functions compare slices, and read the parts of HTTP's syntax that modules use.
 * None allocates memory. */
#ifndef COMMON_SLICE_H
#define COMMON_SLICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Bytes that belong to somebody else. `at` is NULL if there is no text. No zero byte needs to follow. */
typedef struct slice {
  const char *at;
  size_t len;
} slice;

#define SLICE(literal) ((slice){literal, sizeof(literal) - 1})

enum { MOST_SECONDS = 0x7fffffff }; /* RFC 9111 §1.2.2: a larger number counts as this one */

static inline char lower(char letter) { return letter >= 'A' && letter <= 'Z' ? (char)(letter + ('a' - 'A')) : letter; }
slice slice_of(const char *text);
static inline bool is_equal(slice one, slice other) {
  return one.len == other.len && (one.len == 0 || memcmp(one.at, other.at, one.len) == 0);
}
/* The next four functions compare without the case of ASCII letters. strcasecmp depends on the locale: in a Turkish
 * locale, "ID" and "id" differ for it. */
bool is_same_word(slice one, slice other);
bool is_same_name(const char *one, const char *other);
bool begins_with_word(const char *text, const char *word);
bool contains_word(const char *text, const char *word);
bool is_whole_utf8(slice text);
/* Removes spaces and tabs at both ends. */
slice trimmed(slice text);
/* Removes one leading and one trailing quotation mark, if both are there. */
slice unquoted(slice text);

/* Takes the next element of a comma-separated list (RFC 9110 §5.6.1). A comma in a quoted string separates nothing.
 * Empty elements are skipped. Returns false at the end of the list. */
bool next_element(slice *list, slice *element);
/* Splits "name=value" and returns the name. If there is no equals sign, `value->at` is NULL. White space around the
 * sign is not removed, because it makes the name or the value invalid. */
slice split_directive(slice directive, slice *value);

/* Returns a hash that is the same for equal texts. */
uint64_t hash_of(slice text, uint64_t seed);

/* Returns a number of seconds (RFC 9111 §1.2.2), at most MOST_SECONDS; −1 if the text is not a number. */
int64_t seconds_of(slice text);

#endif
