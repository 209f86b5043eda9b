/* `moya_transfer down|up|form URL FILE`: downloads a large file, uploads it, or sends a form that contains it. Prints
 * megabytes/s, and the KiB of memory that the transfer added to what the program had before. */
#include "moya_bench.h"

#include <sys/resource.h>
#include <sys/stat.h>

int main(int count, char **arguments) {
  if (count != 4) return 2;
  moya_provider *provider = bench_provider();
  moya_download to = MOYA_DOWNLOAD(.path = arguments[3], .flags = MOYA_DOWNLOAD_REPLACE);
  moya_task task = MOYA_TASK(.kind = MOYA_TASK_FILE, .path = arguments[3]);
  moya_part part = {.name = "file", .path = arguments[3]};
  moya_task form = MOYA_TASK(.kind = MOYA_TASK_MULTIPART, .parts = &part, .part_count = 1);
  int uploads = strcmp(arguments[1], "down") != 0;
  moya_target target =
      MOYA_TARGET(.base_url = arguments[2], .method = uploads ? "PUT" : "GET", .validation = MOYA_VALIDATION_SUCCESS);
  if (uploads) target.task = strcmp(arguments[1], "form") == 0 ? &form : &task;
  if (!uploads) target.download = &to;
  long before = bench_resident();
  double started = bench_seconds();
  moya_response *response;
  moya_error *error;
  bench_ok(moya_provider_call(provider, &target, NULL, &response, &error), error);
  double seconds = bench_seconds() - started;
  moya_response_release(response);
  struct stat file;
  bench_expect(stat(arguments[3], &file) == 0 && file.st_size > 0, "no file");
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  printf("%.1f %ld\n", (double)file.st_size / seconds / 1e6, usage.ru_maxrss - before);
  moya_provider_destroy(provider);
  return 0;
}
