/* Functions that add an argument of an endpoint to its request. There is one for each type of
 * argument and each place of the request. For example, moya_query_of_i64 adds an i64 to the
 * query. */
#ifndef MOYA_TYPED_ARGUMENTS_H
#define MOYA_TYPED_ARGUMENTS_H

#include <stdlib.h>
#include "bodies.h"
#if defined(__GNUC__) && !defined(MOYA_TYPED_CHECKED)
#pragma GCC system_header
#endif

/* ── The functions for arguments of one type ─────────────────────────────────────────────────── */

/* Defines the functions that add an argument of the type T, which `word` names, to each place of a
 * request. An argument can be one T, an optional T or a list of T. T must have moya_text_of_T,
 * moya_set_T and moya_add_T. */
#define MOYA_ARGUMENT_WORD(word)                                                \
  MOYA_QUERY_ARGUMENT(word, moya_text_of_##word(scratch, value))                \
  MOYA_INLINE void moya_part_of_##word(moya_scratch *scratch, const char *name, \
                                       moya_in_##word value) {                  \
    moya_put_part(scratch, name, moya_text_of_##word(scratch, value));          \
  }                                                                             \
  MOYA_LIST_ARGUMENT(word)                                                      \
  MOYA_OPTIONAL_ARGUMENT(word)
/* Defines the functions of a type for a path or a header field. */
#define MOYA_TEXT_ARGUMENT(place, word)                                                            \
  MOYA_INLINE void moya_##place##_of_##word(moya_scratch *scratch, const char *name,               \
                                            moya_in_##word value) {                                \
    moya_put_##place(scratch, name, moya_text_of_##word(scratch, value));                          \
  }                                                                                                \
  MOYA_OPTIONAL_PLACE(place, word)
#define MOYA_OPTIONAL_PLACE(place, word)                                                           \
  MOYA_INLINE void moya_##place##_of_optional_##word(moya_scratch *scratch, const char *name,      \
                                                     moya_in_optional_##word value) {              \
    moya_##place##_of_##word(scratch, name, value.value);                                          \
  }
#define MOYA_QUERY_ARGUMENT(word, text)                                          \
  MOYA_INLINE void moya_query_of_##word(moya_scratch *scratch, const char *name, \
                                        moya_in_##word value) {                  \
    moya_put_query(scratch, name, text);                                         \
  }
#define MOYA_OPTIONAL_ARGUMENT(word)                                                      \
  MOYA_TEXT_ARGUMENT(path, word)                                                          \
  MOYA_TEXT_ARGUMENT(header, word)                                                        \
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

/* Adds an empty array to the tree of a body or a query, and returns the array. The caller adds the
 * elements of the list to it. Returns NULL if the list cannot be sent. */
MOYA_INLINE moya_value *moya_list_in(moya_scratch *scratch, moya_value *tree, const char *place,
                                     const char *name, const void *list, const void *items,
                                     size_t count) {
  moya_value *array;
  if (!moya_is_list(scratch, place, name, list, items, count)) return NULL;
  array = moya_value_set_array(tree, name);
  if (array && scratch->joins) (void)moya_value_join(array);
  return array;
}
/* Returns the text of an element of a list. The texts of numbers and dates are made in
 * scratch->numbers, which has room for 63 texts. So this function copies such a text, and frees its
 * place for the next element. `numbers` is the value that number_count had before the text was
 * made. If number_count is larger now, the text is in scratch->numbers. */
MOYA_INLINE const char *moya_element(moya_scratch *scratch, const char *place, const char *name,
                                     const char *text, uint32_t numbers) {
  char *copy;
  if (!text) moya_refuse(scratch, place, name, "a list with NULL, or with no value of its type");
  if (!text || scratch->number_count == numbers) return text ? text : "";
  scratch->number_count = numbers;
  copy = (char *)moya_block(scratch, place, name, strlen(text) + 1);
  return copy ? strcpy(copy, text) : "";
}
/* The value of a header field that is a list: the texts of the elements, joined with commas. */
typedef struct moya_joined_text {
  char *text;
  size_t length, room;
} moya_joined_text;
MOYA_INLINE void moya_join_text(moya_scratch *scratch, const char *name, moya_joined_text *it,
                                const char *element) {
  const size_t length = strlen(element);
  if (strchr(element, ','))
    moya_refuse(scratch, "header", name, "a list with a comma in an element");
  if (it->room - it->length < length + 2) {
    char *text = (char *)moya_block(scratch, "header", name, 2 * (it->length + length + 2));
    if (!text) return;
    if (it->text) memcpy(text, it->text, it->length);
    it->room = 2 * (it->length + length + 2);
    it->text = text;
  }
  memcpy(it->text + it->length, element, length);
  it->length += length;
  it->text[it->length++] = ',';
}
MOYA_INLINE void moya_put_joined(moya_scratch *scratch, const char *name,
                                 const moya_joined_text *it) {
  if (it->length == 0) return;
  it->text[it->length - 1] = 0;
  moya_put_header(scratch, name, it->text);
}
#define MOYA_PART_AS_TEXT(word)                                                                    \
  {                                                                                                \
    const uint32_t numbers = scratch->number_count;                                                \
    const char *text = moya_text_of_##word(scratch, list->items[i]);                               \
    moya_put_part(scratch, name, moya_element(scratch, "part", name, text, numbers));              \
  }
#define MOYA_LIST_ARGUMENT(word)                                                                   \
  MOYA_BODY_ARGUMENT(word##_list)                                                                  \
  MOYA_PART_LIST(word, MOYA_PART_AS_TEXT)                                                          \
  MOYA_INLINE void moya_path_of_##word##_list(moya_scratch *scratch, const char *name,             \
                                              moya_in_##word##_list list) {                        \
    size_t i, count = list ? list->count : 0;                                                      \
    if (!moya_is_list(scratch, "path", name, list, list ? list->items : NULL, count)) return;      \
    if (count == 0) moya_put_path(scratch, name, "");                                              \
    for (i = 0; i < count; i++) {                                                                  \
      const uint32_t numbers = scratch->number_count;                                              \
      const char *text = moya_text_of_##word(scratch, list->items[i]);                             \
      moya_put_path(scratch, name, moya_element(scratch, "path", name, text, numbers));            \
    }                                                                                              \
  }                                                                                                \
  MOYA_INLINE void moya_header_of_##word##_list(moya_scratch *scratch, const char *name,           \
                                                moya_in_##word##_list list) {                      \
    moya_joined_text joined = {NULL, 0, 0};                                                        \
    size_t i, count = list ? list->count : 0;                                                      \
    if (!moya_is_list(scratch, "header", name, list, list ? list->items : NULL, count)) return;    \
    for (i = 0; i < count; i++) {                                                                  \
      const uint32_t numbers = scratch->number_count;                                              \
      const char *text = moya_text_of_##word(scratch, list->items[i]);                             \
      if (!text)                                                                                   \
        moya_refuse(scratch, "header", name, "a list with NULL, or with no value of its type");    \
      moya_join_text(scratch, name, &joined, text ? text : "");                                    \
      scratch->number_count = numbers;                                                             \
    }                                                                                              \
    moya_put_joined(scratch, name, &joined);                                                       \
  }                                                                                                \
  MOYA_OPTIONAL_PLACE(path, word##_list)                                                           \
  MOYA_OPTIONAL_PLACE(header, word##_list)                                                         \
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

/* Adds a JSON text to a body, without changing the text. Copies the text first, because a text from
 * moya_json_raw is part of a longer text and has no NUL. */
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
