/* `moya_waiting URL REQUESTS IN_FLIGHT destroy|cancel|timeout`: makes REQUESTS calls, which wait for the only
 * connection to a server that never responds. Then the program ends all calls: it destroys their provider, cancels them
 * one by one, or lets them time out. URL and IN_FLIGHT are not used. The cost of ending a call must not depend on how
 * many calls wait (Tests/steps/instructions). */
#include "moya_bench.h"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

static long ends, expected;
static int pipe_ends[2];

static void ended(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  (void)user, (void)response, (void)error;
  bench_expect(status == MOYA_ERROR_CANCELLED || status == MOYA_ERROR_TIMEOUT_TOTAL, "a call that did not wait");
  if (++ends == expected) bench_expect(write(pipe_ends[1], "", 1) == 1, "a pipe");
}

int main(int count, char **arguments) {
  bench run = bench_arguments(count, arguments);
  const char *form = count > 4 ? arguments[4] : "destroy";
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  socklen_t size = sizeof address;
  bench_expect(bind(listener, (struct sockaddr *)&address, size) == 0 && listen(listener, 16) == 0 &&
                   getsockname(listener, (struct sockaddr *)&address, &size) == 0 && pipe(pipe_ends) == 0,
               "a server");
  char url[64];
  snprintf(url, sizeof url, "http://127.0.0.1:%d/user", ntohs(address.sin_port));

  moya_provider *provider;
  moya_error *error = NULL;
  bench_ok(moya_provider_create(&MOYA_PROVIDER_OPTIONS(.max_connections_per_host = 1, .proxy = ""), &provider, &error), error);
  moya_call **calls = calloc((size_t)run.requests, sizeof *calls);
  bench_expect(calls != NULL, "memory");
  expected = run.requests;
  moya_target target = bench_target(url);
  if (strcmp(form, "timeout") == 0) target.timeout_ms = 1;
  double started = bench_seconds();
  for (long i = 0; i < run.requests; i++) {
    bench_ok(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = ended), NULL, &calls[i], &error), error);
  }
  if (strcmp(form, "destroy") == 0) moya_provider_destroy(provider);
  if (strcmp(form, "cancel") == 0) {
    for (long i = 0; i < run.requests; i++) moya_call_cancel(calls[i]);
  }
  char byte;
  bench_expect(read(pipe_ends[0], &byte, 1) == 1, "a pipe");
  bench_report(run.requests, bench_seconds() - started);
  for (long i = 0; i < run.requests; i++) moya_call_release(calls[i]);
  if (strcmp(form, "destroy") != 0) moya_provider_destroy(provider);
  free(calls);
  return 0;
}
