/* A store of responses in an SQLite file. */
#define _POSIX_C_SOURCE 200809L

#include "disk.h"

#include "../common/checksum.h"
#include "vary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A time that is more than an hour later than another one counts as earlier: the clock was set back since then. */
static const int64_t HOUR_US = 3600000000;
#define HOUR_TEXT "3600000000"

const char *const disk_queries[QUERIES] = {
    [FIND] = "SELECT id, vary, chosen, status, asked, received, used, head, body, sum FROM response WHERE url = ?1"
             " ORDER BY received DESC",
    [PUT] = "INSERT INTO response (url, chosen, vary, status, asked, received, used, head, body, sum)"
            " SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?6, ?7, ?8, ?9"
            " WHERE NOT EXISTS (SELECT 1 FROM removed WHERE url = ?1 AND at BETWEEN ?5 AND ?5 + " HOUR_TEXT ")"
            " ON CONFLICT (url, chosen) DO UPDATE SET vary = excluded.vary, status = excluded.status,"
            " asked = excluded.asked, received = excluded.received, used = excluded.used, head = excluded.head,"
            " body = excluded.body, sum = excluded.sum WHERE received NOT BETWEEN excluded.received + 1 AND"
            " excluded.received + " HOUR_TEXT,
    [TRIM] = "DELETE FROM response WHERE url = ?1 AND (received > ?2 + " HOUR_TEXT " OR id NOT IN"
             " (SELECT id FROM response WHERE url = ?1 AND received <= ?2 + " HOUR_TEXT
             " ORDER BY received DESC LIMIT 32))",
    [REMOVE] = "DELETE FROM response WHERE url = ?1",
    [NOTE] = "INSERT INTO removed (url, at) VALUES (?1, ?2) ON CONFLICT (url) DO UPDATE SET at = excluded.at"
             " WHERE at NOT BETWEEN excluded.at AND excluded.at + " HOUR_TEXT,
    [FORGET] = "DELETE FROM removed WHERE at < ?1",
    [MARK] = "UPDATE response SET used = ?2 WHERE id = ?1",
    [EVICT] = "DELETE FROM response WHERE id IN (SELECT id FROM response ORDER BY used LIMIT 16)",
    [SIZE] = "SELECT (page_count - freelist_count) * page_size"
             " FROM pragma_page_count, pragma_freelist_count, pragma_page_size",
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
};

static bool break_down(disk *it, const char *reason) {
  char line[300];
  if (it->is_broken) return false;
  it->is_broken = true;
  snprintf(line, sizeof line, "the file fails, so responses are stored in memory only: %s", reason);
  it->tools.warn(it->tools.user, line);
  return false;
}

/* Returns true if there is no error. If the file was busy because of another process, the next attempt may succeed.
 * After any other error, the store no longer uses the file. */
static bool check(disk *it, int result) {
  if (result == SQLITE_OK || result == SQLITE_DONE || result == SQLITE_ROW) return true;
  return result == SQLITE_BUSY ? false : break_down(it, sqlite3_errmsg(it->file));
}

static bool run(disk *it, query query) {
  bool is_done = check(it, sqlite3_step(it->queries[query]));
  sqlite3_reset(it->queries[query]);
  sqlite3_clear_bindings(it->queries[query]);
  return is_done;
}

static void bind(disk *it, query query, int place, const void *bytes, size_t len) {
  sqlite3_bind_blob64(it->queries[query], place, len > 0 ? bytes : "", len, SQLITE_STATIC);
}

static bool hash(disk *it, const void *text, size_t len, uint8_t out[HASH]) {
  return it->tools.hmac(it->tools.user, it->secret, SECRET, text, len, out) || break_down(it, "there is no SHA-256");
}

static bool url_hash(disk *it, slice url, uint8_t out[HASH]) { return hash(it, url.at, url.len, out); }

/* Appends a text and a zero byte. Texts contain no zero bytes, so different lists of texts give different bytes. */
static bool append(char *room, size_t size, size_t *len, slice text) {
  if (text.len + 1 > size - *len) return false;
  if (text.len > 0) memcpy(room + *len, text.at, text.len);
  room[*len + text.len] = 0;
  *len += text.len + 1;
  return true;
}

/* Hashes the parts of a request that choose one of the responses of its URL: the user, the fields that Vary names, and
 * whether the body is decoded. */
static bool chosen_hash(disk *it, slice user, slice authorization, bool is_as_sent, fields selecting,
                        uint8_t out[HASH]) {
  char room[16384];
  size_t len = 0;
  bool fits = append(room, sizeof room, &len, slice_of(it->scope)) && append(room, sizeof room, &len, user) &&
              append(room, sizeof room, &len, authorization) &&
              (!is_as_sent || append(room, sizeof room, &len, SLICE("as sent")));
  for (size_t i = 0; fits && i < selecting.count; i++) {
    slice value = selecting.at[i].value;
    fits =
        append(room, sizeof room, &len, value.at ? SLICE("=") : SLICE("-")) && append(room, sizeof room, &len, value);
  }
  return fits && hash(it, room, len, out);
}

/* Returns true if the response in the present row of the query FIND is for requests like `request` (is_for in
 * stored.h). */
static bool is_row_for(disk *it, const request *request) {
  sqlite3_stmt *row = it->queries[FIND];
  const char *vary = (const char *)sqlite3_column_text(row, 1);
  slice rest = slice_of(vary), name;
  field selecting[MOST_SELECTING];
  char room[MOST_SELECTING_BYTES];
  size_t count = 0, used = 0;
  uint8_t expected[HASH];
  while (next_element(&rest, &name)) {
    if (count == MOST_SELECTING) return false;
    field *each = &selecting[count++];
    each->name = name;
    if (!comparable(request->fields, name, room + used, sizeof room - used, &each->value)) return false;
    used += each->value.len;
  }
  if (sqlite3_column_bytes(row, 2) != HASH) return false;
  fields chosen = {selecting, count};
  if (!chosen_hash(it, request->user, request->authorization, request->is_as_sent, chosen, expected)) return false;
  return memcmp(sqlite3_column_blob(row, 2), expected, HASH) == 0;
}

/* Returns the checksum of a row. SQLite has none, so a damaged file could otherwise give a caller a damaged response. */
static int64_t sum_of(const arrival *arrival, const char *vary, const void *chosen, slice head, slice content) {
  const int64_t numbers[] = {arrival->status, arrival->asked_us, arrival->received_us, (int64_t)head.len};
  uint64_t sum = checksum_of(checksum_of(0, numbers, sizeof numbers), vary, strlen(vary) + 1);
  sum = checksum_of(checksum_of(sum, chosen, HASH), head.at, head.len);
  return (int64_t)checksum_of(sum, content.at, content.len);
}

/* Returns false if the number cannot be a time. Calculations with such a number could overflow. */
static bool is_time(int64_t time_us) { return time_us >= 0 && time_us < INT64_MAX / 4; }

/* Reads the fields of a head: names and values, each with a zero byte after it. */
static bool read_head(const char *bytes, size_t len, field *out, size_t *count) {
  slice *parts = NULL;
  *count = 0;
  for (size_t i = 0; i < len;) {
    const char *end = memchr(bytes + i, 0, len - i);
    if (!end) return false;
    slice text = {bytes + i, (size_t)(end - bytes) - i};
    i += text.len + 1;
    if (!parts) {
      if (*count == MOST_FIELDS) return false;
      out[*count].name = text;
      parts = &out[*count].value;
    } else {
      *parts = text;
      parts = NULL;
      (*count)++;
    }
  }
  return !parts;
}

/* Makes a response of the present row of the query FIND. */
static stored *read_row(disk *it, const request *request) {
  sqlite3_stmt *row = it->queries[FIND];
  field head[MOST_FIELDS];
  arrival arrival = {.status = sqlite3_column_int(row, 3),
                     .asked_us = sqlite3_column_int64(row, 4),
                     .received_us = sqlite3_column_int64(row, 5)};
  slice texts = {sqlite3_column_blob(row, 7), (size_t)sqlite3_column_bytes(row, 7)};
  slice content = {sqlite3_column_blob(row, 8), (size_t)sqlite3_column_bytes(row, 8)};
  if ((texts.len > 0 && !texts.at) || (content.len > 0 && !content.at)) return NULL;
  const char *vary = (const char *)sqlite3_column_text(row, 1);
  int64_t sum = vary ? sum_of(&arrival, vary, sqlite3_column_blob(row, 2), texts, content) : 0;
  if (!vary || sum != sqlite3_column_int64(row, 9)) return NULL;
  if (!is_time(arrival.asked_us) || !is_time(arrival.received_us) || arrival.status < 200 || arrival.status > 599) return NULL;
  if (!read_head(texts.at, texts.len, head, &arrival.head.count)) return NULL;
  arrival.head.at = head;
  body *body = body_new(content.len);
  if (!body) return NULL;
  if (content.len > 0) memcpy(body->bytes, content.at, content.len);
  stored *found = stored_new(request, &arrival, body, it->heuristic_percent);
  body_release(body);
  return found;
}

/* Writes into the file when a response was used. `find` calls this only if the time in the file is an hour old, so that
 * most searches write nothing. */
static void mark(disk *it, int64_t id, int64_t now_us) {
  sqlite3_bind_int64(it->queries[MARK], 1, id);
  sqlite3_bind_int64(it->queries[MARK], 2, now_us);
  run(it, MARK);
}

/* Deletes the responses of a URL. */
static void delete(disk *it, const uint8_t url[HASH]) {
  bind(it, REMOVE, 1, url, HASH);
  run(it, REMOVE);
}

static stored *find(store *store, const request *request) {
  disk *it = (disk *)store;
  uint8_t url[HASH];
  stored *found = NULL;
  bool is_damaged = false;
  int64_t id = 0, used = 0;
  if (it->is_broken || !url_hash(it, request->url, url)) return NULL;
  bind(it, FIND, 1, url, HASH);
  int result;
  while (!found && (result = sqlite3_step(it->queries[FIND])) == SQLITE_ROW) {
    if (!is_row_for(it, request)) continue;
    found = read_row(it, request);
    id = sqlite3_column_int64(it->queries[FIND], 0);
    used = sqlite3_column_int64(it->queries[FIND], 6);
    is_damaged = !found;
    if (is_damaged) break;
  }
  if (!found) check(it, result);
  sqlite3_reset(it->queries[FIND]);
  sqlite3_clear_bindings(it->queries[FIND]);
  if (is_damaged) delete(it, url); /* otherwise a wrong time could prevent a new response from replacing it */
  int64_t now_us = it->tools.now_us(it->tools.user);
  if (found && (!is_time(used) || now_us - used > HOUR_US)) mark(it, id, now_us);
  return found;
}

/* Writes the names of the fields in `selecting` as a list. Returns false if they do not fit. */
static bool write_names(fields selecting, char *room, size_t size) {
  size_t len = 0;
  for (size_t i = 0; i < selecting.count; i++) {
    slice name = selecting.at[i].name;
    if (name.len + 2 > size - len) return false;
    if (len > 0) room[len++] = ',';
    memcpy(room + len, name.at, name.len);
    len += name.len;
  }
  room[len] = 0;
  return true;
}

static void put(store *store, stored *response) {
  disk *it = (disk *)store;
  uint8_t url[HASH], chosen[HASH];
  char vary[4096], *head = NULL;
  size_t size = 0, len = 0;
  if (it->is_broken || !url_hash(it, response->url, url)) return;
  for (size_t i = 0; i < response->head.count; i++)
    size += response->head.at[i].name.len + response->head.at[i].value.len + 2;
  bool fits = (int64_t)response->size <= it->most_bytes / 4 && write_names(response->selecting, vary, sizeof vary) &&
              chosen_hash(it, response->user, response->authorization, response->is_as_sent, response->selecting, chosen) &&
              (head = malloc(size + 1));
  if (!fits) {
    delete(it, url); /* otherwise the older response could be used again */
    return;
  }
  for (size_t i = 0; i < response->head.count; i++) {
    append(head, size + 1, &len, response->head.at[i].name);
    append(head, size + 1, &len, response->head.at[i].value);
  }
  sqlite3_stmt *query = it->queries[PUT];
  bind(it, PUT, 1, url, HASH);
  bind(it, PUT, 2, chosen, HASH);
  sqlite3_bind_text(query, 3, vary, -1, SQLITE_STATIC);
  sqlite3_bind_int(query, 4, response->status);
  sqlite3_bind_int64(query, 5, response->asked_us);
  sqlite3_bind_int64(query, 6, response->received_us);
  bind(it, PUT, 7, head, len);
  bind(it, PUT, 8, response->body->bytes, response->body->len);
  arrival arrival = {.status = response->status, .asked_us = response->asked_us, .received_us = response->received_us};
  slice content = {response->body->bytes, response->body->len};
  sqlite3_bind_int64(query, 9, sum_of(&arrival, vary, chosen, (slice){head, len}, content));
  if (run(it, PUT)) {
    bind(it, TRIM, 1, url, HASH);
    sqlite3_bind_int64(it->queries[TRIM], 2, response->received_us);
    run(it, TRIM);
  }
  it->has_put = true;
  free(head);
}

static void remove_url(store *store, slice url, int64_t now_us) {
  disk *it = (disk *)store;
  uint8_t hashed[HASH];
  if (it->is_broken || !url_hash(it, url, hashed)) return;
  delete(it, hashed);
  bind(it, NOTE, 1, hashed, HASH);
  sqlite3_bind_int64(it->queries[NOTE], 2, now_us);
  run(it, NOTE);
  if (it->removals++ > 0) return; /* after each 256th removal, deletes the old rows of the table `removed` */
  sqlite3_bind_int64(it->queries[FORGET], 1, now_us - HOUR_US);
  run(it, FORGET);
}

bool disk_begin(store *store) {
  disk *it = (disk *)store;
  it->has_put = false;
  return it->is_broken || run(it, BEGIN) || it->is_broken;
}

/* Removes the responses that were used longest ago, until the file has room. */
static void evict(disk *it) {
  for (bool is_over = true; is_over && !it->is_broken;) {
    bool has_size = check(it, sqlite3_step(it->queries[SIZE]));
    is_over = has_size && sqlite3_column_int64(it->queries[SIZE], 0) > it->most_bytes;
    sqlite3_reset(it->queries[SIZE]);
    is_over = is_over && run(it, EVICT) && sqlite3_changes(it->file) > 0;
  }
}

bool disk_commit(store *store) {
  disk *it = (disk *)store;
  if (it->has_put) evict(it);
  if (!it->is_broken && run(it, COMMIT)) return true;
  sqlite3_exec(it->file, "ROLLBACK", NULL, NULL, NULL);
  return it->is_broken;
}

static void destroy(store *store) {
  disk *it = (disk *)store;
  disk_close(it);
  free(it->scope);
  free(it);
}

store *disk_store(const char *path, const char *scope, int64_t most_bytes, int heuristic_percent,
                  const disk_tools *tools, char *reason, size_t reason_size) {
  disk *it = calloc(1, sizeof *it);
  char *copy = strdup(scope);
  const char *problem = it && copy ? NULL : "no memory";
  if (it) {
    *it = (disk){.store = {find, put, remove_url, destroy}, .tools = *tools, .scope = copy, .most_bytes = most_bytes,
                 .heuristic_percent = heuristic_percent};
    if (!problem) problem = disk_open(it, path);
    if (!problem) return &it->store;
  }
  snprintf(reason, reason_size, "the file %.200s cannot be used: %.150s", path, problem);
  if (it) destroy(&it->store);
  else free(copy);
  return NULL;
}
