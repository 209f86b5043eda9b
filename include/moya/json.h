/* Functions that read JSON values of a response's body or of any text. The library reads and checks
 * a text once, as a whole. After that it reads values where they are in the text, without a tree
 * and without allocating memory for them.
 *
 *     moya_json root;
 *     if (moya_response_json(response, &root, &error) == MOYA_OK) {
 *       moya_json users = moya_json_at(root, "data.users");
 *       for (moya_json user = moya_json_first(users); moya_json_exists(user);
 *            user = moya_json_next(user)) {
 *         moya_str login;
 *         int64_t followers;
 *         if (moya_json_string(moya_json_member(user, "login"), &login) != MOYA_OK) continue;
 *         if (moya_json_int64(moya_json_member(user, "followers"), &followers) != MOYA_OK) {
 *           followers = 0;
 *         }
 *         printf("%s: %lld\n", login.data, (long long)followers);
 *       }
 *     }
 *
 * JSON means RFC 8259 in UTF-8, without extensions. Any other text fails with MOYA_ERROR_JSON, and
 * so does a text with half a surrogate pair or with more than 512 levels. A byte order mark at the
 * start is skipped. If an object has equal keys, the first one counts. A text has at most
 * 4 294 967 295 bytes.
 *
 * A document uses, as long as it exists, 4 bytes for each token (a bracket, colon, comma, key or
 * value) and 4 more for each bracket. After the first string was read, the document also uses as
 * many bytes as the whole text has. */
#ifndef MOYA_JSON_H
#define MOYA_JSON_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A JSON text that was read and checked. It is immutable, reference counted and usable from any
 * thread. */
typedef struct moya_json_document moya_json_document;

/* A value in a document, or a missing value. It is a cursor, and is passed and returned by value.
 * It is valid as long as its document or its response. A moya_json of zeroes is a missing value. An
 * element or a member of a missing value is a missing value too. So you only need to check the last
 * value of a chain: moya_json_int64(moya_json_at(root, "owner.id"), &id). Only the library uses the
 * two fields. */
typedef struct moya_json {
  const void *document;
  size_t token;
} moya_json;

/* The kind of a value. */
enum {
  MOYA_JSON_MISSING = 0, /* there is no value */
  MOYA_JSON_NULL = 1,    /* null, which is a value */
  MOYA_JSON_BOOL = 2,
  MOYA_JSON_NUMBER = 3,
  MOYA_JSON_STRING = 4,
  MOYA_JSON_ARRAY = 5,
  MOYA_JSON_OBJECT = 6
};


/* ── Reading a text ──────────────────────────────────────────────────────────────────────────── */

/* Reads `len` bytes of JSON and copies them. If `len` is 0, `text` may be NULL. The caller must
 * release the document with moya_json_document_release. Errors: NULL, ARGUMENT (the text is too
 * long), JSON, MEMORY. [any thread] */
MOYA_API moya_status moya_json_parse(const void *text, size_t len, moya_json_document **document,
                                     moya_error **error)
    MOYA_NONNULL(3);

/* Adds a reference, which the caller must release too. Returns `document`. [any thread] */
MOYA_API moya_json_document *moya_json_document_retain(const moya_json_document *document);
/* Releases one reference. [any thread] */
MOYA_API void moya_json_document_release(moya_json_document *document);

/* Returns the whole document as a value, or a missing value for NULL. [any thread] */
MOYA_API moya_json moya_json_root(const moya_json_document *document);

/* Returns whether all readers of JSON understand this text in the same way (RFC 7493 §2.2, §2.3).
 * Returns false if the text is not JSON, if an object has two equal keys, or if a number is larger
 * than any double. Also returns false if there is no memory. [any thread] */
MOYA_API bool moya_json_is_unambiguous(const void *text, size_t len);

/* Parses the body of a response as JSON, and stores its value in *root. The value is valid as long
 * as the response. Later calls of this function and of moya_response_json_… for the same response
 * do not parse the body again. Errors: NULL, JSON, MEMORY (also if the body is too long).
 * [any thread] */
MOYA_API moya_status moya_response_json(const moya_response *response, moya_json *root,
                                        moya_error **error)
    MOYA_NONNULL(1, 2);


/* ── Reading the parts of a value ─────────────────────────────────────────────────────────────────
 *
 * These functions do not fail. If the value that they should return does not exist, they return a
 * missing value. They also return a missing value if a name or a JSON Pointer is NULL.
 * [any thread] */

/* Returns the kind, MOYA_JSON_MISSING to MOYA_JSON_OBJECT. */
MOYA_API int32_t moya_json_kind(moya_json value);
/* Returns whether there is a value. Null is a value. */
MOYA_API bool moya_json_exists(moya_json value);
/* Returns the number of an array's elements or of an object's members; 0 for any other value. The
 * time that this takes grows with their number. */
MOYA_API size_t moya_json_count(moya_json value);

/* Returns the value that an object has under a key. */
MOYA_API moya_json moya_json_member(moya_json object, const char *name);
/* Returns an element of an array; the first index is 0. If a program asks for the indexes in their
 * order, each element is found without a search. */
MOYA_API moya_json moya_json_index(moya_json array, size_t index);
/* Returns the value at a key path below a value. A key path joins names and array indexes with dots
 * ("items.0.name"). Write `\.` for a dot in a name, and `\\` for a backslash. "" or NULL is the
 * value itself. */
MOYA_API moya_json moya_json_at(moya_json value, const char *key_path);
/* Returns the value at a JSON Pointer (RFC 6901) below a value: "/items/0/name". "" is the value
 * itself. */
MOYA_API moya_json moya_json_pointer(moya_json value, const char *pointer);

/* Returns the first element of an array, or the value of the first member of an object. */
MOYA_API moya_json moya_json_first(moya_json container);
/* Returns the element or the member's value that follows `value` in the same array or object. */
MOYA_API moya_json moya_json_next(moya_json value);
/* Returns the key that a value has in its object, or {NULL, 0} if the value is in no object or
 * there is no memory. The key is valid as long as the document or the response. */
MOYA_API moya_str moya_json_key(moya_json value);


/* ── Reading a value as a C type ──────────────────────────────────────────────────────────────────
 *
 * These functions have no `error` parameter, because a missing value may be the usual case. Errors:
 * NULL, KEY_PATH (the value is missing), JSON_NULL (it is null), JSON_TYPE (it has another type),
 * and the errors that each function names. [any thread] */

/* Stores a string in *text, with its escapes decoded. The string may contain NUL bytes. It is valid
 * as long as the document or the response. Each call for the same value stores the same pointer.
 * Errors: MEMORY. */
MOYA_API moya_status moya_json_string(moya_json value, moya_str *text) MOYA_NONNULL(2);
/* These two functions store an integer, which is a number without a fraction or an exponent.
 * Errors: JSON_RANGE (the integer does not fit the type). */
MOYA_API moya_status moya_json_int64(moya_json value, int64_t *number) MOYA_NONNULL(2);
MOYA_API moya_status moya_json_uint64(moya_json value, uint64_t *number) MOYA_NONNULL(2);
/* moya_json_double stores any number, rounded to the nearest double. moya_json_bool stores a bool.
 * Errors: JSON_RANGE (the number is larger than any double). */
MOYA_API moya_status moya_json_double(moya_json value, double *number) MOYA_NONNULL(2);
MOYA_API moya_status moya_json_bool(moya_json value, bool *flag) MOYA_NONNULL(2);
/* Stores the JSON text of a value of any type, including null. The text is a part of the document:
 * the rest of the document follows it, not a NUL. Errors: NULL, KEY_PATH. */
MOYA_API moya_status moya_json_raw(moya_json value, moya_str *text) MOYA_NONNULL(2);


/* ── A response's values by key path, in one step ─────────────────────────────────────────────────
 *
 * These functions store the value at a key path of the body; "" or NULL is the root. Texts are
 * NUL-terminated and valid as long as the response. If the value has the wrong type, is null or
 * does not fit, the error is JSON_TYPE, and its message says what the value is. Errors: NULL, UTF8,
 * ARGUMENT (the key path is too long), JSON, KEY_PATH, JSON_TYPE, MEMORY. [any thread] */
MOYA_API moya_status moya_response_json_string(const moya_response *response, const char *key_path,
                                               moya_str *value, moya_error **error)
    MOYA_NONNULL(1, 3);
MOYA_API moya_status moya_response_json_int64(const moya_response *response, const char *key_path,
                                              int64_t *value, moya_error **error)
    MOYA_NONNULL(1, 3);
MOYA_API moya_status moya_response_json_double(const moya_response *response, const char *key_path,
                                               double *value, moya_error **error)
    MOYA_NONNULL(1, 3);
MOYA_API moya_status moya_response_json_bool(const moya_response *response, const char *key_path,
                                             bool *value, moya_error **error)
    MOYA_NONNULL(1, 3);
/* Stores a copy of the JSON text of a value of any type. */
MOYA_API moya_status moya_response_json_raw(const moya_response *response, const char *key_path,
                                            moya_str *value, moya_error **error)
    MOYA_NONNULL(1, 3);

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_json) == 16, "moya_json");
#endif

#ifdef __cplusplus
}
#endif

#endif
