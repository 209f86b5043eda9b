/* Values of JSON: of a response's body, or of any text. A text is read once and checked as a whole; then values are read
 * where they lie, without a tree and without memory of their own.
 *
 *   moya_json root;
 *   if (moya_response_json(response, &root, &error) == MOYA_OK) {
 *     moya_json users = moya_json_at(root, "data.users");
 *     for (moya_json user = moya_json_first(users); moya_json_exists(user); user = moya_json_next(user)) {
 *       moya_str login;
 *       int64_t followers;
 *       if (moya_json_string(moya_json_member(user, "login"), &login) != MOYA_OK) continue;
 *       if (moya_json_int64(moya_json_member(user, "followers"), &followers) != MOYA_OK) followers = 0;
 *       printf("%s: %lld\n", login.data, (long long)followers);
 *     }
 *   }
 *
 * JSON is RFC 8259 in UTF-8, without extensions; a byte order mark in front is skipped. Of equal keys the first counts.
 * Refused as a whole, with MOYA_ERROR_JSON: anything else, half a surrogate pair, more than 512 levels. A text has at
 * most 4 294 967 295 bytes. While a document lives it takes 4 bytes for each token (a bracket, colon, comma, key or
 * value), as many again for each bracket, and once more the size of its text when a string has been asked for. */
#ifndef MOYA_JSON_H
#define MOYA_JSON_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A JSON text that was read and found sound; immutable, reference counted, usable from any thread. */
typedef struct moya_json_document moya_json_document;

/* A value in a document, or none: a cursor, given and returned by value. It is valid as long as its document, or its
 * response. All zero it is a missing value, and whatever is asked of a missing value is missing again, so that only the
 * end of a chain has to be looked at: moya_json_int64(moya_json_at(root, "owner.id"), &id).
 * Both fields are the library's. */
typedef struct moya_json {
  const void *document;
  size_t token;
} moya_json;

/* What a value is. */
enum {
  MOYA_JSON_MISSING = 0, /* there is no value */
  MOYA_JSON_NULL = 1,    /* null, which is a value */
  MOYA_JSON_BOOL = 2,
  MOYA_JSON_NUMBER = 3,
  MOYA_JSON_STRING = 4,
  MOYA_JSON_ARRAY = 5,
  MOYA_JSON_OBJECT = 6
};


/* ── Reading a text ─────────────────────────────────────────────────────────────────────────────────────────────── */

/* Reads `len` bytes, which are copied. Release with moya_json_document_release. Errors: NULL (also for `text`, unless
 * `len` is 0), ARGUMENT (too long a text), JSON, MEMORY. [any thread] */
MOYA_API moya_status moya_json_parse(const void *text, size_t len, moya_json_document **document, moya_error **error)
    MOYA_NONNULL(3);

/* One more reference, to be released too. Returns `document`. [any thread] */
MOYA_API moya_json_document *moya_json_document_retain(moya_json_document *document);
/* Gives up one reference. [any thread] */
MOYA_API void moya_json_document_release(moya_json_document *document);

/* The whole document as a value; a missing one for NULL. [any thread] */
MOYA_API moya_json moya_json_root(const moya_json_document *document);

/* Do all readers of JSON understand this text alike (RFC 7493 §2.2, §2.3)? False if it is not JSON, if an object has two
 * equal keys, or if a number is larger than any double. False also if there is no memory. [any thread] */
MOYA_API bool moya_json_is_unambiguous(const void *text, size_t len);

/* The body as a value, valid as long as the response. It is read when it is first asked for, by this or by
 * moya_response_json_…, and then kept. Errors: NULL, JSON, MEMORY (also when the body is too long). [any thread] */
MOYA_API moya_status moya_response_json(const moya_response *response, moya_json *root, moya_error **error)
    MOYA_NONNULL(1, 2);


/* ── From value to value ────────────────────────────────────────────────────────────────────────────────────────────
 *
 * No errors: what is not there is a missing value. A NULL text leads nowhere, but for a key path. [any thread] */

/* One of MOYA_JSON_MISSING to MOYA_JSON_OBJECT. */
MOYA_API int32_t moya_json_kind(moya_json value);
/* Is it there at all? Null is. */
MOYA_API bool moya_json_exists(moya_json value);
/* The number of an array's elements or of an object's members, counted one by one; else 0. */
MOYA_API size_t moya_json_count(moya_json value);

/* The value under a key of an object. */
MOYA_API moya_json moya_json_member(moya_json object, const char *name);
/* The element of an array, from 0. The one behind the last that was asked for is found at once. */
MOYA_API moya_json moya_json_index(moya_json array, size_t index);
/* What is at a key path below a value: names and array indexes joined with dots ("items.0.name"; a dot in a name is
 * written `\.`, a backslash `\\`). "" or NULL is the value itself. */
MOYA_API moya_json moya_json_at(moya_json value, const char *key_path);
/* What is at a JSON Pointer below a value (RFC 6901): "/items/0/name"; "" is the value itself. */
MOYA_API moya_json moya_json_pointer(moya_json value, const char *pointer);

/* The first element of an array, or the first member's value of an object. */
MOYA_API moya_json moya_json_first(moya_json container);
/* The element, or the member's value, behind this one in the same array or object. */
MOYA_API moya_json moya_json_next(moya_json value);
/* The key under which a value stands in its object, valid as moya_json_string's; {NULL, 0}: in none, or no memory. */
MOYA_API moya_str moya_json_key(moya_json value);


/* ── What a value is ────────────────────────────────────────────────────────────────────────────────────────────────
 *
 * There is no moya_error, since a value that is not there may be the usual case. Errors: NULL, KEY_PATH (the value is
 * missing), JSON_NULL (it is null), JSON_TYPE (it is of another type), and those that are named. [any thread] */

/* A text, its escapes read; it may have zeroes of its own. Valid as long as the document, or the response, and the same
 * each time. Errors: MEMORY. */
MOYA_API moya_status moya_json_string(moya_json value, moya_str *text) MOYA_NONNULL(2);
/* An integer: a number without fraction and exponent. Errors: JSON_RANGE (it does not fit). */
MOYA_API moya_status moya_json_int64(moya_json value, int64_t *number) MOYA_NONNULL(2);
MOYA_API moya_status moya_json_uint64(moya_json value, uint64_t *number) MOYA_NONNULL(2);
/* Any number, rounded to the nearest double. Errors: JSON_RANGE (it is larger than any). */
MOYA_API moya_status moya_json_double(moya_json value, double *number) MOYA_NONNULL(2);
MOYA_API moya_status moya_json_bool(moya_json value, bool *flag) MOYA_NONNULL(2);
/* The JSON text of a value of any type, null too, as it lies in the document: what follows it is no zero but the rest of
 * that. Errors: NULL, KEY_PATH. */
MOYA_API moya_status moya_json_raw(moya_json value, moya_str *text) MOYA_NONNULL(2);


/* ── A response's values by key path, in one step ───────────────────────────────────────────────────────────────────
 *
 * "" or NULL is the root. Texts live as long as the response, and end with a zero. For each wrong type, null and numbers
 * that do not fit among them, the error is JSON_TYPE, and its message says what is there.
 * Errors: NULL, UTF8, ARGUMENT (too long a key path), JSON, KEY_PATH, JSON_TYPE, MEMORY. [any thread] */
MOYA_API moya_status moya_response_json_string(const moya_response *response, const char *key_path, moya_str *value,
                                               moya_error **error)
    MOYA_NONNULL(1, 3);
MOYA_API moya_status moya_response_json_int64(const moya_response *response, const char *key_path, int64_t *value,
                                              moya_error **error)
    MOYA_NONNULL(1, 3);
MOYA_API moya_status moya_response_json_double(const moya_response *response, const char *key_path, double *value,
                                               moya_error **error)
    MOYA_NONNULL(1, 3);
MOYA_API moya_status moya_response_json_bool(const moya_response *response, const char *key_path, bool *value,
                                             moya_error **error)
    MOYA_NONNULL(1, 3);
/* The JSON text itself, whatever its type: a copy. */
MOYA_API moya_status moya_response_json_raw(const moya_response *response, const char *key_path, moya_str *value,
                                            moya_error **error)
    MOYA_NONNULL(1, 3);

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_json) == 16, "moya_json");
#endif

#ifdef __cplusplus
}
#endif

#endif
