/* Watches moya.digest/1 (watch.h). The plugin gets functions of this file, which call the library's functions. The
 * cryptographic library allocates memory for each thread. IN_HOST says that this is not memory of the plugin. */
#include "allocations.h"
#include "watch.h"

#include <string.h>

static const moya_digest *real;

static size_t hash(moya_hash kind, const void *data, size_t len, uint8_t *out) {
  IN_HOST;
  return real->hash(kind, data, len, out);
}

static size_t hmac(moya_hash kind, const void *key, size_t key_len, const void *data, size_t len, uint8_t *out) {
  IN_HOST;
  return real->hmac(kind, key, key_len, data, len, out);
}

static int32_t fill_random(void *out, size_t len) {
  IN_HOST;
  return real->random(out, len);
}

const moya_digest *watch_digest(const moya_digest *table) {
  static moya_digest copy;
  if (real) return &copy;
  real = table;
  memcpy(&copy, table, table->size < sizeof copy ? table->size : sizeof copy);
  copy.size = table->size < sizeof copy ? table->size : (uint32_t)sizeof copy;
  copy.hash = hash;
  copy.hmac = hmac;
  copy.random = fill_random;
  return &copy;
}
