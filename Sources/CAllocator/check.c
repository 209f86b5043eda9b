#include "moya_check.h"

#include <stdlib.h>
#include <string.h>

bool moya_checks_handles;

__attribute__((constructor)) static void read_environment(void) {
  const char *wanted = getenv("MOYA_CHECK");
  moya_checks_handles = wanted && strcmp(wanted, "1") == 0;
}
