/* Tests calls that run at the same time on one instance. Each call has a mark in its request and in its response. If a
 * plugin stores data of a call in its instance or in a global variable, the mark of the call appears in other calls. */
#include "checks.h"
#include "findings.h"
#include "resumes.h"
#include "virtual_time.h"
#include "world.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MARK "mark-q%dz"
enum { MARKS = 7, CALLS = MARKS + 1, THREADS = 3, DELAY_MS = 20 };

/* The last two calls share a request, and so a mark. */
static struct {
  char mark[16], request[32], response[64], fields[256];
  scene scene;
} marked[MARKS];

static size_t mark_of(size_t index) { return index < MARKS ? index : MARKS - 1; }

static void make_scenes(void) {
  for (int index = 0; index < MARKS; index++) {
    char *mark = marked[index].mark, *body = marked[index].response, *fields = marked[index].fields;
    scene *it = &marked[index].scene;
    snprintf(mark, sizeof marked[index].mark, MARK, index);
    snprintf(marked[index].request, sizeof marked[index].request, "{\"request\": \"" MARK "\"}", index);
    snprintf(body, sizeof marked[index].response, MARK ", the text of a response\n", index);
    snprintf(fields, sizeof marked[index].fields,
             "Content-Type: text/plain\nETag: \"" MARK "\"\nCache-Control: max-age=60\nX-Check: " MARK "\n", index,
             index);
    const answer good = {200, 0, body, fields};
    *it = (scene){.name = mark, .answers = {good}};
    if (index == 3) it->answers[0] = (answer){503, 0, "later", "Retry-After: 1\n"}, it->answers[1] = good;
    if (index == 4)
      it->answers[0] = (answer){401, 0, "no", "WWW-Authenticate: Bearer realm=\"check\"\n"}, it->answers[1] = good;
    if (index == 5) it->method = "POST", it->body = marked[index].request;
  }
}

/* Looks for the marks of other calls in a text that belongs to the call. */
static void search(const call *it, const char *text, size_t len, const char *where) {
  for (size_t index = 0; text && index < MARKS; index++) {
    const char *mark = marked[index].mark;
    if (strcmp(mark, it->scene->name) == 0 || !memmem(text, len, mark, strlen(mark))) continue;
    finding("overlap", "%s of a call has a text of another call that runs at the same time", where);
  }
}

static void look_at_request(call *it, const moya_stub_request *request) {
  search(it, request->url.data, request->url.len, "the URL");
  search(it, request->body.data, request->body.len, "the body of the request");
  for (size_t index = 0; index < request->header_count; index++) {
    const char *at = (const char *)request->headers + index * request->header_stride;
    const moya_header *field = (const moya_header *)(const void *)at;
    search(it, field->value, strlen(field->value), "a header field of the request");
  }
}

/* Returns true for the errors that a damaged text causes. If a plugin reads a text that another call has freed or
 * overwritten, the text is damaged. */
static bool is_of_bad_text(moya_status status) {
  return status == MOYA_ERROR_INVALID_REQUEST || status == MOYA_ERROR_INVALID_URL || status == MOYA_ERROR_UTF8;
}

static void look_at_result(call *it, const moya_response *response, const moya_error *error) {
  moya_str name, value;
  for (size_t index = 0; response && index < moya_response_header_count(response); index++) {
    if (moya_response_header_at(response, index, &name, &value) == MOYA_OK)
      search(it, value.data, value.len, "a header field of the response");
  }
  if (error) search(it, moya_error_message(error).data, moya_error_message(error).len, "the error message");
}

/* ── The calls ── */

/* What a call results in if no other call runs. */
typedef struct reference {
  bool is_known; /* the call was made twice, with the same result */
  moya_status status;
  int32_t http_status;
  char *body;
  size_t len;
} reference;
static reference references[CALLS];

static call make(size_t index) {
  return (call){.scene = &marked[mark_of(index)].scene, .way = index >= MARKS - 1 ? SHARED : (way)(index % SHARED),
                .cancel_at = -1, .look_at_request = look_at_request, .look_at_result = look_at_result};
}

static bool has_same(const reference *it, const call *made) {
  return it->status == made->status && it->http_status == made->http_status && it->len == made->body_len &&
         (it->len == 0 || memcmp(it->body, made->body, it->len) == 0);
}

static void compare(const reference *alone, const call *made) {
  search(made, made->body, made->body_len, "the body of the response");
  if (!alone->is_known || alone->status != MOYA_OK) return;
  if (is_of_bad_text(made->status)) {
    finding("overlap", "a call failed with %s, and succeeds if no other call runs", moya_status_name(made->status));
  } else if (made->status == MOYA_OK && made->http_status == alone->http_status && !has_same(alone, made)) {
    finding("overlap", "the body of a call is not the same as if no other call runs");
  }
}

static void make_references(size_t count) {
  world *in = world_make(&(world_options){.delay_ms = DELAY_MS});
  for (size_t index = 0; index < count; index++) {
    reference *it = &references[index];
    free(it->body);
    call first = make(index), second = make(index);
    world_run(in, &first, 1);
    *it = (reference){.status = first.status, .http_status = first.http_status, .body = first.body,
                      .len = first.body_len};
    first.body = NULL;
    world_run(in, &second, 1);
    it->is_known = has_same(it, &second);
    call_free(&first);
    call_free(&second);
  }
  world_destroy(in);
}

static void run_together(world *in, const uint32_t *delays) {
  call calls[CALLS];
  for (size_t index = 0; index < CALLS; index++) {
    calls[index] = make(index);
    calls[index].delay_ms = delays ? delays[index] : 0;
  }
  world_run(in, calls, CALLS);
  for (size_t index = 0; index < CALLS; index++) {
    compare(&references[index], &calls[index]);
    call_free(&calls[index]);
  }
}

/* ── In virtual time ── */

static void run_in_order(resume_order order, const uint32_t *delays) {
  world *it = world_make(&(world_options){.delay_ms = DELAY_MS, .own_scattered = order != AT_ONCE});
  resumes_order = order;
  about_to("overlap", "%d calls at the same time", CALLS);
  run_together(it, delays);
  resumes_order = AT_ONCE;
  resumes_release();
  about_to("overlap", "the same calls one after another, after they ran at the same time");
  for (size_t index = 0; index < CALLS; index++) {
    call again = make(index);
    world_run(it, &again, 1);
    compare(&references[index], &again);
    call_free(&again);
  }
  world_settle(it);
  watch_expect_resumed();
  world_destroy(it);
}

/* ── On threads ── */

static _Atomic int came;

/* Waits until all threads have called this function. Each thread calls it after the first piece of its body, so the
 * pieces of the bodies alternate. If a thread does not call it within MOST_MS, no thread waits from then on. */
static void meet(void) {
  enum { MOST_MS = 3000 };
  int64_t until = time_real() + MOST_MS * 1000;
  came++;
  while (came < THREADS) {
    if (time_real() > until) came = THREADS;
    time_sleep(1);
  }
}

typedef struct on_thread {
  world *in;
  call call;
  pthread_t thread;
} on_thread;

static void *run_here(void *of) {
  on_thread *it = of;
  world_start(it->in, &it->call, 1);
  return NULL;
}

static void run_on_threads(void) {
  enum { PIECE = 5, TIMEOUT_MS = 4000 };
  on_thread all[THREADS];
  about_to("overlap", "%d calls on threads, whose bodies arrive in turns", THREADS);
  watch_set.cut = PIECE;
  make_references(THREADS);
  world *it = world_make(&(world_options){.in_real_time = true});
  watch_set.after_piece = meet;
  for (size_t index = 0; index < THREADS; index++) {
    all[index] = (on_thread){.in = it, .call = make(index)};
    all[index].call.timeout_ms = TIMEOUT_MS;
    all[index].call.is_blocking = true;
    MUST(pthread_create(&all[index].thread, NULL, run_here, &all[index]) == 0);
  }
  for (size_t index = 0; index < THREADS; index++) pthread_join(all[index].thread, NULL);
  for (size_t index = 0; index < THREADS; index++) {
    compare(&references[index], &all[index].call);
    call_free(&all[index].call);
  }
  watch_set.cut = 0;
  watch_set.after_piece = NULL;
  world_destroy(it);
}

void check_overlap(void) {
  static const uint32_t rising[CALLS] = {10, 20, 30, 40, 50, 60, 70, 70};
  static const uint32_t falling[CALLS] = {70, 60, 50, 40, 30, 20, 10, 10};
  use_plugin();
  make_scenes();
  about_to("overlap", "calls one after another");
  make_references(CALLS);
  run_in_order(AT_ONCE, NULL);
  watch_set.extra_tags = 1;
  run_in_order(REVERSED, falling);
  run_in_order(ODD_FIRST, rising);
  watch_set.extra_tags = 0;
  bool has_body = world_plugin->get_extension && world_plugin->get_extension(MOYA_BODY);
  if (has_body) run_on_threads();
}
