/* OAuth 2 with client credentials (RFC 6749 §4.4). The plugin asks the token endpoint for a token, and adds the token
 * to each request. Only one request for a token runs at a time, and all calls wait for it. If a server refuses a token
 * with 401, the plugin asks for another token and sends the call again.
 *
 * Options: url, the token endpoint; client_id; client_secret.
 *
 *     gcc -shared -fPIC -pthread -o oauth.so oauth.c
 *     moya get https://api.example.com/me --plugin './oauth.so={"url": "https://login.example.com/token",
 *       "client_id": "tool", "client_secret": {"env": "TOOL_SECRET"}}'
 */
#include <moya/plugin/tasks.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct waiting {
  moya_context *context;
  struct waiting *next;
} waiting;

typedef struct oauth {
  const moya_host *host;
  const moya_tasks *tasks;
  moya_context *self;
  pid_t process;        /* the process that made the instance. A forked child must not use the lock, because another
                         * thread of the parent may have held it. The request for a token runs only in the parent */
  pthread_mutex_t lock; /* protects the following members */
  char *field;          /* "Bearer …"; NULL: there is no token */
  bool asks;            /* a request for a token is under way */
  waiting *first;
} oauth;

static moya_status create(const moya_host *host, moya_context *self, void **instance) {
  const moya_tasks *tasks = host->get_extension(MOYA_TASKS);
  if (!tasks) return MOYA_ERROR_PLUGIN_ABI;
  oauth *it = calloc(1, sizeof *it);
  if (!it) return MOYA_ERROR_MEMORY;
  it->host = host;
  it->tasks = tasks;
  it->self = self;
  it->process = getpid();
  pthread_mutex_init(&it->lock, NULL);
  *instance = it;
  return MOYA_OK;
}

static void destroy(void *instance) {
  oauth *it = instance;
  pthread_mutex_destroy(&it->lock);
  free(it->field);
  free(it);
}

/* Makes the value "Bearer …" of the header field from a response, {"access_token": "…", …}. Returns NULL if the
 * response has no token, or if the token has other characters than visible ASCII. */
static char *read_token(const char *json) {
  const char *name = "\"access_token\"", *token = strstr(json, name);
  if (!token) return NULL;
  token += strlen(name);
  token += strspn(token, ": \t\r\n");
  size_t len = *token == '"' ? strcspn(++token, "\"\\") : 0;
  if (len == 0 || token[len] != '"') return NULL;
  for (size_t i = 0; i < len; i++) {
    if (token[i] <= ' ' || token[i] > '~') return NULL;
  }
  char *field = malloc(sizeof "Bearer " + len);
  if (field) sprintf(field, "Bearer %.*s", (int)len, token);
  return field;
}

/* Runs when the request for a token has ended. If `field` is NULL, all calls that wait fail. Otherwise they continue
 * with this field. Some of these calls may have ended already, but each deferred context must be resumed. */
static void finish(oauth *it, char *field) {
  pthread_mutex_lock(&it->lock);
  free(it->field);
  it->field = field;
  it->asks = false;
  for (waiting *each = it->first; each; each = it->first) {
    moya_status status = MOYA_ERROR_OTHER;
    if (field) status = it->host->request_set_header(each->context, "Authorization", field);
    else it->host->fail(each->context, "the token endpoint gave no token");
    it->host->resume(each->context, status);
    it->first = each->next;
    free(each);
  }
  pthread_mutex_unlock(&it->lock);
}

static void receive_token(void *instance, moya_context *result, void *user, moya_status status) {
  oauth *it = instance;
  (void)user;
  bool is_good = status == MOYA_OK && it->host->http_status(result) == 200;
  moya_str json = is_good ? it->host->response_body(result) : (moya_str){NULL, 0};
  finish(it, json.data ? read_token(json.data) : NULL);
}

/* Appends "&name=value" with percent-encoding to a form that has room for it. */
static void append(char *form, const char *name, const char *value) {
  form += strlen(form);
  form += sprintf(form, "&%s=", name);
  for (; *value; value++) {
    bool is_plain = strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~", *value);
    form += sprintf(form, is_plain ? "%c" : "%%%02X", (unsigned char)*value);
  }
}

/* Sends the request for a token. The request belongs to the instance and not to a call. If it belonged to a call, and
 * this call were cancelled, all other calls would get no token. */
static void ask(oauth *it) {
  moya_str id = it->host->option_text(it->self, "client_id"), secret = it->host->option_text(it->self, "client_secret");
  moya_str url = it->host->option_text(it->self, "url");
  moya_header type = {"Content-Type", "application/x-www-form-urlencoded"};
  moya_status status = MOYA_ERROR_MEMORY;
  char *form = malloc(100 + 3 * (id.len + secret.len));
  if (form) {
    strcpy(form, "grant_type=client_credentials");
    append(form, "client_id", id.data);
    append(form, "client_secret", secret.data);
    moya_sub_request request = MOYA_SUB_REQUEST(.name = "token", .method = "POST", .url = url.data, .headers = &type,
                                                .header_count = 1, .body = form, .body_len = strlen(form));
    status = it->tasks->send(it->self, &request, receive_token, NULL, NULL);
  }
  free(form);
  if (status != MOYA_OK) finish(it, NULL);
}

static moya_status prepare(void *instance, moya_context *context) {
  oauth *it = instance;
  bool must_ask = false;
  if (getpid() != it->process) {
    it->host->fail(context, "a forked child has no token");
    return MOYA_ERROR_FORKED;
  }
  waiting *each = malloc(sizeof *each);
  if (!each) return MOYA_ERROR_MEMORY;
  pthread_mutex_lock(&it->lock);
  bool has_token = it->field;
  moya_status status = has_token ? it->host->request_set_header(context, "Authorization", it->field)
                                 : it->host->defer(context);
  if (!has_token && status == MOYA_OK) {
    *each = (waiting){context, it->first};
    it->first = each;
    must_ask = !it->asks;
    it->asks = true;
  }
  pthread_mutex_unlock(&it->lock);
  if (must_ask) ask(it);
  if (!has_token && status == MOYA_OK) return MOYA_HOOK_PENDING;
  free(each);
  return status;
}

/* If a server has refused the token, lets the call be sent once more. Deletes the token, so that the next call asks for
 * a new one. If another call has already replaced the token, the new token stays. */
static int64_t should_retry(void *instance, moya_context *context) {
  oauth *it = instance;
  if (getpid() != it->process) return MOYA_RETRY_NONE;
  if (it->host->http_status(context) != 401 || it->host->attempt(context) > 1) return MOYA_RETRY_NONE;
  moya_str used = it->host->request_header(context, "Authorization");
  pthread_mutex_lock(&it->lock);
  if (used.data && it->field && strcmp(used.data, it->field) == 0) {
    free(it->field);
    it->field = NULL;
  }
  pthread_mutex_unlock(&it->lock);
  return 0;
}

static const moya_option options[] = {
    {.name = "url", .about = "The token endpoint.", .kind = MOYA_OPTION_TEXT, .required = 1},
    {.name = "client_id", .about = "The name of the program.", .kind = MOYA_OPTION_TEXT, .required = 1},
    {.name = "client_secret", .about = "The secret of the program.", .kind = MOYA_OPTION_SECRET, .required = 1},
    {.name = NULL},
};

static const char *const secret_headers[] = {"Authorization", NULL};

static const moya_plugin plugin = {
    MOYA_PLUGIN_HEAD,
    .flags = MOYA_PLUGIN_WAITS,
    .id = "org.example.oauth",
    .version = "1.0.0",
    .about = "Adds an OAuth 2 token to each request.",
    .license = "MIT",
    .options = options,
    .secret_headers = secret_headers,
    .create = create,
    .destroy = destroy,
    .prepare = prepare,
    .should_retry = should_retry,
};

MOYA_MODULE(&plugin)
