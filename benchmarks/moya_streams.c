/* `moya_streams URL STREAMS`: receives many streams at once, and reads them slowly. Each stream pauses after every
 * piece. When all streams are paused, the program resumes them. Prints the KiB of memory for a stream with its
 * connection: the peak memory of all streams together, divided by their number. Then prints the number of pieces. */
#include "moya_bench.h"

#include <pthread.h>
#include <sys/resource.h>

typedef struct stream {
  moya_call *call;
  size_t bytes;
  int paused, ended;
} stream;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static long waiting, ended, pieces;

static moya_flow body(void *user, const void *data, size_t len) {
  (void)data;
  stream *it = user;
  pthread_mutex_lock(&lock);
  it->bytes += len;
  it->paused = 1;
  waiting++, pieces++;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return MOYA_FLOW_PAUSE;
}

static void end(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  (void)response;
  bench_ok(status, error);
  stream *it = user;
  pthread_mutex_lock(&lock);
  it->ended = 1;
  ended++;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
}

int main(int count, char **arguments) {
  bench run = bench_arguments(count, arguments);
  moya_provider_options options =
      MOYA_PROVIDER_OPTIONS(.max_connections = 2000, .max_connections_per_host = 2000, .ca_file = bench_ca_file());
  moya_provider *provider;
  moya_error *error = NULL;
  bench_ok(moya_provider_create(&options, &provider, &error), error);
  stream *streams = calloc((size_t)run.requests, sizeof *streams);
  long before = bench_resident();
  moya_target target = MOYA_TARGET(.base_url = run.url);
  for (long i = 0; i < run.requests; i++) {
    moya_handlers handlers = MOYA_HANDLERS(.body = body, .end = end, .user = &streams[i]);
    bench_ok(moya_provider_send(provider, &target, &handlers, NULL, &streams[i].call, &error), error);
  }
  while (ended < run.requests) {
    pthread_mutex_lock(&lock);
    while (waiting + ended < run.requests) pthread_cond_wait(&changed, &lock);
    waiting = 0;
    pthread_mutex_unlock(&lock);
    for (long i = 0; i < run.requests; i++) {
      if (!streams[i].paused || streams[i].ended) continue;
      streams[i].paused = 0;
      moya_call_resume(streams[i].call);
    }
  }
  for (long i = 0; i < run.requests; i++) {
    bench_expect(streams[i].bytes == streams[0].bytes && streams[i].bytes > 0, "a stream is short");
    moya_call_release(streams[i].call);
  }
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  printf("%.1f %ld\n", (double)(usage.ru_maxrss - before) / (double)run.requests, pieces);
  moya_provider_destroy(provider);
  return 0;
}
