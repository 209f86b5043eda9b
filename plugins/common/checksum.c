#include "checksum.h"

#include <string.h>

/* Computes the hash FNV-1a, eight bytes at a time, with the last step of MurmurHash3. */
uint64_t checksum_of(uint64_t hash, const void *data, size_t len) {
  const unsigned char *at = data;
  for (; len >= 8; len -= 8, at += 8) {
    uint64_t word;
    memcpy(&word, at, 8);
    hash = (hash ^ word) * 0x100000001b3u;
    hash ^= hash >> 29;
  }
  for (; len > 0; len--) hash = (hash ^ *at++) * 0x100000001b3u;
  hash = (hash ^ hash >> 33) * 0xff51afd7ed558ccdu;
  hash = (hash ^ hash >> 33) * 0xc4ceb9fe1a85ec53u;
  return hash ^ hash >> 33;
}
