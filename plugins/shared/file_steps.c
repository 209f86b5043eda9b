#include "file_steps.h"

#include "stores.h"

#include <stdio.h>
#include <string.h>

/* ── Values ── */

static slots_outcome get(int file, const store_request *it, int64_t now_us, store_result *result) {
  slot found;
  slots_outcome outcome = slots_find(file, SLOT_VALUES, it->key, now_us, &found);
  result->status = STORE_NONE;
  if (outcome == SLOTS_FULL) return SLOTS_OK;
  if (outcome != SLOTS_OK || !found.is_own || found.ends_us <= now_us) return outcome;
  result->status = STORE_DONE;
  result->fence = found.fence;
  result->left_ms = (found.ends_us - now_us + 999) / 1000;
  return slots_value(file, &found, &result->value);
}

static slots_outcome write_value(int file, const store_request *it, const char *key, slot *place, int64_t now_us) {
  place->ends_us = now_us + it->lifetime_ms * 1000;
  return slots_write(file, SLOT_VALUES, key, place, it->value, it->value_len);
}

static slots_outcome set(int file, const store_request *it, int64_t now_us) {
  slot place;
  slots_outcome outcome = slots_find(file, SLOT_VALUES, it->key, now_us, &place);
  if (outcome != SLOTS_OK) return outcome;
  place.owner[0] = 0;
  place.fence = 0;
  return write_value(file, it, it->key, &place, now_us);
}

/* Adds a value under one key. If there is a value already, `result->status` becomes STORE_TAKEN. */
static slots_outcome add_at(int file, const store_request *it, const char *key, int64_t now_us, store_result *result) {
  slot place;
  slots_outcome outcome = slots_find(file, SLOT_VALUES, key, now_us, &place);
  if (outcome != SLOTS_OK) return outcome;
  if (place.is_own && place.ends_us > now_us) {
    int64_t left_ms = (place.ends_us - now_us + 999) / 1000;
    result->status = STORE_TAKEN;
    if (result->left_ms == 0 || left_ms < result->left_ms) result->left_ms = left_ms;
    if (it->places > 1) return SLOTS_OK;
    result->fence = place.fence;
    return slots_value(file, &place, &result->value);
  }
  uint64_t earlier = place.is_own ? place.fence : 0;
  place.fence = (uint64_t)now_us > earlier ? (uint64_t)now_us : earlier + 1;
  memcpy(place.owner, it->owner, strlen(it->owner) + 1);
  result->status = STORE_DONE;
  result->fence = place.fence;
  return write_value(file, it, key, &place, now_us);
}

static slots_outcome add(int file, const store_request *it, int64_t now_us, store_result *result) {
  if (it->places < 2) return add_at(file, it, it->key, now_us, result);
  /* The search for a free place begins at a number that depends on the time, so it seldom begins at a place that is
   * taken. */
  uint32_t first = (uint32_t)((uint64_t)now_us % it->places);
  for (uint32_t i = 0; i < it->places; i++) {
    char key[STORE_MOST_KEY + 1];
    result->place = (first + i) % it->places;
    snprintf(key, sizeof key, "%s.%u", it->key, (unsigned)result->place);
    slots_outcome outcome = add_at(file, it, key, now_us, result);
    if (outcome != SLOTS_OK) return outcome;
    if (result->status == STORE_DONE) return result->left_ms = 0, SLOTS_OK;
  }
  result->place = 0;
  return SLOTS_OK;
}

static slots_outcome change_own(int file, const store_request *it, int64_t now_us, store_result *result) {
  slot place;
  slots_outcome outcome = slots_find(file, SLOT_VALUES, it->key, now_us, &place);
  if (outcome != SLOTS_OK && outcome != SLOTS_FULL) return outcome;
  bool is_own = outcome == SLOTS_OK && place.is_own && place.ends_us > now_us && strcmp(place.owner, it->owner) == 0 &&
                (it->fence == 0 || it->fence == place.fence);
  result->status = is_own ? STORE_DONE : STORE_TAKEN;
  if (!is_own) return SLOTS_OK;
  result->fence = place.fence;
  if (it->kind == STORE_REPLACE) return write_value(file, it, it->key, &place, now_us);
  place.ends_us = 0; /* the fence number stays, so that the next value gets a higher one */
  return slots_write(file, SLOT_VALUES, it->key, &place, NULL, 0);
}

/* ── Limits ── */

typedef struct peer {
  uint64_t id;
  int64_t seen_us;
} peer;

/* What the file stores for a limit: its state, and the processes that use it. */
typedef struct limit_value {
  gcra_state state;
  peer peers[(SLOT_INLINE - sizeof(gcra_state)) / sizeof(peer)];
} limit_value;
enum { MOST_PEERS = (SLOT_INLINE - sizeof(gcra_state)) / sizeof(peer) };

static int64_t in_range(int64_t time_us) {
  return time_us < 0 ? 0 : time_us > INT64_MAX / 4 ? INT64_MAX / 4 : time_us;
}

/* Reads what an earlier step wrote, and returns the number of peers (processes that use the limit) that are not
 * too old. The file may contain any bytes, so times are moved into their range. */
static size_t read_limit(const slot *it, int64_t now_us, limit_value *out) {
  size_t len = it->value_len, count = 0;
  if (!it->is_own || it->ends_us <= now_us || len < sizeof out->state || len > SLOT_INLINE) return 0;
  memcpy(&out->state, it->value, sizeof out->state);
  out->state.next_us = in_range(out->state.next_us);
  out->state.paused_us = in_range(out->state.paused_us);
  out->state.seen_us = in_range(out->state.seen_us);
  for (size_t at = sizeof out->state; at + sizeof(peer) <= len; at += sizeof(peer)) {
    peer each;
    memcpy(&each, it->value + at, sizeof each);
    if (each.seen_us > now_us - STORE_PEER_US && each.seen_us <= now_us && count < MOST_PEERS) out->peers[count++] = each;
  }
  return count;
}

static uint64_t id_of(const char *owner) {
  uint64_t hash = 0xcbf29ce484222325;
  for (; *owner; owner++) hash = (hash ^ (unsigned char)*owner) * 0x100000001b3;
  return hash;
}

/* Notes that the process `owner` has used the limit, and returns the new count. If there is no room, replaces the
 * process that used the limit longest ago. */
static size_t note_peer(limit_value *it, size_t count, const char *owner, int64_t now_us) {
  uint64_t id = id_of(owner);
  size_t oldest = 0, i = 0;
  for (; i < count && it->peers[i].id != id; i++) {
    if (it->peers[i].seen_us < it->peers[oldest].seen_us) oldest = i;
  }
  if (i == MOST_PEERS) i = oldest;
  it->peers[i] = (peer){id, now_us};
  return i == count ? count + 1 : count;
}

static int64_t latest(int64_t one, int64_t other) { return one > other ? one : other; }

static slots_outcome step(int file, const store_request *it, int64_t now_us, store_result *result) {
  slot place;
  slots_outcome outcome = slots_find(file, SLOT_LIMITS, it->key, now_us, &place);
  if (outcome != SLOTS_OK) return outcome;
  limit_value value = {{0, 0, 0}, {{0, 0}}};
  size_t count = read_limit(&place, now_us, &value);
  result->at_us = gcra_step(&value.state, &it->rule, now_us, it->pause_us, store_most_wait(it));
  result->paused_us = value.state.paused_us;
  result->status = STORE_DONE;
  bool only_looks = !it->takes && it->pause_us <= 0;
  if (it->owner && !only_looks) count = note_peer(&value, count, it->owner, now_us);
  result->peers = (uint32_t)count;
  if (only_looks) return SLOTS_OK;
  place.owner[0] = 0;
  place.fence = 0;
  place.ends_us = latest(latest(value.state.next_us, value.state.paused_us), now_us + STORE_PEER_US);
  return slots_write(file, SLOT_LIMITS, it->key, &place, &value, sizeof value.state + count * sizeof(peer));
}

slots_outcome file_step(int file, const store_request *it, int64_t now_us, store_result *result) {
  switch (it->kind) {
  case STORE_GET: return get(file, it, now_us, result);
  case STORE_SET: return set(file, it, now_us);
  case STORE_ADD: return add(file, it, now_us, result);
  case STORE_REPLACE:
  case STORE_DELETE: return change_own(file, it, now_us, result);
  case STORE_STEP: return step(file, it, now_us, result);
  }
  return SLOTS_OK;
}
