/* fails: overlap */
/* A cache stores each body under the URL of the call that began last. */
#include "../module.h"
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64 };
typedef struct cache {
  char url[256];
  struct {
    char *url, *body;
    size_t len;
  } stored[MOST];
  size_t count;
  pthread_mutex_t lock;
} cache;

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  (void)self;
  host = functions;
  cache *it = *instance = calloc(1, sizeof(cache));
  if (!it) return MOYA_ERROR_MEMORY;
  pthread_mutex_init(&it->lock, NULL);
  return MOYA_OK;
}

static void destroy(void *instance) {
  cache *it = instance;
  for (size_t index = 0; index < it->count; index++) free(it->stored[index].url), free(it->stored[index].body);
  pthread_mutex_destroy(&it->lock);
  free(it);
}

static moya_status prepare(void *instance, moya_context *context) {
  cache *it = instance;
  moya_status status = MOYA_HOOK_OK;
  pthread_mutex_lock(&it->lock);
  snprintf(it->url, sizeof it->url, "%s", host->request_url(context).data);
  for (size_t index = 0; index < it->count; index++) {
    if (strcmp(it->stored[index].url, it->url) != 0) continue;
    host->response_set_status(context, 200);
    status = host->response_set_body(context, it->stored[index].body, it->stored[index].len);
    if (status == MOYA_OK) status = MOYA_HOOK_ANSWERED;
    break;
  }
  pthread_mutex_unlock(&it->lock);
  return status;
}

static void did_receive(void *instance, moya_context *context) {
  cache *it = instance;
  moya_str text = host->response_body(context);
  bool is_get = strcmp(host->request_method(context).data, "GET") == 0;
  bool good = host->http_status(context) == 200 && text.len > 0 && is_get;
  pthread_mutex_lock(&it->lock);
  if (good && it->count < MOST) {
    it->stored[it->count].url = strdup(it->url);
    it->stored[it->count].body = strdup(text.data);
    it->stored[it->count].len = text.len;
    it->count++;
  }
  pthread_mutex_unlock(&it->lock);
}

static const moya_plugin plugin = {
    MODULE_HEAD("stores-under-other-url", "Stores bodies, and answers the same request with them."),
    .create = create,
    .destroy = destroy,
    .prepare = prepare,
    .did_receive = did_receive,
};

MOYA_MODULE(&plugin)
