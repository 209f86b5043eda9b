/* Turns the ASCII letters of text responses into capitals while the body arrives. The plugin works in the same way for
 * a caller that streams the body and for a caller that receives the whole body.
 *
 * Options: none.
 *
 *     gcc -shared -fPIC -o upper.so upper.c
 *     moya get https://api.example.com/poem --plugin ./upper.so
 */
#include <moya/plugin/body.h>
#include <stdbool.h>
#include <string.h>

static const moya_host *host;
static const moya_body *body;

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  *instance = NULL;
  host = functions;
  body = host->get_extension(MOYA_BODY);
  if (body) return MOYA_OK;
  host->fail(self, "the host has no moya.body/1");
  return MOYA_ERROR_PLUGIN_ABI;
}

/* Compares without the case of ASCII letters. strncasecmp depends on the locale of the program. */
static bool begins_with(const char *text, const char *word) {
  for (; *word; text++, word++) {
    char letter = *text >= 'A' && *text <= 'Z' ? (char)(*text - 'A' + 'a') : *text;
    if (letter != *word) return false;
  }
  return true;
}

/* Returns MOYA_HOOK_OK for a text, so that `chunk` gets its body. The library passes on all other bodies unchanged. */
static moya_status head(void *instance, moya_context *context) {
  (void)instance;
  moya_str type = host->response_header(context, "Content-Type");
  return type.data && begins_with(type.data, "text/") ? MOYA_HOOK_OK : MOYA_BODY_SKIP;
}

/* Passes on a copy of the bytes with capitals, because a plugin must not change the bytes themselves. toupper depends
 * on the locale of the program. */
static moya_status chunk(void *instance, moya_context *context, const void *data, size_t len) {
  (void)instance;
  const char *from = data;
  char piece[4096];
  while (len > 0) {
    size_t count = len < sizeof piece ? len : sizeof piece;
    for (size_t i = 0; i < count; i++) {
      piece[i] = from[i] >= 'a' && from[i] <= 'z' ? (char)(from[i] - 'a' + 'A') : from[i];
    }
    moya_status status = body->pass(context, piece, count);
    if (status != MOYA_OK) return status;
    from += count;
    len -= count;
  }
  return MOYA_HOOK_OK;
}

static const void *get_extension(const char *name) {
  static const moya_body_hooks hooks = {.size = sizeof hooks, .head = head, .chunk = chunk};
  return strcmp(name, MOYA_BODY) == 0 ? &hooks : NULL;
}

static const moya_plugin plugin = {
    MOYA_PLUGIN_HEAD,
    .id = "org.example.upper",
    .version = "1.0.0",
    .about = "Turns text responses into capitals.",
    .license = "MIT",
    .create = create,
    .get_extension = get_extension,
};

MOYA_MODULE(&plugin)
