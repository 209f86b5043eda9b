/* Defines what the macros need to know about each type that a list of typed.h can name: i64, str
 * and so on.
 *
 * For a type T, these names are defined here, or by the macro that makes the struct, enumeration or
 * list of the program:
 *
 *     moya_member_T, moya_member_optional_T     the type of a member
 *     moya_in_T, moya_in_optional_T             the type of an argument (optional.h)
 *     moya_kind_of_T, moya_type_at_T            the kind and the type in a struct's table
 *     moya_flags_of_T, moya_flags_of_optional_T the flags in a struct's table
 *
 * If these names do not exist for a type, the compiler reports an unknown type name. */
#ifndef MOYA_TYPED_WORDS_H
#define MOYA_TYPED_WORDS_H

#include "../type.h"
#include "each.h"
#if defined(__GNUC__) && !defined(MOYA_TYPED_CHECKED)
#pragma GCC system_header
#endif

/* Marks functions and tables that a program may leave unused. */
#if defined(__GNUC__)
#define MOYA_UNUSED __attribute__((unused))
#else
#define MOYA_UNUSED
#endif
#define MOYA_INLINE static inline MOYA_UNUSED
/* Marks functions whose result the caller must use. */
#if defined(__cplusplus) && __cplusplus >= 201703L
#define MOYA_MUST [[nodiscard]] static inline MOYA_UNUSED
#else
#define MOYA_MUST static inline MOYA_UNUSED MOYA_WARN_UNUSED
#endif

/* The tables of types (type.h) may refer to each other, so they are declared first. In C the
 * declaration is a tentative definition. C++ has no tentative definitions, so in C++ the
 * declaration is a constant in an unnamed namespace. Each table is an array of one element, so its
 * name is an address and can stand where NULL can. */
#ifdef __cplusplus
#define MOYA_DECLARE_TYPE(name) \
  namespace {                   \
  extern const moya_type name[1]; \
  }
#define MOYA_DEFINE_TYPE(name, ...)                       \
  namespace {                                             \
  const moya_type name[1] MOYA_UNUSED = {{__VA_ARGS__}};  \
  }
#else
#define MOYA_DECLARE_TYPE(name) static const moya_type name[1] MOYA_UNUSED;
#define MOYA_DEFINE_TYPE(name, ...) static const moya_type name[1] = {{__VA_ARGS__}};
#endif

/* ── The words after a name in a row ──────────────────────────────────────────────────────────────
 *
 * A row is (type, name), followed by at most four words. For a member, the words are `optional`,
 * `nullable`, `key("…")`, `fallback("…")`, `secret` and `utc`. For an argument, the words are
 * `optional`, `nullable`, `key("…")`, `lists("…")`, `joined` and `numeric`. */

/* MOYA_WORD(moya_member_, a, b, c, d, str) expands to moya_member_str, or to
 * moya_member_optional_str if one of the four words is `optional`. */
#define MOYA_WORD(prefix, a, b, c, d, word) \
  MOYA_WORD_(prefix, MOYA_IF_##a, MOYA_IF_##b, MOYA_IF_##c, MOYA_IF_##d, word)
#define MOYA_WORD_(prefix, a, b, c, d, word) MOYA_WORD__(prefix, a, b, c, d, word)
#define MOYA_WORD__(prefix, a, b, c, d, word) prefix##a##b##c##d##word
#define MOYA_IF_none
#define MOYA_IF_optional optional_
#define MOYA_IF_nullable
#define MOYA_IF_secret
#define MOYA_IF_utc
#define MOYA_IF_key(text)
#define MOYA_IF_fallback(json)
#define MOYA_IF_lists(pattern)
#define MOYA_IF_joined
#define MOYA_IF_numeric

/* If one of the words is key("…"), expands to its text: the key in JSON, or the name in the
 * request. Otherwise expands to `name`. */
#define MOYA_KEY(a, b, c, d, name)                                                             \
  (sizeof("" MOYA_KEY_##a MOYA_KEY_##b MOYA_KEY_##c MOYA_KEY_##d) > 1                          \
       ? "" MOYA_KEY_##a MOYA_KEY_##b MOYA_KEY_##c MOYA_KEY_##d                                \
       : name)
#define MOYA_KEY_none
#define MOYA_KEY_optional
#define MOYA_KEY_nullable
#define MOYA_KEY_secret
#define MOYA_KEY_utc
#define MOYA_KEY_key(text) text
#define MOYA_KEY_fallback(json)
#define MOYA_KEY_lists(pattern)
#define MOYA_KEY_joined
#define MOYA_KEY_numeric

/* If one of the words is fallback("…"), expands to its text, which is JSON. Otherwise expands to
 * NULL. */
#define MOYA_FALLBACK(a, b, c, d)                                                         \
  (sizeof("" MOYA_FALLBACK_##a MOYA_FALLBACK_##b MOYA_FALLBACK_##c MOYA_FALLBACK_##d) > 1 \
       ? "" MOYA_FALLBACK_##a MOYA_FALLBACK_##b MOYA_FALLBACK_##c MOYA_FALLBACK_##d       \
       : (const char *)0)
#define MOYA_FALLBACK_none
#define MOYA_FALLBACK_optional
#define MOYA_FALLBACK_nullable
#define MOYA_FALLBACK_secret
#define MOYA_FALLBACK_utc
#define MOYA_FALLBACK_key(text)
#define MOYA_FALLBACK_fallback(json) json
#define MOYA_FALLBACK_lists(pattern)

/* If one of the words is lists("…"), expands to its text. Otherwise expands to NULL. The text is
 * the pattern for the names of a list's elements in a query or a form (MOYA_LIST_… in task.h). */
#define MOYA_LISTS(a, b, c, d)                                                                 \
  (sizeof("" MOYA_LISTS_##a MOYA_LISTS_##b MOYA_LISTS_##c MOYA_LISTS_##d) > 1                  \
       ? "" MOYA_LISTS_##a MOYA_LISTS_##b MOYA_LISTS_##c MOYA_LISTS_##d                        \
       : (const char *)0)
#define MOYA_LISTS_none
#define MOYA_LISTS_optional
#define MOYA_LISTS_nullable
#define MOYA_LISTS_secret
#define MOYA_LISTS_key(text)
#define MOYA_LISTS_fallback(json)
#define MOYA_LISTS_lists(pattern) pattern
#define MOYA_LISTS_joined
#define MOYA_LISTS_numeric

/* Expands to 1 if one of the words is `joined`, otherwise to 0. With `joined`, a list in a query or
 * a form is sent as one name and one value, with commas between its elements. */
#define MOYA_JOINS(a, b, c, d) (MOYA_JOINS_##a | MOYA_JOINS_##b | MOYA_JOINS_##c | MOYA_JOINS_##d)
#define MOYA_JOINS_none 0
#define MOYA_JOINS_optional 0
#define MOYA_JOINS_nullable 0
#define MOYA_JOINS_key(text) 0
#define MOYA_JOINS_lists(pattern) 0
#define MOYA_JOINS_joined 1
#define MOYA_JOINS_numeric 0

/* Expands to MOYA_BOOL_NUMERIC if one of the words is `numeric`, otherwise to MOYA_BOOL_LITERAL.
 * Only an argument may have the word `numeric`. A member with this word does not compile, because
 * MOYA_FALLBACK_numeric does not exist. */
#define MOYA_BOOLS(a, b, c, d)                                       \
  (MOYA_BOOLS_##a | MOYA_BOOLS_##b | MOYA_BOOLS_##c | MOYA_BOOLS_##d \
   ? MOYA_BOOL_NUMERIC : MOYA_BOOL_LITERAL)
#define MOYA_BOOLS_none 0
#define MOYA_BOOLS_optional 0
#define MOYA_BOOLS_nullable 0
#define MOYA_BOOLS_key(text) 0
#define MOYA_BOOLS_lists(pattern) 0
#define MOYA_BOOLS_joined 0
#define MOYA_BOOLS_numeric 1

/* Expands to the MOYA_FIELD_… flags that the words `secret`, `nullable` and `utc` stand for, or to
 * 0 without these words. */
#define MOYA_SECRET(a, b, c, d) \
  (MOYA_SECRET_##a | MOYA_SECRET_##b | MOYA_SECRET_##c | MOYA_SECRET_##d)
#define MOYA_SECRET_none 0
#define MOYA_SECRET_optional 0
#define MOYA_SECRET_nullable MOYA_FIELD_NULL
#define MOYA_SECRET_secret MOYA_FIELD_SECRET
#define MOYA_SECRET_utc MOYA_FIELD_UTC
#define MOYA_SECRET_key(text) 0
#define MOYA_SECRET_fallback(json) 0
#define MOYA_SECRET_lists(pattern) 0

/* Handles an optional argument that is not given. If one of its words is `nullable`, runs
 * `statement`, which sends null. Otherwise sends nothing. */
#define MOYA_OTHERWISE(a, b, c, d, statement)                                                    \
  MOYA_OTHERWISE_(MOYA_NULLABLE_##a | MOYA_NULLABLE_##b | MOYA_NULLABLE_##c | MOYA_NULLABLE_##d, \
                  statement)
#define MOYA_OTHERWISE_(is_nullable, statement) if (is_nullable) statement
#define MOYA_NULLABLE_none 0
#define MOYA_NULLABLE_optional 0
#define MOYA_NULLABLE_nullable 1
#define MOYA_NULLABLE_key(text) 0
#define MOYA_NULLABLE_lists(pattern) 0
#define MOYA_NULLABLE_joined 0
#define MOYA_NULLABLE_numeric 0

/* ── Types of the library ────────────────────────────────────────────────────────────────────── */

/* Defines the names moya_member_T, moya_in_T and so on (see the top of this file) for a type of
 * numbers. An optional member is a pointer, which is NULL if the member is absent. */
#define MOYA_NUMBER_WORD(word, type, kind)       \
  typedef type moya_member_##word;               \
  typedef type *moya_member_optional_##word;     \
  typedef type moya_in_##word;                   \
  MOYA_WORD_KIND(word, kind, MOYA_FIELD_OPTIONAL | MOYA_FIELD_POINTER)
/* Defines the names moya_member_T, moya_in_T and so on (see the top of this file) for a type of
 * texts. An optional member has the same type as a required one, because a text itself can be
 * NULL. */
#define MOYA_TEXT_WORD(word, type, kind)         \
  typedef type moya_member_##word;               \
  typedef type moya_member_optional_##word;      \
  typedef type moya_in_##word;                   \
  MOYA_WORD_KIND(word, kind, MOYA_FIELD_OPTIONAL)
#define MOYA_WORD_KIND(word, kind, optional_flags)               \
  enum { moya_kind_of_##word = (kind), moya_flags_of_##word = 0, \
        moya_flags_of_optional_##word = (optional_flags) }

MOYA_NUMBER_WORD(i8, int8_t, MOYA_KIND_I8);
MOYA_NUMBER_WORD(i16, int16_t, MOYA_KIND_I16);
MOYA_NUMBER_WORD(i32, int32_t, MOYA_KIND_I32);
MOYA_NUMBER_WORD(i64, int64_t, MOYA_KIND_I64);
MOYA_NUMBER_WORD(u8, uint8_t, MOYA_KIND_U8);
MOYA_NUMBER_WORD(u16, uint16_t, MOYA_KIND_U16);
MOYA_NUMBER_WORD(u32, uint32_t, MOYA_KIND_U32);
MOYA_NUMBER_WORD(u64, uint64_t, MOYA_KIND_U64);
MOYA_NUMBER_WORD(f32, float, MOYA_KIND_F32);
MOYA_NUMBER_WORD(f64, double, MOYA_KIND_F64);
/* In C, every scalar converts to bool without a warning. So with MOYA_TYPED_STRICT, the parameter
 * is a signed char, because the compiler can warn about conversions to that type (numbers.h). */
#if defined(__GNUC__) && !defined(__cplusplus) && defined(MOYA_TYPED_STRICT)
typedef signed char moya_in_boolean;
#else
typedef bool moya_in_boolean;
#endif
typedef bool moya_member_boolean;
typedef bool *moya_member_optional_boolean;
MOYA_WORD_KIND(boolean, MOYA_KIND_BOOLEAN, MOYA_FIELD_OPTIONAL | MOYA_FIELD_POINTER);
MOYA_NUMBER_WORD(date, int64_t, MOYA_KIND_DATE);
MOYA_TEXT_WORD(str, const char *, MOYA_KIND_STR);
MOYA_TEXT_WORD(text, moya_str, MOYA_KIND_TEXT);
MOYA_TEXT_WORD(bytes, moya_str, MOYA_KIND_BYTES);
MOYA_TEXT_WORD(raw, moya_str, MOYA_KIND_RAW);
/* An argument that is the path of a file. Only an argument at the place `part` may have this
 * type. */
typedef const char *moya_in_file;

#define moya_type_at_i8 NULL
#define moya_type_at_i16 NULL
#define moya_type_at_i32 NULL
#define moya_type_at_i64 NULL
#define moya_type_at_u8 NULL
#define moya_type_at_u16 NULL
#define moya_type_at_u32 NULL
#define moya_type_at_u64 NULL
#define moya_type_at_f32 NULL
#define moya_type_at_f64 NULL
#define moya_type_at_boolean NULL
#define moya_type_at_date NULL
#define moya_type_at_str NULL
#define moya_type_at_text NULL
#define moya_type_at_bytes NULL
#define moya_type_at_raw NULL

#endif
