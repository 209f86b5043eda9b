/* `moya_lists headers|plugins|rules|targets COUNT`: measures what an element of a long list costs. The list has COUNT
 * header fields, plugins, stub rules or targets. Makes several calls with the list, divides the CPU time of the fastest
 * by COUNT, and prints this number in nanoseconds. Stubs respond, so the program needs no server. */
#include <moya/moya.h>

#include "bench.h"

enum { ROUNDS = 20, MOST = 10000, NAME = 24 };
static char names[MOST][NAME];

static void must(moya_status status) {
  if (status == MOYA_OK) return;
  fprintf(stderr, "%s\n", moya_status_name(status));
  exit(1);
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void name_all(const char *format, size_t count) {
  for (size_t i = 0; i < count; i++) snprintf(names[i], NAME, format, (int)i);
}

static double call(moya_provider *provider, const moya_target *target) {
  double least = 1e9;
  for (int round = 0; round < ROUNDS; round++) {
    double begin = seconds();
    moya_response *response = NULL;
    must(moya_provider_call(provider, target, NULL, &response, NULL));
    moya_response_release(response);
    double time = seconds() - begin;
    if (time < least) least = time;
  }
  return least;
}

static moya_status prepare(void *instance, moya_context *context) {
  (void)instance, (void)context;
  return MOYA_OK;
}

static double enqueue(moya_provider *provider, const moya_sample *sample, size_t count) {
  static moya_target targets[MOST];
  static const moya_target *addresses[MOST];
  static moya_completion rows[MOST];
  for (size_t i = 0; i < count; i++) {
    targets[i] = MOYA_TARGET(.base_url = names[i], .stub = MOYA_STUB_IMMEDIATE, .sample = sample);
    addresses[i] = &targets[i];
  }
  moya_queue *queue = NULL;
  must(moya_queue_create(&queue, NULL));
  double least = 1e9;
  for (int round = 0; round < ROUNDS; round++) {
    double begin = seconds();
    must(moya_provider_enqueue_all(provider, addresses, count, queue, 1, 0, NULL, NULL, NULL, NULL));
    int64_t taken = moya_queue_drain(queue, rows, sizeof *rows, count);
    moya_completions_release(rows, sizeof *rows, taken > 0 ? (size_t)taken : 0);
    double time = seconds() - begin;
    if (taken == (int64_t)count && time < least) least = time;
  }
  moya_queue_destroy(queue);
  return least;
}

int main(int argc, char **arguments) {
  long given = argc == 3 ? atol(arguments[2]) : 0;
  if (given < 1 || given > MOST) {
    fprintf(stderr, "usage: moya_lists headers|plugins|rules|targets COUNT\n");
    return 2;
  }
  const char *kind = arguments[1];
  size_t count = (size_t)given;
  moya_sample sample = MOYA_SAMPLE(.http_status = 200);
  moya_target target = MOYA_TARGET(.base_url = "http://localhost/", .stub = MOYA_STUB_IMMEDIATE, .sample = &sample);
  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  if (strcmp(kind, "rules") == 0) must(moya_stubs_create(&options.stubs, NULL));
  moya_provider *provider = NULL;
  must(moya_provider_create(&options, &provider, NULL));
  double time = 0;
  if (strcmp(kind, "headers") == 0) {
    static moya_header headers[MOST];
    name_all("X-Field-%d", count);
    for (size_t i = 0; i < count; i++) headers[i] = (moya_header){names[i], "v"};
    target.headers = headers;
    target.header_count = count;
    time = call(provider, &target);
  } else if (strcmp(kind, "plugins") == 0) {
    static moya_plugin tables[MOST];
    name_all("org.example.p%d", count);
    for (size_t i = 0; i < count; i++) {
      tables[i] = (moya_plugin){MOYA_PLUGIN_HEAD, .id = names[i], .version = "1.0.0", .prepare = prepare};
      must(moya_provider_add_plugin(provider, &tables[i], NULL, NULL));
    }
    time = call(provider, &target);
  } else if (strcmp(kind, "rules") == 0) {
    name_all("target%d", count);
    for (size_t i = 0; i < count; i++) {
      moya_stub_rule rule = MOYA_STUB_RULE(.target = names[i], .answers = &sample, .answer_count = 1);
      must(moya_stubs_add(options.stubs, &rule, NULL, NULL));
    }
    target.name = names[0]; /* only the oldest rule matches */
    time = call(provider, &target);
  } else {
    name_all("http://localhost/%d", count);
    time = enqueue(provider, &sample, count);
  }
  printf("%.1f\n", time * 1e9 / (double)count);
  moya_provider_destroy(provider);
  moya_stubs_release(options.stubs);
  return 0;
}
