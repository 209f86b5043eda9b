/* A checksum of bytes in a file. It shows that the file is damaged, but not that somebody has changed the file on
 * purpose. */
#ifndef COMMON_CHECKSUM_H
#define COMMON_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* Returns the checksum of some bytes together with the bytes before them. `before` is the checksum of the bytes before;
 * for the first bytes, it is any fixed number. Another machine can get another checksum, because numbers are in the
 * byte order of the machine. */
uint64_t checksum_of(uint64_t before, const void *data, size_t len);

#endif
