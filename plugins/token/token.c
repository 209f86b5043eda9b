/* moya.token: OAuth 2 access tokens for calls. README.md is the page for its users. */
#define _POSIX_C_SOURCE 200809L
#include "token.h"

#include "secret.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void destroy(void *instance) {
  token *it = instance;
  if (it->store) store_close(it->store);
  held_release(it->held);
  guarded_destroy(&it->lock);
  secret_free(&it->refresh_token);
  secret_free(&it->access_token);
  bytes_free(&it->reason);
  settings_free(&it->settings);
  free(it);
}

/* Runs when the provider is closed. If a renewal runs, the provider waits for its end. Otherwise the new refresh token
 * could be lost after the token endpoint has replaced the old one. */
static moya_status close_instance(void *instance, moya_context *self) {
  token *it = instance;
  guarded_lock(&it->lock);
  bool may_wait = it->is_renewing && it->settings.refresh_token.len > 0;
  guarded_unlock(&it->lock);
  if (!may_wait || it->host->defer(self) != MOYA_OK) return MOYA_HOOK_OK;
  guarded_lock(&it->lock);
  bool waits = it->is_renewing;
  if (waits) it->closing = self;
  guarded_unlock(&it->lock);
  return waits ? MOYA_HOOK_PENDING : MOYA_HOOK_OK;
}

/* Returns false if the address names a file that other users may read or write. The module makes a file for its user
 * only, but a file that existed before can have other permissions. */
static bool is_private(const char *address) {
  struct stat facts;
  if (strncmp(address, "file:", 5) != 0) return true;
  return stat(address + 5, &facts) == 0 && (facts.st_mode & (S_IRWXG | S_IRWXO)) == 0;
}

static moya_status open_store(token *it) {
  char reason[300];
  const moya_digest *digest = it->host->get_extension(MOYA_DIGEST);
  if (it->settings.store.len == 0) return MOYA_OK;
  if (!digest || !lease_init(it, digest)) {
    it->host->fail(it->self, "the library has no random bytes or no hashes");
    return MOYA_ERROR_SYSTEM;
  }
  it->store = store_open(it->settings.store.data, it->tasks, it->self, reason, sizeof reason);
  if (it->store && is_private(it->settings.store.data)) return MOYA_OK;
  it->host->fail(it->self, it->store ? "the file of the store is not for its user only. It needs the mode 0600" : reason);
  return MOYA_ERROR_FILE;
}

/* Uses the token that the option `token` sets. Nobody knows how old it is, so it is used until a server refuses it. */
static moya_status use_given_token(token *it) {
  if (it->settings.token.len == 0) return MOYA_OK;
  fresh given = {.access_token = it->settings.token.data, .renew_in_ms = -1, .end_in_ms = -1};
  return token_store(it, &given) ? MOYA_OK : MOYA_ERROR_MEMORY;
}

static moya_status create(const moya_host *host, moya_context *self, void **instance) {
  const moya_tasks *tasks = host->get_extension(MOYA_TASKS);
  if (!tasks) {
    host->fail(self, "the library has no moya.tasks/1");
    return MOYA_ERROR_PLUGIN_ABI;
  }
  token *it = calloc(1, sizeof *it);
  if (!it || !guarded_init(&it->lock)) {
    free(it);
    return MOYA_ERROR_MEMORY;
  }
  it->host = host;
  it->tasks = tasks;
  it->self = self;
  it->process = getpid();
  moya_status status = settings_read(&it->settings, host, self);
  moya_str first = it->settings.refresh_token;
  if (status == MOYA_OK && first.len > 0 && !bytes_add(&it->refresh_token, first.data, first.len)) {
    status = MOYA_ERROR_MEMORY;
  }
  if (status == MOYA_OK) status = use_given_token(it);
  if (status == MOYA_OK) status = open_store(it);
  if (status == MOYA_OK) *instance = it;
  else destroy(it);
  return status;
}

#define TEXT(NAME, PRESET, ABOUT) {.name = NAME, .about = ABOUT, .kind = MOYA_OPTION_TEXT, .preset = PRESET}
#define CHOICE(NAME, PRESET, CHOICES, ABOUT) \
  {.name = NAME, .about = ABOUT, .kind = MOYA_OPTION_TEXT, .preset = PRESET, .choices = CHOICES}
#define SECRET(NAME, ABOUT) {.name = NAME, .about = ABOUT, .kind = MOYA_OPTION_SECRET}
#define INT(NAME, PRESET, LEAST, MOST, ABOUT) \
  {.name = NAME, .about = ABOUT, .kind = MOYA_OPTION_INT, .preset = PRESET, .least = LEAST, .most = MOST}

static const moya_option options[] = {
    {.name = "token_url", .about = "The URL of the token endpoint.", .kind = MOYA_OPTION_TEXT, .required = 1},
    {.name = "client_id", .about = "Who the program is.", .kind = MOYA_OPTION_TEXT, .required = 1},
    SECRET("client_secret", "The password of the client."),
    CHOICE("client_auth", "\"basic\"", "basic|post|none", "How the client proves itself at the token endpoint."),
    SECRET("refresh_token", "The first refresh token. Without it, the grant is client credentials."),
    SECRET("token", "The present token. Without it, the first call requests one."),
    TEXT("scope", NULL, "The scope of the token."),
    {.name = "parameters", .about = "More parameters of the token request.", .kind = MOYA_OPTION_JSON, .preset = "{}"},
    {.name = "origins", .about = "Where the token may go.", .kind = MOYA_OPTION_TEXTS, .required = 1},
    TEXT("scheme", "\"Bearer\"", "The word before the token."),
    CHOICE("header", "\"Authorization\"", "Authorization|X-Access-Token|X-Auth-Token|X-Api-Key|Api-Key",
           "The field that gets the token."),
    {.name = "statuses", .about = "Statuses that refuse a token.", .kind = MOYA_OPTION_JSON, .preset = "[401]"},
    INT("margin_s", "30", 0, 3600, "How long before its end a token is renewed."),
    INT("timeout_ms", "10000", 100, 600000, "The total timeout of a token request."),
    {.name = "plain_http", .about = "Allows http for other hosts than this machine.", .kind = MOYA_OPTION_FLAG},
    SECRET("store", "Where processes share the token: file:PATH or redis://HOST. Empty: they do not."),
    {.name = NULL},
};

static const char *const secret_headers[] = {"Authorization", "X-Access-Token", "X-Auth-Token", "X-Api-Key", "Api-Key", NULL};

static const moya_plugin plugin = {
    MOYA_PLUGIN_HEAD,
    .flags = MOYA_PLUGIN_WAITS | MOYA_PLUGIN_NEEDS_SLOT,
    .id = "moya.token",
    .version = "1.0.0",
    .about = "Gets OAuth 2 access tokens, puts them on calls, and renews them.",
    .license = "MIT",
    .options = options,
    .secret_headers = secret_headers,
    .create = create,
    .close = close_instance,
    .destroy = destroy,
    .prepare = token_prepare,
    .sign = token_sign,
    .should_retry = token_should_retry,
    .release_slot = token_release_slot,
};

MOYA_MODULE(&plugin)
