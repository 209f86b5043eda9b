/* The C player: makes the calls that it reads from standard input. Tests/faults/player.py describes the lines.
 *
 *     player send     each call by moya_provider_send: a callback on the library's thread
 *     player call     each call by moya_provider_call; a call of `start` runs on a thread of its own */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <moya/moya.h>

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX = 64, REPORTED = 65536 };

static moya_provider *provider;
static bool blocking;
static pthread_mutex_t output = PTHREAD_MUTEX_INITIALIZER;

typedef struct call {
  moya_target target;
  moya_task task;
  moya_header headers[MAX];
  moya_parameter parameters[MAX];
  const char *wanted[MAX];
  size_t wanted_count;
  moya_stream stream;
  moya_header trailers[MAX];
  size_t trailer_count;
  const char *text; /* the bytes of the stream, and how many of them were read */
  size_t text_length, given;
  char path[64]; /* the path of a file with the data; empty: there is no file */
  char *line; /* owns the text that the other members point into */
  char number[16];
  pthread_mutex_t lock;
  pthread_cond_t changed;
  bool done;
} call;

/* ── Lines ── */

static int hex(char digit) {
  return digit >= '0' && digit <= '9' ? digit - '0' : digit >= 'A' && digit <= 'F' ? digit - 'A' + 10 : digit - 'a' + 10;
}
static char *decode(char *word) {
  char *out = word;
  for (char *in = word; *in; in++, out++) {
    if (*in == '%') {
      *out = (char)(hex(in[1]) << 4 | hex(in[2]));
      in += 2;
    } else {
      *out = *in;
    }
  }
  *out = 0;
  return word;
}
static void say(const char *name, moya_str text) {
  if (name) printf(" %s=", name);
  for (size_t index = 0; index < text.len && index < REPORTED; index++) {
    unsigned char byte = (unsigned char)text.data[index];
    if (byte > 0x20 && byte < 0x7f && byte != '%') putchar(byte);
    else printf("%%%02X", byte);
  }
}
static const char *short_name(moya_status status) {
  const char *name = moya_status_name(status);
  return strncmp(name, "MOYA_ERROR_", 11) == 0 ? name + 11 : strcmp(name, "MOYA_OK") == 0 ? "OK" : name;
}

/* ── Calls ── */

static void say_answer(const call *it, const moya_response *response) {
  printf(" http=%d size=%zu", moya_response_http_status(response), moya_response_body(response).len);
  say("body", moya_response_body(response));
  say("url", moya_response_url(response));
  for (size_t index = 0; index < it->wanted_count; index++) {
    char name[256];
    moya_str value = moya_response_header(response, it->wanted[index]);
    snprintf(name, sizeof name, "header.%s", it->wanted[index]);
    if (value.data) say(name, value);
  }
}
static void ended(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  const call *it = user;
  pthread_mutex_lock(&output);
  printf("end %s status=%s", it->number, short_name(status));
  if (response) say_answer(it, response);
  if (moya_error_response(error)) say_answer(it, moya_error_response(error));
  say("message", moya_error_message(error));
  printf("\n");
  fflush(stdout);
  pthread_mutex_unlock(&output);
}
static void released(void *user) {
  call *it = user;
  pthread_mutex_lock(&output);
  printf("released %s\n", it->number);
  fflush(stdout);
  pthread_mutex_unlock(&output);
  pthread_mutex_lock(&it->lock);
  it->done = true;
  pthread_cond_signal(&it->changed);
  pthread_mutex_unlock(&it->lock);
}
static void *call_blocking(void *user) {
  call *it = user;
  moya_response *response = NULL;
  moya_error *error = NULL;
  moya_status status = moya_provider_call(provider, &it->target, NULL, &response, &error);
  ended(it, status, response, error);
  moya_response_release(response);
  moya_error_release(error);
  released(it);
  return NULL;
}
static void discard(call *it) {
  if (*it->path) unlink(it->path);
  free(it->line);
  free(it);
}
/* Waits for the end of a call that was sent, and frees it. */
static void *finish(void *user) {
  call *it = user;
  pthread_mutex_lock(&it->lock);
  while (!it->done) pthread_cond_wait(&it->changed, &it->lock);
  pthread_mutex_unlock(&it->lock);
  discard(it);
  return NULL;
}
static void *call_and_discard(void *user) {
  call_blocking(user);
  discard(user);
  return NULL;
}
static void on_thread(void *(*body)(void *), call *it) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, body, it) != 0) abort();
  pthread_detach(thread);
}

/* ── Bodies that are read while they are sent ── */

static int64_t read_data(void *user, void *buffer, size_t room) {
  call *it = user;
  size_t count = it->text_length - it->given;
  if (count > room) count = room;
  memcpy(buffer, it->text + it->given, count);
  it->given += count;
  return (int64_t)count;
}
static int32_t rewind_data(void *user) {
  ((call *)user)->given = 0;
  return 0;
}
static int32_t give_trailers(void *user, moya_trailers *trailers) {
  call *it = user;
  trailers->headers = it->trailers;
  trailers->header_count = it->trailer_count;
  return 0;
}
/* Passes the data of the call in this form. `form` is the value of `as` in a row: bytes, file, stream or once. */
static void give_as(call *it, const char *form) {
  if (strcmp(form, "bytes") == 0) return;
  if (strcmp(form, "file") == 0) {
    strcpy(it->path, "/tmp/moya-fault-XXXXXX");
    int file = mkstemp(it->path);
    if (file < 0 || write(file, it->task.data, it->task.data_len) != (ssize_t)it->task.data_len) abort();
    close(file);
    it->task.kind = MOYA_TASK_FILE;
    it->task.path = it->path;
  } else {
    it->text = it->task.data;
    it->text_length = it->task.data_len;
    it->stream = (moya_stream)MOYA_STREAM_INIT;
    it->stream.read = read_data;
    it->stream.user = it;
    if (it->trailer_count > 0) it->stream.trailers = give_trailers;
    else it->stream.len = it->text_length;
    if (strcmp(form, "stream") == 0) it->stream.rewind = rewind_data;
    it->task.kind = MOYA_TASK_STREAM;
    it->task.stream = &it->stream;
  }
  it->task.data = NULL;
  it->task.data_len = 0;
}

/* Stores NAME:VALUE as the next of `fields`. */
static void add_field(moya_header *fields, size_t *count, char *text) {
  char *colon = strchr(text, ':');
  if (!colon || *count == MAX) abort();
  *colon++ = 0;
  if (*colon == ' ') colon++;
  fields[(*count)++] = (moya_header){text, colon};
}

static call *parse(char *words) {
  call *it = calloc(1, sizeof *it);
  char *place = NULL;
  const char *form = "bytes";
  if (!it) abort();
  it->target = (moya_target)MOYA_TARGET_INIT;
  it->task = (moya_task)MOYA_TASK_INIT;
  it->target.name = "API.call";
  it->line = strdup(words);
  pthread_mutex_init(&it->lock, NULL);
  pthread_cond_init(&it->changed, NULL);
  snprintf(it->number, sizeof it->number, "%s", strtok_r(it->line, " ", &place));
  for (char *word; (word = strtok_r(NULL, " ", &place)) != NULL;) {
    char *value = strchr(decode(word), '=');
    if (!value) abort();
    *value++ = 0;
    if (strcmp(word, "method") == 0) it->target.method = value;
    else if (strcmp(word, "base") == 0) it->target.base_url = value;
    else if (strcmp(word, "path") == 0) it->target.path = value;
    else if (strcmp(word, "want") == 0 && it->wanted_count < MAX) it->wanted[it->wanted_count++] = value;
    else if (strcmp(word, "data") == 0) {
      it->task.kind = MOYA_TASK_DATA;
      it->task.data = value;
      it->task.data_len = strlen(value);
    } else if (strcmp(word, "as") == 0) {
      form = value;
    } else if (strcmp(word, "header") == 0) {
      add_field(it->headers, &it->target.header_count, value);
    } else if (strcmp(word, "trailer") == 0) {
      add_field(it->trailers, &it->trailer_count, value);
    } else if (strcmp(word, "query") == 0 && it->task.parameter_count < MAX) {
      char *equals = strchr(value, '=');
      if (!equals) abort();
      *equals++ = 0;
      it->task.kind = MOYA_TASK_PLAIN;
      it->parameters[it->task.parameter_count++] = (moya_parameter){value, equals};
    } else abort();
  }
  it->target.headers = it->headers;
  it->task.parameters = it->parameters;
  it->target.task = &it->task;
  give_as(it, form);
  return it;
}

static void start(call *it, bool waits) {
  if (blocking) {
    if (waits) call_and_discard(it);
    else on_thread(call_and_discard, it);
    return;
  }
  moya_error *error = NULL;
  moya_status status = moya_provider_send(provider, &it->target, &MOYA_HANDLERS(.end = ended, .user = it, .release_user = released), NULL, NULL, &error);
  if (status != MOYA_OK) ended(it, status, NULL, error);
  moya_error_release(error);
  if (waits) finish(it);
  else on_thread(finish, it);
}

/* ── Providers ── */

static void create(char *words) {
  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  char *place = NULL;
  for (char *word = strtok_r(words, " ", &place); word; word = strtok_r(NULL, " ", &place)) {
    char *value = strchr(decode(word), '=');
    if (!value) abort();
    *value++ = 0;
    uint64_t number = strtoull(value, NULL, 10);
    if (strcmp(word, "connect_timeout_ms") == 0) options.connect_timeout_ms = (uint32_t)number;
    else if (strcmp(word, "idle_timeout_ms") == 0) options.idle_timeout_ms = (uint32_t)number;
    else if (strcmp(word, "total_timeout_ms") == 0) options.total_timeout_ms = (uint32_t)number;
    else if (strcmp(word, "max_connections_per_host") == 0) options.max_connections_per_host = (uint32_t)number;
    else if (strcmp(word, "max_redirects") == 0) options.max_redirects = number ? (uint32_t)number : MOYA_NO_REDIRECTS;
    else if (strcmp(word, "max_body_size") == 0) options.max_body_size = number;
    else if (strcmp(word, "ca_file") == 0) options.ca_file = value;
    else if (strcmp(word, "user_agent") == 0) options.user_agent = value;
    else if (strcmp(word, "proxy") == 0) options.proxy = value;
    else abort();
  }
  moya_error *error = NULL;
  moya_status status = moya_provider_create(&options, &provider, &error);
  printf("provider %s ", short_name(status));
  say(NULL, moya_error_message(error));
  printf("\n");
  moya_error_release(error);
}

int main(int count, char **arguments) {
  char *line = NULL;
  size_t room = 0;
  ssize_t length;
  blocking = count > 1 && strcmp(arguments[1], "call") == 0;
  printf("ready\n");
  fflush(stdout);
  while ((length = getline(&line, &room, stdin)) > 0) {
    line[length - 1] = 0;
    if (strncmp(line, "call ", 5) == 0) start(parse(line + 5), true);
    else if (strncmp(line, "start ", 6) == 0) start(parse(line + 6), false);
    else if (strncmp(line, "provider", 8) == 0) create(line + 8);
    else if (strcmp(line, "close") == 0) {
      moya_provider_destroy(provider);
      provider = NULL;
      printf("closed\n");
    } else abort();
    fflush(stdout);
  }
  free(line);
  return 0;
}
