/* The layout of a store's file: a head, and a hash table of slots with a fixed size.
 *
 * A slot has two copies. A change writes the older copy and leaves the newer one, so a process that is killed at any
 * moment leaves the old value or the new one. Each copy has a checksum. The caller has the lock of the file. */
#ifndef SHARED_SLOTS_H
#define SHARED_SLOTS_H

#include "../common/bytes.h"
#include "store.h"

enum {
  SLOT_VALUES = 1, /* keys of values */
  SLOT_LIMITS = 2, /* keys of limits */
  SLOT_INLINE = 680, /* bytes of a value that are next to its key; longer values are at the end of the file */
  SLOT_COUNT = 4096
};

typedef enum slots_outcome {
  SLOTS_OK = 0,
  SLOTS_NEW,     /* the file is empty: slots_write_head must write its head */
  SLOTS_FOREIGN, /* another program's file */
  SLOTS_VERSION, /* the file of another version of this layout */
  SLOTS_DAMAGED,
  SLOTS_FULL,
  SLOTS_SYSTEM   /* errno says why */
} slots_outcome;

/* What the file stores for one key. */
typedef struct slot {
  uint32_t index, copy; /* the place of the slot in the file, and the newest copy: 0 or 1 */
  uint64_t sequence;    /* the number of the newest copy; 0: the slot was never used */
  bool is_own;          /* the slot has this key; otherwise the slot is free, and the key may use it */
  int64_t ends_us;      /* by the clock of the store; 0: deleted */
  uint64_t fence;
  char owner[STORE_MOST_OWNER + 1];
  uint32_t value_len;
  uint64_t tail_check;  /* the checksum of the rest of a value that is longer than SLOT_INLINE */
  char value[SLOT_INLINE];
} slot;

/* A boot is the time from one start of the machine to the next. The head of the file stores the latest boot. */
typedef struct slots_boot {
  unsigned char id[16];
  int64_t offset_us; /* what the store's clock adds to the time since the machine started */
} slots_boot;
/* Reads the head. Sets `boot` if the result is SLOTS_OK. */
slots_outcome slots_read_head(int file, slots_boot *boot);
/* Writes the head of a new file, or writes another boot into an existing head. */
slots_outcome slots_write_head(int file, const slots_boot *boot);

/* Finds the slot of a key. If no slot has the key, finds a slot in which the key may be stored: a free slot, or a slot
 * whose value has ended at `now_us`. */
slots_outcome slots_find(int file, int kind, const char *key, int64_t now_us, slot *out);
/* Reads the value of a slot that `slots_find` found. */
slots_outcome slots_value(int file, const slot *, bytes *value);
/* Writes `ends_us`, `fence` and `owner` of the slot, and a value. */
slots_outcome slots_write(int file, int kind, const char *key, slot *, const void *value, size_t len);

#endif
