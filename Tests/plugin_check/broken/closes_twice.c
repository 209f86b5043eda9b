/* fails: environment */
/* A hook closes a descriptor twice. In between, another thread may open a file that gets the same number. */
#include "../module.h"
#include <fcntl.h>
#include <unistd.h>

static void did_receive(void *instance, moya_context *context) {
  (void)instance, (void)context;
  int file = open("/dev/null", O_RDONLY | O_CLOEXEC);
  close(file);
  close(file);
}

static const moya_plugin plugin = {
    MODULE_HEAD("closes-twice", "Opens and closes a file."),
    .create = keep_host,
    .did_receive = did_receive,
};

MOYA_MODULE(&plugin)
