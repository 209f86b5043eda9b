#define _GNU_SOURCE /* qsort_r */
#include "pairs.h"

#include <stdlib.h>
#include <string.h>

bool pairs_begin(pairs *it) {
  if (it->count == it->room) {
    size_t room = it->room < 8 ? 16 : it->room * 2;
    pair *list = reallocarray(it->list, room, sizeof *list);
    if (!list) return false;
    it->list = list;
    it->room = room;
  }
  it->list[it->count] = (pair){.name = it->texts.len, .number = it->count};
  return true;
}

bool pairs_value(pairs *it) {
  bool is_good = bytes_add(&it->texts, "", 1);
  it->list[it->count].value = it->texts.len;
  return is_good;
}

bool pairs_end(pairs *it) {
  bool is_good = bytes_add(&it->texts, "", 1);
  it->count += is_good;
  return is_good;
}

const char *pair_name(const pairs *it, size_t index) { return it->texts.data + it->list[index].name; }
const char *pair_value(const pairs *it, size_t index) { return it->texts.data + it->list[index].value; }

static int by_number(const void *one, const void *other, void *texts) {
  const pair *left = one, *right = other;
  int order = strcmp((char *)texts + left->name, (char *)texts + right->name);
  return order != 0 ? order : (left->number > right->number) - (left->number < right->number);
}

static int by_value(const void *one, const void *other, void *texts) {
  const pair *left = one, *right = other;
  int order = strcmp((char *)texts + left->name, (char *)texts + right->name);
  return order != 0 ? order : strcmp((char *)texts + left->value, (char *)texts + right->value);
}

void pairs_sort(pairs *it, bool value_counts) {
  if (it->count > 1) qsort_r(it->list, it->count, sizeof *it->list, value_counts ? by_value : by_number, it->texts.data);
}

void pairs_free(pairs *it) {
  bytes_free(&it->texts);
  free(it->list);
  *it = (pairs){0};
}
