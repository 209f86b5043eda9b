#define _DEFAULT_SOURCE /* explicit_bzero */
#include "instance.h"

#include <stdlib.h>
#include <string.h>

static moya_status refuse(sigv4 *it, moya_status status, const char *reason) {
  it->host->fail(it->self, reason);
  sigv4_destroy(it);
  return status;
}

static body_rule rule_of(const char *word) {
  return strcmp(word, "unsigned") == 0 ? BODY_UNSIGNED : strcmp(word, "signed") == 0 ? BODY_SIGNED : BODY_STREAMS_UNSIGNED;
}

/* Returns the region from the option or, if the option is not set, from the environment. Returns "" if neither sets a
 * region. */
static const char *region_of(const moya_host *host, moya_context *self) {
  moya_str option = host->option_text(self, "region");
  static const char *const names[] = {"AWS_REGION", "AWS_DEFAULT_REGION"};
  for (size_t i = 0; option.len == 0 && i < sizeof names / sizeof *names; i++) {
    const char *value = getenv(names[i]);
    if (value && *value) return value;
  }
  return option.data;
}

/* Returns whether the text can be a part of the scope of a signature. In the scope, slashes separate the parts. */
static bool is_word(const bytes *text) { return text->len > 0 && is_visible(text->data) && !strchr(text->data, '/'); }

moya_status sigv4_create(const moya_host *host, moya_context *self, void **instance) {
  const moya_tasks *tasks = host->get_extension(MOYA_TASKS);
  const moya_digest *digest = host->get_extension(MOYA_DIGEST);
  sigv4 *it = tasks && digest ? calloc(1, sizeof *it) : NULL;
  if (!it) return tasks && digest ? MOYA_ERROR_MEMORY : MOYA_ERROR_PLUGIN_ABI;
  it->host = host;
  it->tasks = tasks;
  it->digest = digest;
  it->self = self;
  pthread_mutex_init(&it->keys.lock, NULL);
  const char *service = host->option_text(self, "service").data;
  if (!bytes_add_text(&it->region, region_of(host, self)) || !bytes_add_text(&it->service, service)) {
    return refuse(it, MOYA_ERROR_MEMORY, "there is no memory");
  }
  if (it->region.len == 0) return refuse(it, MOYA_ERROR_ARGUMENT, "there is no region: set region or AWS_REGION");
  if (!is_word(&it->region)) return refuse(it, MOYA_ERROR_ARGUMENT, "the region has a character that no region has");
  if (!is_word(&it->service)) return refuse(it, MOYA_ERROR_ARGUMENT, "the service is empty or has a character that no service has");
  it->is_s3 = strncmp(service, "s3", 2) == 0 && (service[2] == 0 || service[2] == '-');
  it->in_query = strcmp(host->option_text(self, "form").data, "query") == 0;
  it->body = rule_of(host->option_text(self, "body").data);
  it->expires_s = host->option_int(self, "expires_s");
  credential_options options = {
      host->option_text(self, "key_id").data, host->option_text(self, "secret").data,
      host->option_text(self, "session_token").data, host->option_text(self, "profile").data,
      host->option_text(self, "credentials_file").data};
  bytes reason = {0};
  if (!credentials_find(&it->who, &options, &reason)) {
    moya_status status = refuse(it, MOYA_ERROR_ARGUMENT, bytes_text(&reason));
    bytes_free(&reason);
    return status;
  }
  *instance = it;
  return MOYA_OK;
}

void sigv4_destroy(void *instance) {
  sigv4 *it = instance;
  pthread_mutex_destroy(&it->keys.lock);
  explicit_bzero(&it->keys.key, sizeof it->keys.key);
  credentials_free(&it->who);
  bytes_free(&it->region);
  bytes_free(&it->service);
  free(it);
}
