/* Finds the limit of a request. */
#include "limit.h"
#include "origin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BUCKETS = 1024 };

/* Returns true if `list` is empty or has the text. */
static bool allows(const texts *list, const char *text) {
  for (size_t i = 0; i < list->count; i++) {
    if (strcmp(list->at[i], text) == 0) return true;
  }
  return list->count == 0;
}

const char *limited_tag(const limit *it, moya_context *context) {
  for (size_t i = 0; i < it->tags.count; i++) {
    if (it->host->target_has_tag(context, it->tags.at[i])) return it->tags.at[i];
  }
  return NULL;
}

/* Writes the key of a request: "limit/NAME/TAG" or "limit/NAME/ORIGIN". */
static bool write_key(const limit *it, moya_context *context, const char *tag, char out[STORE_MOST_KEY - 5]) {
  char origin[120];
  if (!tag) {
    moya_str url = it->host->request_url(context);
    if (!origin_of((slice){url.data, url.len}, origin, sizeof origin) || !allows(&it->origins, origin)) return false;
  }
  snprintf(out, STORE_MOST_KEY - 5, "limit/%.50s/%.119s", it->name, tag ? tag : origin);
  return true;
}

/* Removes the oldest limit that no call has, with the mutex locked. */
static void make_room(limit *it) {
  bucket **oldest = NULL;
  for (bucket **place = &it->buckets; *place; place = &(*place)->next) {
    if ((*place)->holders == 0 && (*place)->leases == 0) oldest = place;
  }
  if (!oldest) return;
  bucket *gone = *oldest;
  *oldest = gone->next;
  it->bucket_count--;
  free(gone);
}

bucket *bucket_for(limit *it, moya_context *context, const char *tag) {
  char key[STORE_MOST_KEY - 5];
  if (!write_key(it, context, tag, key)) return NULL;
  guarded_lock(&it->use);
  bucket **place = &it->buckets;
  while (*place && strcmp((*place)->key, key) != 0) place = &(*place)->next;
  bucket *found = *place;
  if (found) {
    *place = found->next; /* the list begins with what was used last */
  } else {
    if (it->bucket_count >= MOST_BUCKETS) make_room(it);
    found = calloc(1, sizeof *found);
    if (found) {
      memcpy(found->key, key, strlen(key) + 1);
      it->bucket_count++;
    }
  }
  if (found) {
    found->next = it->buckets;
    it->buckets = found;
    found->holders++;
  }
  guarded_unlock(&it->use);
  return found;
}

void bucket_release(limit *it, bucket *bucket) {
  guarded_lock(&it->use);
  bucket->holders--;
  guarded_unlock(&it->use);
}
