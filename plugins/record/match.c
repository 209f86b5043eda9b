#define _GNU_SOURCE /* qsort_r */
#include "../common/slice.h"
#include "clean.h"
#include "match.h"
#include "spelling.h"

#include <stdlib.h>
#include <string.h>

/* ── Keys ── */

typedef struct part {
  const char *at;
  size_t len;
} part;

static int compare_parts(const void *one, const void *other) {
  const part *a = one, *b = other;
  int order = memcmp(a->at, b->at, a->len < b->len ? a->len : b->len);
  return order ? order : (a->len > b->len) - (a->len < b->len);
}

/* Copies a URL with its parameters in alphabetical order. */
static bool sort_parameters(const bytes *url, bytes *out) {
  const char *at = bytes_text(url), *query = strchr(at, '?');
  if (!query) return bytes_add(out, at, url->len);
  size_t count = 1;
  for (const char *each = query; *each; each++) count += *each == '&';
  part *parts = malloc(count * sizeof *parts);
  if (!parts) return false;
  const char *from = query + 1;
  for (size_t i = 0; i < count; i++) {
    parts[i] = (part){from, strcspn(from, "&")};
    from += parts[i].len + 1;
  }
  qsort(parts, count, sizeof *parts, compare_parts);
  bool is_good = bytes_add(out, at, (size_t)(query - at));
  for (size_t i = 0; is_good && i < count; i++) {
    is_good = bytes_add(out, i ? "&" : "?", 1) && bytes_add(out, parts[i].at, parts[i].len);
  }
  free(parts);
  return is_good;
}

/* Continues the hash FNV-1a with a text. */
static uint64_t hash_after(uint64_t hash, const bytes *text) {
  for (size_t i = 0; i < text->len; i++) hash = (hash ^ (unsigned char)text->data[i]) * 1099511628211u;
  return hash;
}

static bool add_fields(match_key *it, const scrub_rules *rules, const fields *from) {
  size_t count = rules->host->option_count(rules->self, "match_fields");
  for (size_t i = 0; i < count; i++) {
    moya_str name = rules->host->option_at(rules->self, "match_fields", i);
    bytes joined = {0}, clean = {0};
    int found = fields_join(from, name.data, &joined);
    bool is_good = found >= 0;
    if (found == 1) {
      is_good = scrub_field(rules, name.data, &joined, &clean, NULL) &&
                fields_add(&it->fields, name, (moya_str){bytes_text(&clean), clean.len});
    }
    bytes_free(&joined);
    bytes_free(&clean);
    if (!is_good) return false;
  }
  return true;
}

static bool is_form(const entry *request) {
  return begins_with_word(fields_first(&request->request_fields, "Content-Type"), "application/x-www-form-urlencoded");
}

bool match_key_make(match_key *it, const scrub_rules *rules, const entry *request, bool repeats) {
  it->knows_body = request->request_body_kind == MOYA_BODY_NONE || request->request_body_kind == MOYA_BODY_BYTES;
  it->is_as_sent = request->is_as_sent;
  it->is_encoded = request->is_as_sent && *fields_first(&request->response_fields, "Content-Encoding");
  bool is_good = bytes_add(&it->method, bytes_text(&request->method), request->method.len) &&
                 clean_request(request, rules, repeats, &it->url, &it->body) &&
                 add_spelled_url(&it->spelled_url, &it->url) && sort_parameters(&it->spelled_url, &it->sorted_url) &&
                 (!is_form(request) || add_spelled_form(&it->spelled_body, bytes_text(&it->body), it->body.len)) &&
                 add_fields(it, rules, &request->request_fields);
  if (is_good) it->hash = hash_after(hash_after(14695981039346656037u, &it->method), &it->sorted_url);
  return is_good;
}

void match_key_free(match_key *it) {
  bytes_free(&it->method);
  bytes_free(&it->url);
  bytes_free(&it->body);
  bytes_free(&it->spelled_url);
  bytes_free(&it->sorted_url);
  bytes_free(&it->spelled_body);
  fields_free(&it->fields);
}

/* ── Comparing ── */

/* Returns true if the method and the URL are equal. The order of the parameters does not matter. */
static bool alike(const match_key *one, const match_key *other) {
  return one->hash == other->hash && bytes_equal(&one->method, &other->method) &&
         bytes_equal(&one->sorted_url, &other->sorted_url);
}

/* Returns true if the library adds the field after the plugins have seen the request. So a recorded request can have
 * the field, while the request of a replay does not have it yet. */
static bool is_added_later(const char *name) {
  static const char *const added[] = {"Accept", "Accept-Encoding", "Content-Length", "Host", "User-Agent"};
  for (size_t i = 0; i < sizeof added / sizeof *added; i++) {
    if (is_same_name(name, added[i])) return true;
  }
  return false;
}

static bool has_equal(const fields *list, const field *wanted) {
  for (size_t i = 0; i < list->count; i++) {
    if (is_same_name(list->list[i].name.data, wanted->name.data)) {
      return bytes_equal(&list->list[i].value, &wanted->value);
    }
  }
  return false;
}

static bool fields_equal(const fields *entry, const fields *request) {
  for (size_t i = 0; i < request->count; i++) {
    if (!has_equal(entry, &request->list[i])) return false;
  }
  for (size_t i = 0; i < entry->count; i++) {
    bytes value = {0};
    int found = fields_join(request, entry->list[i].name.data, &value);
    bytes_free(&value);
    if (found != 1 && !is_added_later(entry->list[i].name.data)) return false;
  }
  return true;
}

static bool has_same_body(const match_key *entry, const match_key *request) {
  if (!entry->knows_body || !request->knows_body || bytes_equal(&entry->body, &request->body)) return true;
  return entry->spelled_body.len > 0 && bytes_equal(&entry->spelled_body, &request->spelled_body);
}

static bool matches(const matcher *it, const match_key *entry, const match_key *request) {
  if (!alike(entry, request) || (entry->is_encoded && !request->is_as_sent)) return false;
  if (it->kind == MATCH_LENIENT) return true;
  if (!bytes_equal(&entry->spelled_url, &request->spelled_url) || !has_same_body(entry, request)) return false;
  return fields_equal(&entry->fields, &request->fields);
}

/* ── Groups ── */

static int compare_places(const void *one, const void *other, void *keys) {
  size_t a = *(const size_t *)one, b = *(const size_t *)other;
  uint64_t hash = ((match_key *)keys)[a].hash, others = ((match_key *)keys)[b].hash;
  return hash != others ? (hash > others) - (hash < others) : (a > b) - (a < b);
}

bool matcher_make(matcher *it, match_kind kind, const har *cassette, const scrub_rules *rules) {
  it->kind = kind;
  it->cassette = cassette;
  it->rules = rules;
  it->keys = calloc(cassette->count + 1, sizeof *it->keys);
  it->order = calloc(cassette->count + 1, sizeof *it->order);
  it->played = calloc(cassette->count + 1, sizeof *it->played);
  it->past = calloc(cassette->count + 1, sizeof *it->past);
  if (!it->keys || !it->order || !it->played || !it->past) return false;
  for (size_t i = 0; i < cassette->count; i++) {
    it->order[i] = i;
    if (!match_key_make(&it->keys[i], rules, &cassette->entries[i], true)) return false;
  }
  qsort_r(it->order, cassette->count, sizeof *it->order, compare_places, it->keys);
  return true;
}

void matcher_free(matcher *it) {
  for (size_t i = 0; it->keys && i < it->cassette->count; i++) match_key_free(&it->keys[i]);
  free(it->keys);
  free(it->order);
  free(it->played);
  free(it->past);
}

/* The entries whose keys have the same hash. They are in `order`, from the place `first` to the place before `end`, and
 * have the order of the cassette. */
typedef struct group {
  size_t first, end;
} group;

/* Returns the place in `order` of the first entry whose hash is at least `hash`. If `above` is true, returns the place
 * of the first entry whose hash is greater than `hash`. */
static size_t place_of(const matcher *it, uint64_t hash, bool above) {
  size_t low = 0, high = it->cassette->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    uint64_t found = it->keys[it->order[middle]].hash;
    if (found < hash || (above && found == hash)) low = middle + 1;
    else high = middle;
  }
  return low;
}

static group group_of(const matcher *it, const match_key *key) {
  return (group){place_of(it, key->hash, false), place_of(it, key->hash, true)};
}

void matcher_replace(const matcher *it, const match_key *key, bool *stays) {
  group all = group_of(it, key);
  for (size_t i = all.first; i < all.end; i++) stays[it->order[i]] &= !alike(&it->keys[it->order[i]], key);
}

/* ── Playing ── */

static const entry *play_next(matcher *it, const match_key *key) {
  size_t next = atomic_load(&it->next);
  do {
    if (next >= it->cassette->count || !matches(it, &it->keys[next], key)) return NULL;
  } while (!atomic_compare_exchange_weak(&it->next, &next, next + 1));
  return &it->cassette->entries[next];
}

/* Of the entries in a group, returns the place of the first one that has not answered a request yet. The next search
 * begins at this place, because most entries of a long cassette may have been used already. */
static size_t first_unplayed(matcher *it, group of) {
  size_t past = of.first < of.end ? atomic_load_explicit(&it->past[of.first], memory_order_relaxed) : 0, before = past;
  while (of.first + past < of.end && atomic_load_explicit(&it->played[it->order[of.first + past]], memory_order_relaxed)) {
    past++;
  }
  /* If another thread overwrites this number with a smaller one, the next search begins earlier. This does no harm. */
  if (past > before) atomic_store_explicit(&it->past[of.first], past, memory_order_relaxed);
  return of.first + past;
}

const entry *matcher_play(matcher *it, const match_key *key) {
  if (it->kind == MATCH_ORDERED) return play_next(it, key);
  group all = group_of(it, key);
  for (size_t i = first_unplayed(it, all); i < all.end; i++) {
    size_t index = it->order[i];
    if (atomic_load_explicit(&it->played[index], memory_order_relaxed) || !matches(it, &it->keys[index], key)) continue;
    if (!atomic_exchange(&it->played[index], true)) return &it->cassette->entries[index];
  }
  for (size_t i = all.end; it->kind == MATCH_LENIENT && i-- > all.first;) {
    if (matches(it, &it->keys[it->order[i]], key)) return &it->cassette->entries[it->order[i]];
  }
  return NULL;
}

const char *matcher_reason(const matcher *it, const match_key *key) {
  bool is_there = false, is_alike = false;
  group all = group_of(it, key);
  for (size_t i = all.first; i < all.end; i++) {
    const match_key *each = &it->keys[it->order[i]];
    is_there |= matches(it, each, key);
    is_alike |= alike(each, key);
  }
  if (is_there) return it->kind == MATCH_ORDERED ? ": it is not the next request of the cassette" : ": all were played";
  return is_alike ? ": the entries for this URL have another body, other fields or another order of parameters" : "";
}
