/* A group limits how many of its calls run at once. You can also cancel all of its calls, or wait
 * for all of them.
 *
 * A group belongs to one provider. A call that moya_provider_send or moya_provider_enqueue starts
 * with a group is a member of that group. If the group is at its limit, further calls wait in line.
 * The next call in line starts when another call of the group has ended. So with a limit of eight,
 * a program may send ten thousand calls, and the server gets eight at a time. The library finds an
 * error in the target of a call at once, even if the call will wait in line. Timeouts count from
 * the moment when the call starts, so the time in line does not count. */
#ifndef MOYA_GROUP_H
#define MOYA_GROUP_H

#include "base.h"
#include "call.h"
#include "target.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Makes a group. `limit` is how many calls of the group may be in progress at once, including those
 * that wait for their next attempt; 0: no limit. The caller must release the group with
 * moya_group_release. Errors: NULL. [any thread] */
MOYA_API moya_status moya_group_create(moya_provider *provider, uint32_t limit, moya_group **group,
                                       moya_error **error)
    MOYA_NONNULL(1, 3) MOYA_WARN_UNUSED;

/* Releases the handle. The group's calls continue, including those that wait in line.
 * [any thread] */
MOYA_API void moya_group_release(moya_group *group);

/* Returns the number of the group's calls that have not ended, including those that wait in line.
 * [any thread] */
MOYA_API size_t moya_group_count(const moya_group *group);

/* Cancels every call that is in the group now. Each ends with MOYA_ERROR_CANCELLED. Calls that
 * wait in line are never sent. Calls that join the group later are not affected. [any thread] */
MOYA_API void moya_group_cancel(moya_group *group);

/* Waits until every call of the group has ended and its `end` handler has returned. With
 * MOYA_EXECUTOR_OWN, the handlers may run later (executor.h). Waits at most `timeout_ms`;
 * MOYA_NO_TIMEOUT sets no limit. With MOYA_PUMP_HOST, this thread runs the provider's event loop
 * while it waits, unless another thread runs it. Errors: NULL; ARGUMENT: a timeout less than −1;
 * TIMEOUT_TOTAL: the time is over; STATE: in a callback. [not in callbacks] */
MOYA_API moya_status moya_group_wait(moya_group *group, int32_t timeout_ms, moya_error **error)
    MOYA_NONNULL(1) MOYA_WARN_UNUSED;

#ifdef __cplusplus
}
#endif

#endif
