#include "world.h"

#include "checks.h"
#include "config.h"
#include "findings.h"
#include "resumes.h"
#include "secrets.h"
#include "virtual_time.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct world {
  moya_provider *provider;
  moya_stubs *stubs;
  bool in_real_time;
  int port;
  const answer *own; /* the response to each request of the plugin itself */
  unsigned own_requests;
};

const moya_plugin *world_plugin;

enum {
  MOST_STEP_US = 30 * 1000000,
  PATIENCE_MS = 300,
  PATIENCE_WORK_MS = 3000
};
/* The longest time that a call may take, in virtual time. */
static const int64_t budget_us = 2 * 3600 * 1000000ll;

static moya_status last_status;
static char last_message[1024];
moya_status world_status(void) { return last_status; }
const char *world_message(void) { return last_message; }
moya_provider *world_provider(world *it) { return it->provider; }

/* ── The server ── */

static const answer token = {200, 0, "{\"access_token\": \"t0\", \"token_type\": \"Bearer\", \"expires_in\": 3600}",
                             "Content-Type: application/json\n"};

enum { LARGE = 300000 };
static const char *large_body(void) {
  static char body[LARGE + 1];
  for (int index = 0; index < LARGE; index++) body[index] = "0123456789 abcdef\n"[index % 18];
  return body;
}

enum { LONG = 60000 };
static const char *long_value(void) {
  static char value[LONG + 1];
  memset(value, 'x', LONG);
  return value;
}

static const answer *next_answer(call *it) {
  int last = 0;
  while (last + 1 < MOST_ANSWERS && (it->scene->answers[last + 1].status || it->scene->answers[last + 1].failure))
    last++;
  int which = it->asked < last ? it->asked : last;
  it->asked++;
  return &it->scene->answers[which];
}

static void respond(void *user, const moya_stub_request *request, moya_sample *sample) {
  static _Thread_local char fields[4096];
  static _Thread_local moya_header headers[MOST_FIELDS];
  const world *it = user;
  call *of = request->user;
  const answer *answer = of ? next_answer(of) : it->own;
  if (of && of->look_at_request) of->look_at_request(of, request);
  sample->http_status = answer->status;
  sample->failure = answer->failure;
  sample->body = answer->body;
  sample->body_len = answer->body ? strlen(answer->body) : 0;
  if (answer->body && strcmp(answer->body, "LARGE") == 0) {
    sample->body = large_body();
    sample->body_len = LARGE;
  }
  snprintf(fields, sizeof fields, "%s", answer->fields ? answer->fields : "");
  char *place = NULL;
  for (char *line = strtok_r(fields, "\n", &place); line; line = strtok_r(NULL, "\n", &place)) {
    char *colon = strchr(line, ':');
    if (!colon || sample->header_count == MOST_FIELDS) break;
    *colon = 0;
    const char *value = colon + 1 + strspn(colon + 1, " ");
    headers[sample->header_count++] = (moya_header){line, strcmp(value, "LONG") == 0 ? long_value() : value};
  }
  sample->headers = headers;
  sample->header_stride = sizeof *headers;
}

/* Returns true if the request belongs to a call of the checker. Returns false if the plugin itself sent the request. */
static int32_t is_of_call(void *user, const moya_stub_request *request) {
  (void)user;
  return request->user && strncmp(request->url.data, "http://127.0.0.1:", 17) == 0;
}

static int32_t is_scattered(void *user, const moya_stub_request *request) {
  world *it = user;
  return !request->user && it->own_requests++ % 2 == 0;
}

/* ── The provider ── */

static void hear_line(void *user, moya_log_level level, const char *message, size_t len) {
  (void)user, (void)level, (void)len;
  secrets_search(message, "a log line");
}

static void note_error(moya_status status, moya_error *error) {
  moya_str message = moya_error_message(error);
  last_status = status;
  snprintf(last_message, sizeof last_message, "%s", error ? message.data : moya_status_name(status));
  secrets_search(last_message, "the message of an error");
  moya_error_release(error);
}

world *world_create(const world_options *options) {
  static const world_options none;
  if (!options) options = &none;
  world *it = calloc(1, sizeof *it);
  moya_error *error = NULL;
  MUST(it);
  it->in_real_time = options->in_real_time;
  it->port = options->port;
  it->own = options->own ? options->own : &token;
  MUST(moya_stubs_create(&it->stubs, NULL) == MOYA_OK);
  moya_stub_rule rule = MOYA_STUB_RULE(.answer = respond, .user = it, .delay_ms = options->delay_ms);
  MUST(moya_stubs_add(it->stubs, &rule, NULL, NULL) == MOYA_OK);
  /* The calls go to the server, but what the plugin itself sends gets made-up responses. */
  moya_stub_rule network = MOYA_STUB_RULE(.matches = is_of_call, .pass_through = 1);
  if (options->port) MUST(moya_stubs_add(it->stubs, &network, NULL, NULL) == MOYA_OK);
  enum { LATE_MS = 60 };
  moya_stub_rule late = MOYA_STUB_RULE(.matches = is_scattered, .answer = respond, .user = it, .delay_ms = LATE_MS);
  if (options->own_scattered) MUST(moya_stubs_add(it->stubs, &late, NULL, NULL) == MOYA_OK);
  moya_log_handler log = MOYA_LOG_HANDLER(.log = hear_line);
  moya_provider_options with = MOYA_PROVIDER_OPTIONS(.stubs = it->stubs, .log = &log);
  with.pump = options->in_real_time ? MOYA_PUMP_DISPATCH : MOYA_PUMP_HOST;
  with.loops = options->in_real_time ? 2 : 1;
  MUST(moya_provider_create(&with, &it->provider, NULL) == MOYA_OK);
  char *made = options->config ? NULL : config_good(world_plugin);
  moya_plugin_use use = MOYA_PLUGIN_USE(.plugin = watch_plugin(world_plugin), .name = options->name,
                                        .config = made ? made : options->config);
  moya_status status = moya_provider_use(it->provider, &use, &error);
  free(made);
  note_error(status, error);
  if (status == MOYA_OK) return it;
  world_destroy(it);
  return NULL;
}

world *world_make(const world_options *options) {
  world *it = world_create(options);
  if (it) return it;
  finding("create-destroy", "%s", world_message());
  findings_give_up();
}

bool world_works(const char *config) {
  watch_settings before = watch_set;
  watch_set = (watch_settings){0};
  world *it = world_create(&(world_options){.config = config});
  if (it) world_destroy(it);
  watch_set = before;
  return it != NULL;
}

void world_destroy(world *it) {
  resumes_release();
  watch_counts counts = watch_count();
  if (counts.works > 0) about_to("none-after-destroy", "destroying a provider, for which the library waits for work");
  moya_provider_destroy(it->provider);
  if (counts.works > 0) about_to("", "%s", "");
  moya_stubs_release(it->stubs);
  free(it);
}

/* ── Calls ── */

static void end(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  call *it = user;
  if (response) {
    moya_str body = moya_response_body(response);
    it->http_status = moya_response_http_status(response);
    if (body.len > 0) {
      free(it->body);
      it->body = malloc(body.len + 1);
      MUST(it->body);
      memcpy(it->body, body.data, body.len + 1);
      it->body_len = body.len;
    }
  }
  if (error) secrets_search(moya_error_message(error).data, "the message of an error");
  if (it->look_at_result) it->look_at_result(it, response, error);
  it->status = status;
  if (it->ended++ > 0) finding("balance", "a call ended twice (%s, %s)", it->scene->name, way_names[it->way]);
}
static moya_flow take(void *user, const void *data, size_t len) {
  call *it = user;
  it->body = realloc(it->body, it->body_len + len + 1);
  MUST(it->body);
  memcpy(it->body + it->body_len, data, len);
  it->body_len += len;
  it->body[it->body_len] = 0;
  return MOYA_FLOW_CONTINUE;
}

static void start(world *in, call *it) {
  watch_call_begins();
  char name[64], path[64], url[64] = "https://check.example/v1?page=1";
  moya_error *error = NULL;
  const scene *scene = it->scene;
  moya_task task =
      MOYA_TASK(.kind = MOYA_TASK_DATA, .data = scene->body, .data_len = scene->body ? strlen(scene->body) : 0);
  snprintf(name, sizeof name, "check.%s", scene->name);
  snprintf(path, sizeof path, "items/%s", scene->name);
  if (in->port) snprintf(url, sizeof url, "http://127.0.0.1:%d/v1?page=1", in->port);
  moya_target target = MOYA_TARGET(.name = name, .base_url = url, .path = path,
                                   .method = scene->method, .task = scene->body ? &task : NULL, .user = it,
                                   .timeout_ms = it->timeout_ms);
  moya_stub_rule later = MOYA_STUB_RULE(.target = name, .answer = respond, .user = in, .delay_ms = it->delay_ms);
  if (it->delay_ms > 0) MUST(moya_stubs_add(in->stubs, &later, NULL, NULL) == MOYA_OK);
  if (it->way == SHARED) target.flags = MOYA_TARGET_SHARE;
  if (it->is_blocking) {
    moya_response *response = NULL;
    moya_status result = moya_provider_call(in->provider, &target, NULL, &response, &error);
    end(it, result, response, error);
    moya_response_release(response);
    moya_error_release(error);
    return;
  }
  moya_handlers handlers = MOYA_HANDLERS(.body = it->way == STREAMED ? take : NULL, .end = end, .user = it);
  moya_status status = moya_provider_send(in->provider, &target, &handlers, NULL, &it->handle, &error);
  if (status != MOYA_OK) checker_failed("a call cannot begin: %s", error ? moya_error_message(error).data : "");
}
void world_start(world *it, call *calls, size_t count) {
  for (size_t index = 0; index < count; index++) start(it, &calls[index]);
}
void call_free(call *it) {
  moya_call_release(it->handle);
  free(it->body);
}

/* ── Time ── */

static bool all_ended(const call *calls, size_t count) {
  for (size_t index = 0; index < count; index++) {
    if (calls[index].ended == 0) return false;
  }
  return true;
}

static void process(world *it, int milliseconds) {
  if (it->in_real_time) {
    time_sleep(milliseconds > 0 ? milliseconds : 1);
    return;
  }
  moya_error *error = NULL;
  moya_status status = moya_provider_process(it->provider, milliseconds, &error);
  if (status != MOYA_OK) checker_failed("moya_provider_process: %s", error ? moya_error_message(error).data : "");
}

/* Runs what can run now. Then, if threads of the plugin may be at work, waits for them in real time. */
static void process_all(world *it) {
  static bool is_impatient;        /* nothing happened during a whole wait, so later waits for contexts are short */
  static unsigned long waited_for; /* the progress after the last wait; if it is the same now, nothing has happened
                                    * since */
  unsigned long before;
  int64_t began = time_real();
  int patience;
  for (int rounds = 0;; rounds++) {
    before = watch_progress();
    process(it, 0);
    if (watch_progress() != before && rounds < 100) continue;
    watch_counts counts = watch_count();
    if (counts.works > 0) patience = PATIENCE_WORK_MS;
    else if (counts.deferred > 0 && counts.timers == 0 && counts.requests == 0)
      patience = is_impatient ? 2 : PATIENCE_MS;
    else return;
    if (watch_progress() == waited_for) return;
    if (time_real() - began > patience * 1000ll) break;
    process(it, 1);
  }
  is_impatient = true;
  waited_for = watch_progress();
}

bool world_pump(world *it, call *calls, size_t count, int rounds) {
  enum { STILL_US = 64000 };
  int64_t step = 1000, real = time_real();
  int64_t from = time_jumped();
  for (int round = 0; round < rounds; round++) {
    unsigned long before = watch_progress();
    process_all(it);
    for (size_t index = 0; index < count; index++) {
      if (calls[index].cancel_at == round && calls[index].handle) moya_call_cancel(calls[index].handle);
    }
    if (all_ended(calls, count)) return true;
    if (it->in_real_time) {
      /* Ends after four fifths of the time limit of the test, before the parent kills this process. */
      if (time_real() - real > asked.time_limit * 800000ll) return false;
      continue;
    }
    if (time_jumped() - from > budget_us) return false;
    /* Resumes the contexts that are held back, if no other context waits or if nothing has happened for a while. */
    if ((watch_count().deferred == 0 || step >= STILL_US) && resumes_release()) continue;
    step = watch_progress() != before ? 1000 : step * 2 < MOST_STEP_US ? step * 2 : MOST_STEP_US;
    time_jump(step);
  }
  return false;
}

void world_run(world *it, call *calls, size_t count) {
  world_start(it, calls, count);
  if (world_pump(it, calls, count, 1000000)) return;
  for (size_t index = 0; index < count; index++) {
    if (calls[index].ended > 0) continue;
    finding("balance", "the call %s (%s) did not end", calls[index].scene->name, way_names[calls[index].way]);
  }
  findings_give_up();
}

void world_step(world *it) {
  process_all(it);
  time_jump(1000);
}

void world_settle(world *it) {
  int64_t step = 1000, from = time_jumped();
  process_all(it);
  while (watch_count().deferred > 0 && time_jumped() - from < budget_us / 12) {
    time_jump(step);
    process_all(it);
    step = step * 2 < MOST_STEP_US ? step * 2 : MOST_STEP_US;
  }
}
