/* Signs requests with source files of the module sigv4, but without the library: OpenSSL computes the hashes. Each line
 * of the input has words in hexadecimal digits: date, region, service, secret, method, path, query, payload, then name
 * and value of each signed field. Each line of the output has the canonical request in hexadecimal digits and the
 * signature. */
#include "canonical.h"
#include "signature.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WORDS = 64 };

static size_t hash(moya_hash kind, const void *data, size_t len, uint8_t *out) {
  unsigned size = 0;
  (void)kind;
  return EVP_Digest(data, len, out, &size, EVP_sha256(), NULL) == 1 ? size : 0;
}

static size_t keyed(moya_hash kind, const void *key, size_t key_len, const void *data, size_t len, uint8_t *out) {
  unsigned size = 0;
  (void)kind;
  return HMAC(EVP_sha256(), key, (int)key_len, data, len, out, &size) ? size : 0;
}

/* Decodes a word in place. Returns its length. */
static size_t decode(char *word) {
  size_t len = strlen(word) / 2;
  for (size_t i = 0; i < len; i++) {
    char pair[] = {word[2 * i], word[2 * i + 1], 0};
    word[i] = (char)strtoul(pair, NULL, 16);
  }
  word[len] = 0;
  return len;
}

static bool sign(char **words, const size_t *lengths, size_t count, key_cache *keys) {
  static const moya_digest digest = {.size = sizeof digest, .hash = hash, .hmac = keyed};
  scope where = {words[1], words[2]};
  bytes canonical = {0}, secret = {0};
  pairs fields = {0}, parameters = {0};
  char signature[SIGV4_HEX], payload[SIGV4_HEX];
  bool is_good = hex_hash(&digest, words[7], lengths[7], payload) && bytes_add(&secret, words[3], lengths[3]);
  for (size_t i = 8; is_good && i + 1 < count; i += 2) is_good = read_field(&fields, words[i], words[i + 1], lengths[i + 1]);
  is_good = is_good && bytes_add_texts(&canonical, words[4], "\n", NULL) &&
            add_path(&canonical, words[5], lengths[5], strcmp(words[2], "s3") == 0) && bytes_add_text(&canonical, "\n") &&
            read_query(&parameters, words[6], lengths[6]) && add_query(&canonical, &parameters) &&
            bytes_add_text(&canonical, "\n") && add_fields(&canonical, &fields) && bytes_add_text(&canonical, "\n") &&
            add_names(&canonical, &fields) && bytes_add_texts(&canonical, "\n", payload, NULL) &&
            signature_make(&digest, keys, &secret, &where, words[0], &canonical, signature);
  for (size_t i = 0; is_good && i < canonical.len; i++) printf("%02x", (unsigned char)canonical.data[i]);
  if (is_good) printf(" %s\n", signature);
  bytes_free(&canonical);
  bytes_free(&secret);
  pairs_free(&fields);
  pairs_free(&parameters);
  return is_good;
}

int main(void) {
  static char line[1 << 16];
  key_cache keys = {.lock = PTHREAD_MUTEX_INITIALIZER};
  while (fgets(line, sizeof line, stdin)) {
    char *words[MOST_WORDS], *at = line;
    size_t lengths[MOST_WORDS], count = 0;
    line[strcspn(line, "\n")] = 0;
    for (char *word; count < MOST_WORDS && (word = strsep(&at, " ")); count++) {
      words[count] = word;
      lengths[count] = decode(word);
    }
    if (count < 8 || !sign(words, lengths, count, &keys)) return 1;
  }
  return 0;
}
