#define _DEFAULT_SOURCE /* explicit_bzero */
#include "signature.h"

#include <string.h>
#include <time.h>

bool date_write(int64_t seconds, char date[SIGV4_DATE]) {
  struct tm utc;
  time_t time = (time_t)seconds;
  bool is_good = gmtime_r(&time, &utc) && utc.tm_year >= 1000 - 1900 && utc.tm_year <= 9999 - 1900;
  return is_good && strftime(date, SIGV4_DATE, "%Y%m%dT%H%M%SZ", &utc) == SIGV4_DATE - 1;
}

static void write_hex(const uint8_t *from, size_t len, char *to) {
  static const char digits[] = "0123456789abcdef";
  for (size_t i = 0; i < len; i++) {
    *to++ = digits[from[i] >> 4];
    *to++ = digits[from[i] & 15];
  }
  *to = 0;
}

bool hex_hash(const moya_digest *digest, const void *data, size_t len, char hex[SIGV4_HEX]) {
  uint8_t sum[MOYA_MOST_HASH];
  size_t size = digest->hash(MOYA_HASH_SHA256, len > 0 ? data : "", len, sum);
  if (size != SIGV4_KEY) return false;
  write_hex(sum, size, hex);
  return true;
}

bool add_scope(bytes *to, const scope *where, const char *date) {
  return bytes_add(to, date, 8) && bytes_add_texts(to, "/", where->region, "/", where->service, "/aws4_request", NULL);
}

/* ── The key ── */

static bool hmac(const moya_digest *digest, const void *key, size_t key_len, const char *text, size_t len, uint8_t *out) {
  uint8_t sum[MOYA_MOST_HASH];
  if (digest->hmac(MOYA_HASH_SHA256, key, key_len, text, len, sum) != SIGV4_KEY) return false;
  memcpy(out, sum, SIGV4_KEY); /* `out` may be the key */
  return true;
}

static bool derive(const moya_digest *digest, const bytes *secret, const scope *where, const char *date, uint8_t *key) {
  bytes seed = {0};
  bool is_good = bytes_add_text(&seed, "AWS4") && bytes_add(&seed, secret->data, secret->len) &&
                 hmac(digest, seed.data, seed.len, date, 8, key) &&
                 hmac(digest, key, SIGV4_KEY, where->region, strlen(where->region), key) &&
                 hmac(digest, key, SIGV4_KEY, where->service, strlen(where->service), key) &&
                 hmac(digest, key, SIGV4_KEY, "aws4_request", strlen("aws4_request"), key);
  if (seed.data) explicit_bzero(seed.data, seed.len);
  bytes_free(&seed);
  return is_good;
}

/* Writes the signing key to `key`. A key is the same for a whole day, so `keys` stores the last one. If another thread
 * holds the lock, this function does not wait, but derives the key again: in a forked child, the lock may stay locked
 * for ever. */
static bool find_key(const moya_digest *digest, key_cache *keys, const bytes *secret, const scope *where, const char *date,
                     uint8_t *key) {
  bool is_mine = pthread_mutex_trylock(&keys->lock) == 0;
  bool is_known = is_mine && memcmp(keys->day, date, 8) == 0;
  bool is_good = is_known || derive(digest, secret, where, date, is_mine ? keys->key : key);
  if (!is_mine) return is_good;
  memcpy(keys->day, is_good ? date : "", is_good ? 8 : 1);
  memcpy(key, keys->key, SIGV4_KEY);
  pthread_mutex_unlock(&keys->lock);
  return is_good;
}

bool signature_make(const moya_digest *digest, key_cache *keys, const bytes *secret, const scope *where, const char *date,
                    const bytes *canonical, char hex[SIGV4_HEX]) {
  uint8_t key[SIGV4_KEY], sum[SIGV4_KEY];
  char hash[SIGV4_HEX];
  bytes text = {0};
  bool is_good = hex_hash(digest, canonical->data, canonical->len, hash) &&
                 bytes_add_texts(&text, "AWS4-HMAC-SHA256\n", date, "\n", NULL) && add_scope(&text, where, date) &&
                 bytes_add_texts(&text, "\n", hash, NULL) && find_key(digest, keys, secret, where, date, key) &&
                 hmac(digest, key, sizeof key, text.data, text.len, sum);
  if (is_good) write_hex(sum, sizeof sum, hex);
  explicit_bzero(key, sizeof key);
  bytes_free(&text);
  return is_good;
}
