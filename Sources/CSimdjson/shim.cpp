#include "moya_simdjson.h"
