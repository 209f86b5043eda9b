/* A good module: it writes the number of its calls to a file. `create` empties the file. */
#include "../module.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct log_file {
  FILE *file;
  long calls, every;
} log_file;

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  host = functions;
  log_file *it = calloc(1, sizeof *it);
  if (!it) return MOYA_ERROR_MEMORY;
  it->every = (long)host->option_int(self, "every");
  it->file = fopen(host->option_text(self, "file").data, "we");
  if (!it->file) {
    free(it);
    host->fail(self, "the file cannot be opened");
    return MOYA_ERROR_FILE;
  }
  *instance = it;
  return MOYA_OK;
}

static void did_receive(void *instance, moya_context *context) {
  log_file *it = instance;
  (void)context;
  if (++it->calls % it->every == 0) fprintf(it->file, "%ld\n", it->calls);
}

static void destroy(void *instance) {
  log_file *it = instance;
  fclose(it->file);
  free(it);
}

static const moya_option options[] = {
    {.name = "file", .about = "The file.", .kind = MOYA_OPTION_TEXT, .required = 1},
    {.name = "every", .about = "Calls for a line.", .kind = MOYA_OPTION_INT, .preset = "1", .least = 1, .most = 9},
    {.name = NULL},
};

static const moya_plugin plugin = {
    MODULE_HEAD("log-file", "Counts calls in a file."),
    .options = options,
    .create = create,
    .did_receive = did_receive,
    .destroy = destroy,
};

MOYA_MODULE(&plugin)
