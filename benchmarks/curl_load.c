/* `curl_load LIBRARY`: the baseline of moya_load.c. Opens libcurl with dlopen and starts it, but sends no request.
 * Prints how many milliseconds this took, and how many KiB of resident memory it added. */
#include "bench.h"

#include <curl/curl.h>
#include <dlfcn.h>

int main(int count, char **arguments) {
  bench_expect(count == 2, "usage: curl_load LIBRARY");
  long before = bench_resident();
  double started = bench_seconds();
  void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
  bench_expect(library != NULL, "dlopen failed");
  __typeof__(&curl_global_init) global_init = (__typeof__(&curl_global_init))dlsym(library, "curl_global_init");
  __typeof__(&curl_multi_init) multi_init = (__typeof__(&curl_multi_init))dlsym(library, "curl_multi_init");
  bench_expect(global_init && multi_init, "no such function");
  bench_expect(global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK && multi_init() != NULL, "libcurl did not start");
  double seconds = bench_seconds() - started;
  printf("%.2f %ld\n", seconds * 1e3, bench_resident() - before);
  return 0;
}
