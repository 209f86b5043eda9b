#define _DEFAULT_SOURCE
#include "held.h"

#include <stdlib.h>
#include <string.h>

held *held_new(uintptr_t number, const char *scheme, const char *token) {
  size_t scheme_len = strlen(scheme), token_len = strlen(token), space = scheme_len > 0;
  held *it = malloc(sizeof *it + scheme_len + space + token_len + 1);
  if (!it) return NULL;
  atomic_init(&it->holders, 1);
  it->number = number;
  it->fence = 0;
  it->is_adopted = false;
  memcpy(it->value, scheme, scheme_len);
  if (space) it->value[scheme_len] = ' ';
  memcpy(it->value + scheme_len + space, token, token_len + 1);
  return it;
}

held *held_hold(held *it) {
  if (it) atomic_fetch_add_explicit(&it->holders, 1, memory_order_relaxed);
  return it;
}

void held_release(held *it) {
  if (!it || atomic_fetch_sub_explicit(&it->holders, 1, memory_order_acq_rel) > 1) return;
  explicit_bzero(it->value, strlen(it->value));
  free(it);
}
