/* Takes, renews and releases leases. A lease is a place among the calls that run at the same time. A lease ends after
 * `lease_ms`, so that the leases of a killed process become free. For a call that takes longer, the process renews the
 * lease. */
#include "limit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void ignore(void *user, store_result *result) {
  (void)user;
  (void)result;
}

/* Sends a request to the store and ignores the result. If the request fails, the lease still ends after `lease_ms`. */
static void tell(limit *it, const store_request *request) {
  store_result result;
  if (store_try(it->store, request, &result)) bytes_free(&result.value);
  else (void)store_send(it->store, request, ignore, NULL);
}

static void tell_place(limit *it, store_kind kind, const char *key, uint32_t place, uint64_t fence, const char *owner) {
  char name[STORE_MOST_KEY + 1];
  bool has_places = it->concurrency > 1;
  snprintf(name, sizeof name, has_places ? "%.185s.%u" : "%.185s", key, (unsigned)place);
  tell(it, &(store_request){.kind = kind, .key = name, .owner = owner, .fence = fence, .lifetime_ms = it->lease_ms});
}

typedef struct renewal {
  struct renewal *next;
  uint32_t place;
  uint64_t fence;
  char key[STORE_MOST_KEY + 1];
} renewal;

static void renew(void *instance, moya_context *context, void *user, moya_status status);

static void renew_later(limit *it) {
  if (it->tasks->after(it->self, it->lease_ms / 3, renew, NULL, NULL) == MOYA_OK) return;
  guarded_lock(&it->use);
  it->is_renewing = false;
  guarded_unlock(&it->use);
}

static void renew(void *instance, moya_context *context, void *user, moya_status status) {
  limit *it = instance;
  renewal *all = NULL;
  (void)context, (void)user;
  if (status != MOYA_OK) return;
  guarded_lock(&it->use);
  for (const call *each = it->held; each; each = each->next) {
    renewal *made = malloc(sizeof *made);
    if (!made) break;
    *made = (renewal){.next = all, .place = each->place, .fence = each->fence};
    memcpy(made->key, each->bucket->key, sizeof made->key);
    all = made;
  }
  it->is_renewing = it->held != NULL;
  bool goes_on = it->is_renewing;
  guarded_unlock(&it->use);
  for (renewal *next; all; all = next) {
    next = all->next;
    tell_place(it, STORE_REPLACE, all->key, all->place, all->fence, it->owner);
    free(all);
  }
  if (goes_on) renew_later(it);
}

bool lease_note(call *call, const store_result *result) {
  limit *it = call->limit;
  bool begins = false;
  guarded_lock(&it->use);
  bool is_over = call->is_over;
  if (!is_over && !call->has_lease) {
    call->has_lease = true;
    call->has_local_lease = false;
    call->bucket->leases++;
    call->place = result->place;
    call->fence = result->fence;
    call->next = it->held;
    it->held = call;
    begins = !it->is_renewing;
    it->is_renewing = true;
  }
  guarded_unlock(&it->use);
  if (is_over) tell_place(it, STORE_DELETE, call->bucket->key, result->place, result->fence, it->owner);
  if (begins) renew_later(it);
  return !is_over;
}

void lease_give_back(call *call) {
  limit *it = call->limit;
  guarded_lock(&it->use);
  bool has_lease = call->has_lease, is_shared = has_lease && !call->has_local_lease;
  if (has_lease) call->bucket->leases--;
  call->has_lease = false;
  if (is_shared) {
    struct call **place = &it->held;
    while (*place && *place != call) place = &(*place)->next;
    if (*place) *place = call->next;
  }
  guarded_unlock(&it->use);
  if (is_shared) tell_place(it, STORE_DELETE, call->bucket->key, call->place, call->fence, it->owner);
}

void lease_forget(limit *it) {
  it->held = NULL;
  it->is_renewing = false;
  for (bucket *each = it->buckets; each; each = each->next) each->leases = 0;
}
