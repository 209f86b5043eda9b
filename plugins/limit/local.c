/* While the store fails, gives each process a part of the limit, and lets the calls of this process use its part. */
#include "limit.h"

#include <stdio.h>

static uint32_t peers_of(const bucket *it) { return it->peers > 1 ? it->peers : 1; }

bool local_begin(call *call, const store_result *result) {
  limit *it = call->limit;
  char line[400];
  if (!it->goes_on) {
    snprintf(line, sizeof line, "the limit cannot be shared: %s", result->reason);
    it->host->fail(call->context, line);
    return false;
  }
  guarded_lock(&it->use);
  bool is_first = !it->is_local;
  it->is_local = true;
  unsigned peers = peers_of(call->bucket);
  guarded_unlock(&it->use);
  if (!is_first) return true;
  snprintf(line, sizeof line, "%s. This process goes on at 1/%u of the limit", result->reason, peers);
  it->host->log(it->self, MOYA_LOG_WARNING, line);
  return true;
}

void local_end(limit *it) {
  guarded_lock(&it->use);
  bool was_local = it->is_local;
  it->is_local = false;
  for (bucket *each = it->buckets; was_local && each; each = each->next) each->local = (gcra_state){0, 0, 0};
  guarded_unlock(&it->use);
  if (was_local) it->host->log(it->self, MOYA_LOG_INFO, "the store works again");
}

int64_t local_step(call *call, int64_t most_wait_us) {
  limit *it = call->limit;
  bucket *bucket = call->bucket;
  int64_t now_us = (int64_t)it->tasks->now_us();
  guarded_lock(&it->use);
  uint32_t peers = peers_of(bucket);
  gcra_rule rule = gcra_rule_of(it->rate / peers, it->burst / peers);
  /* The processes may have used the burst already, so this process begins without a burst. */
  if (bucket->local.next_us == 0) bucket->local.next_us = now_us + rule.burst_us;
  int64_t pause_us = bucket->paused_us > now_us ? bucket->paused_us - now_us : 0;
  int64_t at_us = now_us + pause_us;
  if (it->rate > 0) at_us = gcra_step(&bucket->local, &rule, now_us, pause_us, most_wait_us > 0 ? most_wait_us : INT64_MAX);
  guarded_unlock(&it->use);
  return at_us - now_us;
}

bool local_lease(call *call) {
  limit *it = call->limit;
  guarded_lock(&it->use);
  uint32_t part = it->concurrency / peers_of(call->bucket);
  bool takes = !call->is_over && !call->has_lease && call->bucket->leases < (part > 1 ? part : 1);
  if (takes) {
    call->has_lease = call->has_local_lease = true;
    call->bucket->leases++;
  }
  guarded_unlock(&it->use);
  return takes;
}
