#pragma once
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(hidden)

// True if the environment has `MOYA_CHECK=1`. The C API then checks its handles. The environment is
// read when the library is loaded.
extern bool moya_checks_handles;
static inline bool moya_handles_are_checked(void) { return moya_checks_handles; }

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif
