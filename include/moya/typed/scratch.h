/* Defines the memory for what the target of an endpoint points to: its arrays, the texts of its
 * numbers, and the tree of its body. */
#ifndef MOYA_TYPED_SCRATCH_H
#define MOYA_TYPED_SCRATCH_H

#include <stdlib.h>
#include "../error.h"
#include "../target.h"
#include "structs.h"
#if defined(__GNUC__) && !defined(MOYA_TYPED_CHECKED)
#pragma GCC system_header
#endif

enum { MOYA_MOST_ARGUMENTS = 63, MOYA_MOST_INNER = 32, MOYA_NUMBER_ROOM = 32, MOYA_KEY_ROOM = 256 };

/* An object inside the body's object, and the part of a key path that leads to it. */
typedef struct moya_inner {
  const char *path;
  size_t length;
  moya_value *object;
} moya_inner;

/* Memory that the target of NAME_target points to. The struct belongs to the caller and is usually
 * on the stack, where it takes 11 KiB. It needs no initializer. Pass the struct to
 * moya_scratch_release after the last use of the target. */
typedef struct moya_scratch {
  moya_parameter path[MOYA_MOST_ARGUMENTS];
  moya_parameter query[MOYA_MOST_ARGUMENTS];
  moya_header headers[MOYA_MOST_ARGUMENTS];
  moya_part parts[MOYA_MOST_ARGUMENTS];
  char numbers[MOYA_MOST_ARGUMENTS][MOYA_NUMBER_ROOM];
  moya_parameter *path_values; /* `path`, or a larger array */
  moya_part *part_list;        /* `parts`, or a larger array */
  uint32_t path_room, part_room;
  void *blocks; /* memory for lists: each block begins with the address of the next */
  uint32_t path_count, query_count, header_count, part_count, number_count;
  moya_task task;
  moya_value *tree;   /* the body */
  moya_value *object; /* the tree, or the object in it that gets the argument as a member */
  moya_value *lists;  /* the lists of the query */
  bool joins;         /* commas join the elements, if the next argument is a list */
  moya_inner inner[MOYA_MOST_INNER];
  uint32_t inner_count;
  char key[MOYA_KEY_ROOM];
  const char *type; /* the Content-Type of the body, unless an argument sets it; NULL: the library
                     * chooses it */
  /* The place and the name of the first argument that cannot be sent, and what is wrong with it. */
  const char *place, *name, *wrong;
  moya_error *cause; /* why the struct of this argument cannot be encoded; otherwise NULL */
} moya_scratch;

/* Frees the trees of the body and of the lists, and the memory that moya_block returned. */
MOYA_INLINE void moya_scratch_release(moya_scratch *scratch) {
  while (scratch->blocks) {
    void *block = scratch->blocks;
    scratch->blocks = *(void **)block;
    free(block);
  }
  if (scratch->tree) moya_value_release(scratch->tree);
  if (scratch->lists) moya_value_release(scratch->lists);
  scratch->tree = scratch->object = scratch->lists = NULL;
}

MOYA_INLINE void moya_scratch_begin(moya_scratch *scratch) {
  scratch->path_count = scratch->query_count = scratch->header_count = scratch->part_count =
      scratch->number_count = 0;
  memset((void *)&scratch->task, 0, sizeof scratch->task);
  scratch->task.size = (uint32_t)sizeof scratch->task;
  scratch->task.bool_style = MOYA_BOOL_LITERAL;
  scratch->tree = scratch->object = scratch->lists = NULL;
  scratch->joins = false;
  scratch->path_values = scratch->path;
  scratch->part_list = scratch->parts;
  scratch->path_room = scratch->part_room = MOYA_MOST_ARGUMENTS;
  scratch->blocks = NULL;
  scratch->inner_count = 0;
  scratch->type = NULL;
  scratch->wrong = NULL;
  scratch->cause = NULL;
}

/* Records that an argument cannot be sent, and what is wrong with it. Only the first such argument
 * counts. The function of the endpoint then fails. */
MOYA_INLINE void moya_refuse(moya_scratch *scratch, const char *place, const char *name,
                             const char *wrong) {
  if (scratch->wrong) return;
  scratch->place = place;
  scratch->name = name;
  scratch->wrong = wrong;
}

/* Returns memory that lasts until moya_scratch_release. If there is no memory, returns NULL and
 * records that the argument cannot be sent. */
MOYA_INLINE void *moya_block(moya_scratch *scratch, const char *place, const char *name,
                             size_t size) {
  void **block = size > SIZE_MAX / 2 ? NULL : (void **)malloc(2 * sizeof *block + size);
  if (!block) {
    moya_refuse(scratch, place, name, "more than there is memory for");
    return NULL;
  }
  *block = scratch->blocks;
  scratch->blocks = block;
  return block + 2;
}
/* Returns a copy of an array, with room for twice as many elements. If there is no memory, returns
 * the array itself, and *room does not change. */
MOYA_INLINE void *moya_larger(moya_scratch *scratch, const char *place, const char *name,
                              void *array, uint32_t *room, size_t size) {
  void *larger =
      *room > UINT32_MAX / 2 ? NULL : moya_block(scratch, place, name, 2 * *room * size);
  if (!larger) return array;
  memcpy(larger, array, *room * size);
  *room *= 2;
  return larger;
}

/* Returns true if an argument is a list, which may be empty. If the argument is NULL, returns false
 * and records that it cannot be sent. */
MOYA_INLINE bool moya_is_list(moya_scratch *scratch, const char *place, const char *name,
                              const void *list, const void *items, size_t count) {
  if (list && (items || !count)) return true;
  moya_refuse(scratch, place, name, "NULL");
  return false;
}

/* Sets how a query and a form write lists and booleans. If `joins` is true and the next argument is
 * a list, commas join the elements of this list. `lists` is the pattern for the names of other
 * lists. `bools` is the style of booleans. `lists` and `bools` apply to all arguments of the
 * endpoint. */
MOYA_INLINE void moya_style(moya_scratch *scratch, const char *lists, moya_bool_style bools,
                            bool joins) {
  scratch->joins = joins;
  if (lists) scratch->task.list_key = lists;
  if (bools != MOYA_BOOL_LITERAL) scratch->task.bool_style = bools;
}

/* ── Places for texts ────────────────────────────────────────────────────────────────────────── */

#define MOYA_TEXT_PLACE(place, array, counter, kind)                                               \
  MOYA_INLINE void moya_put_##place(moya_scratch *scratch, const char *name, const char *text) {   \
    kind *it = &scratch->array[scratch->counter++];                                                \
    it->name = name;                                                                               \
    it->value = text;                                                                              \
    if (!text) moya_refuse(scratch, #place, name, "NULL, or no value of its type");                \
  }
MOYA_INLINE void moya_put_path(moya_scratch *scratch, const char *name, const char *text) {
  moya_parameter *it;
  if (scratch->path_count == scratch->path_room) {
    scratch->path_values = (moya_parameter *)moya_larger(
        scratch, "path", name, scratch->path_values, &scratch->path_room, sizeof *it);
    if (scratch->path_count == scratch->path_room) return;
  }
  it = &scratch->path_values[scratch->path_count++];
  it->name = name;
  it->value = text;
  if (!text) moya_refuse(scratch, "path", name, "NULL, or no value of its type");
}
MOYA_TEXT_PLACE(query, query, query_count, moya_parameter)
MOYA_TEXT_PLACE(header, headers, header_count, moya_header)

/* Compares the names of two header fields; case does not matter (RFC 9110 §5.1). */
MOYA_INLINE bool moya_is_field(const char *name, const char *other) {
  for (; *name && *other; name++, other++) {
    const char a = (char)(*name >= 'A' && *name <= 'Z' ? *name + 32 : *name);
    const char b = (char)(*other >= 'A' && *other <= 'Z' ? *other + 32 : *other);
    if (a != b) return false;
  }
  return *name == *other;
}

/* Adds a header field unless an argument has set it. There is always room: `headers` has one place
 * for each row `(place, type, name, …)` of an endpoint. The row of the body adds no field, so the
 * Content-Type can use its place. */
MOYA_INLINE void moya_put_fixed(moya_scratch *scratch, const char *name, const char *text) {
  uint32_t i;
  for (i = 0; i < scratch->header_count; i++) {
    if (moya_is_field(scratch->headers[i].name, name)) return;
  }
  moya_put_header(scratch, name, text);
}

#endif
