/* Signs requests to AWS with Signature Version 4. The plugin uses the hook `sign`, which runs after all plugins have
 * changed the request.
 *
 * Options: key_id; secret; region; service, for example "s3" or "execute-api".
 *
 * A signature is valid for one URL only, so set max_redirects of the targets to MOYA_NO_REDIRECTS. The plugin does not
 * sign a body that is a file or a stream. Only S3 accepts such a request.
 *
 *     gcc -shared -fPIC -o sigv4.so sigv4.c
 *     moya get https://example.s3.eu-central-1.amazonaws.com/a.txt --plugin './sigv4.so={"service": "s3",
 *       "region": "eu-central-1", "key_id": "AKIA…", "secret": {"env": "AWS_SECRET_ACCESS_KEY"}}'
 */
#include <moya/plugin/digest.h>
#include <moya/plugin/tasks.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const moya_host *host;
static const moya_digest *digest;
static const moya_tasks *tasks;

/* Uses `self` as the instance, because this plugin needs only its options, which are read through `self`. */
static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  *instance = self;
  host = functions;
  digest = host->get_extension(MOYA_DIGEST);
  tasks = host->get_extension(MOYA_TASKS);
  return digest && tasks ? MOYA_OK : MOYA_ERROR_PLUGIN_ABI;
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

/* A text that grows. `failed` is true if there was no memory. */
typedef struct text {
  char *data;
  size_t len;
  bool failed;
} text;

static void put(text *it, const char *format, ...) {
  va_list list;
  va_start(list, format);
  size_t more = (size_t)vsnprintf(NULL, 0, format, list);
  va_end(list);
  char *longer = it->failed ? NULL : realloc(it->data, it->len + more + 1);
  it->failed = !longer;
  if (!longer) return;
  va_start(list, format);
  vsnprintf(longer + it->len, more + 1, format, list);
  va_end(list);
  it->data = longer;
  it->len += more;
}

/* Appends bytes with percent-encoding. Letters, digits, "-._~" and the characters in `plain` stay as they are. */
static void put_encoded(text *it, const char *bytes, size_t len, const char *plain) {
  for (size_t i = 0; i < len; i++) {
    unsigned char byte = (unsigned char)bytes[i];
    char small = lower((char)byte);
    bool is_plain = (small >= 'a' && small <= 'z') || (byte >= '0' && byte <= '9') || strchr("-._~", byte) ||
                    strchr(plain, byte);
    put(it, is_plain ? "%c" : "%%%02X", byte);
  }
}

/* Compares two header fields or two parameters, for qsort: first their names, then their values. Each is a text with
 * the byte 1 between name and value. Because this byte is less than every character of a name, strcmp is enough. */
static int compare(const void *one, const void *other) { return strcmp(*(char *const *)one, *(char *const *)other); }

/* Appends the sorted parameters of a query. Changes the bytes of `query`. */
static void put_query(text *it, char *query) {
  char *all[256], *place = NULL;
  size_t count = 0;
  for (char *one = strtok_r(query, "&", &place); one && count < 256; one = strtok_r(NULL, "&", &place)) {
    char *equals = strchr(one, '=');
    if (equals) *equals = '\1';
    all[count++] = one;
  }
  qsort(all, count, sizeof *all, compare);
  for (size_t i = 0; i < count; i++) {
    size_t len = strcspn(all[i], "\1");
    const char *value = all[i] + len + (all[i][len] ? 1 : 0);
    put(it, i ? "&" : "");
    put_encoded(it, all[i], len, "%");
    put(it, "=");
    put_encoded(it, value, strlen(value), "%");
  }
}

/* Appends the fields that are signed to `it`, and their names to `names`, with semicolons between them. */
static void put_fields(text *it, text *names, moya_context *context) {
  char *all[64];
  size_t count = 0;
  moya_str name, value;
  for (size_t i = 0; count < 64 && host->request_header_at(context, i, &name, &value); i++) {
    bool is_signed = is_same_name(name.data, "Host") || is_same_name(name.data, "Content-Type");
    if (!is_signed && !begins_with(name.data, "X-Amz-")) continue;
    char *end = malloc(name.len + value.len + 2);
    it->failed |= !end;
    if (!end) continue;
    all[count++] = end;
    for (size_t k = 0; k < name.len; k++) *end++ = lower(name.data[k]);
    *end++ = '\1';
    for (size_t k = 0; k < value.len; k++) { /* several spaces become one */
      if (value.data[k] != ' ' || end[-1] != ' ') *end++ = value.data[k];
    }
    *end = 0;
  }
  qsort(all, count, sizeof *all, compare);
  for (size_t i = 0; i < count; i++) {
    int len = (int)strcspn(all[i], "\1");
    put(it, "%.*s:%s\n", len, all[i], all[i] + len + 1);
    put(names, "%s%.*s", i ? ";" : "", len, all[i]);
    free(all[i]);
  }
}

static void write_hash(const void *data, size_t len, char hex[65]) {
  uint8_t sum[MOYA_MOST_HASH] = {0};
  digest->hash(MOYA_HASH_SHA256, data, len, sum);
  for (int i = 0; i < 32; i++) sprintf(hex + 2 * i, "%02x", sum[i]);
}

/* Makes the key from the secret, the day, the region and the service. Appends the signature of the text to `it`. */
static void put_signature(text *it, void *self, const char *date, const text *signed_text) {
  moya_str region = host->option_text(self, "region"), service = host->option_text(self, "service");
  struct { const char *data; size_t len; } parts[] = {
      {date, 8}, {region.data, region.len}, {service.data, service.len}, {"aws4_request", 12},
      {signed_text->data, signed_text->len}};
  text secret = {0};
  uint8_t sums[5][MOYA_MOST_HASH] = {{0}};
  put(&secret, "AWS4%s", host->option_text(self, "secret").data);
  it->failed |= secret.failed || signed_text->failed;
  for (int i = 0; i < 5 && !it->failed; i++) {
    const void *key = i ? (const void *)sums[i - 1] : secret.data;
    digest->hmac(MOYA_HASH_SHA256, key, i ? 32 : secret.len, parts[i].data, parts[i].len, sums[i]);
  }
  for (int i = 0; i < 32; i++) put(it, "%02x", sums[4][i]);
  free(secret.data);
}

static moya_status sign(void *self, moya_context *context) {
  moya_str region = host->option_text(self, "region"), service = host->option_text(self, "service");
  moya_body_kind kind = host->request_body_kind(context);
  bool is_s3 = strcmp(service.data, "s3") == 0;
  char date[17], hash[65] = "UNSIGNED-PAYLOAD", request_hash[65];
  time_t now = (time_t)(tasks->date_us() / 1000000);
  struct tm utc;
  strftime(date, sizeof date, "%Y%m%dT%H%M%SZ", gmtime_r(&now, &utc));
  if (kind == MOYA_BODY_NONE || kind == MOYA_BODY_BYTES) {
    moya_str bytes = host->request_body(context);
    write_hash(bytes.data, bytes.len, hash);
  } else if (!is_s3) {
    host->fail(context, "only s3 accepts a body that is not in memory");
    return MOYA_ERROR_BODY;
  }
  moya_status status = host->request_set_header(context, "X-Amz-Date", date);
  if (status == MOYA_OK) status = host->request_set_header(context, "X-Amz-Content-Sha256", hash);
  if (status != MOYA_OK) return status;

  text request = {0}, names = {0}, signed_text = {0}, field = {0};
  char *url = strdup(host->request_url(context).data), *path = url ? strstr(url, "://") : NULL;
  if (!path) return free(url), MOYA_ERROR_MEMORY;
  path += 3 + strcspn(path + 3, "/?");
  size_t len = strcspn(path, "?");
  put(&request, "%s\n%s", host->request_method(context).data, len ? "" : "/");
  put_encoded(&request, path, len, is_s3 ? "/%" : "/"); /* a path is encoded once more, but not for S3 */
  put(&request, "\n");
  if (path[len]) put_query(&request, path + len + 1);
  put(&request, "\n");
  put_fields(&request, &names, context);
  put(&request, "\n%s\n%s", names.failed ? "" : names.data, hash);
  if (!request.failed) write_hash(request.data, request.len, request_hash);
  put(&signed_text, "AWS4-HMAC-SHA256\n%s\n%.8s/%s/%s/aws4_request\n%s", date, date, region.data, service.data,
      request.failed ? "" : request_hash);
  put(&field, "AWS4-HMAC-SHA256 Credential=%s/%.8s/%s/%s/aws4_request, SignedHeaders=%s, Signature=",
      host->option_text(self, "key_id").data, date, region.data, service.data, names.failed ? "" : names.data);
  put_signature(&field, self, date, &signed_text);
  bool failed = request.failed || names.failed || field.failed;
  status = failed ? MOYA_ERROR_MEMORY : host->request_set_header(context, "Authorization", field.data);
  free(url);
  free(request.data);
  free(names.data);
  free(signed_text.data);
  free(field.data);
  return status;
}

static const moya_option options[] = {
    {.name = "key_id", .about = "The id of the key.", .kind = MOYA_OPTION_TEXT, .required = 1},
    {.name = "secret", .about = "The secret of the key.", .kind = MOYA_OPTION_SECRET, .required = 1},
    {.name = "region", .about = "The region, for example eu-central-1.", .kind = MOYA_OPTION_TEXT, .required = 1},
    {.name = "service", .about = "The service, for example s3.", .kind = MOYA_OPTION_TEXT, .required = 1},
    {.name = NULL},
};

static const char *const secret_headers[] = {"Authorization", NULL};

static const moya_plugin plugin = {
    MOYA_PLUGIN_HEAD,
    .id = "org.example.sigv4",
    .version = "1.0.0",
    .about = "Signs requests to AWS.",
    .license = "MIT",
    .options = options,
    .secret_headers = secret_headers,
    .create = create,
    .sign = sign,
};

MOYA_MODULE(&plugin)
