/* A good module: it signs the method, the URL and the body of each request with a key. */
#include "../module.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  *instance = self;
  return keep_digest(functions, self);
}

/* A body that is not in memory is not signed. */
static moya_status sign(void *self, moya_context *context) {
  moya_str method = host->request_method(context), url = host->request_url(context);
  moya_str key = host->option_text(self, "key"), bytes = {"", 0};
  if (host->request_body_kind(context) == MOYA_BODY_BYTES) bytes = host->request_body(context);
  char *text = malloc(method.len + url.len + bytes.len + 3); /* a space, a line end and a NUL */
  if (!text) return MOYA_ERROR_MEMORY;
  size_t len = (size_t)sprintf(text, "%s %s\n", method.data, url.data);
  if (bytes.len) memcpy(text + len, bytes.data, bytes.len);
  uint8_t sum[MOYA_MOST_HASH];
  size_t count = digest->hmac(MOYA_HASH_SHA256, key.data, key.len, text, len + bytes.len, sum);
  free(text);
  if (count == 0) {
    host->fail(context, "the host cannot compute HMAC-SHA256");
    return MOYA_ERROR_UNSUPPORTED;
  }
  char hex[2 * MOYA_MOST_HASH + 1];
  for (size_t i = 0; i < count; i++) sprintf(hex + 2 * i, "%02x", sum[i]);
  return host->request_set_header(context, "X-Signature", hex);
}

static const moya_option options[] = {
    {.name = "key", .about = "The key.", .kind = MOYA_OPTION_SECRET, .required = 1},
    {.name = NULL},
};

static const char *const secret_headers[] = {"X-Signature", NULL};

static const moya_plugin plugin = {
    MODULE_HEAD("signer", "Signs requests."),
    .options = options,
    .secret_headers = secret_headers,
    .create = create,
    .sign = sign,
};

MOYA_MODULE(&plugin)
