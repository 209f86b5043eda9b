// Makes ids of traces and spans from random bytes. Fetches many bytes at a time, so that most calls need not fetch any.
#ifndef MOYA_OTEL_IDS_HPP
#define MOYA_OTEL_IDS_HPP

#include "mutex.hpp"
#include "trace_context.hpp"

#include <moya/plugin/digest.h>

namespace otel {

class ids {
 public:
  explicit ids(const moya_digest *digest) : digest_(digest) {}
  // Writes a new span id, and a new trace id unless the call continues a trace. Returns false if there are no random
  // bytes. [any thread]
  bool make(trace_parent &it, bool continues_trace);

 private:
  bool take(void *out, size_t len);

  const moya_digest *digest_;
  mutex lock_; // protects the members below
  std::array<uint8_t, 1536> bytes_;
  size_t left_ = 0;
};

} // namespace otel

#endif
