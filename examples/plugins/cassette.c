/* Records responses in a file, which is called a cassette, and replays them later. A replay sends nothing. Each request
 * gets the first recorded response for its method and URL that was not replayed before. If there is none, the call
 * fails. The plugin does not record downloads to a file. It records no header fields or bodies of requests, but a
 * response can contain secrets too, for example in Set-Cookie.
 *
 * Options: file; mode, "record" or "replay".
 *
 *     gcc -shared -fPIC -pthread -o cassette.so cassette.c
 *     moya get https://api.example.com/zen --plugin './cassette.so={"file": "zen.cassette"}'
 *     moya get https://api.example.com/zen --plugin './cassette.so={"file": "zen.cassette", "mode": "replay"}'
 */
#include <moya/plugin/body.h>
#include <moya/plugin/tasks.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const moya_host *host;
static const moya_tasks *tasks;
static const moya_body *body;

typedef struct bytes {
  char *data; /* a NUL follows the bytes. NULL: there are no bytes */
  size_t len;
} bytes;

/* A take: a recorded response, with the method and URL of its request. In the file, a take begins with a line of four
 * numbers: the status, and the lengths of key, head and body. After the line come the key, the head and the body. */
typedef struct take {
  struct take *next;
  int status;
  bytes key, head, body; /* key: the method and the URL. head: lines of "Name: value" */
} take;

typedef struct cassette {
  pthread_mutex_t lock; /* protects the takes */
  take *first, **last;  /* the takes that are still to be written or replayed */
  FILE *file;           /* the file of a recording; NULL: this is a replay */
  pthread_mutex_t file_lock;
  moya_context *self;
} cassette;

static bool append(bytes *it, const char *data, size_t len) {
  char *longer = realloc(it->data, it->len + len + 1);
  if (!longer) return false;
  if (len) memcpy(longer + it->len, data, len);
  it->data = longer;
  it->len += len;
  longer[it->len] = 0;
  return true;
}

static void release_slot(void *instance, void *slot) {
  take *it = slot;
  (void)instance;
  if (!it) return;
  free(it->key.data);
  free(it->head.data);
  free(it->body.data);
  free(it);
}

static bool read_bytes(FILE *file, bytes *it, size_t len) {
  it->data = len < SIZE_MAX ? calloc(1, len + 1) : NULL;
  it->len = len;
  return it->data && fread(it->data, 1, len, file) == len;
}

/* Reads the takes of a file. Returns false if the file is damaged. */
static bool read_takes(cassette *it, FILE *file) {
  size_t key, head, length;
  int status, count;
  while ((count = fscanf(file, "%d %zu %zu %zu", &status, &key, &head, &length)) == 4 && fgetc(file) == '\n') {
    take *one = calloc(1, sizeof *one);
    if (!one) return false;
    *it->last = one;
    it->last = &one->next;
    one->status = status;
    bool is_whole = read_bytes(file, &one->key, key) && read_bytes(file, &one->head, head) &&
                    read_bytes(file, &one->body, length) && fgetc(file) == '\n';
    if (!is_whole) return false;
  }
  return count == EOF;
}

static void write_take(FILE *file, const take *it) {
  fprintf(file, "%d %zu %zu %zu\n", it->status, it->key.len, it->head.len, it->body.len);
  fwrite(it->key.data, 1, it->key.len, file);
  fwrite(it->head.data, 1, it->head.len, file);
  fwrite(it->body.data, 1, it->body.len, file);
  fputc('\n', file);
}

static void destroy(void *instance) {
  cassette *it = instance;
  for (take *each = it->first, *next; each; each = next) {
    next = each->next;
    if (it->file) write_take(it->file, each);
    release_slot(it, each);
  }
  if (it->file) fclose(it->file);
  pthread_mutex_destroy(&it->lock);
  pthread_mutex_destroy(&it->file_lock);
  free(it);
}

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  host = functions;
  tasks = host->get_extension(MOYA_TASKS);
  body = host->get_extension(MOYA_BODY);
  cassette *it = tasks && body ? calloc(1, sizeof *it) : NULL;
  if (!it) return tasks && body ? MOYA_ERROR_MEMORY : MOYA_ERROR_PLUGIN_ABI;
  it->last = &it->first;
  it->self = self;
  pthread_mutex_init(&it->lock, NULL);
  pthread_mutex_init(&it->file_lock, NULL);
  bool replays = strcmp(host->option_text(self, "mode").data, "replay") == 0;
  FILE *file = fopen(host->option_text(self, "file").data, replays ? "rbe" : "wbe");
  bool is_good = file && (!replays || read_takes(it, file));
  if (file && (replays || !is_good)) fclose(file);
  if (is_good) {
    it->file = replays ? NULL : file;
    *instance = it;
    return MOYA_OK;
  }
  host->fail(self, file ? "the cassette is damaged" : "the cassette cannot be opened");
  destroy(it);
  return MOYA_ERROR_FILE;
}

/* Removes the first take of a request from the list, and returns it. */
static take *find_take(cassette *it, const bytes *key) {
  pthread_mutex_lock(&it->lock);
  take **place = &it->first;
  while (*place && ((*place)->key.len != key->len || memcmp((*place)->key.data, key->data, key->len) != 0)) {
    place = &(*place)->next;
  }
  take *found = *place;
  if (found) *place = found->next;
  pthread_mutex_unlock(&it->lock);
  return found;
}

static moya_status answer(moya_context *context, const take *found) {
  moya_status status = host->response_set_status(context, found->status);
  if (status == MOYA_OK) status = host->response_set_body(context, found->body.data, found->body.len);
  char *place = NULL;
  for (char *line = strtok_r(found->head.data, "\n", &place); line; line = strtok_r(NULL, "\n", &place)) {
    char *value = strstr(line, ": ");
    if (!value) continue;
    *value = 0;
    if (status == MOYA_OK) status = host->response_add_header(context, line, value + 2);
  }
  return status == MOYA_OK ? MOYA_HOOK_ANSWERED : status;
}

/* In a replay, answers the call with a take. In a recording, makes a take with the key of the request, and stores it in
 * the slot. */
static moya_status prepare(void *instance, moya_context *context) {
  cassette *it = instance;
  moya_str method = host->request_method(context), url = host->request_url(context);
  if (it->file && host->slot(context)) return MOYA_HOOK_OK; /* another attempt */
  take *own = calloc(1, sizeof *own), *found = NULL;
  moya_status status = MOYA_ERROR_MEMORY;
  if (own && append(&own->key, method.data, method.len) && append(&own->key, " ", 1) &&
      append(&own->key, url.data, strcspn(url.data, "#"))) {
    if (it->file) {
      status = host->set_slot(context, own);
      if (status == MOYA_OK) return status;
    } else if ((found = find_take(it, &own->key))) {
      status = answer(context, found);
    } else {
      host->fail(context, "the cassette has no response for the request");
      status = MOYA_ERROR_NO_STUB;
    }
  }
  release_slot(it, found);
  release_slot(it, own);
  return status;
}

/* Returns the letter in lower case. tolower and strcasecmp depend on the locale of the program. */
static char lower(char letter) { return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter; }

static bool is_same_name(const char *one, const char *other) {
  while (*one && lower(*one) == lower(*other)) one++, other++;
  return lower(*one) == lower(*other);
}

/* Returns whether a header field is recorded. Fields that describe how the body was transferred are not. */
static bool is_recorded(const char *name) {
  static const char *const others[] = {"Content-Encoding", "Content-Length", "Transfer-Encoding", "Connection"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    if (is_same_name(name, others[i])) return false;
  }
  return true;
}

static moya_status head(void *instance, moya_context *context) {
  take *own = host->slot(context);
  moya_str name, value;
  (void)instance;
  if (!own) return MOYA_BODY_SKIP; /* a replay records nothing; or the plugin was off when the call began */
  own->head.len = own->body.len = 0;
  bool is_good = append(&own->head, "", 0) && append(&own->body, "", 0);
  own->status = host->http_status(context);
  for (size_t i = 0; is_good && host->response_header_at(context, i, &name, &value); i++) {
    if (!is_recorded(name.data)) continue;
    is_good = append(&own->head, name.data, name.len) && append(&own->head, ": ", 2) &&
              append(&own->head, value.data, value.len) && append(&own->head, "\n", 1);
  }
  return is_good ? MOYA_HOOK_OK : MOYA_ERROR_MEMORY;
}

static moya_status chunk(void *instance, moya_context *context, const void *data, size_t len) {
  take *own = host->slot(context);
  (void)instance;
  return append(&own->body, data, len) ? body->pass(context, data, len) : MOYA_ERROR_MEMORY;
}

/* Writes the oldest take to the file. Runs once for each take, as work (plugin/tasks.h), because writing may block.
 * `destroy` writes the takes that are left. */
static void write_oldest(void *instance, moya_context *owner, void *user, moya_status status) {
  cassette *it = instance;
  (void)owner, (void)user;
  if (status != MOYA_OK) return;
  pthread_mutex_lock(&it->file_lock);
  pthread_mutex_lock(&it->lock);
  take *oldest = it->first;
  it->first = oldest->next;
  if (!it->first) it->last = &it->first;
  pthread_mutex_unlock(&it->lock);
  write_take(it->file, oldest);
  bool is_written = fflush(it->file) == 0;
  pthread_mutex_unlock(&it->file_lock);
  if (!is_written) host->log(it->self, MOYA_LOG_ERROR, "the cassette cannot be written");
  release_slot(it, oldest);
}

static moya_status end(void *instance, moya_context *context) {
  cassette *it = instance;
  take *own = host->slot(context);
  moya_status status = host->set_slot(context, NULL);
  if (status != MOYA_OK) return status;
  pthread_mutex_lock(&it->lock);
  *it->last = own;
  it->last = &own->next;
  pthread_mutex_unlock(&it->lock);
  tasks->work(it->self, write_oldest, NULL, NULL);
  return MOYA_HOOK_OK;
}

static const void *get_extension(const char *name) {
  static const moya_body_hooks hooks = {.size = sizeof hooks, .head = head, .chunk = chunk, .end = end};
  return strcmp(name, MOYA_BODY) == 0 ? &hooks : NULL;
}

static const moya_option options[] = {
    {.name = "file", .about = "The cassette.", .kind = MOYA_OPTION_TEXT, .required = 1},
    {.name = "mode", .about = "What to do.", .kind = MOYA_OPTION_TEXT, .preset = "\"record\"",
     .choices = "record|replay"},
    {.name = NULL},
};

static const moya_plugin plugin = {
    MOYA_PLUGIN_HEAD,
    .id = "org.example.cassette",
    .version = "1.0.0",
    .about = "Records and replays responses.",
    .license = "MIT",
    .options = options,
    .create = create,
    .destroy = destroy,
    .prepare = prepare,
    .release_slot = release_slot,
    .get_extension = get_extension,
};

MOYA_MODULE(&plugin)
