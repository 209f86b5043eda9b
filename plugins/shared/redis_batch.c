#include "redis_batch.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool append(redis_link *link, const store_request *it) {
  char key[STORE_MOST_KEY + 16], kind[12], lifetime[24], places[12], fence[24], interval[24], burst[24], pause[24], wait[24];
  int key_len = snprintf(key, sizeof key, "moya:%s:%s", it->kind == STORE_STEP ? "limit" : "value", it->key);
  snprintf(kind, sizeof kind, "%d", (int)it->kind);
  snprintf(lifetime, sizeof lifetime, "%" PRId64, it->lifetime_ms);
  snprintf(places, sizeof places, "%" PRIu32, it->places);
  snprintf(fence, sizeof fence, "%" PRIu64, it->fence);
  snprintf(interval, sizeof interval, "%" PRId64, it->rule.interval_us);
  snprintf(burst, sizeof burst, "%" PRId64, it->rule.burst_us);
  snprintf(pause, sizeof pause, "%" PRId64, it->pause_us);
  snprintf(wait, sizeof wait, "%" PRId64, store_most_wait(it));
  const char *words[] = {"EVALSHA", link->script, "1", key, kind, it->owner ? it->owner : "", "",
                         lifetime, places, fence, interval, burst, pause, wait};
  enum { KEY = 3, VALUE = 6, COUNT = sizeof words / sizeof *words };
  size_t lengths[COUNT];
  for (int i = 0; i < COUNT; i++) lengths[i] = strlen(words[i]);
  lengths[KEY] = (size_t)key_len;
  if (it->value_len > 0) {
    words[VALUE] = it->value;
    lengths[VALUE] = it->value_len;
  }
  return redisAppendCommandArgv(link->context, COUNT, words, lengths) == REDIS_OK;
}

/* Returns a number of the reply. A number below 0 becomes 0, and a number above `most` becomes `most`, so that sums
 * cannot overflow. */
static int64_t number_at(const redisReply *it, size_t index, int64_t most) {
  bool is_number = index < it->elements && it->element[index]->type == REDIS_REPLY_INTEGER;
  int64_t number = is_number ? it->element[index]->integer : 0;
  return number < 0 ? 0 : number > most ? most : number;
}

/* Returns the milliseconds for which a value still lives. A negative number means that the value has no end, for
 * example because somebody has changed it by hand. */
static int64_t lifetime_at(const redisReply *it, size_t index) {
  const int64_t most = GCRA_MOST_PAUSE_S * 1000LL;
  bool has_end = index >= it->elements || it->element[index]->type != REDIS_REPLY_INTEGER || it->element[index]->integer >= 0;
  return has_end ? number_at(it, index, most) : most;
}

static void explain(const redisReply *it, redis_waiting *waiting) {
  char word[40];
  bool is_error = it->type == REDIS_REPLY_ERROR;
  redis_link_word(is_error ? it->str : "", word, sizeof word);
  waiting->is_unknown = strcmp(word, "NOSCRIPT") == 0;
  waiting->is_read_only = strcmp(word, "READONLY") == 0;
  waiting->result.status = STORE_FAILED;
  snprintf(waiting->result.reason, sizeof waiting->result.reason, "the server refuses a request (%s)", word);
}

static void read_reply(const redisReply *it, redis_waiting *waiting) {
  store_result *result = &waiting->result;
  *result = (store_result){0};
  waiting->is_unknown = false;
  const int64_t most_us = INT64_MAX / 4;
  bool is_result = it->type == REDIS_REPLY_ARRAY && it->elements >= 2 && it->element[0]->type == REDIS_REPLY_INTEGER;
  int64_t status = is_result ? it->element[0]->integer : -1;
  if (status < STORE_DONE || status > STORE_TAKEN) {
    explain(it, waiting);
    return;
  }
  result->status = (store_status)status;
  result->now_us = number_at(it, 1, most_us);
  result->fence = (uint64_t)number_at(it, 2, INT64_MAX);
  result->left_ms = lifetime_at(it, 3);
  result->place = (uint32_t)number_at(it, 4, STORE_MOST_PLACES);
  result->at_us = number_at(it, 5, most_us);
  result->paused_us = number_at(it, 6, most_us);
  result->peers = (uint32_t)number_at(it, 7, UINT32_MAX);
  if (it->elements < 9 || it->element[8]->type != REDIS_REPLY_STRING) return;
  if (bytes_add(&result->value, it->element[8]->str, it->element[8]->len)) return;
  result->status = STORE_FAILED;
  snprintf(result->reason, sizeof result->reason, "there is no memory");
}

/* Sends the requests, and reads their replies. With `only_unknown`, sends only those that the server has refused
 * because it had forgotten the script. */
static bool round_trip(redis_link *link, redis_waiting *first, bool only_unknown) {
  for (redis_waiting *each = first; each; each = each->next) {
    if (only_unknown && !each->is_unknown) continue;
    if (!append(link, each->request)) return false;
  }
  for (redis_waiting *each = first; each; each = each->next) {
    if (only_unknown && !each->is_unknown) continue;
    redisReply *reply = redis_reply_read(link->context);
    if (!reply) return false;
    read_reply(reply, each);
    freeReplyObject(reply);
  }
  return true;
}

bool redis_batch_run(redis_link *link, redis_waiting *first, char *reason, size_t size) {
  bool has_unknown = false, has_read_only = false;
  for (redis_waiting *each = first; each; each = each->next) {
    each->result = (store_result){.status = STORE_FAILED};
    snprintf(each->result.reason, sizeof each->result.reason, "the connection to the server broke");
  }
  bool is_good = round_trip(link, first, false);
  for (redis_waiting *each = first; each; each = each->next) has_unknown |= each->is_unknown;
  if (is_good && has_unknown) {
    if (!redis_link_load(link, reason, size)) return false;
    is_good = round_trip(link, first, true);
  }
  /* After a failover, the name of the server may lead to another server, so the name is looked up again. */
  for (redis_waiting *each = first; each; each = each->next) has_read_only |= each->is_read_only;
  if (!is_good || has_read_only) snprintf(reason, size, is_good ? "the server is a replica (READONLY)" : "the connection to the server broke");
  return is_good && !has_read_only;
}

void redis_batch_end(redis_waiting *it, store_status status, const char *reason) {
  for (redis_waiting *next; it; it = next) {
    next = it->next;
    if (status != STORE_DONE) {
      bytes_free(&it->result.value);
      it->result = (store_result){.status = status};
      snprintf(it->result.reason, sizeof it->result.reason, "%s", reason);
    }
    it->done(it->user, &it->result);
    bytes_free(&it->result.value);
    free(it->request);
    free(it);
  }
}
