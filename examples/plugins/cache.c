/* Stores responses in files, and answers later requests with them. A response is fresh for as many seconds as max-age
 * in its Cache-Control says. Afterwards the plugin asks the server with If-None-Match whether the response is still
 * valid. The plugin stores only whole responses to GET with the status 200. The name of a file is a hash of the URL and
 * the user. Hooks must not block, so the plugin reads and writes files in work (plugin/tasks.h), which may block.
 *
 * Options: folder. The folder must exist, and only one user should have access to it, because it gets private
 * responses.
 *
 *     gcc -shared -fPIC -o cache.so cache.c
 *     moya get https://api.example.com/zen --plugin './cache.so={"folder": "/home/me/.cache/zen"}'
 */
#include <moya/plugin/body.h>
#include <moya/plugin/digest.h>
#include <moya/plugin/tasks.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_BYTES 16000000 /* the longest body that is stored */

static const moya_host *host;
static const moya_tasks *tasks;
static const moya_body *body;
static const moya_digest *digest;

/* The response to a call. At first it is the response from the file. If the server sends a new response, the new one
 * replaces it. The slot of the call points to this struct. */
typedef struct entry {
  moya_context *call; /* the context of the call while it waits */
  char path[4096], etag[256], type[256];
  long long fresh_until_us;
  char *bytes;
  size_t len;
  bool is_stored, is_whole; /* is_stored: the response was in the file. is_whole: the response is complete and may be
                             * written to the file */
} entry;

/* Uses `self` as the instance, because this plugin needs only its options, which are read through `self`. */
static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  *instance = self;
  host = functions;
  tasks = host->get_extension(MOYA_TASKS);
  body = host->get_extension(MOYA_BODY);
  digest = host->get_extension(MOYA_DIGEST);
  return tasks && body && digest ? MOYA_OK : MOYA_ERROR_PLUGIN_ABI;
}

static void release_slot(void *self, void *slot) {
  entry *it = slot;
  (void)self;
  if (it) free(it->bytes);
  free(it);
}

/* Makes an entry for a request. The path of its file contains a hash of the URL and of the user (the field
 * Authorization), so that no user gets the response of another. */
static entry *new_entry(moya_context *self, moya_context *context) {
  moya_str url = host->request_url(context), user = host->request_header(context, "Authorization");
  uint8_t key[MOYA_MOST_HASH], sum[MOYA_MOST_HASH];
  entry *it = calloc(1, sizeof *it);
  if (!it) return NULL;
  size_t len = digest->hash(MOYA_HASH_SHA256, user.data, user.len, key);
  if (len) len = digest->hmac(MOYA_HASH_SHA256, key, len, url.data, strcspn(url.data, "#"), sum);
  int end = snprintf(it->path, sizeof it->path - 80, "%s/", host->option_text(self, "folder").data);
  if (len == 0 || end < 0 || (size_t)end >= sizeof it->path - 80) {
    free(it);
    return NULL;
  }
  for (size_t i = 0; i < len; i++) end += sprintf(it->path + end, "%02x", sum[i]);
  return it;
}

/* Reads a file: the time, the ETag, the type and the length of the body in lines, then the body. */
static bool read_file(entry *it) {
  FILE *file = fopen(it->path, "rbe");
  if (!file) return false;
  bool is_good = fscanf(file, "%lld", &it->fresh_until_us) == 1 && fgetc(file) == '\n' &&
                 fgets(it->etag, sizeof it->etag, file) && fgets(it->type, sizeof it->type, file) &&
                 fscanf(file, "%zu", &it->len) == 1 &&
                 it->len <= MOST_BYTES && fgetc(file) == '\n' && (it->bytes = malloc(it->len + 1)) &&
                 fread(it->bytes, 1, it->len, file) == it->len;
  fclose(file);
  it->etag[strcspn(it->etag, "\n")] = 0;
  it->type[strcspn(it->type, "\n")] = 0;
  return is_good;
}

/* Writes a file under another name, and then renames it. So a reader finds either the old file or the new one. */
static void write_file(void *self, moya_context *owner, void *user, moya_status status) {
  entry *it = user;
  char part[sizeof it->path + 8];
  (void)self;
  snprintf(part, sizeof part, "%s.XXXXXX", it->path);
  int number = status == MOYA_OK ? mkstemp(part) : -1; /* with any other status, the instance ends */
  FILE *file = number >= 0 ? fdopen(number, "wb") : NULL;
  bool is_good = file && fprintf(file, "%lld\n%s\n%s\n%zu\n", it->fresh_until_us, it->etag, it->type, it->len) > 0 &&
                 fwrite(it->bytes ? it->bytes : "", 1, it->len, file) == it->len;
  if (file) is_good = fclose(file) == 0 && is_good;
  else if (number >= 0) close(number);
  is_good = is_good && rename(part, it->path) == 0;
  if (!is_good && number >= 0) unlink(part);
  if (!is_good && status == MOYA_OK) host->log(owner, MOYA_LOG_WARNING, "a response cannot be stored");
  release_slot(self, it);
}

static moya_status answer(moya_context *context, const entry *it) {
  moya_status status = host->response_set_status(context, 200);
  if (status == MOYA_OK && it->type[0]) status = host->response_set_header(context, "Content-Type", it->type);
  if (status == MOYA_OK && it->etag[0]) status = host->response_set_header(context, "ETag", it->etag);
  if (status == MOYA_OK) status = host->response_set_body(context, it->bytes, it->len);
  return status == MOYA_OK ? MOYA_HOOK_ANSWERED : status;
}

/* Reads the file of a call that waits. If the call has ended, the functions of the host return errors, and nothing else
 * happens. */
static void look_up(void *self, moya_context *owner, void *user, moya_status status) {
  entry *it = user;
  moya_context *call = it->call;
  moya_status result = MOYA_HOOK_OK;
  (void)owner;
  it->is_stored = status == MOYA_OK && read_file(it);
  if (it->is_stored && tasks->date_us() < it->fresh_until_us) {
    result = answer(call, it);
  } else {
    if (it->is_stored && it->etag[0]) host->request_set_header(call, "If-None-Match", it->etag);
    if (host->set_slot(call, it) == MOYA_OK) it = NULL;
  }
  release_slot(self, it);
  host->resume(call, result);
}

/* Lets the call wait while its file is read. Leaves the request to the server if the caller wants only a part of the
 * content (Range), or only a response that has changed (If-None-Match, If-Modified-Since). */
static moya_status prepare(void *self, moya_context *context) {
  bool is_for_us = strcmp(host->request_method(context).data, "GET") == 0 && !host->slot(context) &&
                   host->response_body_kind(context) != MOYA_BODY_FILE &&
                   !host->request_header(context, "Range").data &&
                   !host->request_header(context, "If-None-Match").data &&
                   !host->request_header(context, "If-Modified-Since").data;
  entry *it = is_for_us ? new_entry(self, context) : NULL;
  if (!it) return MOYA_HOOK_OK;
  it->call = context;
  moya_status status = host->defer(context);
  if (status == MOYA_OK) status = tasks->work(context, look_up, it, NULL);
  if (status == MOYA_OK) return MOYA_HOOK_PENDING;
  release_slot(self, it);
  return MOYA_HOOK_OK; /* the call continues without the cache */
}

/* Returns the letter in lower case. tolower and strcasecmp depend on the locale of the program. */
static char lower(char letter) { return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter; }

static bool begins_with(const char *text, const char *word) {
  while (*word && lower(*text) == lower(*word)) text++, word++;
  return !*word;
}

static bool is_same_name(const char *one, const char *other) {
  while (*one && lower(*one) == lower(*other)) one++, other++;
  return lower(*one) == lower(*other);
}

/* Returns for how many microseconds a response is fresh, or -1 if it must not be stored. */
static long long lifetime_us(moya_context *context) {
  moya_str control = host->response_header(context, "Cache-Control"), vary = host->response_header(context, "Vary");
  long long seconds = 0;
  bool must_ask = false;
  if (vary.data && !is_same_name(vary.data, "Accept-Encoding")) return -1;
  for (const char *it = control.data; it && *it; it += strcspn(it, ",")) {
    it += strspn(it, ", \t");
    if (begins_with(it, "no-store")) return -1;
    if (begins_with(it, "no-cache")) must_ask = true;
    if (begins_with(it, "max-age=")) seconds = strtoll(it + 8, NULL, 10);
  }
  if (must_ask || seconds < 0) return 0;
  return (seconds < 31536000 ? seconds : 31536000) * 1000000;
}

/* Takes the entry out of the slot, and starts the work that writes it to its file. */
static moya_status store(moya_context *self, moya_context *context, entry *it) {
  moya_status status = host->set_slot(context, NULL);
  if (status != MOYA_OK) return status;
  if (tasks->work(self, write_file, it, NULL) != MOYA_OK) release_slot(self, it);
  return MOYA_OK;
}

static moya_status head(void *self, moya_context *context) {
  entry *it = host->slot(context);
  moya_str etag = host->response_header(context, "ETag"), type = host->response_header(context, "Content-Type");
  long long lifetime = lifetime_us(context);
  if (!it) return MOYA_BODY_SKIP;
  it->fresh_until_us = tasks->date_us() + lifetime;
  if (it->is_stored && host->http_status(context) == 304) {
    moya_status status = answer(context, it);
    if (status == MOYA_HOOK_ANSWERED && lifetime >= 0) store(self, context, it);
    return status;
  }
  free(it->bytes);
  it->bytes = NULL;
  it->len = 0;
  it->is_stored = false;
  it->is_whole = host->http_status(context) == 200 && lifetime >= 0 && (lifetime > 0 || etag.len) &&
                 etag.len < sizeof it->etag && type.len < sizeof it->type;
  if (!it->is_whole) return MOYA_BODY_SKIP;
  strcpy(it->etag, etag.data ? etag.data : "");
  strcpy(it->type, type.data ? type.data : "");
  return MOYA_HOOK_OK;
}

static moya_status chunk(void *self, moya_context *context, const void *data, size_t len) {
  entry *it = host->slot(context);
  (void)self;
  char *longer = it->is_whole && len <= MOST_BYTES - it->len ? realloc(it->bytes, it->len + len + 1) : NULL;
  it->is_whole = longer != NULL;
  if (longer) {
    memcpy(longer + it->len, data, len);
    it->bytes = longer;
    it->len += len;
  }
  return body->pass(context, data, len);
}

static moya_status end(void *self, moya_context *context) {
  entry *it = host->slot(context);
  return it->is_whole ? store(self, context, it) : MOYA_HOOK_OK;
}

static const void *get_extension(const char *name) {
  static const moya_body_hooks hooks = {.size = sizeof hooks, .head = head, .chunk = chunk, .end = end};
  return strcmp(name, MOYA_BODY) == 0 ? &hooks : NULL;
}

static const moya_option options[] = {
    {.name = "folder", .about = "Where responses are stored.", .kind = MOYA_OPTION_TEXT, .required = 1},
    {.name = NULL},
};

static const moya_plugin plugin = {
    MOYA_PLUGIN_HEAD,
    .flags = MOYA_PLUGIN_WAITS,
    .id = "org.example.cache",
    .version = "1.0.0",
    .about = "Stores responses in files.",
    .license = "MIT",
    .options = options,
    .create = create,
    .prepare = prepare,
    .release_slot = release_slot,
    .get_extension = get_extension,
};

MOYA_MODULE(&plugin)
