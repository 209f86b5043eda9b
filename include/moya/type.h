/* A type is a table that describes a C struct and its JSON. With a table, the library decodes JSON
 * into a struct, and encodes a struct as a tree.
 *
 *     typedef struct user {
 *       int64_t id;
 *       const char *login;
 *       const char *bio;    // NULL: absent
 *       const char **tags;
 *       size_t tag_count;
 *     } user;
 *
 *     static const moya_type_field user_fields[] = {
 *         {.name = "id", MOYA_MEMBER(user, id), .kind = MOYA_KIND_I64},
 *         {.name = "login", MOYA_MEMBER(user, login), .kind = MOYA_KIND_STR},
 *         {.name = "profile.bio", MOYA_MEMBER(user, bio), .kind = MOYA_KIND_STR,
 *          .flags = MOYA_FIELD_OPTIONAL},
 *         {.name = "tags", MOYA_MEMBER(user, tags), .kind = MOYA_KIND_STR,
 *          .flags = MOYA_FIELD_ARRAY, .count_offset = offsetof(user, tag_count)},
 *     };
 *     static const moya_type user_type = MOYA_TYPE("user", user, user_fields);
 *
 *   Tables     Tables are constant data. C and C++ write them as initializers; nothing is
 *              registered. A table must stay valid until all calls that use it have ended. If its
 *              field `prepared` is not NULL, it must also stay valid until moya_type_forget has
 *              freed what the library stored there. A table that contradicts itself fails with
 *              MOYA_ERROR_ARGUMENT, and the message names the type and the field. A table
 *              contradicts itself, for example, if a name is missing, if a kind is unknown, or if a
 *              struct contains itself by value. It also contradicts itself if a member lies outside
 *              its struct or has the wrong size for its kind. The library cannot detect an error
 *              that the table does not show, for example an `offset` that is the offset of another
 *              member.
 *   Words      A kind has the same name in definitions (api.h) and in every language. In C, the
 *              kind `i64` is MOYA_KIND_I64. In definitions, `i64?` is an optional value, `[i64]` an
 *              array, and `{i64}` a map.
 *   Absent     A field is absent if it is missing in the JSON or null there. If a field may be
 *              absent, its member gets the default, or zeroes if there is no default. Otherwise an
 *              absent field is an error. */
#ifndef MOYA_TYPE_H
#define MOYA_TYPE_H

#include "base.h"
#include "value.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Kinds: the C type of a member, and what it is in JSON. */
enum {
  MOYA_KIND_I8 = 1, /* int8_t: an integer in the range of int8_t, without fraction or exponent. The
                     * next seven kinds have the ranges of their C types */
  MOYA_KIND_I16 = 2,
  MOYA_KIND_I32 = 3,
  MOYA_KIND_I64 = 4,
  MOYA_KIND_U8 = 5,
  MOYA_KIND_U16 = 6,
  MOYA_KIND_U32 = 7,
  MOYA_KIND_U64 = 8,
  MOYA_KIND_F32 = 9,      /* float: a number that is finite as a float, rounded to the nearest
                           * float */
  MOYA_KIND_F64 = 10,     /* double: a number that is finite as a double */
  MOYA_KIND_BOOLEAN = 11, /* bool: true or false */
  MOYA_KIND_STR = 12,     /* const char *: a string, NUL-terminated. U+0000 in the string is an
                           * error */
  MOYA_KIND_TEXT = 13,    /* moya_str: a string, which may contain U+0000 */
  MOYA_KIND_BYTES = 14,   /* moya_str: bytes. In JSON they are a string of base64 (RFC 4648 §4), in
                           * which line breaks are ignored */
  MOYA_KIND_DATE = 15,    /* int64_t: microseconds since 1970 in UTC. In JSON they are a string of
                           * RFC 3339 §5.6, "2026-02-03T04:05:06Z", with a T or a space. Digits
                           * beyond microseconds are cut off */
  MOYA_KIND_RAW = 16,     /* moya_str: the JSON text of a value of any type. In a required field,
                           * null is such a value */
  MOYA_KIND_ENUM = 17,    /* int32_t, like an enumeration in C. In JSON it is a string, one of
                           * `names` */
  MOYA_KIND_STRUCT = 18   /* a struct that `type` describes. In JSON it is an object */
};
typedef int32_t moya_kind;

/* Flags of a field. */
enum {
  MOYA_FIELD_OPTIONAL = 1, /* may be absent */
  MOYA_FIELD_HAS = 2,      /* may be absent; the bool at `has_offset` says whether the field is
                            * present */
  MOYA_FIELD_POINTER = 4,  /* the member is a pointer to a value of the kind; NULL when absent. Not
                            * together with MOYA_FIELD_ARRAY or MOYA_FIELD_MAP */
  MOYA_FIELD_ARRAY = 8,    /* an array: the member is a pointer to values of the kind, and the
                            * size_t at `count_offset` is their number. The pointer is NULL only if
                            * the field is absent; for an empty array it is not NULL. An element
                            * must not be null */
  MOYA_FIELD_MAP = 16,     /* an object with any keys. The member is as for MOYA_FIELD_ARRAY, but
                            * each element is a key with its value (MOYA_ENTRY) */
  MOYA_FIELD_SECRET = 32,  /* errors do not show the values of the field */
  MOYA_FIELD_NULL = 64,    /* for a field that may be absent: moya_encode writes an absent value as
                            * null instead of leaving it out */
  MOYA_FIELD_UTC = 128     /* for a date: a text without an offset ("2026-02-03T04:05:06") is in
                            * UTC. Without this flag, such a text is an error */
};

/* An element of a map with values of type T: struct { const char *key; T value; }. The value begins
 * 8 bytes after the start of the element. The size of an element is a multiple of 8. Keys have the
 * order of the JSON. A key that occurs twice in the JSON has two elements. */
#define MOYA_ENTRY(T) \
  struct {            \
    const char *key;  \
    T value;          \
  }

typedef struct moya_type moya_type;

/* Flags of a moya_type_names. */
enum {
  MOYA_NAMES_OPEN = 1 /* decodes an unknown string as `other` instead of failing, since a server may
                       * add names later */
};

/* The names of an enumeration in JSON. */
typedef struct moya_type_names {
  uint32_t size MOYA_0;
  uint32_t flags MOYA_0;             /* MOYA_NAMES_… */
  const char *const *names MOYA_0;   /* the names: `count` texts */
  const int32_t *values MOYA_0;      /* the numbers of the names in C; NULL: 0, 1, 2 … */
  uint32_t count MOYA_0;             /* 1 … 4096 */
  int32_t other MOYA_0;              /* with MOYA_NAMES_OPEN: the number for unknown strings */
} moya_type_names;

/* A member of a struct, and its place in JSON. */
typedef struct moya_type_field {
  const char *name MOYA_0; /* a key, or keys joined with dots ("owner.login"). In a key, write a dot
                            * as `\.` and a backslash as `\\` */
  uint32_t offset MOYA_0;  /* the offset of the member in the struct */
  uint32_t member_size MOYA_0;       /* the size of the member, to be checked; 0: no check */
  moya_kind kind MOYA_0;
  uint32_t flags MOYA_0;             /* MOYA_FIELD_… */
  const moya_type *type MOYA_0;      /* for MOYA_KIND_STRUCT: the table of the inner struct */
  const moya_type_names *names MOYA_0;    /* for MOYA_KIND_ENUM: the names of the enumeration */
  const char *default_json MOYA_0;   /* the JSON of the value that an absent field gets; a field
                                      * with a default may be absent. NULL: no default */
  uint32_t count_offset MOYA_0;      /* for arrays and maps: the offset of the size_t that is the
                                      * number of elements */
  uint32_t has_offset MOYA_0;        /* with MOYA_FIELD_HAS: the offset of the bool that says
                                      * whether the field is present */
} moya_type_field;

/* Flags of a type. */
enum {
  MOYA_TYPE_STRICT = 1, /* a JSON key is an error if the type has no field for it. If the name of a
                         * field is "owner.login", the keys of the object `owner` are checked in the
                         * same way. Without this flag, such keys are ignored */
  MOYA_TYPE_VALUE = 2   /* the type is not an object: its only field is the whole value, and needs
                         * no name. Use this flag for lists of numbers or texts, and for arrays of
                         * arrays. If the field may be absent, the whole value may be absent, too.
                         * It is absent if it is null in the JSON, if the text has no value (the
                         * body of a 204), or if the key path leads nowhere */
};

/* A table that describes a struct and its JSON. */
struct moya_type {
  uint32_t size MOYA_0;
  uint32_t field_stride MOYA_0;      /* sizeof(moya_type_field), or 0 */
  const char *name MOYA_0;           /* shown in messages */
  const moya_type_field *fields MOYA_0;   /* the fields; decoding is fastest if they are in the
                                           * order of the JSON */
  uint32_t field_count MOYA_0;       /* 1 … 1024 */
  uint32_t struct_size MOYA_0;       /* the sizeof of the struct: 1 … 1 048 576 */
  uint32_t flags MOYA_0;             /* MOYA_TYPE_… */
  uint32_t reserved MOYA_0;
  void **prepared MOYA_0;            /* points to a pointer of the program, which is NULL at first.
                                      * The library stores there what it computes from the table,
                                      * until moya_type_forget frees it. NULL: the library computes
                                      * this each time */
};

/* Macros that write tables, in C and in C++20 or later. MOYA_MEMBER gives the offset and the size
 * of a member. MOYA_TYPE makes a type from the array `fields_`, with `prepared` NULL.
 * MOYA_TYPE_PREPARED makes the same type, but with `prepared_` as its `prepared`. */
#define MOYA_MEMBER(structure, member) \
  .offset = (uint32_t)offsetof(structure, member), \
  .member_size = (uint32_t)sizeof(((structure *)0)->member)
#define MOYA_TYPE(name_, structure, fields_) MOYA_TYPE_PREPARED(name_, structure, fields_, NULL)
#define MOYA_TYPE_PREPARED(name_, structure, fields_, prepared_)                              \
  {(uint32_t)sizeof(moya_type), (uint32_t)sizeof(moya_type_field), name_, fields_,                 \
   (uint32_t)(sizeof(fields_) / sizeof(*(fields_))), (uint32_t)sizeof(structure), 0, 0, prepared_}

/* ── JSON into structs ────────────────────────────────────────────────────────────────────────────
 *
 *     user it;
 *     moya_arena *arena;
 *     if (moya_response_decode(response, NULL, &user_type, &it, 0, &arena, &error) == MOYA_OK) {
 *       puts(it.login);
 *       moya_arena_release(arena);
 *     }
 *
 * The library checks the whole text, in one pass. If the text is not valid JSON, no value is
 * decoded. If the JSON does not match the type, the struct is all zero and there is no arena. The
 * response is unchanged. The error message names the place, what is there and what was expected:
 * `[3].owner.id is "x", not an integer`.
 *
 *   Memory     One arena holds the texts, arrays and maps. Release it once. If the arena is NULL,
 *              the value needs none.
 *   Structs    Bytes of the struct that no field describes are set to zero, too. If the table is
 *              wrong or there is no memory, the struct may be unchanged.
 *   Keys       If an object has equal keys, the first is used.
 *   Stack      A type that refers to itself, through a pointer, an array or a map, needs some
 *              hundred bytes of stack for each level of the JSON. 256 KiB are enough. */

/* The memory of a decoded value. One thread at a time may use the handle. All threads may read what
 * is in it. */
typedef struct moya_arena moya_arena;

/* Frees an arena and everything in it. [any thread] */
MOYA_API void moya_arena_release(moya_arena *arena);

/* Flags of the decode functions. */
enum {
  /* With this flag, the library does not copy values of MOYA_KIND_RAW, nor strings of
   * MOYA_KIND_TEXT that have no escapes. These values point into the JSON and are not
   * NUL-terminated. The arena holds a reference to the response, so that they stay valid. If you
   * pass the JSON text yourself, it must outlive the decoded texts. Defaults are copied. */
  MOYA_DECODE_BORROW = 1
};

/* Decodes the value at a key path of a response's body (json.h) into the struct at `value`. Errors:
 * NULL, UTF8; ARGUMENT (the table `type` contradicts itself, unknown flags, too long a key path);
 * STRUCT_SIZE and STRUCT_TAIL (for a struct in the table `type`); JSON (the text is not JSON);
 * KEY_PATH (a required value is absent); JSON_TYPE (a value has another type, or is out of range);
 * MEMORY. [any thread] */
MOYA_API moya_status moya_response_decode(const moya_response *response, const char *key_path,
                                          const moya_type *type, void *value, uint32_t flags,
                                          moya_arena **arena, moya_error **error)
    MOYA_NONNULL(1, 3, 4, 6);

/* Decodes the elements of the array at a key path. `*items` becomes an array of `*count` structs in
 * the arena. `*items` is not NULL, even if the array is empty. Errors: those of
 * moya_response_decode. [any thread] */
MOYA_API moya_status moya_response_decode_list(const moya_response *response, const char *key_path,
                                               const moya_type *type, void **items, size_t *count,
                                               uint32_t flags, moya_arena **arena,
                                               moya_error **error)
    MOYA_NONNULL(1, 3, 4, 5, 7);

/* moya_decode and moya_decode_list work like moya_response_decode and moya_response_decode_list,
 * but decode any text in UTF-8 of less than 4 GiB. The text still belongs to the caller. Errors:
 * those of moya_response_decode. [any thread] */
MOYA_API moya_status moya_decode(const void *json, size_t json_len, const char *key_path,
                                 const moya_type *type, void *value, uint32_t flags,
                                 moya_arena **arena, moya_error **error)
    MOYA_NONNULL(4, 5, 7);
MOYA_API moya_status moya_decode_list(const void *json, size_t json_len, const char *key_path,
                                      const moya_type *type, void **items, size_t *count,
                                      uint32_t flags, moya_arena **arena, moya_error **error)
    MOYA_NONNULL(4, 5, 6, 8);

/* Checks the table of a type, and the tables of all types that it refers to. Errors: NULL,
 * ARGUMENT, STRUCT_SIZE, STRUCT_TAIL, MEMORY. [any thread] */
MOYA_API moya_status moya_type_check(const moya_type *type, moya_error **error) MOYA_NONNULL(1);

/* Frees what the library has stored through the field `prepared` of a table. Call this function for
 * a table that was made at run time, before you free the table. No call may be using it.
 * [any thread] */
MOYA_API void moya_type_forget(const moya_type *type);

/* ── JSON that arrives in pieces ──────────────────────────────────────────────────────────────────
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
 * Only the current value is in memory. Errors name a value by its number:
 * `[3].owner.id is "x", not an integer`. */

/* A decoder, which decodes JSON values one after another from a text that arrives in pieces. One
 * thread at a time may use it. */
typedef struct moya_decoder moya_decoder;

/* Receives a value: a struct of the decoder's type. The struct and its texts are borrowed until the
 * function returns. The function must not use the decoder. */
typedef moya_flow (*moya_decoded_fn)(void *user, const void *value);

/* The forms of the text that a decoder reads. */
enum {
  MOYA_DECODER_LINES = 0, /* values one after another, with white space between them: JSON lines,
                           * NDJSON */
  MOYA_DECODER_ARRAY = 1  /* one array, whose elements are the values */
};
typedef int32_t moya_decoder_input;

/* Options of a decoder. */
typedef struct moya_decoder_options {
  uint32_t size MOYA_0;
  moya_decoder_input input MOYA_0;
  const moya_type *type MOYA_0;       /* must outlive the decoder */
  moya_decoded_fn value MOYA_0;
  void *user MOYA_0;
  moya_release_fn release_user MOYA_0; /* called with `user` exactly once: when the decoder is
                                        * released, or when moya_decoder_create fails. Not called if
                                        * `size` is invalid, because then the library reads no other
                                        * field */
  uint64_t max_value MOYA_0;          /* the most bytes of JSON in one value; 0: 16 777 216 */
} moya_decoder_options;
#define MOYA_DECODER_OPTIONS_INIT MOYA_SIZED(moya_decoder_options)
#define MOYA_DECODER_OPTIONS(...) MOYA_MAKE(moya_decoder_options, __VA_ARGS__)

/* Creates a decoder. Release it with moya_decoder_release. Errors: NULL, ARGUMENT (the table `type`
 * contradicts itself, `input` is an unknown number), STRUCT_* (for the options, or for a struct in
 * the table `type`), MEMORY. [any thread] */
MOYA_API moya_status moya_decoder_create(const moya_decoder_options *options,
                                         moya_decoder **decoder, moya_error **error)
    MOYA_NONNULL(1, 2) MOYA_WARN_UNUSED;

/* Decodes the next piece of the text. The text may be cut anywhere. A byte order mark at the start
 * of the text is skipped. This function can be the `body` handler of a call (handlers.h), with the
 * decoder as the `user` of the handlers.
 *
 * Returns MOYA_FLOW_STOP if decoding failed; moya_decoder_finish then returns the error. Also
 * returns MOYA_FLOW_STOP if `decoder` is NULL. If moya_decoder_options.value returns
 * MOYA_FLOW_PAUSE, it still receives the remaining values of the piece. Then this function returns
 * MOYA_FLOW_PAUSE. [any thread] */
MOYA_API moya_flow moya_decoder_feed(void *decoder, const void *data, size_t len);

/* Tells the decoder that the text is complete, and returns whether all values were decoded. A
 * number, true, false or null at the end of the text is complete only now, so this function decodes
 * it first. Errors: NULL; JSON (also a text that ends too early, or a value of more than
 * max_value); KEY_PATH, JSON_TYPE; CANCELLED (`value` returned MOYA_FLOW_STOP); MEMORY.
 * [any thread] */
MOYA_API moya_status moya_decoder_finish(moya_decoder *decoder, moya_error **error) MOYA_NONNULL(1);

/* Releases a decoder. NULL does nothing. [any thread] */
MOYA_API void moya_decoder_release(moya_decoder *decoder);


/* ── Structs into JSON ────────────────────────────────────────────────────────────────────────────
 *
 *     moya_value *tree;
 *     if (moya_encode(&user_type, &it, 0, &tree, &error) == MOYA_OK) {
 *       … MOYA_TASK(.kind = MOYA_TASK_JSON, .value = tree) …
 *       moya_value_release(tree);
 *     }
 *
 * A tree (value.h) can be a JSON body, a form or a query. A field name that joins keys with dots
 * ("owner.login") becomes nested objects. An array index in such a name becomes a key.
 *
 * These members are absent from the tree: a NULL pointer, a member whose bool at `has_offset` is
 * false, and an optional struct that is all zero. An array whose pointer is NULL is absent if the
 * field may be absent. Otherwise it is an empty array. A number or a bool is always present, unless
 * its field has the flag MOYA_FIELD_HAS. */

/* Flags of the encode functions. */
enum {
  MOYA_ENCODE_NULLS = 1 /* writes absent values as null; without this flag, they are left out */
};

/* Makes a tree from the struct at `value`. Release the tree with moya_value_release. Errors: NULL;
 * ARGUMENT (the table `type` contradicts itself, unknown flags, a value that is neither an object
 * nor an array, a key that value.h refuses); STRUCT_SIZE and STRUCT_TAIL (for a struct in the table
 * `type`); UTF8; ENCODING (a required value is NULL, a number that is not finite, a date outside
 * the years 0 to 9999, an enumeration's number without a name, invalid raw JSON, more than 512
 * levels); MEMORY. [any thread] */
MOYA_API moya_status moya_encode(const moya_type *type, const void *value, uint32_t flags,
                                 moya_value **tree, moya_error **error)
    MOYA_NONNULL(1, 2, 4);

/* Makes a tree from an array of `count` structs. Errors: those of moya_encode. [any thread] */
MOYA_API moya_status moya_encode_list(const moya_type *type, const void *items, size_t count,
                                      uint32_t flags, moya_value **tree, moya_error **error)
    MOYA_NONNULL(1, 5);

/* Adds a struct under a key of `object`, which is a tree or a part of one. If the struct cannot be
 * encoded, the tree does not change. If the tree refuses the key, this failure becomes the failure
 * of the tree (value.h). Errors: those of moya_encode, and those of value.h for a key.
 * [the tree's thread] */
MOYA_API moya_status moya_encode_into(const moya_type *type, const void *value, uint32_t flags,
                                      moya_value *object, const char *key, moya_error **error)
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
