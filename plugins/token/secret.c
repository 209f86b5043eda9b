#define _DEFAULT_SOURCE
#include "secret.h"

#include <string.h>

void secret_free(bytes *it) {
  if (it->data) explicit_bzero(it->data, it->room);
  bytes_free(it);
}

bool secret_replace(bytes *it, const char *text, size_t len) {
  bytes copy = {0};
  if (!bytes_add(&copy, text, len)) return false;
  secret_free(it);
  *it = copy;
  return true;
}
