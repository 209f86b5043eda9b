/* Names that are unlike each other and no words of a language. */
#ifndef MOYA_TOOL_NAMES_H
#define MOYA_TOOL_NAMES_H

#include "map.h"

/* All zero it is empty. */
typedef struct names {
  map taken;
  const char *const *words; /* that no name may be; the last is NULL; NULL: all may be */
  const map *others;        /* nor these; NULL: there are none */
} names;

extern const char *const words_of_c[];
/* Of the C library (names_of_c.c): what the preprocessor replaces wherever it stands, and what no other function, type or object may be
 * called. */
extern const char *const macros_of_c[];
extern const char *const functions_of_c[];
extern const char *const words_of_python[];

bool names_has(const names *it, const char *name);
void names_add(names *it, const char *name);
/* The last of them is NULL. */
void names_add_all(names *it, const char *const *all);
/* Takes the name, or where it is taken the name followed by an underscore, then by a number: `a`, `a_`, `a_2`. `suffixes`, the last
 * of which is NULL, follow it in other names that are taken with it; NULL: there are none. */
const char *names_claim(names *it, const char *name, const char *const *suffixes);
/* Letters, digits and _ of a text, no digit first, at most `most` bytes: "Get /users/{id}" is Get_users_id. */
const char *name_of_text(const char *text, size_t most);

#endif
