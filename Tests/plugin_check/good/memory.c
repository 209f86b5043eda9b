/* A good module: it stores the last body in memory, and answers a request for the same URL with this body. Work (a
 * function that may block) compares the hashes of the URLs. The cryptographic library allocates memory for each thread,
 * which is not memory of the plugin. */
#include "../module.h"
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct copy {
  char *url, *bytes;
  size_t len;
} copy;

typedef struct memory {
  pthread_mutex_t lock;
  copy last;
} memory;

/* What `compare` needs. `compare` may run longer than the call, so this struct has its own copy of the call's URL. */
typedef struct search {
  moya_context *context;
  char url[];
} search;

static void release_copy(copy *it) {
  free(it->url);
  free(it->bytes);
}

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  moya_status status = keep_tasks(functions, self);
  if (status == MOYA_OK) status = keep_body(functions, self);
  if (status == MOYA_OK) status = keep_digest(functions, self);
  if (status != MOYA_OK) return status;
  memory *it = calloc(1, sizeof *it);
  if (!it) return MOYA_ERROR_MEMORY;
  pthread_mutex_init(&it->lock, NULL);
  *instance = it;
  return MOYA_OK;
}

static void destroy(void *instance) {
  memory *it = instance;
  release_copy(&it->last);
  pthread_mutex_destroy(&it->lock);
  free(it);
}

static bool same_hash(const char *one, const char *other) {
  uint8_t sums[2][MOYA_MOST_HASH];
  size_t len = digest->hmac(MOYA_HASH_SHA256, "key", 3, one, strlen(one), sums[0]);
  size_t other_len = digest->hmac(MOYA_HASH_SHA256, "key", 3, other, strlen(other), sums[1]);
  return len == other_len && memcmp(sums[0], sums[1], len) == 0;
}

static void compare(void *instance, moya_context *owner, void *user, moya_status status) {
  memory *it = instance;
  search *wanted = user;
  moya_status result = MOYA_HOOK_OK;
  (void)owner;
  pthread_mutex_lock(&it->lock);
  if (status == MOYA_OK && same_hash(it->last.url ? it->last.url : "", wanted->url)) {
    status = host->response_set_body(wanted->context, it->last.bytes, it->last.len);
    result = status == MOYA_OK ? MOYA_HOOK_ANSWERED : status;
  }
  pthread_mutex_unlock(&it->lock);
  host->resume(wanted->context, result);
  free(wanted);
}

static moya_status prepare(void *instance, moya_context *context) {
  (void)instance;
  moya_str method = host->request_method(context), url = host->request_url(context);
  if (host->attempt(context) > 1 || !method.data || strcmp(method.data, "GET") != 0) return MOYA_HOOK_OK;
  if (host->response_body_kind(context) == MOYA_BODY_FILE) return MOYA_HOOK_OK;
  search *wanted = malloc(sizeof *wanted + url.len + 1);
  if (!wanted) return MOYA_ERROR_MEMORY;
  wanted->context = context;
  memcpy(wanted->url, url.data, url.len + 1);
  moya_status status = host->defer(context);
  if (status == MOYA_OK) status = tasks->work(context, compare, wanted, NULL);
  if (status == MOYA_OK) return MOYA_HOOK_PENDING;
  free(wanted);
  return status;
}

static moya_status head(void *instance, moya_context *context) {
  (void)instance;
  moya_str method = host->request_method(context), url = host->request_url(context);
  copy *old = host->slot(context);
  if (old) {
    host->set_slot(context, NULL);
    release_copy(old);
    free(old);
  }
  if (host->http_status(context) != 200 || strcmp(method.data, "GET") != 0) return MOYA_BODY_SKIP;
  copy *it = calloc(1, sizeof *it);
  if (!it) return MOYA_ERROR_MEMORY;
  it->url = strdup(url.data);
  moya_status status = it->url ? host->set_slot(context, it) : MOYA_ERROR_MEMORY;
  if (status == MOYA_OK) return MOYA_HOOK_OK;
  release_copy(it);
  free(it);
  return status;
}

static moya_status chunk(void *instance, moya_context *context, const void *data, size_t len) {
  (void)instance;
  copy *it = host->slot(context);
  char *longer = realloc(it->bytes, it->len + len + 1);
  if (!longer) return MOYA_ERROR_MEMORY;
  memcpy(longer + it->len, data, len);
  it->bytes = longer;
  it->len += len;
  return body->pass(context, data, len);
}

static moya_status end(void *instance, moya_context *context) {
  memory *it = instance;
  copy *new = host->slot(context);
  pthread_mutex_lock(&it->lock);
  copy old = it->last;
  it->last = *new;
  *new = old; /* release_slot frees the old one */
  pthread_mutex_unlock(&it->lock);
  return MOYA_HOOK_OK;
}

static void release_slot(void *instance, void *slot) {
  (void)instance;
  release_copy(slot);
  free(slot);
}

static const void *extension(const char *name) {
  static const moya_body_hooks hooks = {.size = sizeof hooks, .head = head, .chunk = chunk, .end = end};
  return strcmp(name, MOYA_BODY) == 0 ? &hooks : NULL;
}

static const moya_plugin plugin = {
    MODULE_HEAD("memory", "Answers with the last body."),
    .flags = MOYA_PLUGIN_WAITS,
    .create = create,
    .destroy = destroy,
    .prepare = prepare,
    .release_slot = release_slot,
    .get_extension = extension,
};

MOYA_MODULE(&plugin)
