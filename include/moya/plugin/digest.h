/* "moya.digest/1": hashes and random bytes from the cryptographic library of the host, for
 * signatures, nonces and keys of caches. moya_host.get_extension returns the table. Any thread may
 * call the functions. They block only while they compute. For a signature that contains the current
 * time, plugin/tasks.h has the clock (date_us).
 *
 *     hash     MD5, SHA-1, SHA-256 or SHA-512
 *     hmac     the same with a key
 *     random   random bytes
 *
 *     const moya_digest *digest = host->get_extension(MOYA_DIGEST);
 *     uint8_t sum[MOYA_MOST_HASH];
 *     size_t len = digest->hash(MOYA_HASH_SHA256, body.data, body.len, sum);
 */
#ifndef MOYA_PLUGIN_DIGEST_H
#define MOYA_PLUGIN_DIGEST_H

#include "../plugin.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MOYA_DIGEST "moya.digest/1"

/* The hash functions: RFC 1321, and FIPS 180-4. */
enum {
  MOYA_HASH_MD5 = 1,    /* 16 bytes */
  MOYA_HASH_SHA1 = 2,   /* 20 bytes */
  MOYA_HASH_SHA256 = 3, /* 32 bytes */
  MOYA_HASH_SHA512 = 4  /* 64 bytes */
};
typedef int32_t moya_hash;

enum {
  MOYA_MOST_HASH = 64 /* bytes of the longest hash */
};

typedef struct moya_digest {
  uint32_t size; /* the size of the table that the host filled */
  uint32_t reserved;
  /* Writes the hash of `len` bytes to `out`, which has room for MOYA_MOST_HASH bytes. Returns how
   * many bytes it wrote. Returns 0 if there is no such hash function, if `data` is NULL and `len`
   * is not 0, or if the cryptographic library refuses (in FIPS mode there is no MD5). */
  size_t (*hash)(moya_hash kind, const void *data, size_t len, uint8_t *out);
  /* Writes the keyed hash HMAC (RFC 2104), and otherwise works like `hash`. */
  size_t (*hmac)(moya_hash kind, const void *key, size_t key_len, const void *data, size_t len,
                 uint8_t *out);
  /* Fills `out` with random bytes that are fit for keys. Returns 1 on success, and 0 if there are
   * no random bytes. */
  int32_t (*random)(void *out, size_t len);
} moya_digest;

#ifdef __cplusplus
}
#endif

#endif
