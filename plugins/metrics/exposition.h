/* Writes the counters in the text format of Prometheus, version 0.0.4. */
#ifndef MOYA_METRICS_EXPOSITION_H
#define MOYA_METRICS_EXPOSITION_H

#include "counts.h"

#define EXPOSITION_TYPE "text/plain; version=0.0.4; charset=utf-8"

/* Adds the text of all counters. Returns false if there is no memory. */
bool exposition_write(const counts *it, bytes *to);

#endif
