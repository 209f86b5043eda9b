/* The hooks that run when an attempt has ended. After a request such as a POST, they remove the stored responses that
 * it has made invalid. After a failure of the server, they let a stale response answer the call. */
#include "cache.h"

static void remove_named(cache *it, slice base, fields head, slice name) {
  char rooms[2][4096];
  slice url = resolved(base, first_value(head, name), rooms[0], sizeof rooms[0]);
  if (!url.at) return;
  request named = request_of(SLICE("GET"), url, (fields){NULL, 0}, rooms[1], sizeof rooms[1]);
  if (named.url.at) cache_remove(it, named.url);
}

/* Returns whether the response to an unsafe request may name a second URL whose stored responses have become
 * invalid. */
static bool names_other(const cache *it, moya_context *context) {
  return it->host->response_header(context, "Location").data || it->host->response_header(context, "Content-Location").data;
}

/* Removes the stored responses that a request such as a POST has made invalid (RFC 9111 §4.4). */
void did_receive(void *instance, moya_context *context) {
  cache *it = instance;
  call *call = it->host->slot(context);
  field all[MOST_FIELDS];
  char room[4096];
  fields head;
  if (!call || !call->is_unsafe || !invalidates(it->host->http_status(context))) return;
  cache_remove(it, call->request.url);
  slice url = text_of(it->host->response_url(context));
  if (url.at && !is_equal(url, call->request.url)) {
    request last = request_of(SLICE("GET"), url, (fields){NULL, 0}, room, sizeof room);
    if (last.url.at && !is_equal(last.url, call->request.url)) cache_remove(it, last.url);
  }
  if (!names_other(it, context) || !read_response(it, context, all, &head)) return;
  remove_named(it, call->request.url, head, SLICE("Location"));
  remove_named(it, call->request.url, head, SLICE("Content-Location"));
}

/* Returns true if the server could not be reached, or if no complete response came. */
static bool is_failure_of_server(moya_status status) {
  switch (status) {
    case MOYA_ERROR_RESOLVE:
    case MOYA_ERROR_CONNECT:
    case MOYA_ERROR_TIMEOUT_CONNECT:
    case MOYA_ERROR_TIMEOUT_IDLE:
    case MOYA_ERROR_NETWORK:
    case MOYA_ERROR_PROXY:
    case MOYA_ERROR_INCOMPLETE_BODY: return true;
    default: return false;
  }
}

/* Begins another attempt in two cases. If a 304 cannot be used, the next attempt is sent without validators. If the
 * server has failed, `prepare` answers the next attempt with a response that is too old (RFC 5861 §4). `process` could
 * not use the old response, because it runs too late for a call that streams its response. */
int64_t should_retry(void *instance, moya_context *context) {
  cache *it = instance;
  call *call = it->host->slot(context);
  if (!call || !call->found || call->is_unsafe) return MOYA_RETRY_NONE;
  if (call->must_repeat) return 0;
  call->uses_stale = is_failure_of_server(it->host->result_status(context)) &&
                     may_use_on_error(call->found, &call->request, &it->rules, it->tasks->date_us());
  return call->uses_stale ? 0 : MOYA_RETRY_NONE;
}
