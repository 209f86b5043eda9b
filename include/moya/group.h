/* Calls that belong together: run a limited number at a time, cancel all of them, wait for all of them.
 *
 * A group belongs to one provider. moya_provider_send and moya_provider_enqueue make a call a member.
 * Calls beyond the group's limit wait in line. The next one starts when another call of the group has
 * ended. So a program may send ten thousand calls, and the server gets eight at a time. What is wrong
 * with a call is found at once, even if the call will wait in line. Timeouts count from the moment at
 * which the call starts, so the time in line does not count. */
#ifndef MOYA_GROUP_H
#define MOYA_GROUP_H

#include "base.h"
#include "call.h"
#include "target.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A new group. `limit`: its calls under way at once, among them those that wait for their next attempt; 0: any
 * number. Errors: NULL. [any thread] Release with moya_group_release. */
MOYA_API moya_status moya_group_create(moya_provider *provider, uint32_t limit, moya_group **group, moya_error **error)
    MOYA_NONNULL(1, 3) MOYA_WARN_UNUSED;

/* Releases the handle. Its calls go on, those in line too. [any thread] */
MOYA_API void moya_group_release(moya_group *group);

/* The number of its calls that have not ended, those in line included. [any thread] */
MOYA_API size_t moya_group_count(moya_group *group);

/* Cancels every call that is in the group now: each ends with MOYA_ERROR_CANCELLED. Those in line are never sent. Calls
 * that are made later are not concerned. [any thread] */
MOYA_API void moya_group_cancel(moya_group *group);

/* Waits until every call of the group has ended and its callback has returned, at most `timeout_ms` (−1: for ever).
 * With MOYA_PUMP_HOST this thread moves the provider meanwhile, unless another one does. Errors: NULL; ARGUMENT: a
 * timeout less than −1; TIMEOUT_TOTAL: the time is over; STATE: in a callback. [not in callbacks] */
MOYA_API moya_status moya_group_wait(moya_group *group, int32_t timeout_ms, moya_error **error)
    MOYA_NONNULL(1) MOYA_WARN_UNUSED;

#ifdef __cplusplus
}
#endif

#endif
