/* Recognizes header fields, parameters and JSON members whose values are secrets, by words in their names. */
#ifndef MOYA_COMMON_SECRET_WORDS_H
#define MOYA_COMMON_SECRET_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Where the name of a value was found. */
typedef enum name_place {
  PLACE_FIELD,     /* a header field */
  PLACE_PARAMETER, /* a parameter in a query or a form */
  PLACE_MEMBER,    /* a string in a JSON object, or a text in XML */
  PLACE_NUMBER     /* a number in a JSON object. Many names that contain the name of a secret name a count, for example
                    * max_tokens */
} name_place;

enum { MOST_NAME = 127 };

/* Returns the first byte that a text spells, and writes to `used` how many bytes of the text spell it. For example,
 * "%61" spells "a", and in JSON so does "\u0061". A character outside of ASCII that is written with "\u00" becomes "?".
 * The text must not be empty. */
char decoded_byte(const char *at, size_t len, size_t *used);

/* Decodes the name as decoded_byte does, and writes it in lower case and without "-" and "_". Brackets and dots become
 * spaces, because they separate the parts of a name: user[token]. The name is cut after MOST_NAME bytes. */
void simplify_name(const char *name, size_t len, char out[MOST_NAME + 1]);

/* Returns whether a word covers a name. Both must be simplified (simplify_name). A word of five letters or more covers
 * each name that it is part of, so "token" covers "accessToken" and "X-CSRF-Token". A shorter word covers a name only
 * if it is a whole part of the name, for example "key" in user[key]. */
bool word_covers(const char *word, const char *name);

/* Returns whether one of the words that usually name secrets covers the simplified name. */
bool is_secret_word(name_place place, const char *name);

#ifdef __cplusplus
}
#endif

#endif
