/* Puts a small cache in front of the network. The cache is a backend: it gets each request of the provider. It responds
 * itself, or forwards the request to the network. The calls themselves do not change. */
#include <moya/moya.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { ROOM = 16 };

/* The stored responses, which are found by their URLs. So the cache is only for an API whose responses depend on the
 * URL alone. A lock protects the stored responses, because the library calls a backend on any thread. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static moya_response *kept[ROOM];
static size_t size;

static moya_response *find(const char *url) {
  moya_response *found = NULL;
  pthread_mutex_lock(&lock);
  for (size_t at = 0; at < size && !found; at++) {
    if (strcmp(moya_response_url(kept[at]).data, url) == 0) found = kept[at];
  }
  pthread_mutex_unlock(&lock);
  return found;
}

static void came(void *request, moya_status status, const moya_response *response, const moya_error *error) {
  if (status != MOYA_OK) {
    (void)moya_request_fail(request, status, moya_error_message(error).data);
    return;
  }
  pthread_mutex_lock(&lock);
  if (size < ROOM && moya_response_http_status(response) == 200) kept[size++] = moya_response_retain(response);
  pthread_mutex_unlock(&lock);
  (void)moya_request_respond(request, response);
}

static void release(void *request) { moya_request_release(request); }

static void answer(void *user, moya_request *request) {
  (void)user;
  moya_response *known = find(moya_request_url(request).data);
  if (strcmp(moya_request_method(request).data, "GET") != 0) {
    (void)moya_request_forward(request, NULL, NULL, NULL, NULL);
  } else if (known) {
    (void)moya_request_respond(request, known);
  } else {
    (void)moya_request_forward(request, came, request, release, NULL);
    return; /* the library calls `release` after `came` */
  }
  moya_request_release(request);
}

int main(int count, char **arguments) {
  moya_backend cache = MOYA_BACKEND(.send = answer);
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.backend = &cache);
  moya_provider *api;
  if (count != 2 || moya_provider_create(&options, &api, NULL) != MOYA_OK) return 2;

  moya_target visits = MOYA_TARGET(.name = "visits", .base_url = arguments[1], .path = "/visits");
  moya_status status = MOYA_OK;
  for (int number = 0; number < 3 && status == MOYA_OK; number++) {
    moya_response *response;
    moya_error *error;
    status = moya_provider_call(api, &visits, NULL, &response, &error);
    if (status == MOYA_OK) printf("%s\n", moya_response_body(response).data);
    else fprintf(stderr, "%s\n", moya_error_message(error).data);
    moya_response_release(response);
    moya_error_release(error);
  }

  moya_provider_destroy(api);
  while (size > 0) moya_response_release(kept[--size]);
  return status == MOYA_OK ? 0 : 1;
}
