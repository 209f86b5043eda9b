/* A set of names for code that the tool writes. All names in it are different, and none is a word of the language of
 * this code. */
#ifndef MOYA_TOOL_NAMES_H
#define MOYA_TOOL_NAMES_H

#include "map.h"

/* If all bytes are zero, the set is empty. */
typedef struct names {
  map taken;
  const char *const *words; /* words that must not be names, followed by NULL. If `words` is NULL, all are allowed */
  const map *others;        /* more names that are not allowed. NULL if there are none */
} names;

extern const char *const words_of_c[];
/* The names of the C library (names_of_c.c). A header must not use the name of a macro for anything, because the
 * preprocessor replaces the name. At file scope, a header must not declare a type, a function or an object with the
 * name of a function. */
extern const char *const macros_of_c[];
extern const char *const functions_of_c[];
extern const char *const words_of_python[];
/* The names that every module of Python has. If a module declares a class with such a name after its first use in an
 * annotation, mypy takes the annotation for Python's own class. */
extern const char *const builtins_of_python[];

bool names_has(const names *it, const char *name);
void names_add(names *it, const char *name);
/* Adds names. NULL follows the last name. */
void names_add_all(names *it, const char *const *all);
/* Adds a name to the set and returns it. If the set already has the name, tries the name with an underscore, and
 * then with a number: `a`, `a_`, `a_2`.
 *
 * Also adds the name with each of `suffixes`. NULL follows the last suffix. `suffixes` is NULL if there are no
 * suffixes. */
const char *names_claim(names *it, const char *name, const char *const *suffixes);
/* Makes a name from the letters, digits and underscores of a text. The name has at most `most` bytes and does not
 * begin with a digit. "Get /users/{id}" becomes Get_users_id. */
const char *name_of_text(const char *text, size_t most);

#endif
