/* An access token that calls use. Several calls may hold it. */
#ifndef TOKEN_HELD_H
#define TOKEN_HELD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct held {
  atomic_size_t holders;
  uintptr_t number; /* each token of an instance has a higher number than the tokens before; never 0 */
  uint64_t fence;   /* the fence number of the token in the store; 0: the token is not in the store */
  bool is_adopted;  /* another process has got it from the token endpoint */
  char value[];     /* the value of the header field */
} held;

/* Returns NULL if there is no memory. */
held *held_new(uintptr_t number, const char *scheme, const char *token);
held *held_hold(held *it);
void held_release(held *it);

#endif
