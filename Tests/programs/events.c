#include <moya/moya.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct stream {
  char last_id[256];
  int64_t retry_ms;
} stream;

static moya_flow on_head(void *user, const moya_response *head) {
  (void)user;
  const char *type = moya_response_header(head, "Content-Type").data;
  if (moya_response_http_status(head) == 204) return MOYA_FLOW_CONTINUE;
  if (type && strncmp(type, "text/event-stream", 17) == 0) return MOYA_FLOW_CONTINUE;
  fprintf(stderr, "The response is no stream of events: its type is %s.\n", type ? type : "not given");
  return MOYA_FLOW_STOP;
}

static moya_flow on_event(void *user, const moya_event *event) {
  stream *it = user;
  /* "" means that no id has come on this connection. Then the last id of the connection before still counts. */
  if (event->id.len > 0) snprintf(it->last_id, sizeof it->last_id, "%s", event->id.data);
  if (event->retry_ms >= 0) it->retry_ms = event->retry_ms;
  printf("[%s] %s: %s\n", event->id.data, event->type.data, event->data.data);
  return MOYA_FLOW_CONTINUE;
}

static bool is_broken(moya_status status) {
  return status == MOYA_ERROR_RESOLVE || status == MOYA_ERROR_CONNECT || status == MOYA_ERROR_TIMEOUT_CONNECT ||
         status == MOYA_ERROR_TIMEOUT_IDLE || status == MOYA_ERROR_NETWORK || status == MOYA_ERROR_INCOMPLETE_BODY;
}

int main(int count, char **arguments) {
  if (count != 2) return fprintf(stderr, "usage: %s URL\n", arguments[0]), 1;
  moya_provider *api;
  moya_error *error;
  stream it = {.retry_ms = 3000};
  moya_status status = moya_provider_create(NULL, &api, &error);
  while (status == MOYA_OK) {
    moya_target events = MOYA_TARGET(.name = "events", .base_url = arguments[1], .validation = MOYA_VALIDATION_SUCCESS,
                                     MOYA_HEADERS({"Last-Event-ID", it.last_id[0] ? it.last_id : NULL}));
    moya_handlers handlers = MOYA_HANDLERS(.head = on_head, .event = on_event, .user = &it);
    moya_response *response;
    status = moya_provider_call(api, &events, &handlers, &response, &error);
    /* 204: the server wants no more connections. */
    bool ended = status == MOYA_OK ? moya_response_http_status(response) == 204 : !is_broken(status);
    moya_response_release(response);
    if (ended) break;
    if (error) fprintf(stderr, "%s\n", moya_error_message(error).data);
    moya_error_release(error);
    status = MOYA_OK;
    error = NULL;
    usleep((useconds_t)it.retry_ms * 1000);
  }
  if (status != MOYA_OK) fprintf(stderr, "%s\n", moya_error_message(error).data);
  moya_error_release(error);
  moya_provider_destroy(api);
  return status == MOYA_OK ? 0 : 1;
}
