/* Makes the signature of a request, AWS Signature Version 4, with the hash functions of the library. The functions
 * return false if there is no memory or no hash function. */
#ifndef MOYA_SIGV4_SIGNATURE_H
#define MOYA_SIGV4_SIGNATURE_H

#include "../common/bytes.h"

#include <moya/plugin/digest.h>
#include <pthread.h>

enum {
  SIGV4_DATE = 17,  /* bytes of "20150830T123600Z" and its NUL */
  SIGV4_HEX = 65,   /* bytes of a hash in hexadecimal digits and its NUL */
  SIGV4_KEY = 32    /* bytes of a signing key */
};

/* The region and the service for which a signing key is valid. A key is also for one day only. */
typedef struct scope {
  const char *region, *service;
} scope;

/* The signing key that was used last, and the day for which it is valid. Several threads may use it. */
typedef struct key_cache {
  pthread_mutex_t lock;
  char day[9]; /* empty: there is no key */
  uint8_t key[SIGV4_KEY];
} key_cache;

/* Writes the date as "20150830T123600Z". Returns false if the year does not have four digits. */
bool date_write(int64_t seconds, char date[SIGV4_DATE]);

bool hex_hash(const moya_digest *digest, const void *data, size_t len, char hex[SIGV4_HEX]);

/* Appends the scope of a signature, for example "20150830/us-east-1/iam/aws4_request". */
bool add_scope(bytes *to, const scope *where, const char *date);

/* Writes the signature of a canonical request to `hex`. */
bool signature_make(const moya_digest *digest, key_cache *keys, const bytes *secret, const scope *where, const char *date,
                    const bytes *canonical, char hex[SIGV4_HEX]);

#endif
