/* `moya_load LIBRARY`: opens the library as a binding does, and makes a first call, to which a stub responds. Prints
 * "milliseconds kibibytes": the time from dlopen to the response, and the resident memory that this added. */
#include "bench.h"

#include <dlfcn.h>
#include <moya/moya.h>

static void *symbol(void *library, const char *name) {
  void *found = dlsym(library, name);
  bench_expect(found != NULL, name);
  return found;
}
#define LOAD(library, name) __typeof__(&name) p_##name = (__typeof__(&name))symbol(library, #name)

int main(int count, char **arguments) {
  bench_expect(count == 2, "usage: moya_load LIBRARY");
  long before = bench_resident();
  double started = bench_seconds();
  void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
  bench_expect(library != NULL, "dlopen failed");
  LOAD(library, moya_provider_create);
  LOAD(library, moya_provider_call);
  LOAD(library, moya_response_http_status);

  moya_sample sample = MOYA_SAMPLE_INIT;
  moya_target target = MOYA_TARGET_INIT;
  target.base_url = "http://127.0.0.1";
  target.sample = &sample;
  target.stub = MOYA_STUB_IMMEDIATE;
  moya_provider *provider;
  moya_response *response;
  bench_expect(p_moya_provider_create(NULL, &provider, NULL) == MOYA_OK, "no provider");
  bench_expect(p_moya_provider_call(provider, &target, NULL, &response, NULL) == MOYA_OK, "no answer");
  bench_expect(p_moya_response_http_status(response) == 200, "a wrong answer");
  double seconds = bench_seconds() - started;
  printf("%.2f %ld\n", seconds * 1e3, bench_resident() - before);
  return 0;
}
