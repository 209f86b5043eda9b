/* Copies the pieces of bodies and the texts that the library passes to the plugin. The plugin can read the copies, but
 * not write to them. When the plugin may not use a piece or a text any more, its copy becomes inaccessible. */
#ifndef PIECES_H
#define PIECES_H

#include <stddef.h>

/* A copy of a piece of a body, or of a text. */
typedef struct piece {
  char *data;  /* the bytes of the piece */
  char *start; /* the memory of the copy. After the last byte of the piece, no byte can be read */
  size_t size;
} piece;

/* Reserves the addresses of the copies. Call this once, before the first copy. */
void pieces_begin(void);

/* Copies a piece of a body for the `chunk` hook that now runs on this thread. The hook can read the copy, but not write
 * to it. */
piece piece_copy(const void *data, size_t len);

/* Copies a text of the library. The length of the text includes the NUL. */
piece piece_copy_text(const char *text, size_t len);

/* Makes the copy inaccessible from now on. */
void piece_end(piece *it);
void piece_end_text(piece *it);

/* Call this if the process could not access an address. If the address is in a copy, ends the process with a finding.
 * Signal handlers may call this function. */
void piece_fault(const void *address);

#endif
