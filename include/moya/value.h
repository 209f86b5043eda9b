/* Trees of values, built step by step: a JSON body, the fields of a form, the parameters of a query.
 *
 * A task (task.h) reads a tree, which stays the caller's:
 *
 *   moya_value *user = moya_value_object();
 *   moya_value_set_string(user, "name", "Ann");
 *   moya_value_set_int64(user, "age", 36);
 *   moya_value_add_string(moya_value_set_array(user, "roles"), "admin");
 *   … MOYA_TASK(.kind = MOYA_TASK_JSON, .value = user) …  {"name":"Ann","age":36,"roles":["admin"]}
 *   moya_value_release(user);
 *
 * No step need be looked at. The first one that fails stays the tree's failure, and a function that gets the tree in a
 * task fails with it: see moya_value_status. What failed changes nothing else in the tree.
 *
 * A tree is used by one thread at a time. Its keys keep the order in which they were set. */
#ifndef MOYA_VALUE_H
#define MOYA_VALUE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An object or an array: a whole tree, or a part of one. */
typedef struct moya_value moya_value;

/* An empty tree. NULL: there is no memory; functions that get NULL for a tree do nothing and return MOYA_ERROR_NULL.
 * Release with moya_value_release. [any thread] */
MOYA_API moya_value *moya_value_object(void);
MOYA_API moya_value *moya_value_array(void);

/* Frees a tree with all its parts. Of a part alone, or of NULL, nothing is freed. [any thread] */
MOYA_API void moya_value_release(moya_value *tree);

/* The tree's first failure, whichever of its parts is given; MOYA_OK: there was none. Errors: those of the functions
 * below, and NULL. [the tree's thread] */
MOYA_API moya_status moya_value_status(const moya_value *value, moya_error **error);


/* ── In an object, under a key ──────────────────────────────────────────────────────────────────────────────────────
 *
 * A key that is there already keeps its place and gets the new value. Keys and texts are copied. An object has at most
 * 10 000 keys of at most 4 KiB each; texts have no limit but memory.
 *
 * Errors: NULL, UTF8, MEMORY; ARGUMENT: `object` is none, has too many keys, or the key is too long; ENCODING: a double
 * that is infinite or NaN, a text that is no JSON, more than 512 levels, those of JSON texts included.
 * [the tree's thread] */

/* A text that ends with a zero. */
MOYA_API moya_status moya_value_set_string(moya_value *object, const char *key, const char *text);
/* A text of `len` bytes, which may be zeroes. */
MOYA_API moya_status moya_value_set_text(moya_value *object, const char *key, const char *text, size_t len);
MOYA_API moya_status moya_value_set_int64(moya_value *object, const char *key, int64_t number);
MOYA_API moya_status moya_value_set_uint64(moya_value *object, const char *key, uint64_t number);
/* Written as the shortest text that reads back as the same number. */
MOYA_API moya_status moya_value_set_double(moya_value *object, const char *key, double number);
MOYA_API moya_status moya_value_set_bool(moya_value *object, const char *key, bool flag);
/* In a query or a form: a key alone, without `=`. */
MOYA_API moya_status moya_value_set_null(moya_value *object, const char *key);
/* A JSON text, which is checked (RFC 8259) and written as it is. In a query or a form: as a string. */
MOYA_API moya_status moya_value_set_json(moya_value *object, const char *key, const char *json);
/* An empty object or array, to be filled. It belongs to the tree, and is valid until the tree is destroyed. NULL: it
 * failed, as moya_value_status says. */
MOYA_API moya_value *moya_value_set_object(moya_value *object, const char *key);
MOYA_API moya_value *moya_value_set_array(moya_value *object, const char *key);


/* ── In an array, at its end ────────────────────────────────────────────────────────────────────────────────────────
 *
 * As the functions above. [the tree's thread] */

MOYA_API moya_status moya_value_add_string(moya_value *array, const char *text);
MOYA_API moya_status moya_value_add_text(moya_value *array, const char *text, size_t len);
MOYA_API moya_status moya_value_add_int64(moya_value *array, int64_t number);
MOYA_API moya_status moya_value_add_uint64(moya_value *array, uint64_t number);
MOYA_API moya_status moya_value_add_double(moya_value *array, double number);
MOYA_API moya_status moya_value_add_bool(moya_value *array, bool flag);
MOYA_API moya_status moya_value_add_null(moya_value *array);
MOYA_API moya_status moya_value_add_json(moya_value *array, const char *json);
MOYA_API moya_value *moya_value_add_object(moya_value *array);
MOYA_API moya_value *moya_value_add_array(moya_value *array);

#ifdef __cplusplus
}
#endif

#endif
