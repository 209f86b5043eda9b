/* Names that differ from each other and are not words of a language. */
#ifndef MOYA_TOOL_NAMES_H
#define MOYA_TOOL_NAMES_H

#include "map.h"

/* If all bytes are zero, it is empty. */
typedef struct names {
  map taken;
  const char *const *words; /* words that are not allowed as names, ended by NULL. If NULL, all are allowed */
  const map *others;        /* further names that are not allowed. NULL if there are none */
} names;

extern const char *const words_of_c[];
/* Names of the C library (names_of_c.c). The preprocessor replaces the macros everywhere. No other function, type or
 * object may have the name of one of the functions. */
extern const char *const macros_of_c[];
extern const char *const functions_of_c[];
extern const char *const words_of_python[];

bool names_has(const names *it, const char *name);
void names_add(names *it, const char *name);
/* Adds names. The last one is NULL. */
void names_add_all(names *it, const char *const *all);
/* Takes a name. If it is taken, the result is the name with an underscore, or then with a number: `a`, `a_`, `a_2`.
 *
 * Other names that consist of the name and one of `suffixes` are taken with it. The last suffix is NULL. `suffixes`
 * is NULL if there are none. */
const char *names_claim(names *it, const char *name, const char *const *suffixes);
/* Makes a name from the letters, digits and _ of a text, with at most `most` bytes and no leading digit. "Get
 * /users/{id}" becomes Get_users_id. */
const char *name_of_text(const char *text, size_t most);

#endif
