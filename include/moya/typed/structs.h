/* Defines the macros MOYA_STRUCT, MOYA_OPTIONAL and MOYA_ENUM, which make C types and their tables
 * (type.h). typed.h describes the macros. */
#ifndef MOYA_TYPED_STRUCTS_H
#define MOYA_TYPED_STRUCTS_H

#include <string.h>
#include "optional.h"
#if defined(__GNUC__) && !defined(MOYA_TYPED_CHECKED)
#pragma GCC system_header
#endif

#define MOYA_STRUCT(S, ...)                                                                        \
  typedef struct S S;                                                                              \
  MOYA_DECLARE_WORD(S, S)                                                                          \
  MOYA_DECLARE_LISTS(S, S)                                                                         \
  struct S {                                                                                       \
    MOYA_EACH(MOYA_MEMBER_ROW, S, __VA_ARGS__)                                                     \
    moya_arena *arena; /* the memory of a result */                                                \
  };                                                                                               \
  static const moya_type_field moya_fields_of_##S[] = {MOYA_EACH(MOYA_FIELD_ROW, S, __VA_ARGS__)}; \
  MOYA_DEFINE_WORD(S, S, moya_fields_of_##S, sizeof(moya_fields_of_##S) / sizeof(moya_type_field), \
                   0)                                                                              \
  MOYA_DEFINE_RESULT(S, S)                                                                         \
  MOYA_DEFINE_LISTS(S, S)                                                                          \
  MOYA_BODY_ARGUMENT(S)                                                                            \
  MOYA_BODY_ARGUMENT(S##_list)                                                                     \
  MOYA_BODY_ARGUMENT(S##_map)                                                                      \
  MOYA_FIELD_ARGUMENT(S)                                                                           \
  MOYA_FIELD_ARGUMENT(S##_list)                                                                    \
  MOYA_FIELD_ARGUMENT(S##_map)                                                                     \
  struct S

/* Makes the type of a result that may be absent. If the result is absent, `value` is NULL. */
#define MOYA_OPTIONAL(S)                                                                          \
  typedef struct S##_optional S##_optional;                                                       \
  MOYA_DECLARE_WORD(S##_optional, S##_optional)                                                   \
  struct S##_optional {                                                                           \
    moya_member_optional_##S value;                                                               \
    moya_arena *arena; /* the memory of a result */                                               \
  };                                                                                              \
  static const moya_type_field moya_fields_of_##S##_optional[] = {                                \
      {NULL, (uint32_t)offsetof(S##_optional, value),                                             \
       (uint32_t)sizeof(((S##_optional *)0)->value),                                              \
       (int)moya_kind_of_##S, (uint32_t)moya_flags_of_optional_##S, moya_type_at_##S, NULL, NULL, \
           0, 0}};                                                                                \
  MOYA_DEFINE_WORD(S##_optional, S##_optional, moya_fields_of_##S##_optional, 1, MOYA_TYPE_VALUE) \
  MOYA_DEFINE_RESULT(S##_optional, S##_optional)                                                  \
  struct S##_optional

#define MOYA_ENUM(S, ...)                                              \
  typedef enum S { MOYA_EACH(MOYA_ENUMERATOR_ROW, S, __VA_ARGS__) } S; \
  MOYA_ENUM_(S, 0, 0, __VA_ARGS__)
#define MOYA_OPEN_ENUM(S, ...)                                                         \
  typedef enum S { S##_other = -1, MOYA_EACH(MOYA_ENUMERATOR_ROW, S, __VA_ARGS__) } S; \
  MOYA_ENUM_(S, MOYA_NAMES_OPEN, -1, __VA_ARGS__)
#define MOYA_ENUM_(S, flags, other, ...)                                                          \
  typedef S moya_in_##S;                                                                          \
  MOYA_DECLARE_WORD_(S, S)                                                                        \
  MOYA_DECLARE_LISTS(S, S)                                                                        \
  static const char *const moya_texts_of_##S[] = {MOYA_EACH(MOYA_ENUM_TEXT_ROW, S, __VA_ARGS__)}; \
  enum { moya_count_of_##S = sizeof(moya_texts_of_##S) / sizeof(const char *) };                  \
  static const moya_type_names moya_names_of_##S =                                                \
      {(uint32_t)sizeof(moya_type_names), flags, moya_texts_of_##S, NULL,                         \
                                               moya_count_of_##S, other};                         \
  static const moya_type_field moya_fields_of_##S[] = {                                           \
      {NULL, 0, (uint32_t)sizeof(S), MOYA_KIND_ENUM, 0, NULL, &moya_names_of_##S, NULL, 0, 0}};   \
  MOYA_DEFINE_WORD(S, S, moya_fields_of_##S, 1, MOYA_TYPE_VALUE)                                  \
  MOYA_DEFINE_LISTS(S, S)                                                                         \
  /* Returns the text of a value, or NULL if it has none. */                                      \
  MOYA_INLINE const char *S##_text(S value) {                                                     \
    return (int)value >= 0 && (int)value < (int)moya_count_of_##S                                 \
        ? moya_texts_of_##S[(int)value] : NULL;                                                   \
  }                                                                                               \
  MOYA_ENUM_ARGUMENT(S)                                                                           \
  struct S##_list

/* ── Rows ────────────────────────────────────────────────────────────────────────────────────── */

#define MOYA_MEMBER_ROW(S, row) \
  MOYA_APPLY_ROW(MOYA_MEMBER_, S, MOYA_OPEN row, none, none, none, none, none)
#define MOYA_MEMBER_(S, word, name, a, b, c, d, ...) MOYA_WORD(moya_member_, a, b, c, d, word) name;

#define MOYA_FIELD_ROW(S, row) \
  MOYA_APPLY_ROW(MOYA_FIELD_, S, MOYA_OPEN row, none, none, none, none, none)
#define MOYA_FIELD_(S, word, name, a, b, c, d, ...)                                               \
  {MOYA_KEY(a, b, c, d, #name),                                                                   \
   (uint32_t)offsetof(S, name),                                                                   \
   (uint32_t)sizeof(((S *)0)->name),                                                              \
   (int)moya_kind_of_##word,                                                                      \
   (uint32_t)MOYA_WORD(moya_flags_of_, a, b, c, d, word) | (uint32_t)MOYA_SECRET(a, b, c, d),     \
   moya_type_at_##word,                                                                           \
   NULL,                                                                                          \
   MOYA_FALLBACK(a, b, c, d),                                                                     \
   0,                                                                                             \
   0},

#define MOYA_ENUMERATOR_ROW(S, row) MOYA_APPLY_ROW(MOYA_ENUMERATOR_, S, MOYA_OPEN row, none, none)
#define MOYA_ENUMERATOR_(S, name, a, ...) S##_##name,
#define MOYA_ENUM_TEXT_ROW(S, row) MOYA_APPLY_ROW(MOYA_ENUM_TEXT_, S, MOYA_OPEN row, none, none)
#define MOYA_ENUM_TEXT_(S, name, a, ...) MOYA_KEY(a, none, none, none, #name),

/* ── The names that words.h lists, defined for a type of the program ───────────────── */

#define MOYA_DECLARE_WORD(word, type) \
  typedef const type *moya_in_##word; \
  MOYA_DECLARE_WORD_(word, type)
#define MOYA_DECLARE_WORD_(word, type)                                                \
  typedef type moya_member_##word;                                                    \
  typedef type *moya_member_optional_##word;                                          \
  MOYA_MAYBE(word)                                                                    \
  MOYA_WORD_KIND(word, MOYA_KIND_STRUCT, MOYA_FIELD_OPTIONAL | MOYA_FIELD_POINTER);   \
  MOYA_DECLARE_TYPE(moya_type_at_##word)

#define MOYA_DEFINE_WORD(word, type, fields, count, flags)                              \
  static void *moya_prepared_##word MOYA_UNUSED;                                        \
  MOYA_DEFINE_TYPE(moya_type_at_##word, (uint32_t)sizeof(moya_type),                    \
                   (uint32_t)sizeof(moya_type_field), #type, fields, (uint32_t)(count), \
                   (uint32_t)sizeof(type), flags, 0, &moya_prepared_##word)             \
  static const moya_type *const type##_type MOYA_UNUSED = moya_type_at_##word;          \
  MOYA_TYPE_OF(word, type)
/* In C++, templates find the moya_type of a struct with the function moya_type_of
 * (cpp/type.hpp). */
#ifdef __cplusplus
#define MOYA_TYPE_OF(word, type)                               \
  extern "C++" {                                               \
  MOYA_INLINE const moya_type *moya_type_of(const type *) {    \
    return moya_type_at_##word;                                \
  }                                                            \
  }
#else
#define MOYA_TYPE_OF(word, type)
#endif

/* Describes the result of an endpoint: its moya_type (NULL: it has none), the size of its C type,
 * and the offset of the member `arena` in that type. */
typedef struct moya_result_type {
  const moya_type *type;
  size_t size;
  size_t arena_offset;
} moya_result_type;

#define MOYA_DEFINE_RESULT(word, type)                                                    \
  typedef type moya_out_##word;                                                           \
  static const moya_result_type moya_result_of_##word MOYA_UNUSED =                       \
      {moya_type_at_##word, sizeof(type),                                                 \
                                                                  offsetof(type, arena)}; \
  /* Releases what a result holds, and sets it to zero. */                                \
  MOYA_INLINE void type##_release(type *it) {                                             \
    if (!it) return;                                                                      \
    moya_arena_release(it->arena);                                                        \
    memset((void *)it, 0, sizeof *it);                                                    \
  }

/* Makes the types T_list and T_map, a list and a map of T. */
#define MOYA_DECLARE_LISTS(word, name)                          \
  typedef struct name##_list name##_list;                       \
  struct name##_list {                                          \
    moya_member_##word *items;                                  \
    size_t count;                                               \
    moya_arena *arena;                                          \
  };                                                            \
  MOYA_DECLARE_WORD(word##_list, name##_list)                   \
  typedef struct name##_entry name##_entry;                     \
  typedef struct name##_map name##_map;                         \
  struct name##_map {                                           \
    name##_entry *items;                                        \
    size_t count;                                               \
    moya_arena *arena;                                          \
  };                                                            \
  MOYA_DECLARE_WORD(word##_map, name##_map)

#define MOYA_DEFINE_LISTS(word, name)                                       \
  struct name##_entry {                                                     \
    const char *key;                                                        \
    moya_member_##word value;                                               \
  };                                                                        \
  MOYA_DEFINE_LIST(word, name, list, MOYA_FIELD_ARRAY)                      \
  MOYA_DEFINE_LIST(word, name, map, MOYA_FIELD_MAP)
#define MOYA_DEFINE_LIST(word, name, list, flag)                                       \
  static const moya_type_field moya_fields_of_##word##_##list[] = {                    \
      {NULL, (uint32_t)offsetof(name##_##list, items), (uint32_t)sizeof(void *),       \
       (int)moya_kind_of_##word, flag,                                                 \
       moya_type_at_##word, NULL, NULL, (uint32_t)offsetof(name##_##list, count), 0}}; \
  MOYA_DEFINE_WORD(word##_##list, name##_##list, moya_fields_of_##word##_##list, 1,    \
                   MOYA_TYPE_VALUE)                                                    \
  MOYA_DEFINE_RESULT(word##_##list, name##_##list)

#define MOYA_LIST_WORDS(word)               \
  MOYA_DECLARE_LISTS(word, moya_##word)     \
  MOYA_DEFINE_LISTS(word, moya_##word)

MOYA_LIST_WORDS(i8)
MOYA_LIST_WORDS(i16)
MOYA_LIST_WORDS(i32)
MOYA_LIST_WORDS(i64)
MOYA_LIST_WORDS(u8)
MOYA_LIST_WORDS(u16)
MOYA_LIST_WORDS(u32)
MOYA_LIST_WORDS(u64)
MOYA_LIST_WORDS(f32)
MOYA_LIST_WORDS(f64)
MOYA_LIST_WORDS(boolean)
MOYA_LIST_WORDS(date)
MOYA_LIST_WORDS(str)
MOYA_LIST_WORDS(text)
MOYA_LIST_WORDS(bytes)
MOYA_LIST_WORDS(raw)
/* The paths of files. Only an argument at the place `part` may have this type. */
typedef moya_in_str_list moya_in_file_list;
MOYA_MAYBE(file_list)

#endif
