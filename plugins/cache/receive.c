/* Receives responses: uses a 304, and stores what may be stored. */
#include "cache.h"

#include "vary.h"

#include <stdlib.h>
#include <string.h>

/* Returns true if the response is also for the request that `prepare` read. Plugins that were added later may have
 * changed the user or a field that Vary names before the request was sent. */
static bool was_sent_unchanged(const call *it, moya_context *context, fields response) {
  field all[MOST_FIELDS];
  fields sent;
  list_reader reader = {0};
  slice name, before, after;
  char rooms[2][MOST_SELECTING_BYTES];
  if (!read_request(it->cache, context, all, &sent)) return false;
  if (names_other_host(it->request.url, sent)) return false;
  if (!is_equal(first_value(sent, SLICE("Authorization")), it->request.authorization)) return false;
  if (!is_equal(first_value(sent, SLICE("Cookie")), first_value(it->request.fields, SLICE("Cookie")))) return false;
  while (next_listed(response, SLICE("Vary"), &reader, &name)) {
    if (!comparable(it->request.fields, name, rooms[0], sizeof rooms[0], &before)) return false;
    if (!comparable(sent, name, rooms[1], sizeof rooms[1], &after)) return false;
    if ((before.at == NULL) != (after.at == NULL) || !is_equal(before, after)) return false;
  }
  return true;
}

/* Lets the call fail because of a 304 that does not belong to the stored response. The next attempt asks without
 * validators (should_retry). */
static moya_status refuse_not_modified(call *it, moya_context *context, moya_status status, const char *why) {
  cache_remove(it->cache, it->request.url);
  it->must_repeat = true;
  it->cache->host->fail(context, why);
  return status;
}

/* Replaces a 304 with the stored response that it confirms. */
static moya_status use_not_modified(call *it, moya_context *context, const arrival *arrival) {
  cache *cache = it->cache;
  if (is_redirected(cache, context))
    return refuse_not_modified(it, context, MOYA_ERROR_REDIRECT,
                               "a redirect led to a 304, which does not belong to the stored response; try again");
  if (!is_confirmed(it->found, arrival->head))
    return refuse_not_modified(it, context, MOYA_ERROR_PROTOCOL,
                               "a 304 has another ETag than the stored response; try again");
  stored *updated = stored_updated(it->found, &it->request, arrival, cache->rules.heuristic_percent);
  if (updated && !(control_of(arrival->head).flags & NO_STORE)) cache_put(cache, updated, it->removals);
  moya_status status = show(cache, context, updated ? updated : it->found, &it->request);
  stored_release(updated);
  return status;
}

moya_status receive_head(void *instance, moya_context *context) {
  cache *cache = instance;
  call *it = cache->host->slot(context);
  field all[MOST_FIELDS];
  arrival arrival;
  if (!it || it->is_unsafe) return MOYA_BODY_SKIP;
  bool has_all = read_response(cache, context, all, &arrival.head);
  if (!has_all) arrival.head = (fields){NULL, 0};
  arrival.status = cache->host->http_status(context);
  arrival.asked_us = it->asked_us;
  arrival.received_us = it->received_us = cache->tasks->date_us();
  if (it->is_conditional && arrival.status == 304) return use_not_modified(it, context, &arrival);
  if (it->found && is_server_error(arrival.status) &&
      may_use_on_error(it->found, &it->request, &cache->rules, arrival.received_us))
    return show(cache, context, it->found, &it->request);
  body_release(it->body);
  it->body = NULL;
  it->room = 0;
  bool is_stored = has_all && may_store(&it->request, &arrival, &cache->rules) && !is_redirected(cache, context) &&
                   was_sent_unchanged(it, context, arrival.head) && (it->body = body_new(0));
  if (is_stored) return MOYA_HOOK_OK;
  if (it->found && is_outdated(it->found, &it->request, &arrival)) cache_remove(cache, it->request.url);
  return MOYA_BODY_SKIP;
}

/* Removes the response that was stored earlier, because a newer one has come that cannot be stored. Otherwise the older
 * one could be used again. */
static void forget_older(const call *it) {
  if (it->found) cache_remove(it->cache, it->request.url);
}

/* Adds bytes to the body. Drops the body if it becomes too long. */
static void collect(call *it, const void *data, size_t len) {
  body *longer = it->body;
  if (len > it->cache->most_body - it->body->len) {
    longer = NULL;
  } else if (it->body->len + len > it->room) {
    size_t room = it->body->len == 0 ? len : 2 * (it->body->len + len);
    longer = realloc(it->body, sizeof *longer + room + 1);
    if (longer) {
      it->body = longer;
      it->room = room;
    }
  }
  if (!longer) {
    body_release(it->body);
    it->body = NULL;
    forget_older(it);
    return;
  }
  memcpy(longer->bytes + longer->len, data, len);
  longer->len += len;
}

moya_status receive_chunk(void *instance, moya_context *context, const void *data, size_t len) {
  cache *cache = instance;
  call *it = cache->host->slot(context);
  if (it && it->body && len > 0) collect(it, data, len);
  return cache->body->pass(context, data, len);
}

/* Stores the response, because its body is complete. */
moya_status receive_end(void *instance, moya_context *context) {
  cache *cache = instance;
  call *it = cache->host->slot(context);
  field all[MOST_FIELDS];
  arrival arrival;
  if (!it || !it->body || !read_response(cache, context, all, &arrival.head)) return MOYA_HOOK_OK;
  body *fitting = realloc(it->body, sizeof *fitting + it->body->len + 1);
  if (fitting) it->body = fitting;
  arrival.status = cache->host->http_status(context);
  arrival.asked_us = it->asked_us;
  arrival.received_us = it->received_us;
  stored *made = stored_new(&it->request, &arrival, it->body, cache->rules.heuristic_percent);
  if (made) cache_put(cache, made, it->removals);
  else forget_older(it);
  stored_release(made);
  body_release(it->body);
  it->body = NULL;
  return MOYA_HOOK_OK;
}
