/* A program builds a tree of values step by step, for a JSON body, a form or a query.
 *
 * A task (task.h) reads a tree; the caller still owns it and must release it:
 *
 *     moya_value *user = moya_value_object();
 *     moya_value_set_string(user, "name", "Ann");
 *     moya_value_set_int64(user, "age", 36);
 *     moya_value_add_string(moya_value_set_array(user, "roles"), "admin");
 *     … MOYA_TASK(.kind = MOYA_TASK_JSON, .value = user) …
 *     moya_value_release(user);
 *
 * This task sends the body {"name":"Ann","age":36,"roles":["admin"]}.
 *
 * You need not check the status of each function. The tree stores its first failure. A function
 * that receives the tree in a task fails with this failure (see moya_value_status). A function that
 * fails changes nothing else in the tree.
 *
 * Only one thread at a time may use a tree. The keys stay in the order in which they were set. */
#ifndef MOYA_VALUE_H
#define MOYA_VALUE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An object or an array. It is a whole tree or a part of one. */
typedef struct moya_value moya_value;

/* These two functions make an empty tree. They return NULL if there is no memory. You may pass this
 * NULL to the functions below. They then do nothing, and return MOYA_ERROR_NULL, or NULL if they
 * return a moya_value. The caller must release the tree with moya_value_release. [any thread] */
MOYA_API moya_value *moya_value_object(void);
MOYA_API moya_value *moya_value_array(void);

/* Frees a tree with all its parts. Does nothing for a part of a tree, or for NULL. [any thread] */
MOYA_API void moya_value_release(moya_value *tree);

/* Returns the first error of the functions below for this tree, or MOYA_OK if none has failed.
 * `value` may be any part of the tree. Errors: NULL, and those of the functions below.
 * [the tree's thread] */
MOYA_API moya_status moya_value_status(const moya_value *value, moya_error **error);

/* Makes a query or a form write the array as one name and one value, with commas between the
 * elements: `ids=1,2`. A comma in an element becomes %2C. An empty array is left out. In JSON the
 * array does not change. After this call, adding an array or an object to the array fails with
 * MOYA_ERROR_ARGUMENT. A failure of this function becomes the failure of the tree. Errors: NULL;
 * ARGUMENT: `array` is not an array, or it contains an array or an object. [the tree's thread] */
MOYA_API moya_status moya_value_join(moya_value *array);

/* ── In an object, under a key ────────────────────────────────────────────────────────────────────
 *
 * These functions set a value under a key. If the key exists already, it stays in its place and
 * gets the new value. The library copies keys and texts. An object has at most 10 000 keys of at
 * most 4 KiB each. Texts can be as long as memory allows.
 *
 * Errors: NULL, UTF8, MEMORY; ARGUMENT: `object` is not an object, has too many keys, or the key is
 * too long; ENCODING: a double that is infinite or NaN, a text that is not JSON, more than 512
 * levels, including those of JSON texts. [the tree's thread] */

/* Sets a NUL-terminated text. */
MOYA_API moya_status moya_value_set_string(moya_value *object, const char *key, const char *text);
/* These three functions set a text of `len` bytes or an integer. The text may contain NUL bytes. */
MOYA_API moya_status moya_value_set_text(moya_value *object, const char *key, const char *text,
                                         size_t len);
MOYA_API moya_status moya_value_set_int64(moya_value *object, const char *key, int64_t number);
MOYA_API moya_status moya_value_set_uint64(moya_value *object, const char *key, uint64_t number);
/* These two functions set a double or a bool. A double is written as the shortest text that reads
 * back as the same number. */
MOYA_API moya_status moya_value_set_double(moya_value *object, const char *key, double number);
MOYA_API moya_status moya_value_set_bool(moya_value *object, const char *key, bool flag);
/* Sets null. In a query or a form, null is written as the key alone, without `=`. */
MOYA_API moya_status moya_value_set_null(moya_value *object, const char *key);
/* Sets a JSON text. The library checks it (RFC 8259) and writes it as it is. In a query or a form,
 * the JSON text is written as a string. */
MOYA_API moya_status moya_value_set_json(moya_value *object, const char *key, const char *json);
/* These two functions set an empty object or array and return it, so that the caller can fill it.
 * The object or array belongs to the tree, and is valid until the tree is released. On failure the
 * functions return NULL; moya_value_status says why. */
MOYA_API moya_value *moya_value_set_object(moya_value *object, const char *key);
MOYA_API moya_value *moya_value_set_array(moya_value *object, const char *key);


/* ── In an array, at its end ──────────────────────────────────────────────────────────────────────
 *
 * These functions add an element at the end of an array. A function moya_value_add_… takes the same
 * value, and has the same errors and result, as the function moya_value_set_… above.
 * [the tree's thread] */

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
