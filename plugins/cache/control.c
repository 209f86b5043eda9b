#include "control.h"

static const struct {
  slice name;
  uint32_t flag;
} flags[] = {
    {{"no-store", 8}, NO_STORE},
    {{"must-revalidate", 15}, MUST_REVALIDATE},
    {{"must-understand", 15}, MUST_UNDERSTAND},
    {{"public", 6}, IS_PUBLIC},
    {{"private", 7}, IS_PRIVATE},
    {{"immutable", 9}, IMMUTABLE},
    {{"only-if-cached", 14}, ONLY_IF_CACHED},
};

/* Returns the number of a directive, or `otherwise` if the value is not a number. */
static int64_t number(slice value, int64_t otherwise) {
  int64_t found = seconds_of(unquoted(value));
  return found < 0 ? otherwise : found;
}

static void set_first(int64_t *place, int64_t value) {
  if (*place < 0) *place = value;
}

/* Returns true if the value of no-cache names no field. The directive is then for the whole response. */
static bool is_for_all(slice names) {
  slice rest = unquoted(names), name;
  return !next_element(&rest, &name);
}

static void add(control *it, slice name, slice value) {
  if (is_same_word(name, SLICE("max-age"))) {
    set_first(&it->max_age, number(value, 0));
  } else if (is_same_word(name, SLICE("no-cache"))) {
    if (is_for_all(value)) it->flags |= NO_CACHE;
  } else if (is_same_word(name, SLICE("max-stale"))) {
    set_first(&it->max_stale, value.at ? number(value, 0) : MOST_SECONDS);
  } else if (is_same_word(name, SLICE("min-fresh"))) {
    set_first(&it->min_fresh, number(value, MOST_SECONDS));
  } else if (is_same_word(name, SLICE("stale-while-revalidate"))) {
    set_first(&it->stale_while_revalidate, number(value, 0));
  } else if (is_same_word(name, SLICE("stale-if-error"))) {
    set_first(&it->stale_if_error, number(value, 0));
  }
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
    if (is_same_word(name, flags[i].name)) it->flags |= flags[i].flag;
  }
}

control control_of(fields all) {
  control it = {0, -1, -1, -1, -1, -1};
  list_reader reader = {0};
  slice directive, value;
  while (next_listed(all, SLICE("Cache-Control"), &reader, &directive)) {
    slice name = split_directive(directive, &value);
    add(&it, name, value);
  }
  return it;
}

bool is_withheld(fields response, slice name) {
  list_reader reader = {0};
  slice directive, names, listed;
  while (next_listed(response, SLICE("Cache-Control"), &reader, &directive)) {
    if (!is_same_word(split_directive(directive, &names), SLICE("no-cache"))) continue;
    slice rest = unquoted(names);
    while (next_element(&rest, &listed)) {
      if (is_same_word(listed, name)) return true;
    }
  }
  return false;
}
