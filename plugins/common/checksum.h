/* A checksum of bytes in a file. It shows that the file is damaged, but not that somebody has changed the file on
 * purpose. */
#ifndef COMMON_CHECKSUM_H
#define COMMON_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* Continues a checksum with more bytes. Pass any number to the first call. Numbers are in the byte order of this
 * machine, so another machine can have another checksum. */
uint64_t checksum_of(uint64_t before, const void *data, size_t len);

#endif
