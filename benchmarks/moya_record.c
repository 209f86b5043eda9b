/* A benchmark of the module `record`: makes asynchronous calls with callbacks. The last argument is the mode of the
 * module. With `all`, it records every call. With `none`, it replays the same recorded response for every call. The
 * time in which the module writes its file does not count. */
#include "moya_callbacks.h"

#include <string.h>
#include <unistd.h>

/* The text BODY of bench.h in Base64, because the recorded response must have this body. */
#define BODY_IN_BASE64 "eyJpZCI6NTgzMjMxLCJsb2dpbiI6Im9jdG9jYXQiLCJmb2xsb3dlcnMiOjE3fQ=="

int main(int count, char **arguments) {
  const char *mode = count > 4 ? arguments[4] : "all";
  bench run = bench_arguments(count, arguments);
  moya_provider *provider = bench_provider();
  char path[] = "/tmp/moya-bench-XXXXXX", config[200];
  int file = mkstemp(path);
  moya_error *error;
  if (file < 0) return 1;
  dprintf(file,
          "{\"log\": {\"entries\": [{\"request\": {\"method\": \"GET\", \"url\": \"%s\"}, \"response\": {\"status\": 200, "
          "\"headers\": [{\"name\": \"Content-Type\", \"value\": \"application/json\"}], "
          "\"content\": {\"encoding\": \"base64\", \"text\": \"" BODY_IN_BASE64 "\"}}}]}}",
          run.url);
  close(file);
  snprintf(config, sizeof config, "{\"file\": \"%s\", \"mode\": \"%s\", \"match\": \"lenient\"}", path, mode);
  bench_ok(moya_provider_load_plugin(provider, "record", config, &error), error);
  sender_benchmark(provider, bench_target(run.url), run);
  unlink(path);
  return 0;
}
