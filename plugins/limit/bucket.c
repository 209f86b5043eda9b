/* Finds the limit of a request. */
#include "../common/other_origin.h"
#include "limit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BUCKETS = 1024 };

/* Returns false if the URL certainly has none of the origins that the option `origins` names. Returns true if the
 * option is not set. */
static bool may_be_limited(const limit *it, moya_str url) {
  size_t i = 0;
  while (i < it->origins.count && is_other_origin(url.data, url.len, it->origins.at[i])) i++;
  return i < it->origins.count || i == 0;
}

bool limited_of(const limit *it, moya_context *context, limited *out) {
  *out = (limited){0};
  for (size_t i = 0; i < it->tags.count && !out->tag; i++) {
    if (it->host->target_has_tag(context, it->tags.at[i])) out->tag = it->tags.at[i];
  }
  if (it->tags.count > 0) return out->tag;
  moya_str url = it->host->request_url(context);
  if (!url.data || !may_be_limited(it, url) || !origin_find((slice){url.data, url.len}, &out->origin)) return false;
  for (size_t i = 0; i < it->origins.count; i++) {
    if (is_same_origin(&out->origin, &it->only[i])) return true;
  }
  return it->origins.count == 0;
}

/* Writes the key of a limit: "limit/NAME/TAG" or "limit/NAME/ORIGIN". */
static void write_key(const limit *it, const limited *what, char out[STORE_MOST_KEY - 5]) {
  char text[ORIGIN_SIZE];
  if (!what->tag) origin_write(&what->origin, text);
  snprintf(out, STORE_MOST_KEY - 5, "limit/%.50s/%.119s", it->name, what->tag ? what->tag : text);
}

/* Removes the limit that was used longest ago, except limits that calls still use. The caller holds the mutex. */
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

bucket *bucket_for(limit *it, const limited *what) {
  char key[STORE_MOST_KEY - 5];
  write_key(it, what, key);
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
