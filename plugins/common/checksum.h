/* A checksum of bytes in a file, which recognizes that the file is damaged. It is no protection from people. */
#ifndef COMMON_CHECKSUM_H
#define COMMON_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* Continues a checksum with more bytes. The first call gets any number. Numbers are in the byte order of this machine, so
 * another machine can have another checksum. */
uint64_t checksum_of(uint64_t before, const void *data, size_t len);

#endif
