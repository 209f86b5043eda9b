/* Contains what tests of streams share: handlers that store what they receive and return what the test wants. */
#ifndef STREAM_TESTS_H
#define STREAM_TESTS_H

#include "calls.h"

typedef struct viewer {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  char *text; /* the body, lines ("<…>") or events ("{type|data|id|retry}") so far */
  size_t len;
  int counts; /* if not 0, the handlers store `len`, but not the text */
  int heads, parts, ends, released, progresses;
  int32_t http_status;
  moya_status end;
  size_t end_body;      /* the size of the body at the end: of the response, or of the error's response */
  moya_progress moved;  /* the last progress */
  moya_flow answer;     /* the next handler of the kind `at` returns it once; others return MOYA_FLOW_CONTINUE */
  char at;              /* 'b'egin, 'h'ead, 'p'art, p'r'ogress; 0: none */
  int running, paused;  /* for the checks that handlers do not overlap, and do not run in a pause */
  moya_call *call;      /* a reference that view_begin has taken */
  void (*then)(struct viewer *); /* runs inside the handler `at` */
  moya_provider *provider;
} viewer;

static inline void viewer_init(viewer *it) {
  memset(it, 0, sizeof *it);
  pthread_mutex_init(&it->lock, NULL);
  pthread_cond_init(&it->changed, NULL);
}

static inline void viewer_free(viewer *it) {
  EXPECT(it->released == 1, "user was released %d times", it->released);
  moya_call_release(it->call);
  free(it->text);
}

static inline moya_flow viewed(viewer *it, char what, int *count, const char *text, size_t len) {
  pthread_mutex_lock(&it->lock);
  EXPECT(it->running++ == 0, "handlers overlap");
  EXPECT(!it->paused || what == 'r', "'%c' in a pause", what);
  EXPECT(it->ends == 0, "'%c' after the end", what);
  if (!it->counts) {
    it->text = realloc(it->text, it->len + len + 1);
    memcpy(it->text + it->len, text, len);
    it->text[it->len + len] = 0;
  }
  it->len += len;
  ++*count;
  moya_flow answer = MOYA_FLOW_CONTINUE;
  void (*then)(viewer *) = NULL;
  if (what == it->at) {
    answer = it->answer;
    then = it->then;
    it->at = 0;
    it->paused = answer == MOYA_FLOW_PAUSE;
  }
  pthread_mutex_unlock(&it->lock);
  if (then) then(it);
  pthread_mutex_lock(&it->lock);
  it->running--;
  pthread_cond_broadcast(&it->changed);
  pthread_mutex_unlock(&it->lock);
  return answer;
}

static inline void view_begin(void *user, moya_call *call) {
  viewer *it = user;
  EXPECT(it->heads == 0 && it->call == NULL, "first of all, and once");
  it->call = moya_call_retain(call);
  EXPECT(it->call == call);
  if (it->at != 'b') return;
  it->at = 0;
  it->then(it);
}

static inline moya_flow view_head(void *user, const moya_response *head) {
  viewer *it = user;
  it->http_status = moya_response_http_status(head);
  EXPECT(moya_response_body(head).len == 0 && it->len == 0, "the head comes first");
  EXPECT(it->call != NULL, "begin comes first");
  return viewed(it, 'h', &it->heads, "", 0);
}

static inline moya_flow view_body(void *user, const void *data, size_t len) {
  EXPECT(len > 0);
  return viewed(user, 'p', &((viewer *)user)->parts, data, len);
}

static inline moya_flow view_line(void *user, moya_str line) {
  char text[4096];
  EXPECT(line.data && line.data[line.len] == 0, "ended by NUL");
  int len = snprintf(text, sizeof text, "<%s>", line.data);
  return viewed(user, 'p', &((viewer *)user)->parts, text, (size_t)len);
}

static inline moya_flow view_event(void *user, const moya_event *it) {
  char text[4096];
  int len = snprintf(text, sizeof text, "{%s|%s|%s|%d}", it->type.data, it->data.data, it->id.data, (int)it->retry_ms);
  return viewed(user, 'p', &((viewer *)user)->parts, text, (size_t)len);
}

static inline moya_flow view_progress(void *user, const moya_progress *progress) {
  viewer *it = user;
  EXPECT(progress->sent >= it->moved.sent && progress->received >= it->moved.received, "it only grows");
  it->moved = *progress;
  return viewed(it, 'r', &it->progresses, "", 0);
}

static inline void view_end(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  viewer *it = user;
  EXPECT((status == MOYA_OK) == (response != NULL) && (status == MOYA_OK) == (error == NULL));
  const moya_response *came = response ? response : moya_error_response(error);
  pthread_mutex_lock(&it->lock);
  EXPECT(it->running == 0, "the end overlaps a handler");
  EXPECT(!it->paused || status != MOYA_OK, "an end in a pause");
  it->ends++;
  it->end = status;
  it->end_body = moya_response_body(came).len;
  it->http_status = came ? moya_response_http_status(came) : it->http_status;
  pthread_mutex_unlock(&it->lock);
}

static inline void view_release(void *user) {
  viewer *it = user;
  pthread_mutex_lock(&it->lock);
  it->released++;
  pthread_cond_broadcast(&it->changed);
  pthread_mutex_unlock(&it->lock);
}

enum { BODY, LINES, EVENTS, WHOLE };

static inline moya_handlers view(viewer *it, int kind, moya_provider *provider) {
  viewer_init(it);
  it->provider = provider;
  moya_handlers handlers = MOYA_HANDLERS_INIT;
  handlers.begin = view_begin;
  handlers.head = view_head;
  if (kind == BODY) handlers.body = view_body;
  if (kind == LINES) handlers.line = view_line;
  if (kind == EVENTS) handlers.event = view_event;
  handlers.progress = view_progress;
  handlers.end = view_end;
  handlers.user = it;
  handlers.release_user = view_release;
  return handlers;
}

static inline moya_status start(viewer *it, const moya_target *target, const moya_handlers *handlers) {
  return moya_provider_send(it->provider, target, handlers, NULL, NULL, NULL);
}

/* Makes a blocking call with these handlers. Stores its result in the viewer, and returns its status. */
static inline moya_status run(viewer *it, const moya_target *target, moya_handlers handlers) {
  handlers.end = NULL;
  moya_response *response = NULL;
  moya_error *error = NULL;
  moya_status status = moya_provider_call(it->provider, target, &handlers, &response, &error);
  view_end(it, status, response, error);
  moya_response_release(response);
  moya_error_release(error);
  return status;
}

/* Waits until `*count` is at least `wanted`, at most a minute. */
static inline bool await_count(viewer *it, const int *count, int wanted) {
  struct timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 60;
  pthread_mutex_lock(&it->lock);
  while (*count < wanted && pthread_cond_timedwait(&it->changed, &it->lock, &deadline) == 0) continue;
  bool there = *count >= wanted;
  pthread_mutex_unlock(&it->lock);
  EXPECT(there, "%d instead of %d", *count, wanted);
  return there;
}

/* Ends the pause. From now on, handlers may run again. */
static inline void unpause(viewer *it) {
  pthread_mutex_lock(&it->lock);
  it->paused = 0;
  moya_call *call = it->call;
  pthread_mutex_unlock(&it->lock);
  moya_call_resume(call);
}

static inline void expect_text(const viewer *it, const char *wanted) {
  EXPECT(it->text && strcmp(it->text, wanted) == 0, "%.200s", it->text ? it->text : "(nothing)");
}

/* The provider of the test program. It has MOYA_PUMP_DISPATCH. */
static moya_provider *provider;

static inline moya_sample sample_of(const char *body) {
  moya_sample sample = MOYA_SAMPLE_INIT;
  sample.body = body;
  sample.body_len = strlen(body);
  return sample;
}

static inline moya_target stub_of(const moya_sample *sample) {
  moya_target target = target_of("/stub");
  target.stub = MOYA_STUB_IMMEDIATE;
  target.sample = sample;
  return target;
}

static const char EVENTS_BODY[] = "id: 1\r\ndata: one\r\n\r\n: quiet\n\nevent: add\ndata: two\ndata: lines\n\nretry: 50\n"
                                  "data:\n\ndata: cut off";
static const char EVENTS_SEEN[] = "{message|one|1|-1}{add|two\nlines|1|-1}{message||1|50}";

/* This thread waits for a pause and ends it. */
static inline void *resume_later(void *user) {
  viewer *it = user;
  await_count(it, &it->heads, 1);
  pthread_mutex_lock(&it->lock);
  while (!it->paused || it->running) pthread_cond_wait(&it->changed, &it->lock);
  pthread_mutex_unlock(&it->lock);
  unpause(it);
  return NULL;
}

#endif
