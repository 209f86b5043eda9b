/* Structs as data: what a C struct is in JSON. The library fills the struct of an answer, and makes a tree of a struct.
 *
 *     typedef struct user {
 *       int64_t id;
 *       const char *login;
 *       const char *bio;    // NULL: there is none
 *       const char **tags;
 *       size_t tag_count;
 *     } user;
 *
 *     static const moya_type_field user_fields[] = {
 *         {.name = "id", MOYA_MEMBER(user, id), .kind = MOYA_KIND_I64},
 *         {.name = "login", MOYA_MEMBER(user, login), .kind = MOYA_KIND_STR},
 *         {.name = "profile.bio", MOYA_MEMBER(user, bio), .kind = MOYA_KIND_STR, .flags = MOYA_FIELD_OPTIONAL},
 *         {.name = "tags", MOYA_MEMBER(user, tags), .kind = MOYA_KIND_STR, .flags = MOYA_FIELD_ARRAY,
 *          .count_offset = offsetof(user, tag_count)},
 *     };
 *     static const moya_type user_type = MOYA_TYPE("user", user, user_fields);
 *
 *   Tables     Constant data, which C and C++ write as initialisers; nothing is registered. A table must outlive the
 *              calls that use it, and those of its `prepared`. A table that contradicts itself is MOYA_ERROR_ARGUMENT,
 *              with the type and the field in the message: no name, an unknown kind, a member that lies outside its
 *              struct or has not the size of its kind, a struct that holds itself. What no table shows, such as an
 *              offset that belongs to another member, is not found.
 *   Words      The kinds have the same words everywhere: i64 here is MOYA_KIND_I64. An optional value is written
 *              `i64?`, an array `[i64]`, a map `{i64}`.
 *   Absent     A field that is not in the JSON, or is null there. Of one that may be absent the member gets its
 *              default, or else zeroes; the absence of any other is an error. */
#ifndef MOYA_TYPE_H
#define MOYA_TYPE_H

#include "base.h"
#include "value.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a member is, and what it is in JSON. */
enum {
  MOYA_KIND_I8 = 1, /* int8_t …: an integer without fraction or exponent, within the range of the kind */
  MOYA_KIND_I16 = 2,
  MOYA_KIND_I32 = 3,
  MOYA_KIND_I64 = 4,
  MOYA_KIND_U8 = 5,
  MOYA_KIND_U16 = 6,
  MOYA_KIND_U32 = 7,
  MOYA_KIND_U64 = 8,
  MOYA_KIND_F32 = 9,      /* float: a number that is finite as one; rounded to the nearest */
  MOYA_KIND_F64 = 10,     /* double */
  MOYA_KIND_BOOLEAN = 11, /* bool */
  MOYA_KIND_STR = 12,     /* const char *: a string, ended by a zero; one that holds U+0000 is refused */
  MOYA_KIND_TEXT = 13,    /* moya_str: a string, which may hold U+0000 */
  MOYA_KIND_BYTES = 14,   /* moya_str: bytes, a string of base64 (RFC 4648 §4) in JSON, where line breaks are skipped */
  MOYA_KIND_DATE = 15,    /* int64_t: microseconds since 1970 in UTC; a string of RFC 3339 §5.6, "2026-02-03T04:05:06Z",
                           * with a T or a space. Digits beyond microseconds are cut off */
  MOYA_KIND_RAW = 16,     /* moya_str: the JSON text itself, whatever its type; null too where it may not be absent */
  MOYA_KIND_ENUM = 17,    /* int32_t, as C's enumerations are: a string that `names` has */
  MOYA_KIND_STRUCT = 18   /* a struct that `type` describes: an object */
};
typedef int32_t moya_kind;

/* Flags of a field. */
enum {
  MOYA_FIELD_OPTIONAL = 1, /* may be absent */
  MOYA_FIELD_HAS = 2,      /* may be absent, and the bool at `has_offset` says whether it is there */
  MOYA_FIELD_POINTER = 4,  /* the member is a pointer to what the kind says; NULL when it is absent. Not with the next
                            * two */
  MOYA_FIELD_ARRAY = 8,    /* the member is a pointer to as many of what the kind says as the size_t at `count_offset`
                            * says: an array. Not NULL when it is empty, only when it is absent; null is no element */
  MOYA_FIELD_MAP = 16,     /* the same, of keys with their values (MOYA_ENTRY): an object with keys of any name */
  MOYA_FIELD_SECRET = 32,  /* its values are not shown in errors */
  MOYA_FIELD_NULL = 64,    /* with one that may be absent: moya_encode writes null for an absent value, and does not leave
                            * it out */
  MOYA_FIELD_UTC = 128     /* of a date: one without an offset, "2026-02-03T04:05:06", is in UTC. Else it is an error */
};

/* An element of a map of values of type T: struct { const char *key; T value; }. The value lies 8 bytes behind the
 * beginning, and an element has a multiple of 8 bytes. Keys keep the order they have in the JSON, where one that comes
 * twice is twice there. */
#define MOYA_ENTRY(T) \
  struct {            \
    const char *key;  \
    T value;          \
  }

typedef struct moya_type moya_type;

/* Flags of names. */
enum {
  MOYA_NAMES_OPEN = 1 /* a string that is none of the names is `other`, and no error: a server may learn new ones */
};

/* The names of an enumeration in JSON. */
typedef struct moya_type_names {
  uint32_t size MOYA_0;
  uint32_t flags MOYA_0;             /* MOYA_NAMES_… */
  const char *const *names MOYA_0;   /* `count` texts */
  const int32_t *values MOYA_0;      /* their values; NULL: 0, 1, 2 … */
  uint32_t count MOYA_0;             /* 1 … 4096 */
  int32_t other MOYA_0;
} moya_type_names;

/* A member of a struct, and where it stands in JSON. */
typedef struct moya_type_field {
  const char *name MOYA_0; /* a key, or keys joined with dots ("owner.login"): a dot of a key is written `\.`, a
                            * backslash `\\` */
  uint32_t offset MOYA_0;  /* of the member in the struct */
  uint32_t member_size MOYA_0;       /* its size, to be checked; 0: not checked */
  moya_kind kind MOYA_0;
  uint32_t flags MOYA_0;             /* MOYA_FIELD_… */
  const moya_type *type MOYA_0;      /* of MOYA_KIND_STRUCT */
  const moya_type_names *names MOYA_0;    /* of MOYA_KIND_ENUM */
  const char *default_json MOYA_0;   /* JSON: the value when it is absent, which it then may be; NULL: none */
  uint32_t count_offset MOYA_0;      /* of the size_t, in arrays and maps */
  uint32_t has_offset MOYA_0;        /* of the bool, with MOYA_FIELD_HAS */
} moya_type_field;

/* Flags of a type. */
enum {
  MOYA_TYPE_STRICT = 1, /* a key in JSON that no field has is an error, also on the way of a key path; else it is passed
                         * over */
  MOYA_TYPE_VALUE = 2   /* it is no object: its one field is the whole value, and needs no name. For lists of numbers or
                         * texts, and arrays of arrays. If the field may be absent, so may the value: decoding null, a
                         * text without a value (the body of a 204), or a key path that leads nowhere gives an absent
                         * member, and no error */
};

/* A struct. */
struct moya_type {
  uint32_t size MOYA_0;
  uint32_t field_stride MOYA_0;      /* sizeof(moya_type_field), or 0 */
  const char *name MOYA_0;           /* for messages */
  const moya_type_field *fields MOYA_0;   /* in the order in which the JSON mostly has them: that is the fastest */
  uint32_t field_count MOYA_0;       /* 1 … 1024 */
  uint32_t struct_size MOYA_0;       /* sizeof of the struct: 1 … 1 048 576 */
  uint32_t flags MOYA_0;             /* MOYA_TYPE_… */
  uint32_t reserved MOYA_0;
  void **prepared MOYA_0;            /* a pointer of the program's, NULL at first: where the library keeps what it has
                                      * worked out of the table, until moya_type_forget. NULL: it does so each time */
};

/* How a table is written: the offset and the size of a member, in C and since C++20; a type of the array `fields_`,
 * with a `prepared` that is the pointer `prepared_` or, without one, NULL. */
#define MOYA_MEMBER(structure, member) \
  .offset = (uint32_t)offsetof(structure, member), .member_size = (uint32_t)sizeof(((structure *)0)->member)
#define MOYA_TYPE(name_, structure, fields_) MOYA_TYPE_PREPARED(name_, structure, fields_, NULL)
#define MOYA_TYPE_PREPARED(name_, structure, fields_, prepared_)                              \
  {(uint32_t)sizeof(moya_type), (uint32_t)sizeof(moya_type_field), name_, fields_,                 \
   (uint32_t)(sizeof(fields_) / sizeof(*(fields_))), (uint32_t)sizeof(structure), 0, 0, prepared_}

/* ── JSON into structs ──────────────────────────────────────────────────────────────────────────────────────────────
 *
 *     user it;
 *     moya_arena *arena;
 *     if (moya_response_decode(response, NULL, &user_type, &it, 0, &arena, &error) == MOYA_OK) {
 *       puts(it.login);
 *       moya_arena_release(arena);
 *     }
 *
 * One pass over the text, which is checked as a whole: of a damaged answer nothing is believed. When the JSON does not
 * fit, the struct is all zero and there is no arena; the response stays as it was. The message names the place, what is
 * there and what was wanted: `[3].owner.id is "x", not an integer`.
 *
 *   Memory     Texts, arrays and maps lie in an arena, which is released at once. NULL: the value needs none.
 *   Structs    What no field of the table describes is zeroed, too. After an error in which the JSON has no part, as in
 *              the table or for lack of memory, the struct may be as it was.
 *   Keys       Of equal keys the first counts.
 *   Stack      A type that leads to itself takes some hundred bytes for each level of the JSON: 256 KiB are enough. */

/* The memory of a decoded value. Used by one thread at a time; what lies in it may be read by all. */
typedef struct moya_arena moya_arena;

/* Frees it, and all that lies in it. [any thread] */
MOYA_API void moya_arena_release(moya_arena *arena);

/* Flags of the functions that decode. */
enum {
  /* Members of MOYA_KIND_TEXT without escapes, and of MOYA_KIND_RAW, are not copied: they point into the JSON, and are
   * not ended by a zero. The arena keeps the response for them; a caller's own text must outlive them. Defaults are
   * copied. */
  MOYA_DECODE_BORROW = 1
};

/* The value at a key path of a response's body (json.h), into the struct at `value`. Errors: NULL, UTF8; ARGUMENT (a
 * table that contradicts itself, unknown flags, too long a key path); STRUCT_SIZE and STRUCT_TAIL (of the type); JSON;
 * KEY_PATH (something that may not be absent is); JSON_TYPE (a value is of another type, or out of range); MEMORY.
 * [any thread] */
MOYA_API moya_status moya_response_decode(const moya_response *response, const char *key_path, const moya_type *type,
                                          void *value, uint32_t flags, moya_arena **arena, moya_error **error)
    MOYA_NONNULL(1, 3, 4, 6);

/* The elements of the array there: `*items` is an array of `*count` structs, in the arena. Not NULL when there are
 * none. Errors: those of moya_response_decode. [any thread] */
MOYA_API moya_status moya_response_decode_list(const moya_response *response, const char *key_path,
                                               const moya_type *type, void **items, size_t *count, uint32_t flags,
                                               moya_arena **arena, moya_error **error)
    MOYA_NONNULL(1, 3, 4, 5, 7);

/* The same of any text, UTF-8 of less than 4 GiB, which stays the caller's. Errors: those of moya_response_decode.
 * [any thread] */
MOYA_API moya_status moya_decode(const void *json, size_t json_len, const char *key_path, const moya_type *type,
                                 void *value, uint32_t flags, moya_arena **arena, moya_error **error)
    MOYA_NONNULL(4, 5, 7);
MOYA_API moya_status moya_decode_list(const void *json, size_t json_len, const char *key_path, const moya_type *type,
                                      void **items, size_t *count, uint32_t flags, moya_arena **arena,
                                      moya_error **error)
    MOYA_NONNULL(4, 5, 6, 8);

/* Checks a type's table, and those of all types that it leads to. Errors: NULL, ARGUMENT, STRUCT_SIZE, STRUCT_TAIL,
 * MEMORY. [any thread] */
MOYA_API moya_status moya_type_check(const moya_type *type, moya_error **error) MOYA_NONNULL(1);

/* Frees what `prepared` holds, if anything: for a type that was made at run time, before its tables go. No call may use
 * the type meanwhile. [any thread] */
MOYA_API void moya_type_forget(const moya_type *type);

/* ── JSON that comes in pieces ──────────────────────────────────────────────────────────────────────────────────────
 *
 *     static moya_flow show(void *user, const void *value) {
 *       puts(((const struct user *)value)->login);
 *       return MOYA_FLOW_CONTINUE;
 *     }
 *
 *     moya_decoder_options options = MOYA_DECODER_OPTIONS(.type = &user_type, .value = show);
 *     moya_decoder_create(&options, &decoder, &error);
 *     moya_handlers handlers = MOYA_HANDLERS(.body = moya_decoder_feed, .user = decoder);
 *     status = moya_provider_call(api, &target, &handlers, &response, &error);
 *     if (status == MOYA_OK) status = moya_decoder_finish(decoder, &error);
 *     moya_decoder_release(decoder);
 *
 * No more is in memory than the value at hand. Errors name it by its number: `[3].owner.id is "x", not an integer`. */

/* Decodes values one after the other. Used by one thread at a time. */
typedef struct moya_decoder moya_decoder;

/* Is shown a value, a struct of the decoder's type, borrowed with its texts until the function returns. It may not use
 * the decoder. */
typedef moya_flow (*moya_decoded_fn)(void *user, const void *value);

/* What stands in the text. */
enum {
  MOYA_DECODER_LINES = 0, /* values one behind the other, with white space between them: JSON lines, NDJSON */
  MOYA_DECODER_ARRAY = 1  /* an array, whose elements are the values */
};
typedef int32_t moya_decoder_input;

/* What a decoder does. */
typedef struct moya_decoder_options {
  uint32_t size MOYA_0;
  moya_decoder_input input MOYA_0;
  const moya_type *type MOYA_0;       /* must outlive the decoder */
  moya_decoded_fn value MOYA_0;
  void *user MOYA_0;
  moya_release_fn release_user MOYA_0; /* called with `user` exactly once: when the decoder is released, or when the
                                        * function fails; but not when `size` was refused: then nothing behind it was
                                        * read */
  uint64_t max_value MOYA_0;          /* bytes of one value's JSON at most; 0: 16 777 216 */
} moya_decoder_options;
#define MOYA_DECODER_OPTIONS_INIT MOYA_SIZED(moya_decoder_options)
#define MOYA_DECODER_OPTIONS(...) MOYA_MAKE(moya_decoder_options, __VA_ARGS__)

/* A decoder, to be released with moya_decoder_release. Errors: NULL, ARGUMENT (a table that contradicts itself, unknown
 * values), STRUCT_* (the options or the type), MEMORY. [any thread] */
MOYA_API moya_status moya_decoder_create(const moya_decoder_options *options, moya_decoder **decoder,
                                         moya_error **error)
    MOYA_NONNULL(1, 2) MOYA_WARN_UNUSED;

/* The next piece of the text, cut anywhere (a byte order mark in front is skipped): a handler for the body of a response (handlers.h) whose `user` is the
 * decoder. MOYA_FLOW_STOP: it failed, as moya_decoder_finish says; NULL is refused so, too. MOYA_FLOW_PAUSE: a value's
 * function answered that; it was shown the values behind that one in this piece nevertheless. [any thread] */
MOYA_API moya_flow moya_decoder_feed(void *decoder, const void *data, size_t len);

/* There is no more of the text: shows the last value, if only the end of the text ends it, and says whether all went
 * well. Errors: NULL; JSON (also a text that ends too early, or a value of more than max_value); KEY_PATH, JSON_TYPE;
 * CANCELLED (a value's function answered MOYA_FLOW_STOP); MEMORY. [any thread] */
MOYA_API moya_status moya_decoder_finish(moya_decoder *decoder, moya_error **error) MOYA_NONNULL(1);

/* Releases it; NULL does nothing. [any thread] */
MOYA_API void moya_decoder_release(moya_decoder *decoder);


/* ── Structs into JSON ──────────────────────────────────────────────────────────────────────────────────────────────
 *
 *     moya_value *tree;
 *     if (moya_encode(&user_type, &it, 0, &tree, &error) == MOYA_OK) {
 *       … MOYA_TASK(.kind = MOYA_TASK_JSON, .value = tree) …
 *       moya_value_release(tree);
 *     }
 *
 * A tree (value.h) becomes a JSON body, a form or a query. Key paths become objects in objects, an index in one a key.
 * What is NULL is absent, and so are a member whose `has_` bool is false and a struct that may be absent and is all
 * zero; an array without a pointer is absent if it may be, else empty. A number or bool without such a bool is always
 * there. */

/* Flags of the functions that encode. */
enum {
  MOYA_ENCODE_NULLS = 1 /* what is absent is null; else it is left out */
};

/* The tree of the struct at `value`, to be destroyed with moya_value_release. Errors: NULL; ARGUMENT (a table that
 * contradicts itself, unknown flags, a value that is neither an object nor an array, and what value.h says of keys);
 * STRUCT_SIZE and STRUCT_TAIL (of the type); UTF8; ENCODING (something that may not be absent is NULL, a number that is
 * not finite, a date outside the years 0 to 9999, an enumeration's number that has no name, raw JSON that is none, more
 * than 512 levels); MEMORY. [any thread] */
MOYA_API moya_status moya_encode(const moya_type *type, const void *value, uint32_t flags, moya_value **tree,
                                 moya_error **error)
    MOYA_NONNULL(1, 2, 4);

/* An array of `count` structs. Errors: those of moya_encode. [any thread] */
MOYA_API moya_status moya_encode_list(const moya_type *type, const void *items, size_t count, uint32_t flags,
                                      moya_value **tree, moya_error **error)
    MOYA_NONNULL(1, 5);

/* The struct under a key of `object`, a tree or a part of one. Nothing changes when it fails, except that the tree keeps a
 * failure of its own (value.h). Errors: those of moya_encode, and those of value.h for a key. [the tree's thread] */
MOYA_API moya_status moya_encode_into(const moya_type *type, const void *value, uint32_t flags, moya_value *object,
                                      const char *key, moya_error **error)
    MOYA_NONNULL(1, 2, 4, 5);

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_type_names) == 32, "moya_type_names");
_Static_assert(sizeof(moya_type_field) == 56, "moya_type_field");
_Static_assert(sizeof(moya_type) == 48, "moya_type");
_Static_assert(sizeof(moya_decoder_options) == 48, "moya_decoder_options");
#endif

#ifdef __cplusplus
}
#endif

#endif
