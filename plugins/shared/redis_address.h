/* The address of a Redis server: redis://[user:password@]host[:port][/db], and rediss:// for TLS. The query may have
 * ca=PATH, a file with the certificates to trust instead of the system's. */
#ifndef SHARED_REDIS_ADDRESS_H
#define SHARED_REDIS_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct redis_address {
  bool has_tls;
  char host[256];
  int port, database;
  char user[256], password[512]; /* "" if there is none */
  char ca[512];                  /* "" if there is none */
  char name[280];                /* "Redis at host:port", for messages */
} redis_address;

/* Reads an address. If it is not valid, returns false and writes a reason that contains no part of the address. */
bool redis_address_read(const char *text, redis_address *out, char *reason, size_t reason_size);

#endif
