#include "origins.h"

#include "../common/slice.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ORIGINS = 1000 };

struct origin {
  origin *next;
  atomic_bool refuses;
  size_t len;
  char text[]; /* "https://example.com:8443" */
};

/* Where the parts of an origin are in a URL. The user and the password are not a part. */
typedef struct place {
  const char *scheme, *authority;
  size_t scheme_len, authority_len;
} place;

static place place_of(const char *url) {
  const char *colon = strstr(url, "://");
  size_t scheme_len = colon ? (size_t)(colon - url) + 3 : 0, len = strcspn(url + scheme_len, "/?#");
  const char *authority = url + scheme_len;
  for (size_t i = len; i > 0; i--) {
    if (authority[i - 1] == '@') return (place){url, authority + i, scheme_len, len - i};
  }
  return (place){url, authority, scheme_len, len};
}

static bool is_at(const origin *it, const place *where) {
  return it->len == where->scheme_len + where->authority_len &&
         is_same_word((slice){it->text, where->scheme_len}, (slice){where->scheme, where->scheme_len}) &&
         is_same_word((slice){it->text + where->scheme_len, where->authority_len}, (slice){where->authority, where->authority_len});
}

static origin *find(const origins *it, const place *where) {
  origin *each = atomic_load(&it->newest);
  while (each && !is_at(each, where)) each = each->next;
  return each;
}

bool origins_same(const char *one, const char *other) {
  place left = place_of(one), right = place_of(other);
  return is_same_word((slice){left.scheme, left.scheme_len}, (slice){right.scheme, right.scheme_len}) &&
         is_same_word((slice){left.authority, left.authority_len}, (slice){right.authority, right.authority_len});
}

bool origins_refuse(const origins *it, const char *url) {
  if (!atomic_load(&it->newest)) return false;
  place where = place_of(url);
  const origin *known = find(it, &where);
  return known && atomic_load(&known->refuses);
}

void origins_set(origins *it, const char *url, bool refuses) {
  place where = place_of(url);
  origin *known = find(it, &where);
  if (known) {
    atomic_store(&known->refuses, refuses);
  } else if (refuses && atomic_fetch_add(&it->count, 1) < MOST_ORIGINS) {
    origin *made = malloc(sizeof *made + where.scheme_len + where.authority_len);
    if (!made) return;
    made->len = where.scheme_len + where.authority_len;
    atomic_init(&made->refuses, true);
    memcpy(made->text, where.scheme, where.scheme_len);
    memcpy(made->text + where.scheme_len, where.authority, where.authority_len);
    made->next = atomic_load(&it->newest);
    while (!atomic_compare_exchange_weak(&it->newest, &made->next, made)) continue;
  }
}

void origins_free(origins *it) {
  for (origin *each = atomic_load(&it->newest), *next; each; each = next) {
    next = each->next;
    free(each);
  }
}
