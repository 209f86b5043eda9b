#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64

#include "slots.h"

#include "../common/checksum.h"
#include "../common/file_limit.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
  VERSION = 1,
  HEAD = 4096,
  COPY = 1024,
  IN_BUCKET = 4,
  BUCKET = IN_BUCKET * 2 * COPY,
  BUCKETS = SLOT_COUNT / IN_BUCKET,
  MOST_BUCKETS = 8 /* in which a key is looked for */
};

/* The first bytes of the file. Buckets of `copy` structs follow. Numbers are in the byte order of this machine. */
typedef struct head {
  char magic[16];
  uint32_t version, copy_size, slot_count, order;
  slots_boot boot;
  uint64_t check; /* the checksum of the members before it */
} head;

typedef struct copy {
  uint64_t check; /* the checksum of the members after it */
  uint64_t sequence, fence, tail_check;
  int64_t ends_us;
  uint16_t kind, key_len, owner_len, value_len;
  char bytes[COPY - 48]; /* the key, the owner, and a short value */
} copy;

_Static_assert(sizeof(copy) == COPY, "a copy");
_Static_assert(COPY - 48 >= STORE_MOST_KEY + STORE_MOST_OWNER + SLOT_INLINE, "room for a short value");
_Static_assert(STORE_MOST_VALUE <= UINT16_MAX, "the length of a value");

static const char magic[16] = "moya store\n\0\r\n\x1a";

enum { SEED = 0x2325 };

static uint64_t check_of(const copy *it) {
  size_t used = (size_t)it->key_len + it->owner_len + (it->value_len <= SLOT_INLINE ? it->value_len : 0u);
  return checksum_of(SEED, &it->sequence, offsetof(copy, bytes) - offsetof(copy, sequence) + used);
}

static bool is_empty(const copy *it) { return it->check == 0 && it->sequence == 0; }

static bool is_valid(const copy *it) {
  return it->sequence > 0 && it->key_len > 0 && it->key_len <= STORE_MOST_KEY && it->owner_len <= STORE_MOST_OWNER &&
         it->value_len <= STORE_MOST_VALUE && it->check == check_of(it);
}

/* Reads exactly `len` bytes. Bytes after the end of the file are zeroes. */
static slots_outcome read_at(int file, void *out, size_t len, off_t at) {
  char *to = out;
  while (len > 0) {
    ssize_t count = pread(file, to, len, at);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return SLOTS_SYSTEM;
    if (count == 0) return memset(to, 0, len), SLOTS_OK;
    to += count;
    at += count;
    len -= (size_t)count;
  }
  return SLOTS_OK;
}

static slots_outcome write_at(int file, const void *data, size_t len, off_t at) {
  const char *from = data;
  if (exceeds_file_limit(at, len)) return SLOTS_SYSTEM;
  while (len > 0) {
    ssize_t count = pwrite(file, from, len, at);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return SLOTS_SYSTEM;
    from += count;
    at += count;
    len -= (size_t)count;
  }
  return SLOTS_OK;
}

static off_t place_of(uint32_t index, uint32_t which) { return HEAD + ((off_t)index * 2 + which) * COPY; }

static off_t tail_of(uint32_t index, uint32_t which) {
  return HEAD + (off_t)SLOT_COUNT * 2 * COPY + ((off_t)index * 2 + which) * STORE_MOST_VALUE;
}

slots_outcome slots_read_head(int file, slots_boot *boot) {
  head it;
  struct stat facts;
  if (fstat(file, &facts) != 0) return SLOTS_SYSTEM;
  if (facts.st_size == 0) return SLOTS_NEW;
  if (read_at(file, &it, sizeof it, 0) != SLOTS_OK) return SLOTS_SYSTEM;
  if (memcmp(it.magic, magic, sizeof magic) != 0) return SLOTS_FOREIGN;
  if (it.version != VERSION || it.copy_size != COPY || it.slot_count != SLOT_COUNT || it.order != 1)
    return SLOTS_VERSION;
  if (it.check != checksum_of(SEED, &it, offsetof(head, check))) return SLOTS_DAMAGED;
  *boot = it.boot;
  return SLOTS_OK;
}

slots_outcome slots_write_head(int file, const slots_boot *boot) {
  head it;
  memset(&it, 0, sizeof it);
  memcpy(it.magic, magic, sizeof magic);
  it.version = VERSION;
  it.copy_size = COPY;
  it.slot_count = SLOT_COUNT;
  it.order = 1;
  it.boot = *boot;
  it.check = checksum_of(SEED, &it, offsetof(head, check));
  return write_at(file, &it, sizeof it, 0);
}

static bool has_key(const copy *it, int kind, const char *key, size_t key_len) {
  return it->kind == kind && it->key_len == key_len && memcmp(it->bytes, key, key_len) == 0;
}

static void fill(slot *out, const copy *it) {
  out->ends_us = it->ends_us;
  out->fence = it->fence;
  out->value_len = it->value_len;
  out->tail_check = it->tail_check;
  memcpy(out->owner, it->bytes + it->key_len, it->owner_len);
  out->owner[it->owner_len] = 0;
  if (it->value_len <= SLOT_INLINE) memcpy(out->value, it->bytes + it->key_len + it->owner_len, it->value_len);
}

/* Looks at one slot. Returns true if the search is over. If the slot was never used, `is_last` becomes true: no later
 * bucket has the key. */
static bool look(const copy pair[2], uint32_t index, int kind, const char *key, int64_t now_us, slot *out,
                 bool *has_free, bool *is_last, slots_outcome *outcome) {
  size_t key_len = strlen(key);
  bool good[2] = {is_valid(&pair[0]), is_valid(&pair[1])};
  if (!good[0] && !good[1] && !is_empty(&pair[0]) && !is_empty(&pair[1])) {
    *outcome = SLOTS_DAMAGED;
    return true;
  }
  uint32_t which = good[1] && (!good[0] || pair[1].sequence > pair[0].sequence);
  const copy *newest = &pair[which];
  bool is_used = good[which];
  if (is_used && has_key(newest, kind, key, key_len)) {
    *out = (slot){.index = index, .copy = which, .sequence = newest->sequence, .is_own = true};
    fill(out, newest);
    *outcome = SLOTS_OK;
    return true;
  }
  if (!*has_free && (!is_used || newest->ends_us <= now_us)) {
    *out = (slot){.index = index, .copy = which, .sequence = is_used ? newest->sequence : 0};
    *has_free = true;
  }
  *is_last |= !is_used;
  return false;
}

slots_outcome slots_find(int file, int kind, const char *key, int64_t now_us, slot *out) {
  copy bucket[IN_BUCKET * 2];
  uint64_t hash = checksum_of(SEED + (uint64_t)kind, key, strlen(key));
  bool has_free = false, is_last = false;
  slots_outcome outcome = SLOTS_OK;
  for (uint32_t i = 0; i < MOST_BUCKETS && !is_last; i++) {
    uint32_t number = (uint32_t)((hash + i) % BUCKETS);
    if (read_at(file, bucket, BUCKET, place_of(number * IN_BUCKET, 0)) != SLOTS_OK) return SLOTS_SYSTEM;
    for (uint32_t j = 0; j < IN_BUCKET; j++) {
      if (look(bucket + 2 * j, number * IN_BUCKET + j, kind, key, now_us, out, &has_free, &is_last, &outcome))
        return outcome;
    }
  }
  return has_free ? SLOTS_OK : SLOTS_FULL;
}

slots_outcome slots_value(int file, const slot *it, bytes *value) {
  static const bytes none;
  *value = none;
  if (it->value_len <= SLOT_INLINE)
    return bytes_add(value, it->value, it->value_len) ? SLOTS_OK : (errno = ENOMEM, SLOTS_SYSTEM);
  char tail[STORE_MOST_VALUE];
  if (read_at(file, tail, it->value_len, tail_of(it->index, it->copy)) != SLOTS_OK) return SLOTS_SYSTEM;
  if (checksum_of(SEED, tail, it->value_len) != it->tail_check) return SLOTS_DAMAGED;
  return bytes_add(value, tail, it->value_len) ? SLOTS_OK : (errno = ENOMEM, SLOTS_SYSTEM);
}

slots_outcome slots_write(int file, int kind, const char *key, slot *it, const void *value, size_t len) {
  copy made;
  size_t key_len = strlen(key), owner_len = strlen(it->owner);
  memset(&made, 0, offsetof(copy, bytes));
  uint32_t which = it->sequence > 0 ? 1 - it->copy : 0;
  made.sequence = it->sequence + 1;
  made.fence = it->fence;
  made.ends_us = it->ends_us;
  made.kind = (uint16_t)kind;
  made.key_len = (uint16_t)key_len;
  made.owner_len = (uint16_t)owner_len;
  made.value_len = (uint16_t)len;
  memcpy(made.bytes, key, key_len);
  memcpy(made.bytes + key_len, it->owner, owner_len);
  size_t used = offsetof(copy, bytes) + key_len + owner_len;
  if (len > SLOT_INLINE) {
    if (write_at(file, value, len, tail_of(it->index, which)) != SLOTS_OK) return SLOTS_SYSTEM;
    made.tail_check = checksum_of(SEED, value, len);
  } else if (len > 0) {
    memcpy((char *)&made + used, value, len);
    used += len;
  }
  made.check = check_of(&made);
  return write_at(file, &made, used, place_of(it->index, which));
}
