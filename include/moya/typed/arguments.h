/* From the arguments of an endpoint (typed.h) to its target. Each place has a function that takes a text or a tree; each
 * word has one that makes text of its values, and one that puts them into a tree. Nothing is allocated but a body's tree. */
#ifndef MOYA_TYPED_ARGUMENTS_H
#define MOYA_TYPED_ARGUMENTS_H

#include <stdio.h>
#include "../error.h"
#include "../target.h"
#include "structs.h"
#if defined(__GNUC__) && !defined(MOYA_TYPED_CHECKED)
#pragma GCC system_header
#endif

enum { MOYA_MOST_ARGUMENTS = 16, MOYA_NUMBER_ROOM = 32 };

/* What a target that NAME_target has filled points to. It is the caller's, mostly on the stack, needs no initialiser, and is
 * given to moya_scratch_release when the target has been used. */
typedef struct moya_scratch {
  moya_parameter path[MOYA_MOST_ARGUMENTS];
  moya_parameter query[MOYA_MOST_ARGUMENTS];
  moya_header headers[MOYA_MOST_ARGUMENTS];
  char numbers[MOYA_MOST_ARGUMENTS][MOYA_NUMBER_ROOM];
  uint32_t path_count, query_count, header_count, number_count;
  moya_task task;
  moya_value *tree;  /* of the body */
  moya_value *lists; /* of the query */
  /* The first argument that cannot be sent: its place and name, and what it is. */
  const char *place, *name, *wrong;
} moya_scratch;

/* Frees the trees of a body and of lists; nothing else needs to be freed. */
MOYA_INLINE void moya_scratch_release(moya_scratch *scratch) {
  if (scratch->tree) moya_value_destroy(scratch->tree);
  if (scratch->lists) moya_value_destroy(scratch->lists);
  scratch->tree = scratch->lists = NULL;
}

MOYA_INLINE void moya_scratch_begin(moya_scratch *scratch) {
  scratch->path_count = scratch->query_count = scratch->header_count = scratch->number_count = 0;
  memset((void *)&scratch->task, 0, sizeof scratch->task);
  scratch->task.size = (uint32_t)sizeof scratch->task;
  scratch->tree = scratch->lists = NULL;
  scratch->wrong = NULL;
}

MOYA_INLINE void moya_refuse(moya_scratch *scratch, const char *place, const char *name, const char *wrong) {
  if (scratch->wrong) return;
  scratch->place = place;
  scratch->name = name;
  scratch->wrong = wrong;
}

/* ── Places for texts ───────────────────────────────────────────────────────────────────────────────────────────── */

#define MOYA_TEXT_PLACE(place, array, counter, kind)                                               \
  MOYA_INLINE void moya_put_##place(moya_scratch *scratch, const char *name, const char *text) {   \
    kind *it = &scratch->array[scratch->counter++];                                                \
    it->name = name;                                                                               \
    it->value = text;                                                                              \
    if (!text) moya_refuse(scratch, #place, name, "NULL, or no value of its type");                \
  }
MOYA_TEXT_PLACE(path, path, path_count, moya_parameter)
MOYA_TEXT_PLACE(query, query, query_count, moya_parameter)
MOYA_TEXT_PLACE(header, headers, header_count, moya_header)

/* ── Texts of values ────────────────────────────────────────────────────────────────────────────────────────────── */

MOYA_INLINE const char *moya_text_of_u64(moya_scratch *scratch, uint64_t number) {
  char *end = scratch->numbers[scratch->number_count++] + MOYA_NUMBER_ROOM - 1;
  *end = 0;
  do *--end = (char)('0' + number % 10);
  while (number /= 10);
  return end;
}
MOYA_INLINE const char *moya_text_of_i64(moya_scratch *scratch, int64_t number) {
  char *text = (char *)moya_text_of_u64(scratch, number < 0 ? 0 - (uint64_t)number : (uint64_t)number);
  if (number < 0) *--text = '-';
  return text;
}
/* Makes a dot of the decimal point of a locale, which may have more than one byte. */
MOYA_INLINE void moya_make_point(char *number) {
  static const char others[] = "+-0123456789e";
  char *point = number + strspn(number, others);
  const char *behind = point + strcspn(point, others);
  if (behind == point) return;
  *point = '.';
  memmove(point + 1, behind, strlen(behind) + 1);
}
/* A text that reads back as the number: 15 digits are enough for what a person wrote, 17 for all. */
MOYA_INLINE const char *moya_text_of_f64(moya_scratch *scratch, double number) {
  char *text = scratch->numbers[scratch->number_count++];
  double back = 0;
  int digits;
  if (!(number - number == 0)) return NULL; /* infinite, or none */
  for (digits = 15; digits <= 17; digits++) {
    snprintf(text, MOYA_NUMBER_ROOM, "%.*g", digits, number);
    if (sscanf(text, "%lf", &back) == 1 && back == number) break;
  }
  moya_make_point(text);
  return text;
}
MOYA_INLINE const char *moya_text_of_boolean(moya_scratch *scratch, bool flag) {
  (void)scratch;
  return flag ? "true" : "false";
}
MOYA_INLINE const char *moya_text_of_str(moya_scratch *scratch, const char *text) {
  (void)scratch;
  return text;
}
/* As RFC 3339 has it, of the years 0 … 9999. The days of a year are counted from March, so that a leap day is its last. */
MOYA_INLINE const char *moya_text_of_date(moya_scratch *scratch, int64_t microseconds) {
  char *text = scratch->numbers[scratch->number_count++];
  int64_t fraction = microseconds % 1000000, seconds = microseconds / 1000000, second, day, era, year, month;
  if (fraction < 0) fraction += 1000000, seconds--;
  second = seconds % 86400, day = seconds / 86400;
  if (second < 0) second += 86400, day--;
  if (day < -719528 || day > 2932896) return NULL;
  day += 719468;
  era = (day >= 0 ? day : day - 146096) / 146097;
  day -= era * 146097;
  year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
  day -= 365 * year + year / 4 - year / 100;
  month = (5 * day + 2) / 153;
  day -= (153 * month + 2) / 5 - 1;
  year += era * 400 + (month >= 10);
  month += month < 10 ? 3 : -9;
  snprintf(text, MOYA_NUMBER_ROOM, "%04u-%02u-%02uT%02u:%02u:%02u.%06uZ", (unsigned)year % 10000, (unsigned)month % 100,
           (unsigned)day % 100, (unsigned)(second / 3600) % 100, (unsigned)(second / 60 % 60), (unsigned)(second % 60),
           (unsigned)fraction % 1000000);
  if (fraction == 0) memcpy(text + 19, "Z", 2);
  return text;
}

/* ── Trees of bodies: an object whose members are arguments ─────────────────────────────────────────────────────── */

MOYA_INLINE void moya_begin_tree(moya_scratch *scratch, moya_task_kind kind) {
  if (!scratch->tree) scratch->tree = moya_value_object();
  scratch->task.kind = kind;
  scratch->task.value = scratch->tree;
}

/* moya_set_T(scratch, place, name, value), and how a list of T adds an element to its array. */
#define MOYA_SET(word, number, step)                                                                                  \
  MOYA_INLINE void moya_set_##word(moya_scratch *scratch, const char *place, const char *name, moya_in_##word value) { \
    (void)place;                                                                                                      \
    moya_value_set_##number(scratch->tree, name, step value);                                                         \
  }                                                                                                                   \
  MOYA_INLINE void moya_add_##word(moya_scratch *scratch, moya_value *array, moya_in_##word value) {                  \
    (void)scratch;                                                                                                    \
    moya_value_add_##number(array, step value);                                                                       \
  }
#define MOYA_SET_TEXT(word)                                                                                           \
  MOYA_INLINE void moya_set_##word(moya_scratch *scratch, const char *place, const char *name, moya_in_##word value) { \
    const char *text = moya_text_of_##word(scratch, value);                                                           \
    if (text) moya_value_set_string(scratch->tree, name, text);                                                       \
    else moya_refuse(scratch, place, name, "NULL, or no value of its type");                                          \
  }                                                                                                                   \
  MOYA_INLINE void moya_add_##word(moya_scratch *scratch, moya_value *array, moya_in_##word value) {                  \
    const uint32_t numbers = scratch->number_count;                                                                   \
    moya_value_add_string(array, moya_text_of_##word(scratch, value));                                                \
    scratch->number_count = numbers; /* the array has a copy */                                                       \
  }

/* ── All that an argument of a word can be ──────────────────────────────────────────────────────────────────────── */

/* Of a word with moya_text_of_T, moya_set_T and moya_add_T: in a query, optional (given, where it is asked), and a list. */
#define MOYA_ARGUMENT_WORD(word)                                                                                      \
  MOYA_INLINE void moya_query_of_##word(moya_scratch *scratch, const char *name, moya_in_##word value) {              \
    moya_put_query(scratch, name, moya_text_of_##word(scratch, value));                                               \
  }                                                                                                                   \
  MOYA_LIST_ARGUMENT(word)                                                                                            \
  MOYA_OPTIONAL_ARGUMENT(word, *)
#define MOYA_OPTIONAL_ARGUMENT(word, value_of)                                                                        \
  MOYA_INLINE const char *moya_text_of_optional_##word(moya_scratch *scratch, moya_in_optional_##word value) {        \
    return moya_text_of_##word(scratch, value_of value);                                                              \
  }                                                                                                                   \
  MOYA_INLINE void moya_query_of_optional_##word(moya_scratch *scratch, const char *name,                             \
                                                 moya_in_optional_##word value) {                                     \
    moya_query_of_##word(scratch, name, value_of value);                                                              \
  }                                                                                                                   \
  MOYA_INLINE void moya_set_optional_##word(moya_scratch *scratch, const char *place, const char *name,               \
                                            moya_in_optional_##word value) {                                          \
    moya_set_##word(scratch, place, name, value_of value);                                                            \
  }

/* A list is an array of a tree, in a body or in a query. */
MOYA_INLINE moya_value *moya_list_in(moya_scratch *scratch, moya_value *tree, const char *place, const char *name,
                                     const void *list, const void *items, size_t count) {
  if (list && (items || !count)) return moya_value_set_array(tree, name);
  moya_refuse(scratch, place, name, "NULL");
  return NULL;
}
#define MOYA_LIST_ARGUMENT(word)                                                                                      \
  MOYA_INLINE void moya_add_all_##word(moya_scratch *scratch, moya_value *tree, const char *place, const char *name,  \
                                       moya_in_##word##_list list) {                                                  \
    size_t i, count = list ? list->count : 0;                                                                         \
    moya_value *array = moya_list_in(scratch, tree, place, name, list, list ? list->items : NULL, count);             \
    for (i = 0; array && i < count; i++) moya_add_##word(scratch, array, list->items[i]);                             \
  }                                                                                                                   \
  MOYA_INLINE void moya_query_of_##word##_list(moya_scratch *scratch, const char *name, moya_in_##word##_list list) { \
    if (!scratch->lists) scratch->lists = moya_value_object();                                                        \
    scratch->task.query = scratch->lists;                                                                             \
    moya_add_all_##word(scratch, scratch->lists, "query", name, list);                                                \
  }                                                                                                                   \
  MOYA_INLINE void moya_query_of_optional_##word##_list(moya_scratch *scratch, const char *name,                      \
                                                        moya_in_##word##_list list) {                                 \
    moya_query_of_##word##_list(scratch, name, list);                                                                 \
  }                                                                                                                   \
  MOYA_INLINE void moya_set_##word##_list(moya_scratch *scratch, const char *place, const char *name,                 \
                                          moya_in_##word##_list list) {                                               \
    moya_add_all_##word(scratch, scratch->tree, place, name, list);                                                   \
  }                                                                                                                   \
  MOYA_INLINE void moya_set_optional_##word##_list(moya_scratch *scratch, const char *place, const char *name,        \
                                                   moya_in_##word##_list list) {                                      \
    moya_add_all_##word(scratch, scratch->tree, place, name, list);                                                   \
  }

#define MOYA_TEXT_AS(word, of)                                                                  \
  MOYA_INLINE const char *moya_text_of_##word(moya_scratch *scratch, moya_in_##word value) {    \
    return moya_text_of_##of(scratch, value);                                                   \
  }
MOYA_TEXT_AS(i8, i64)
MOYA_TEXT_AS(i16, i64)
MOYA_TEXT_AS(i32, i64)
MOYA_TEXT_AS(u8, u64)
MOYA_TEXT_AS(u16, u64)
MOYA_TEXT_AS(u32, u64)
MOYA_TEXT_AS(f32, f64)

MOYA_SET(i8, int64, )
MOYA_SET(i16, int64, )
MOYA_SET(i32, int64, )
MOYA_SET(i64, int64, )
MOYA_SET(u8, uint64, )
MOYA_SET(u16, uint64, )
MOYA_SET(u32, uint64, )
MOYA_SET(u64, uint64, )
MOYA_SET(f32, double, (double))
MOYA_SET(f64, double, )
MOYA_SET(boolean, bool, )
MOYA_SET_TEXT(str)
MOYA_SET_TEXT(date)

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
MOYA_ARGUMENT_WORD(boolean)
MOYA_ARGUMENT_WORD(date)
/* A text is optional as it is. */
MOYA_INLINE void moya_query_of_str(moya_scratch *scratch, const char *name, const char *text) {
  moya_put_query(scratch, name, text);
}
MOYA_LIST_ARGUMENT(str)
MOYA_OPTIONAL_ARGUMENT(str, )

/* JSON as it is, in a body. */
MOYA_INLINE void moya_set_raw(moya_scratch *scratch, const char *place, const char *name, moya_str json) {
  if (json.data) moya_value_set_json(scratch->tree, name, json.data);
  else moya_refuse(scratch, place, name, "NULL");
}
MOYA_INLINE void moya_set_optional_raw(moya_scratch *scratch, const char *place, const char *name, moya_str json) {
  moya_set_raw(scratch, place, name, json);
}

/* An enumeration is sent as its text. */
#define MOYA_ENUM_ARGUMENT(S)                                                                \
  MOYA_INLINE const char *moya_text_of_##S(moya_scratch *scratch, moya_in_##S value) {       \
    (void)scratch;                                                                           \
    return S##_text(value);                                                                  \
  }                                                                                          \
  MOYA_SET_TEXT(S)                                                                           \
  MOYA_ARGUMENT_WORD(S)

/* ── Whole bodies ───────────────────────────────────────────────────────────────────────────────────────────────── */

MOYA_INLINE void moya_body_of_bytes(moya_scratch *scratch, const char *name, moya_str body) {
  if (!body.data && body.len) moya_refuse(scratch, "body", name, "NULL");
  scratch->task.kind = MOYA_TASK_DATA;
  scratch->task.data = body.data;
  scratch->task.data_len = body.len;
}
MOYA_INLINE void moya_body_of_str(moya_scratch *scratch, const char *name, const char *text) {
  moya_str body = {text, 0};
  if (text) body.len = strlen(text);
  else moya_refuse(scratch, "body", name, "NULL");
  moya_body_of_bytes(scratch, name, body);
}
MOYA_INLINE void moya_body_of_raw(moya_scratch *scratch, const char *name, moya_str json) {
  moya_body_of_bytes(scratch, name, json);
  scratch->task.kind = MOYA_TASK_JSON;
}
MOYA_INLINE void moya_put_file(moya_scratch *scratch, const char *name, const char *path) {
  if (!path) moya_refuse(scratch, "file", name, "NULL");
  scratch->task.kind = MOYA_TASK_FILE;
  scratch->task.path = path;
}

#endif
