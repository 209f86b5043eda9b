/* Functions that make the body of a request. moya_set_T adds an argument to a body that is an
 * object, as one of its members. moya_body_of_T makes an argument the whole body. */
#ifndef MOYA_TYPED_BODIES_H
#define MOYA_TYPED_BODIES_H

#include "texts.h"
#if defined(__GNUC__) && !defined(MOYA_TYPED_CHECKED)
#pragma GCC system_header
#endif

/* ── Bodies that are an object, with the arguments as its members ────────────────────────────── */

MOYA_INLINE void moya_begin_tree(moya_scratch *scratch, moya_task_kind kind) {
  if (!scratch->tree) scratch->tree = moya_value_object();
  scratch->object = scratch->tree;
  scratch->task.kind = kind;
  scratch->task.value = scratch->tree;
}

/* Returns the object at the first `length` bytes of a key path, for example at "author" of
 * "author.name". Makes the object unless an earlier argument has made it. */
MOYA_INLINE moya_value *moya_inner_object(moya_scratch *scratch, const char *path, size_t length) {
  moya_inner *made = scratch->inner;
  const moya_inner *end = made + scratch->inner_count;
  for (; made < end; made++) {
    if (made->length == length && memcmp(made->path, path, length) == 0) return made->object;
  }
  if (scratch->inner_count == MOYA_MOST_INNER) {
    moya_refuse(scratch, "field", path, "in one of more than 32 inner objects");
    return NULL;
  }
  scratch->inner_count++;
  made->path = path;
  made->length = length;
  made->object = moya_value_set_object(scratch->object, scratch->key);
  return made->object;
}

/* Returns the last key of a key path. Sets scratch->object to the object at the keys before the
 * last one. A dot in a key is written as `\.`. */
MOYA_INLINE const char *moya_last_key(moya_scratch *scratch, const char *path) {
  const char *at = path;
  size_t length = 0;
  /* After an argument that cannot be sent, nothing is sent. The error may have the name of this
   * argument from scratch->key, so the key does not change any more. */
  if (scratch->wrong || !strpbrk(path, ".\\")) return path;
  for (; *at; at++) {
    if (*at == '.') {
      scratch->key[length] = 0;
      scratch->object = moya_inner_object(scratch, path, (size_t)(at - path));
      length = 0;
      continue;
    }
    if (*at == '\\' && at[1]) at++;
    if (length < MOYA_KEY_ROOM - 1) scratch->key[length++] = *at;
    else moya_refuse(scratch, "field", path, "under a key of more than 255 bytes");
  }
  scratch->key[length] = 0;
  return scratch->key;
}

MOYA_INLINE void moya_set_null(moya_scratch *scratch, const char *name) {
  moya_value_set_null(scratch->object, name);
}

/* Defines two functions for the type T that `word` names. moya_set_T sets a member of the object.
 * moya_add_T adds an element to the array `array`. `is_sound` is an expression that may use
 * `value`. If it is false, the value cannot be sent, and the function records an error instead. */
#define MOYA_SET(word, number, is_sound)                                                        \
  MOYA_INLINE void moya_set_##word(moya_scratch *scratch, const char *place, const char *name,  \
                                   moya_in_##word value) {                                      \
    if (is_sound) moya_value_set_##number(scratch->object, name, value);                        \
    else moya_refuse(scratch, place, name, "no value of its type");                             \
  }                                                                                             \
  MOYA_INLINE void moya_add_##word(moya_scratch *scratch, moya_value *array, const char *place, \
                                   const char *name, moya_in_##word value) {                    \
    if (is_sound) moya_value_add_##number(array, value);                                        \
    else moya_refuse(scratch, place, name, "a list with no value of its type");                 \
  }
/* Defines moya_set_T and moya_add_T for a type whose value has a text. `kind` is string, or json if
 * the text is JSON. The tree copies the text. */
#define MOYA_SET_TEXT(word, kind)                                                               \
  MOYA_INLINE void moya_set_##word(moya_scratch *scratch, const char *place, const char *name,  \
                                   moya_in_##word value) {                                      \
    const uint32_t numbers = scratch->number_count;                                             \
    const char *text = moya_text_of_##word(scratch, value);                                     \
    if (text) moya_value_set_##kind(scratch->object, name, text);                               \
    else moya_refuse(scratch, place, name, "NULL, or no value of its type");                    \
    scratch->number_count = numbers;                                                            \
  }                                                                                             \
  MOYA_INLINE void moya_add_##word(moya_scratch *scratch, moya_value *array, const char *place, \
                                   const char *name, moya_in_##word value) {                    \
    const uint32_t numbers = scratch->number_count;                                             \
    const char *text = moya_text_of_##word(scratch, value);                                     \
    if (text) moya_value_add_##kind(array, text);                                               \
    else moya_refuse(scratch, place, name, "a list with NULL, or with no value of its type");   \
    scratch->number_count = numbers;                                                            \
  }

/* Sets a member that is a struct, a list or a map. `type` describes the value. */
MOYA_INLINE void moya_set_by_table(moya_scratch *scratch, const char *place, const char *name,
                                   const moya_type *type, const void *value) {
  /* Only the cause for the first argument that cannot be sent is stored. */
  moya_error **cause = scratch->wrong ? NULL : &scratch->cause;
  if (!value || !scratch->object) {
    moya_refuse(scratch, place, name, "NULL");
  } else if (moya_encode_into(type, value, 0, scratch->object, name, cause) != MOYA_OK) {
    moya_refuse(scratch, place, name, "none that can be encoded");
  }
}
#define MOYA_FIELD_ARGUMENT(word)                                                              \
  MOYA_INLINE void moya_set_##word(moya_scratch *scratch, const char *place, const char *name, \
                                   moya_in_##word value) {                                     \
    moya_set_by_table(scratch, place, name, moya_type_at_##word, value);                       \
  }                                                                                            \
  MOYA_OPTIONAL_SET(word)

/* ── Parts of multipart forms ────────────────────────────────────────────────────────────────── */

MOYA_INLINE moya_part *moya_next_part(moya_scratch *scratch, const char *name, bool is_there) {
  moya_part *part;
  if (scratch->part_count == scratch->part_room) {
    scratch->part_list = (moya_part *)moya_larger(scratch, "part", name, scratch->part_list,
                                                  &scratch->part_room, sizeof *part);
    /* If there is no memory, the request fails. So it does no harm that the part of this argument
     * overwrites the last part. */
    if (scratch->part_count == scratch->part_room) scratch->part_count--;
  }
  part = &scratch->part_list[scratch->part_count++];
  memset((void *)part, 0, sizeof *part);
  part->name = name;
  if (!is_there) moya_refuse(scratch, "part", name, "NULL, or no value of its type");
  return part;
}
MOYA_INLINE void moya_put_part(moya_scratch *scratch, const char *name, const char *text) {
  moya_next_part(scratch, name, text != NULL)->text = text;
}
MOYA_INLINE void moya_part_of_file(moya_scratch *scratch, const char *name, const char *path) {
  moya_next_part(scratch, name, path != NULL)->path = path;
}
MOYA_INLINE void moya_part_of_bytes(moya_scratch *scratch, const char *name, moya_str bytes) {
  moya_part *part = moya_next_part(scratch, name, bytes.data != NULL);
  part->data = bytes.data;
  part->data_len = bytes.len;
}
/* Defines the functions that add a list to a multipart form. They call `put` once for each element,
 * to add a part for it. */
#define MOYA_PART_LIST(word, put)                                                                  \
  MOYA_INLINE void moya_part_of_##word##_list(moya_scratch *scratch, const char *name,             \
                                              moya_in_##word##_list list) {                        \
    size_t i;                                                                                      \
    if (!moya_is_list(scratch, "part", name, list, list ? list->items : NULL,                      \
                      list ? list->count : 0))                                                     \
      return;                                                                                      \
    for (i = 0; i < list->count; i++) put(word);                                                   \
  }                                                                                                \
  MOYA_INLINE void moya_part_of_optional_##word##_list(moya_scratch *scratch, const char *name,    \
                                                       moya_maybe_##word##_list list) {            \
    moya_part_of_##word##_list(scratch, name, list.value);                                         \
  }
#define MOYA_PART_AS_IT_IS(word) moya_part_of_##word(scratch, name, list->items[i])
MOYA_PART_LIST(file, MOYA_PART_AS_IT_IS)
MOYA_PART_LIST(bytes, MOYA_PART_AS_IT_IS)
MOYA_INLINE void moya_part_of_optional_file(moya_scratch *scratch, const char *name,
                                            moya_maybe_file path) {
  moya_part_of_file(scratch, name, path.value);
}
MOYA_INLINE void moya_part_of_optional_bytes(moya_scratch *scratch, const char *name,
                                             moya_maybe_bytes bytes) {
  moya_part_of_bytes(scratch, name, bytes.value);
}

/* ── Whole bodies ────────────────────────────────────────────────────────────────────────────── */

MOYA_INLINE void moya_body_of_bytes(moya_scratch *scratch, const char *name, moya_str body) {
  if (!body.data && body.len) moya_refuse(scratch, "body", name, "NULL");
  scratch->task.kind = MOYA_TASK_DATA;
  scratch->task.data = body.data;
  scratch->task.data_len = body.len;
  scratch->type = "application/octet-stream";
}
MOYA_INLINE void moya_body_of_str(moya_scratch *scratch, const char *name, const char *text) {
  moya_str body = {text, 0};
  if (text) body.len = strlen(text);
  else moya_refuse(scratch, "body", name, "NULL");
  moya_body_of_bytes(scratch, name, body);
  scratch->type = "text/plain; charset=utf-8";
}
MOYA_INLINE void moya_body_of_raw(moya_scratch *scratch, const char *name, moya_str json) {
  moya_body_of_bytes(scratch, name, json);
  scratch->task.kind = MOYA_TASK_JSON;
  scratch->type = NULL;
}
#define MOYA_OPTIONAL_BODY(word)                                                         \
  MOYA_INLINE void moya_body_of_optional_##word(moya_scratch *scratch, const char *name, \
                                                moya_maybe_##word body) {                \
    moya_body_of_##word(scratch, name, body.value);                                      \
  }
MOYA_OPTIONAL_BODY(bytes)
MOYA_OPTIONAL_BODY(str)
MOYA_OPTIONAL_BODY(raw)
/* Makes the JSON body from a struct or a list of structs. */
MOYA_INLINE void moya_body_by_table(moya_scratch *scratch, const char *name, const moya_type *type,
                                    const void *value) {
  if (!value) {
    moya_refuse(scratch, "body", name, "NULL");
  } else if (moya_encode(type, value, 0, &scratch->tree,
                         scratch->wrong ? NULL : &scratch->cause) != MOYA_OK) {
    moya_refuse(scratch, "body", name, "none that can be encoded");
  }
  scratch->task.kind = MOYA_TASK_JSON;
  scratch->task.value = scratch->tree;
}
#define MOYA_BODY_ARGUMENT(word)                                                \
  MOYA_INLINE void moya_body_of_##word(moya_scratch *scratch, const char *name, \
                                       moya_in_##word value) {                  \
    moya_body_by_table(scratch, name, moya_type_at_##word, value);              \
  }                                                                             \
  MOYA_OPTIONAL_BODY(word)

MOYA_INLINE void moya_put_file(moya_scratch *scratch, const char *name, const char *path) {
  if (!path) moya_refuse(scratch, "file", name, "NULL");
  scratch->task.kind = MOYA_TASK_FILE;
  scratch->task.path = path;
}

#endif
