/* Tests what sign hooks can read and change, and when they run. Each test is a table of single cases. plugin_signs.c
 * compares whole requests. */
#include "plugin_calls.h"

#include <moya/plugin/digest.h>

static server faults;
static const moya_host *host;
static char order[512], sent[8192];
static moya_status (*act)(moya_context *); /* what sign of the first plugin does; NULL: nothing */

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  (void)self, (void)instance;
  host = functions;
  return MOYA_OK;
}
static void write_order(const char *what) { strncat(order, what, sizeof order - strlen(order) - 1); }
/* Writes the request: its method and target, and then its fields, one in a line. */
static void write_request(moya_context *context, char *form, size_t room) {
  moya_str url = host->request_url(context), name, value;
  const char *path = strchr(strstr(url.data, "://") + 3, '/');
  size_t len = (size_t)snprintf(form, room, "%s %s", host->request_method(context).data, path ? path : "/");
  for (size_t i = 0; host->request_header_at(context, i, &name, &value) && len < room; i++) {
    len += (size_t)snprintf(form + len, room - len, "\n%s: %s", name.data, value.data);
  }
}

/* ── The plugins: the first one acts, the second one only notes its hooks ── */

static const char *const answers[] = {"answers"}, *const fails[] = {"fails"}, *const fails_late[] = {"fails-late"};
static moya_status prepare_1(void *it, moya_context *context) {
  (void)it;
  write_order(" prepare1");
  if (host->target_has_tag(context, "answers")) return MOYA_HOOK_ANSWERED;
  return host->target_has_tag(context, "fails") ? MOYA_ERROR_OTHER : MOYA_HOOK_OK;
}
static moya_status prepare_2(void *it, moya_context *context) {
  (void)it;
  write_order(" prepare2");
  return host->target_has_tag(context, "fails-late") ? MOYA_ERROR_OTHER : MOYA_HOOK_OK;
}
static moya_status sign_1(void *it, moya_context *context) {
  (void)it;
  write_order(" sign1");
  return act ? act(context) : MOYA_HOOK_OK;
}
static moya_status sign_2(void *it, moya_context *context) {
  (void)it;
  write_order(str_is(host->request_header(context, "X-First"), "1") ? " sign2-first" : " sign2");
  return MOYA_HOOK_OK;
}
static void will_send(void *it, moya_context *context) {
  (void)it;
  write_order(" will_send");
  write_request(context, sent, sizeof sent);
}
static void did_receive(void *it, moya_context *context) {
  (void)it, (void)context;
  write_order(" did_receive");
}
static moya_status process(void *it, moya_context *context) {
  (void)it, (void)context;
  write_order(" process");
  return MOYA_HOOK_OK;
}
static const moya_plugin first = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.first", .version = "1", .create = create,
                                  .prepare = prepare_1, .sign = sign_1};
static const moya_plugin second = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.second", .version = "1", .create = create,
                                   .prepare = prepare_2, .sign = sign_2, .will_send = will_send,
                                   .did_receive = did_receive, .process = process};

static moya_provider *begin(void) {
  moya_provider *provider = new_provider(NULL);
  EXPECT_STATUS(moya_provider_add_plugin(provider, &first, NULL, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_add_plugin(provider, &second, NULL, NULL), MOYA_OK);
  return provider;
}
/* Makes the call. Stores the request that /echo received in `received`, in the form of write_request. */
static moya_status call(moya_provider *provider, const moya_target *target, char *received, size_t room) {
  moya_response *response = NULL;
  moya_error *error = NULL;
  *order = *sent = 0;
  moya_status status = moya_provider_call(provider, target, NULL, &response, &error);
  if (received && response) {
    moya_str method = {NULL, 0}, path = {NULL, 0}, name = {NULL, 0}, value = {NULL, 0};
    char place[64];
    EXPECT_STATUS(moya_response_json_string(response, "method", &method, NULL), MOYA_OK);
    EXPECT_STATUS(moya_response_json_string(response, "target", &path, NULL), MOYA_OK);
    size_t len = (size_t)snprintf(received, room, "%s %s", method.data, path.data);
    for (int i = 0; len < room; i++) {
      snprintf(place, sizeof place, "headers.%d.0", i);
      if (moya_response_json_string(response, place, &name, NULL) != MOYA_OK) break;
      snprintf(place, sizeof place, "headers.%d.1", i);
      EXPECT_STATUS(moya_response_json_string(response, place, &value, NULL), MOYA_OK);
      len += (size_t)snprintf(received + len, room - len, "\n%s: %s", name.data, value.data);
    }
  } else if (received) {
    snprintf(received, room, "%s", error ? moya_error_message(error).data : "no response");
  }
  moya_response_release(response);
  moya_error_release(error);
  return status;
}

/* ── Fields ── */

static const struct field_row {
  const char *name, *value, *by_library;
} *field;
static moya_status set_field(moya_context *context) {
  EXPECT(host->request_set_header(context, field->name, field->value) == MOYA_OK, "%s", field->name);
  moya_str value = host->request_header(context, field->name);
  /* For some fields that a hook removes, the library sends a field with its own value. */
  const char *wanted = field->value ? field->value : field->by_library;
  EXPECT(wanted ? str_has(value, wanted) : value.data == NULL, "%s: %s", field->name, value.data);
  return MOYA_HOOK_OK;
}
static int64_t read_four(void *user, void *buffer, size_t room) {
  int *left = user;
  size_t count = *left > 0 && room > 0 ? 1 : 0;
  *left -= (int)count;
  memset(buffer, 'x', count);
  return (int64_t)count;
}
/* will_send reads the fields that the server receives, whatever sign has changed. */
static void changed_fields(void) {
  static const struct field_row rows[] = {
      {"X-New", "1", NULL},
      {"X-Own", NULL, NULL},
      {"x-own", "other", NULL},
      {"Accept", NULL, "*/*"},
      {"accept", "a/b", NULL},
      {"Accept-Encoding", NULL, "gzip"},
      {"Accept-Encoding", "br", NULL},
      {"User-Agent", NULL, "libmoya"},
      {"user-agent", "other", NULL},
      {"Host", NULL, "127.0.0.1"},
      {"Host", "other.example", NULL},
      {"host", "other:81", NULL},
      {"Content-Type", "a/b", NULL},
      {"Content-Type", NULL, NULL},
      {"X-Empty", "", NULL},
      {"Authorization", "A b", NULL},
      {"Cookie", "a=1; b=2", NULL},
      {"X-Text", "gr\xc3\xbcn", NULL},
  };
  static const moya_header own[] = {{"X-Own", "a"}, {"Cookie", "c=3"}, {"X-Own", "b"}};
  static char received[8192];
  act = set_field;
  for (size_t row = 0; row < COUNT(rows); row++) {
    for (int kind = 0; kind < 4; kind++) {
      int left = 4;
      moya_stream stream = MOYA_STREAM(.read = read_four, .user = &left, .len = kind == 2 ? 4 : 0);
      moya_task json = MOYA_TASK(.kind = MOYA_TASK_JSON, .data = "{}", .data_len = 2);
      moya_task streamed = MOYA_TASK(.kind = MOYA_TASK_STREAM, .stream = &stream);
      moya_provider *provider = begin();
      moya_target target = MOYA_TARGET(.base_url = faults.url, .path = "/echo", .headers = own, .header_count = 3);
      if (kind > 0) target.method = "POST", target.task = kind == 1 ? &json : &streamed;
      field = &rows[row];
      EXPECT_STATUS(call(provider, &target, received, sizeof received), MOYA_OK);
      /* The server shows each byte as a character of Latin-1. */
      char *umlaut = strstr(received, "gr\xc3\x83\xc2\xbcn");
      if (umlaut) memmove(umlaut + 2, "\xc3\xbcn", 3), memmove(umlaut + 5, umlaut + 7, strlen(umlaut + 7) + 1);
      EXPECT(!strstr(received, "Transfer-Encoding: chunked") == (kind < 3), "%s", received);
      EXPECT(!strstr(received, "Content-Length: ") == (kind % 3 == 0), "%s", received);
      EXPECT(strcmp(sent, received) == 0, "%s: %s\nwill_send read\n%s\nand this was sent\n%s", field->name,
             field->value ? field->value : "(removed)", sent, received);
      moya_provider_destroy(provider);
    }
  }
  act = NULL;
}

static const char *refused_name;
static moya_status set_refused(moya_context *context) {
  static const char *const values[] = {"1", "", NULL};
  size_t count = host->request_header_count(context);
  for (size_t i = 0; i < COUNT(values); i++) {
    moya_status status = host->request_set_header(context, refused_name, values[i]);
    EXPECT(status == MOYA_ERROR_INVALID_REQUEST, "%s: %s: %s", refused_name, values[i], moya_status_name(status));
  }
  EXPECT_STATUS(host->request_add_header(context, refused_name, "1"), MOYA_ERROR_INVALID_REQUEST);
  EXPECT(host->request_header_count(context) == count, "%s", refused_name);
  return MOYA_HOOK_OK;
}
static void refused_fields(void) {
  static const char *const rows[] = {"Content-Length", "content-length", "Transfer-Encoding", "Expect", "Connection",
                                     "Keep-Alive",     "Upgrade",        "TE",                "Trailer",
                                     "Proxy-Connection", "PROXY-AUTHORIZATION", "", "a b", "X:", "X\n"};
  moya_provider *provider = begin();
  moya_target target = stub_target(MOYA_STUB_IMMEDIATE);
  act = set_refused;
  for (size_t row = 0; row < COUNT(rows); row++) {
    refused_name = rows[row];
    EXPECT_STATUS(call(provider, &target, NULL, 0), MOYA_OK);
    EXPECT(strstr(order, "sign1"), "%s", order);
  }
  act = NULL;
  moya_provider_destroy(provider);
}

/* ── The URL ── */

static const struct url_row {
  const char *end; /* the URL that sign sets: a whole URL, or the part after "http://HOST:PORT" */
  moya_status status;
  const char *sent; /* the end of the URL that is sent. NULL: `end`; after an error: the end of the old URL */
} *url_row;
static moya_status set_url(moya_context *context) {
  char url[256], before[256];
  snprintf(before, sizeof before, "%s", host->request_url(context).data);
  snprintf(url, sizeof url, "%s%s", strstr(url_row->end, "://") ? "" : faults.url, url_row->end);
  moya_status status = host->request_set_url(context, url);
  EXPECT(status == url_row->status, "%s: %s", url, moya_status_name(status));
  if (url_row->sent) snprintf(url, sizeof url, "%s%s", faults.url, url_row->sent);
  EXPECT(str_is(host->request_url(context), status == MOYA_OK ? url : before), "%s", host->request_url(context).data);
  return MOYA_HOOK_OK;
}
static void urls(void) {
  static const struct url_row rows[] = {
      {"/echo?q=2", MOYA_OK, NULL},
      {"/echo?q=1&signature=%2Fa%3D", MOYA_OK, NULL},
      {"/echo", MOYA_OK, NULL},
      {"/echo?q=a b", MOYA_OK, "/echo?q=a%20b"},
      {"/other?q=1", MOYA_ERROR_INVALID_URL, NULL},
      {"/echo/?q=1", MOYA_ERROR_INVALID_URL, NULL},
      {"/?q=1", MOYA_ERROR_INVALID_URL, NULL},
      {"/%65cho?q=1", MOYA_ERROR_INVALID_URL, NULL},
      {"/x/../echo?q=1", MOYA_ERROR_INVALID_URL, NULL},
      {"/echo?q=a\nb", MOYA_ERROR_INVALID_URL, NULL},
      {"http://127.0.0.1:1/echo?q=1", MOYA_ERROR_INVALID_URL, NULL},
      {"http://127.0.0.1/echo?q=1", MOYA_ERROR_INVALID_URL, NULL},
      {"http://localhost/echo?q=1", MOYA_ERROR_INVALID_URL, NULL},
      {"http:///echo?q=1", MOYA_ERROR_INVALID_URL, NULL},
      {"ftp://127.0.0.1/echo?q=1", MOYA_ERROR_INVALID_URL, NULL},
  };
  static char received[8192];
  moya_provider *provider = begin();
  moya_target target = MOYA_TARGET(.base_url = faults.url, .path = "/echo?q=1", .flags = MOYA_TARGET_PATH_QUERY);
  act = set_url;
  for (size_t row = 0; row < COUNT(rows); row++) {
    url_row = &rows[row];
    EXPECT_STATUS(call(provider, &target, received, sizeof received), MOYA_OK);
    EXPECT(strcmp(sent, received) == 0, "will_send read\n%s\nand this was sent\n%s", sent, received);
    char line[128];
    const char *wanted = rows[row].sent ? rows[row].sent : rows[row].status == MOYA_OK ? rows[row].end : "/echo?q=1";
    snprintf(line, sizeof line, "GET %s\n", wanted);
    EXPECT(strncmp(received, line, strlen(line)) == 0, "%s: %s", rows[row].end, received);
  }
  act = NULL;
  moya_provider_destroy(provider);
}

static char seen_host[128], seen_url[128];
static moya_status see_host(moya_context *context) {
  snprintf(seen_host, sizeof seen_host, "%s", host->request_header(context, "Host").data);
  snprintf(seen_url, sizeof seen_url, "%s", host->request_url(context).data);
  return MOYA_HOOK_OK;
}
static void hosts(void) {
  static const struct {
    const char *base, *host, *url;
  } rows[] = {
      {"http://h.example", "h.example", NULL},
      {"http://h.example:80/a", "h.example", NULL},
      {"https://h.example:443/a", "h.example", NULL},
      {"http://h.example:443/a", "h.example:443", NULL},
      {"https://h.example:8443", "h.example:8443", NULL},
      {"http://[::1]:8080/a", "[::1]:8080", NULL},
      {"http://[::1]/a", "[::1]", NULL},
      {"http://h.example/a?b=c#part", "h.example", "http://h.example/a?b=c"},
  };
  static const moya_sample sample = MOYA_SAMPLE_INIT;
  act = see_host;
  for (size_t row = 0; row < COUNT(rows); row++) {
    moya_provider *provider = begin();
    moya_target target = MOYA_TARGET(.base_url = rows[row].base, .stub = MOYA_STUB_IMMEDIATE, .sample = &sample);
    EXPECT(call(provider, &target, NULL, 0) == MOYA_OK, "%s", rows[row].base);
    EXPECT(strcmp(seen_host, rows[row].host) == 0, "%s: %s", rows[row].base, seen_host);
    if (rows[row].url) EXPECT(strcmp(seen_url, rows[row].url) == 0, "%s: %s", rows[row].base, seen_url);
    moya_provider_destroy(provider);
  }
  act = NULL;
}

/* ── When it runs ── */

static moya_status add_first(moya_context *context) { return host->request_add_header(context, "X-First", "1"); }
static moya_status fail(moya_context *context) {
  EXPECT_STATUS(add_first(context), MOYA_OK);
  return MOYA_ERROR_OTHER;
}
static void moments(void) {
  static const struct {
    const char *what;
    const char *const *tag;
    moya_status (*act)(moya_context *);
    moya_status status;
    const char *order;
  } rows[] = {
      {"each plugin signs after each prepare", NULL, add_first, MOYA_OK,
       " prepare1 prepare2 sign1 sign2-first will_send did_receive process"},
      {"the first plugin fails in sign", NULL, fail, MOYA_ERROR_OTHER, " prepare1 prepare2 sign1 process"},
      {"prepare answers", answers, NULL, MOYA_OK, " prepare1 process"},
      {"the first prepare fails", fails, NULL, MOYA_ERROR_OTHER, " prepare1 process"},
      {"the second prepare fails", fails_late, NULL, MOYA_ERROR_OTHER, " prepare1 prepare2 process"},
  };
  static const moya_stub_behavior stubs[] = {MOYA_STUB_NEVER, MOYA_STUB_IMMEDIATE, MOYA_STUB_DELAYED};
  for (size_t row = 0; row < COUNT(rows); row++) {
    for (size_t kind = 0; kind < COUNT(stubs); kind++) {
      moya_provider *provider = begin();
      moya_target target = stub_target(stubs[kind]);
      target.stub_delay_ms = 1;
      if (stubs[kind] == MOYA_STUB_NEVER) target.base_url = faults.url, target.path = "/echo";
      target.tags = rows[row].tag;
      target.tag_count = rows[row].tag ? 1 : 0;
      act = rows[row].act;
      moya_status status = call(provider, &target, NULL, 0);
      EXPECT(status == rows[row].status, "%s: %s", rows[row].what, moya_status_name(status));
      EXPECT(strcmp(order, rows[row].order) == 0, "%s, %zu: %s", rows[row].what, kind, order);
      moya_provider_destroy(provider);
    }
  }
  act = NULL;
}

/* ── AWS Signature Version 4: the example of its documentation, "GET ListUsers" of IAM ── */

static const moya_digest *digest;
static const char *hex(const uint8_t *bytes, size_t len) {
  static char text[2 * MOYA_MOST_HASH + 1];
  for (size_t i = 0; i < len; i++) sprintf(text + 2 * i, "%02x", bytes[i]);
  return text;
}
static char authorization[512];
static moya_status sign_v4(moya_context *context) {
  static const char scope[] = "20150830/us-east-1/iam/aws4_request", fields[] = "content-type;host;x-amz-date";
  static const char *const steps[] = {"20150830", "us-east-1", "iam", "aws4_request"};
  char canonical[1024], text[512], value[512], key[64] = "AWS4wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
  uint8_t sum[MOYA_MOST_HASH];
  moya_str body = host->request_body(context);
  EXPECT(digest->hash(MOYA_HASH_SHA256, body.data, body.len, sum) == 32);
  snprintf(canonical, sizeof canonical, "%s\n/\n%s\ncontent-type:%s\nhost:%s\nx-amz-date:%s\n\n%s\n%s",
           host->request_method(context).data, strchr(host->request_url(context).data, '?') + 1,
           host->request_header(context, "Content-Type").data, host->request_header(context, "Host").data,
           host->request_header(context, "X-Amz-Date").data, fields, hex(sum, 32));
  EXPECT(digest->hash(MOYA_HASH_SHA256, canonical, strlen(canonical), sum) == 32);
  snprintf(text, sizeof text, "AWS4-HMAC-SHA256\n20150830T123600Z\n%s\n%s", scope, hex(sum, 32));
  size_t len = strlen(key);
  for (size_t i = 0; i < COUNT(steps); i++, memcpy(key, sum, len)) {
    len = digest->hmac(MOYA_HASH_SHA256, key, len, steps[i], strlen(steps[i]), sum);
  }
  EXPECT(digest->hmac(MOYA_HASH_SHA256, key, len, text, strlen(text), sum) == 32);
  snprintf(value, sizeof value, "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/%s, SignedHeaders=%s, Signature=%s", scope,
           fields, hex(sum, 32));
  EXPECT_STATUS(host->request_set_header(context, "Authorization", value), MOYA_OK);
  snprintf(authorization, sizeof authorization, "%s", host->request_header(context, "Authorization").data);
  return MOYA_HOOK_OK;
}
static void aws(void) {
  static const moya_header own[] = {{"Content-Type", "application/x-www-form-urlencoded; charset=utf-8"},
                                    {"X-Amz-Date", "20150830T123600Z"}};
  static const moya_sample sample = MOYA_SAMPLE_INIT;
  moya_provider *provider = begin();
  moya_target target = MOYA_TARGET(.base_url = "https://iam.amazonaws.com/?Action=ListUsers&Version=2010-05-08",
                                   .stub = MOYA_STUB_IMMEDIATE, .sample = &sample, .headers = own, .header_count = 2);
  digest = host->get_extension(MOYA_DIGEST);
  act = sign_v4;
  EXPECT_STATUS(call(provider, &target, NULL, 0), MOYA_OK);
  EXPECT(strstr(authorization, "Signature=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7"), "%s",
         authorization);
  act = NULL;
  moya_provider_destroy(provider);
}

/* ── What is not in the request yet ── */

static moya_status add_query(moya_context *context) {
  moya_str url = host->request_url(context);
  char longer[256];
  snprintf(longer, sizeof longer, "%s?q=2", url.data);
  EXPECT(!strchr(longer, '@'), "%s", longer);
  EXPECT_STATUS(host->request_set_url(context, longer), MOYA_OK);
  return MOYA_HOOK_OK;
}
/* The URL that a plugin reads does not contain the user and the password of the target's URL. */
static void user_of_the_url(void) {
  static char received[8192], url[64];
  snprintf(url, sizeof url, "http://u:p@%s", strstr(faults.url, "//") + 2);
  act = add_query;
  moya_provider *provider = begin();
  EXPECT_STATUS(call(provider, &MOYA_TARGET(.base_url = url, .path = "/echo"), received, sizeof received), MOYA_OK);
  EXPECT(strstr(received, "GET /echo?q=2\n") && strstr(received, "Authorization: Basic dTpw"), "%s", received);
  moya_provider_destroy(provider);
  act = NULL;
}

static int64_t form_size;
static moya_status read_size(moya_context *context) {
  form_size = host->request_body_size(context);
  moya_str length = host->request_header(context, "Content-Length");
  EXPECT(length.data && atoll(length.data) == form_size, "%s, %lld", length.data, (long long)form_size);
  return MOYA_HOOK_OK;
}
static void size_of_a_form(void) {
  static char received[8192];
  moya_task task = MOYA_TASK(.kind = MOYA_TASK_MULTIPART, MOYA_PARTS({.name = "a", .text = "b"}));
  act = read_size;
  moya_provider *provider = begin();
  EXPECT_STATUS(call(provider, &MOYA_TARGET(.base_url = faults.url, .path = "/echo", .method = "POST", .task = &task),
                     received, sizeof received), MOYA_OK);
  EXPECT(form_size > 0, "%lld", (long long)form_size);
  moya_provider_destroy(provider);
  act = NULL;
}

static moya_status set_bad_name(moya_context *context) { return host->request_set_header(context, "Bad Name", "1"); }
/* A hook returns the error of a `host` function. The error of the call then has the reason of this function. */
static void reason_of_a_failure(void) {
  static char received[8192];
  act = set_bad_name;
  moya_provider *provider = begin();
  EXPECT(call(provider, &MOYA_TARGET(.base_url = faults.url, .path = "/echo"), received, sizeof received) != MOYA_OK);
  EXPECT(strstr(received, "not a token") && strstr(received, "'Bad'"), "%s", received);
  moya_provider_destroy(provider);
  act = NULL;
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  TEST("the server receives the fields that will_send reads, whatever sign sets or removes", changed_fields);
  TEST("sign cannot set, add or remove fields that frame a message, nor fields that are not valid", refused_fields);
  TEST("sign changes the query of the URL and nothing else of it", urls);
  TEST("the Host field has no default port, and the URL no fragment", hosts);
  TEST("sign runs after each prepare, and not if a prepare hook answers or fails", moments);
  TEST("a sign hook makes the signature of the AWS documentation", aws);
  TEST("a new query in sign keeps the user and the password of the URL", user_of_the_url);
  TEST("sign reads the size of a form", size_of_a_form);
  TEST("a hook that returns the status of a failed function fails with its reason", reason_of_a_failure);
  server_stop(&faults);
  return verdict();
}
