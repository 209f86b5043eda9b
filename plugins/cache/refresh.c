/* Sends requests in the background, for responses that may be used while the server is asked (stale-while-revalidate,
 * RFC 5861 §3). */
#include "cache.h"

#include <stdlib.h>
#include <string.h>

/* Notes that no request in the background runs, so that another one may begin. */
static void end(call *it) {
  atomic_store(&it->found->refreshing_us, 0);
  call_release(it);
}

static stored *stored_of(call *it, moya_context *result, const arrival *arrival) {
  const cache *cache = it->cache;
  moya_str content = cache->host->response_body(result);
  body *body = content.len <= cache->most_body ? body_new(content.len) : NULL;
  if (!body) return NULL;
  if (content.len > 0) memcpy(body->bytes, content.data, content.len);
  stored *made = stored_new(&it->request, arrival, body, cache->rules.heuristic_percent);
  body_release(body);
  return made;
}

static void receive(void *instance, moya_context *result, void *user, moya_status status) {
  cache *cache = instance;
  call *it = user;
  field all[MOST_FIELDS];
  arrival arrival;
  stored *made = NULL;
  if (status != MOYA_OK || is_redirected(cache, result) || !read_response(cache, result, all, &arrival.head)) {
    end(it);
    return;
  }
  arrival.status = cache->host->http_status(result);
  arrival.asked_us = it->asked_us;
  arrival.received_us = cache->tasks->date_us();
  bool is_same = arrival.status == 304 && is_confirmed(it->found, arrival.head);
  if (is_same) made = stored_updated(it->found, &it->request, &arrival, cache->rules.heuristic_percent);
  else if (may_store(&it->request, &arrival, &cache->rules)) made = stored_of(it, result, &arrival);
  else if (!is_server_error(arrival.status)) cache_remove(cache, it->request.url);
  if (made) cache_put(cache, made, it->removals);
  stored_release(made);
  end(it);
}

/* Copies the fields of a request except Range, because the whole content is needed. Adds the validators of `old`. Each
 * text has a zero byte after it, as in a context and in a stored response. */
static size_t write_fields(fields all, const stored *old, moya_header *out) {
  size_t count = 0;
  slice tag = first_value(old->head, SLICE("ETag")), date = first_value(old->head, SLICE("Last-Modified"));
  for (size_t i = 0; i < all.count; i++) {
    if (is_same_word(all.at[i].name, SLICE("Range"))) continue;
    out[count++] = (moya_header){all.at[i].name.at, all.at[i].value.at};
  }
  if (tag.at) out[count++] = (moya_header){"If-None-Match", tag.at};
  if (date.at) out[count++] = (moya_header){"If-Modified-Since", date.at};
  return count;
}

void refresh(cache *it, moya_context *context, const request *request, stored *old) {
  field all[MOST_FIELDS];
  moya_header headers[MOST_FIELDS + 2];
  fields fields;
  int64_t none = 0;
  if (!atomic_compare_exchange_strong(&old->refreshing_us, &none, it->tasks->date_us())) return;
  call *made = read_request(it, context, all, &fields) ? call_new(it, request, old) : NULL;
  if (!made) {
    atomic_store(&old->refreshing_us, 0);
    return;
  }
  moya_sub_request sent =
      MOYA_SUB_REQUEST(.name = "refresh", .url = it->host->request_url(context).data, .headers = headers,
                       .header_count = write_fields(fields, old, headers), .header_stride = sizeof *headers);
  if (it->tasks->send(it->self, &sent, receive, made, NULL) != MOYA_OK) end(made);
}
