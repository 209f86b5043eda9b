/* Tests leases that only this process knows. */
#include "limit.h"

#include <stdio.h>

static limit it = {.concurrency = 1};
static bucket one;
static call first = {.limit = &it, .bucket = &one}, second = {.limit = &it, .bucket = &one};
static bool has_other_call, second_has_lease;

void guarded_lock(guarded_mutex *mutex) { (void)mutex; }

/* As soon as the mutex is free, another thread asks for a lease. */
void guarded_unlock(guarded_mutex *mutex) {
  (void)mutex;
  if (!has_other_call) return;
  has_other_call = false;
  second_has_lease = local_lease(&second);
}

/* The store fails. */
bool store_try(store *self, const store_request *request, store_result *result) {
  (void)self, (void)request, (void)result;
  return false;
}

moya_status store_send(store *self, const store_request *request, store_done done, void *user) {
  (void)self, (void)request, (void)done, (void)user;
  return MOYA_ERROR_STATE;
}

int main(void) {
  has_other_call = true;
  bool first_has_lease = local_lease(&first);
  bool is_good = first_has_lease && !second_has_lease && one.leases == 1;
  printf("%s - limit: of two calls that ask at the same time for the last lease without the store, one gets it\n",
         is_good ? "ok" : "not ok");
  return !is_good;
}
