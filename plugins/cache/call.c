#include "cache.h"

#include <stdlib.h>
#include <string.h>

static slice copied(slice text, char **end) {
  if (!text.at) return text;
  slice copy = {*end, text.len};
  if (text.len > 0) memcpy(*end, text.at, text.len);
  *end += text.len;
  return copy;
}

call *call_new(cache *cache, const request *request, stored *found) {
  fields all = request->fields;
  size_t size = request->url.len + request->user.len + request->authorization.len + request->range.len;
  for (size_t i = 0; i < all.count; i++) size += all.at[i].name.len + all.at[i].value.len;
  call *it = malloc(sizeof *it + all.count * sizeof(field) + size);
  if (!it) return NULL;
  field *copies = (field *)(it + 1);
  char *end = (char *)(copies + all.count);
  *it = (call){.cache = cache, .request = *request, .found = found ? stored_hold(found) : NULL};
  it->request.url = copied(request->url, &end);
  it->request.user = copied(request->user, &end);
  it->request.range = copied(request->range, &end);
  it->request.authorization = copied(request->authorization, &end);
  for (size_t i = 0; i < all.count; i++) {
    copies[i] = (field){copied(all.at[i].name, &end), copied(all.at[i].value, &end)};
  }
  it->request.fields.at = copies;
  it->asked_us = cache->tasks->date_us();
  it->removals = removals_now(&cache->removals);
  return it;
}

void call_release(call *it) {
  if (!it) return;
  stored_release(it->found);
  body_release(it->body);
  free(it);
}

void release_slot(void *instance, void *slot) {
  (void)instance;
  call_release(slot);
}
