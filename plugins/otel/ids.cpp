#include "ids.hpp"

#include <cstring>

namespace otel {

bool ids::take(void *out, size_t len) {
  if (left_ < len) {
    if (digest_->random(bytes_.data(), bytes_.size()) != 1) return false;
    left_ = bytes_.size();
  }
  left_ -= len;
  std::memcpy(out, bytes_.data() + left_, len);
  return true;
}

bool ids::make(trace_parent &it, bool continues_trace) {
  const locked guard(lock_);
  // An id of zeroes is invalid.
  do {
    if (!take(it.span.data(), it.span.size())) return false;
  } while (it.span == span_id{});
  while (!continues_trace && it.trace == trace_id{}) {
    if (!take(it.trace.data(), it.trace.size())) return false;
  }
  return true;
}

} // namespace otel
