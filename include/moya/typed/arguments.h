/* How a value of each type becomes an argument of an endpoint, at each place. */
#ifndef MOYA_TYPED_ARGUMENTS_H
#define MOYA_TYPED_ARGUMENTS_H

#include <stdlib.h>
#include "bodies.h"
#if defined(__GNUC__) && !defined(MOYA_TYPED_CHECKED)
#pragma GCC system_header
#endif

/* ── All that an argument of a type can be ───────────────────────────────────────────────────── */

/* Defines the argument functions of a type that has moya_text_of_T, moya_set_T and moya_add_T: for
 * a query, an optional argument that is given, and a list. */
#define MOYA_ARGUMENT_WORD(word)                                                \
  MOYA_QUERY_ARGUMENT(word, moya_text_of_##word(scratch, value))                \
  MOYA_INLINE void moya_part_of_##word(moya_scratch *scratch, const char *name, \
                                       moya_in_##word value) {                  \
    moya_put_part(scratch, name, moya_text_of_##word(scratch, value));          \
  }                                                                             \
  MOYA_LIST_ARGUMENT(word)                                                      \
  MOYA_OPTIONAL_ARGUMENT(word)
#define MOYA_QUERY_ARGUMENT(word, text)                                          \
  MOYA_INLINE void moya_query_of_##word(moya_scratch *scratch, const char *name, \
                                        moya_in_##word value) {                  \
    moya_put_query(scratch, name, text);                                         \
  }
#define MOYA_OPTIONAL_ARGUMENT(word)                                                      \
  MOYA_INLINE const char *moya_text_of_optional_##word(moya_scratch *scratch,             \
                                                       moya_in_optional_##word value) {   \
    return moya_text_of_##word(scratch, value.value);                                     \
  }                                                                                       \
  MOYA_INLINE void moya_query_of_optional_##word(moya_scratch *scratch, const char *name, \
                                                 moya_in_optional_##word value) {         \
    moya_query_of_##word(scratch, name, value.value);                                     \
  }                                                                                       \
  MOYA_INLINE void moya_part_of_optional_##word(moya_scratch *scratch, const char *name,  \
                                                moya_in_optional_##word value) {          \
    moya_part_of_##word(scratch, name, value.value);                                      \
  }                                                                                       \
  MOYA_OPTIONAL_SET(word)
#define MOYA_OPTIONAL_SET(word)                                                                \
  MOYA_INLINE void moya_set_optional_##word(moya_scratch *scratch, const char *place,          \
                                            const char *name, moya_in_optional_##word value) { \
    moya_set_##word(scratch, place, name, value.value);                                        \
  }

/* Adds a list as an array to a tree, for a body or a query. */
MOYA_INLINE moya_value *moya_list_in(moya_scratch *scratch, moya_value *tree, const char *place,
                                     const char *name, const void *list, const void *items,
                                     size_t count) {
  if (list && (items || !count)) {
    moya_value *array = moya_value_set_array(tree, name);
    if (array && scratch->joins) (void)moya_value_join(array);
    return array;
  }
  moya_refuse(scratch, place, name, "NULL");
  return NULL;
}
#define MOYA_LIST_ARGUMENT(word)                                                                   \
  MOYA_BODY_ARGUMENT(word##_list)                                                                  \
  MOYA_INLINE void moya_add_all_##word(moya_scratch *scratch, moya_value *tree, const char *place, \
                                       const char *name, moya_in_##word##_list list) {             \
    size_t i, count = list ? list->count : 0;                                                      \
    moya_value *array = moya_list_in(scratch, tree, place, name, list, list ? list->items : NULL,  \
                                     count);                                                       \
    for (i = 0; array && i < count; i++)                                                           \
      moya_add_##word(scratch, array, place, name, list->items[i]);                                \
  }                                                                                                \
  MOYA_INLINE void moya_query_of_##word##_list(moya_scratch *scratch, const char *name,            \
                                               moya_in_##word##_list list) {                       \
    if (!scratch->lists) scratch->lists = moya_value_object();                                     \
    scratch->task.query = scratch->lists;                                                          \
    moya_add_all_##word(scratch, scratch->lists, "query", name, list);                             \
  }                                                                                                \
  MOYA_INLINE void moya_query_of_optional_##word##_list(moya_scratch *scratch, const char *name,   \
                                                        moya_maybe_##word##_list list) {           \
    moya_query_of_##word##_list(scratch, name, list.value);                                        \
  }                                                                                                \
  MOYA_INLINE void moya_set_##word##_list(moya_scratch *scratch, const char *place,                \
                                          const char *name, moya_in_##word##_list list) {          \
    moya_add_all_##word(scratch, scratch->object, place, name, list);                              \
  }                                                                                                \
  MOYA_OPTIONAL_SET(word##_list)

MOYA_SET(i8, int64, true)
MOYA_SET(i16, int64, true)
MOYA_SET(i32, int64, true)
MOYA_SET(i64, int64, true)
MOYA_SET(u8, uint64, true)
MOYA_SET(u16, uint64, true)
MOYA_SET(u32, uint64, true)
MOYA_SET(u64, uint64, true)
MOYA_SET(boolean, bool, true)
MOYA_SET_TEXT(f32, json)
MOYA_SET(f64, double, value - value == 0)
MOYA_SET_TEXT(str, string)
MOYA_SET_TEXT(date, string)

MOYA_ARGUMENT_WORD(i8)
MOYA_ARGUMENT_WORD(i16)
MOYA_ARGUMENT_WORD(i32)
MOYA_ARGUMENT_WORD(i64)
MOYA_ARGUMENT_WORD(u8)
MOYA_ARGUMENT_WORD(u16)
MOYA_ARGUMENT_WORD(u32)
MOYA_ARGUMENT_WORD(u64)
MOYA_ARGUMENT_WORD(f32)
MOYA_ARGUMENT_WORD(f64)
MOYA_ARGUMENT_WORD(date)
MOYA_QUERY_ARGUMENT(boolean, moya_text_in_style(scratch, value))
MOYA_INLINE void moya_part_of_boolean(moya_scratch *scratch, const char *name, bool flag) {
  moya_put_part(scratch, name, moya_text_of_boolean(scratch, flag));
}
MOYA_LIST_ARGUMENT(boolean)
MOYA_OPTIONAL_ARGUMENT(boolean)
MOYA_QUERY_ARGUMENT(str, value)
MOYA_INLINE void moya_part_of_str(moya_scratch *scratch, const char *name, const char *text) {
  moya_put_part(scratch, name, text);
}
MOYA_LIST_ARGUMENT(str)
MOYA_OPTIONAL_ARGUMENT(str)

/* Adds JSON text to a body unchanged. Copies it first, because text from moya_json_raw is part of a
 * longer text and has no NUL. */
MOYA_INLINE void moya_set_raw(moya_scratch *scratch, const char *place, const char *name,
                              moya_str json) {
  char *text = NULL;
  if (!json.data) {
    moya_refuse(scratch, place, name, "NULL");
  } else if (memchr(json.data, 0, json.len)) {
    moya_refuse(scratch, place, name, "not JSON: it has a zero");
  } else if (!(text = (char *)malloc(json.len + 1))) {
    moya_refuse(scratch, place, name, "more than there is memory for");
  } else {
    memcpy(text, json.data, json.len);
    text[json.len] = 0;
    moya_value_set_json(scratch->object, name, text);
    free(text);
  }
}
MOYA_OPTIONAL_SET(raw)

/* Defines the argument functions of an enumeration, which is sent as its text. */
#define MOYA_ENUM_ARGUMENT(S)                                                                \
  MOYA_INLINE const char *moya_text_of_##S(moya_scratch *scratch, moya_in_##S value) {       \
    (void)scratch;                                                                           \
    return S##_text(value);                                                                  \
  }                                                                                          \
  MOYA_SET_TEXT(S, string)                                                                   \
  MOYA_ARGUMENT_WORD(S)

#endif
