#include "stored.h"

#include "../common/date.h"
#include "vary.h"

#include <stdlib.h>
#include <string.h>

body *body_new(size_t len) {
  body *it = len < SIZE_MAX - sizeof *it ? malloc(sizeof *it + len + 1) : NULL;
  if (!it) return NULL;
  atomic_init(&it->holders, 1);
  it->len = len;
  it->bytes[len] = 0;
  return it;
}

body *body_hold(body *it) {
  atomic_fetch_add_explicit(&it->holders, 1, memory_order_relaxed);
  return it;
}

void body_release(body *it) {
  if (it && atomic_fetch_sub_explicit(&it->holders, 1, memory_order_acq_rel) == 1) free(it);
}

stored *stored_hold(stored *it) {
  atomic_fetch_add_explicit(&it->holders, 1, memory_order_relaxed);
  return it;
}

void stored_release(stored *it) {
  if (!it || atomic_fetch_sub_explicit(&it->holders, 1, memory_order_acq_rel) != 1) return;
  body_release(it->body);
  free(it);
}

/* Returns true if the field belongs to the connection, and not to the response (RFC 9111 §3.1). */
static bool is_of_connection(fields head, slice name) {
  static const slice names[] = {{"Connection", 10},          {"Keep-Alive", 10},
                                {"Proxy-Authenticate", 18},  {"Proxy-Authentication-Info", 25},
                                {"Proxy-Authorization", 19}, {"Proxy-Connection", 16},
                                {"TE", 2},                   {"Trailer", 7},
                                {"Transfer-Encoding", 17},   {"Upgrade", 7}};
  list_reader reader = {0};
  slice listed;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (is_same_word(name, names[i])) return true;
  }
  while (next_listed(head, SLICE("Connection"), &reader, &listed)) {
    if (is_same_word(name, listed)) return true;
  }
  return false;
}

/* Returns how many bytes the values of all fields with this name have. */
static size_t length_of(fields head, slice name) {
  size_t next = 0, len = 0;
  slice value;
  while (next_field(head, name, &next, &value)) len += value.len;
  return len;
}

/* Copies the fields that may be stored. Returns false if the plugin interface could not pass on one of them. Also
 * returns false if Connection and Cache-Control are too long: other calls of the event loop wait while this function
 * searches these two lists for each field. */
static bool storable_fields(fields head, field *out, size_t *count) {
  *count = 0;
  if (length_of(head, SLICE("Connection")) + length_of(head, SLICE("Cache-Control")) > MOST_LISTED_BYTES) return false;
  for (size_t i = 0; i < head.count; i++) {
    slice name = head.at[i].name, value = head.at[i].value;
    if (is_of_connection(head, name) || is_withheld(head, name)) continue;
    if (*count == MOST_FIELDS || !is_whole_utf8(value) || value.len > 65536 || memchr(value.at, 0, value.len))
      return false;
    out[(*count)++] = head.at[i];
  }
  return true;
}

/* Adds the time at which the response was received, if it has no Date. Returns false if there is no room for it. */
static bool add_date(const arrival *arrival, field *out, size_t *count, char text[DATE_LENGTH + 1]) {
  if (has_field(arrival->head, SLICE("Date"))) return true;
  if (*count == MOST_FIELDS || !write_date(arrival->received_us / 1000000, text)) return false;
  out[(*count)++] = (field){SLICE("Date"), {text, DATE_LENGTH}};
  return true;
}

static size_t text_size(fields all) {
  size_t size = 0;
  for (size_t i = 0; i < all.count; i++) size += all.at[i].name.len + all.at[i].value.len + 2;
  return size;
}

/* Copies a text and a zero byte to `*end`, and moves `*end` past them. */
static slice copied(slice text, char **end) {
  if (!text.at) return text;
  slice copy = {*end, text.len};
  memcpy(*end, text.at, text.len);
  (*end)[text.len] = 0;
  *end += text.len + 1;
  return copy;
}

static fields copied_fields(fields all, field *out, char **end) {
  for (size_t i = 0; i < all.count; i++) {
    out[i] = (field){copied(all.at[i].name, end), copied(all.at[i].value, end)};
  }
  return (fields){out, all.count};
}

stored *stored_new(const request *request, const arrival *arrival, body *content, int heuristic_percent) {
  selection selection;
  field kept[MOST_FIELDS];
  char date[DATE_LENGTH + 1];
  size_t count;
  if (!select_fields(arrival->head, request->fields, &selection)) return NULL;
  if (!storable_fields(arrival->head, kept, &count) || !add_date(arrival, kept, &count, date)) return NULL;
  fields head = {kept, count}, selecting = {selection.at, selection.count};
  size_t texts = request->url.len + request->user.len + request->authorization.len + 3 + text_size(head) +
                 text_size(selecting);
  size_t size = sizeof(stored) + (count + selection.count) * sizeof(field) + texts;
  stored *it = malloc(size);
  if (!it) return NULL;
  atomic_init(&it->holders, 1);
  atomic_init(&it->refreshing_us, 0);
  it->status = arrival->status;
  it->is_as_sent = request->is_as_sent;
  it->asked_us = arrival->asked_us;
  it->received_us = arrival->received_us;
  it->life = life_of(arrival->status, arrival->head, arrival->asked_us, arrival->received_us, heuristic_percent);
  field *arrays = (field *)it->texts;
  char *end = (char *)(arrays + count + selection.count);
  it->head = copied_fields(head, arrays, &end);
  it->selecting = copied_fields(selecting, arrays + count, &end);
  it->url = copied(request->url, &end);
  it->user = copied(request->user, &end);
  it->authorization = copied(request->authorization, &end);
  it->body = body_hold(content);
  it->size = size + sizeof(body) + content->len;
  return it;
}

/* Returns true if a 304 must not change the field, because the field describes the stored body. The stored body is
 * decoded, but the fields of a 304 could describe an encoded one. */
static bool stays(slice name) {
  return is_same_word(name, SLICE("Content-Length")) || is_same_word(name, SLICE("Content-Encoding")) ||
         is_same_word(name, SLICE("Content-Range"));
}

/* Returns true for fields that describe only the message in which they came. The updated response gets them from the
 * 304, and never from the stored response. */
static bool ends_with_old(slice name) { return is_same_word(name, SLICE("Age")) || is_same_word(name, SLICE("Date")); }

static slice without_weakness(slice tag) {
  bool is_weak = tag.len > 2 && tag.at[0] == 'W' && tag.at[1] == '/';
  return is_weak ? (slice){tag.at + 2, tag.len - 2} : tag;
}

bool is_confirmed(const stored *it, fields not_modified) {
  slice tag = first_value(not_modified, SLICE("ETag")), own = first_value(it->head, SLICE("ETag"));
  return !tag.at || !own.at || is_equal(without_weakness(tag), without_weakness(own));
}

stored *stored_updated(stored *old, const request *request, const arrival *arrival, int heuristic_percent) {
  field all[2 * MOST_FIELDS];
  size_t count = 0;
  if (old->head.count > MOST_FIELDS || arrival->head.count > MOST_FIELDS) return NULL;
  for (size_t i = 0; i < old->head.count; i++) {
    slice name = old->head.at[i].name;
    if (stays(name) || (!has_field(arrival->head, name) && !ends_with_old(name))) all[count++] = old->head.at[i];
  }
  for (size_t i = 0; i < arrival->head.count; i++) {
    if (!stays(arrival->head.at[i].name)) all[count++] = arrival->head.at[i];
  }
  struct arrival merged = *arrival;
  merged.status = old->status;
  merged.head = (fields){all, count};
  return stored_new(request, &merged, old->body, heuristic_percent);
}

bool is_for(const stored *it, const request *request) {
  return is_equal(it->url, request->url) && is_equal(it->user, request->user) &&
         it->is_as_sent == request->is_as_sent && is_equal(it->authorization, request->authorization) && is_selected(it->selecting, request->fields);
}

bool is_for_same(const stored *one, const stored *other) {
  if (!is_equal(one->url, other->url) || !is_equal(one->user, other->user)) return false;
  if (one->is_as_sent != other->is_as_sent) return false;
  if (!is_equal(one->authorization, other->authorization) || one->selecting.count != other->selecting.count)
    return false;
  for (size_t i = 0; i < one->selecting.count; i++) {
    const field *mine = &one->selecting.at[i], *its = &other->selecting.at[i];
    if (!is_same_word(mine->name, its->name) || !is_equal(mine->value, its->value)) return false;
    if ((mine->value.at == NULL) != (its->value.at == NULL)) return false;
  }
  return true;
}
