/* A good module: it asks for a token once, and adds it to each request. Calls wait until the token is there. If there
 * is no token, they continue without it. */
#include "../module.h"
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct waiting {
  moya_context *context;
  struct waiting *next;
} waiting;

typedef struct token {
  moya_context *self;
  pthread_mutex_t lock;
  waiting *first;
  bool asked, known;
  char value[256];
} token;

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  moya_status status = keep_tasks(functions, self);
  if (status != MOYA_OK) return status;
  token *it = calloc(1, sizeof *it);
  if (!it) return MOYA_ERROR_MEMORY;
  it->self = self;
  pthread_mutex_init(&it->lock, NULL);
  *instance = it;
  return MOYA_OK;
}

static void destroy(void *instance) {
  token *it = instance;
  pthread_mutex_destroy(&it->lock);
  free(it);
}

static moya_status add_token(token *it, moya_context *context) {
  return it->value[0] ? host->request_set_header(context, "Authorization", it->value) : MOYA_HOOK_OK;
}

/* After this function the value does not change. */
static void finish(token *it, moya_str value) {
  pthread_mutex_lock(&it->lock);
  if (value.data && value.len < sizeof it->value) memcpy(it->value, value.data, value.len);
  it->known = true;
  waiting *all = it->first;
  it->first = NULL;
  pthread_mutex_unlock(&it->lock);
  for (waiting *each = all, *next; each; each = next) {
    next = each->next;
    add_token(it, each->context);
    host->resume(each->context, MOYA_HOOK_OK);
    free(each);
  }
}

static void receive(void *instance, moya_context *result, void *user, moya_status status) {
  (void)user;
  bool good = status == MOYA_OK && host->http_status(result) == 200;
  finish(instance, good ? host->response_header(result, "X-Token") : (moya_str){NULL, 0});
}

static moya_status prepare(void *instance, moya_context *context) {
  token *it = instance;
  waiting *each = malloc(sizeof *each);
  if (!each) return MOYA_ERROR_MEMORY;
  pthread_mutex_lock(&it->lock);
  bool known = it->known, first = !it->asked;
  moya_status status = known ? MOYA_OK : host->defer(context);
  if (!known && status == MOYA_OK) {
    *each = (waiting){context, it->first};
    it->first = each;
    it->asked = true;
  }
  pthread_mutex_unlock(&it->lock);
  if (known || status != MOYA_OK) {
    free(each);
    return known ? add_token(it, context) : status;
  }
  if (first) {
    moya_sub_request request = MOYA_SUB_REQUEST(.name = "token", .url = host->option_text(it->self, "url").data);
    if (tasks->send(it->self, &request, receive, NULL, NULL) != MOYA_OK) finish(it, (moya_str){NULL, 0});
  }
  return MOYA_HOOK_PENDING;
}

static const moya_option options[] = {
    {.name = "url", .about = "Where tokens are.", .kind = MOYA_OPTION_TEXT, .preset = "\"https://token.example/\""},
    {.name = NULL},
};

static const char *const secret_headers[] = {"Authorization", NULL};

static const moya_plugin plugin = {
    MODULE_HEAD("token", "Adds a token."),
    .flags = MOYA_PLUGIN_WAITS,
    .options = options,
    .secret_headers = secret_headers,
    .create = create,
    .destroy = destroy,
    .prepare = prepare,
};

MOYA_MODULE(&plugin)
