/* fails: opens */
/* A reserved member is not 0. */
#include "../module.h"

static const moya_plugin plugin = {
    MODULE_HEAD("reserved-member", "Sets a reserved member."),
    .reserved = 7,
    .create = keep_host,
};

MOYA_MODULE(&plugin)
