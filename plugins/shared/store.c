#include "stores.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

store *store_open(const char *address, const moya_tasks *tasks, moya_context *self, char *reason, size_t reason_size) {
  if (strlen(address) > STORE_MOST_ADDRESS) return snprintf(reason, reason_size, "the address of the store is too long"), NULL;
  if (strcmp(address, "memory:") == 0) return file_store(NULL, tasks, self, reason, reason_size);
  if (strncmp(address, "file:", 5) == 0 && address[5]) return file_store(address + 5, tasks, self, reason, reason_size);
  if (strncmp(address, "redis://", 8) == 0 || strncmp(address, "rediss://", 9) == 0)
    return redis_store(address, reason, reason_size);
  /* The address may have a password, so the message does not repeat it. */
  snprintf(reason, reason_size, "the address of the store is not file:PATH, redis://HOST or rediss://HOST");
  return NULL;
}

static const char *fault_of(const store_request *it) {
  size_t key_len = it->key ? strlen(it->key) : 0, most_key = STORE_MOST_KEY - (it->places > 1 ? 5u : 0u);
  bool has_owner = it->kind == STORE_ADD || it->kind == STORE_REPLACE || it->kind == STORE_DELETE;
  bool has_value = it->kind == STORE_SET || it->kind == STORE_ADD || it->kind == STORE_REPLACE;
  if (it->kind < STORE_GET || it->kind > STORE_STEP) return "there is no such request";
  if (key_len == 0) return "the key is empty";
  if (key_len > most_key) return "the key is too long";
  if (has_owner && (!it->owner || !*it->owner)) return "the owner is empty";
  if (it->owner && strlen(it->owner) > STORE_MOST_OWNER) return "the owner is too long";
  if (has_value && it->value_len > STORE_MOST_VALUE) return "the value is too long";
  if (has_value && (it->lifetime_ms < 1 || it->lifetime_ms > GCRA_MOST_PAUSE_S * 1000LL)) return "the lifetime is out of range";
  if (it->places > STORE_MOST_PLACES) return "there are too many places";
  if (it->kind == STORE_STEP && (it->rule.interval_us < 1 || it->rule.burst_us < 0)) return "the rate is out of range";
  return NULL;
}

bool store_try(store *it, const store_request *request, store_result *result) {
  const char *fault = fault_of(request);
  if (!fault) return it->try_now(it, request, result);
  *result = (store_result){.status = STORE_INVALID};
  snprintf(result->reason, sizeof result->reason, "%s", fault);
  return true;
}

moya_status store_send(store *it, const store_request *request, store_done done, void *user) {
  return fault_of(request) ? MOYA_ERROR_ARGUMENT : it->send(it, request, done, user);
}

void store_close(store *it) { it->close(it); }

int64_t store_most_wait(const store_request *it) {
  if (!it->takes) return -1;
  return it->most_wait_us > 0 ? it->most_wait_us : INT64_MAX / 4096; /* a number of Lua represents it exactly */
}

store_request *store_copied(const store_request *it) {
  size_t key = strlen(it->key) + 1, owner = it->owner ? strlen(it->owner) + 1 : 0;
  store_request *copy = malloc(sizeof *copy + key + owner + it->value_len);
  if (!copy) return NULL;
  char *end = (char *)(copy + 1);
  *copy = *it;
  copy->key = memcpy(end, it->key, key);
  if (owner) copy->owner = memcpy(end + key, it->owner, owner);
  copy->value = end + key + owner;
  if (it->value_len) memcpy(end + key + owner, it->value, it->value_len);
  return copy;
}
