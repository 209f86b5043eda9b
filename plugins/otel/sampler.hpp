// Decides which traces are recorded. The names and rules are OpenTelemetry's (trace/sdk, Sampling).
#ifndef MOYA_OTEL_SAMPLER_HPP
#define MOYA_OTEL_SAMPLER_HPP

#include "trace_context.hpp"

namespace otel {

class sampler {
 public:
  static constexpr char names[] =
      "always_on|always_off|traceidratio|parentbased_always_on|parentbased_always_off|parentbased_traceidratio";

  // `name` is one of `names`. `ratio` is from 0 to 1.
  sampler(std::string_view name, double ratio);
  // Returns true if no trace is ever recorded.
  bool is_never() const { return !follows_parent_ && bound_ == 0 && !is_always_; }
  // Returns whether a trace is recorded. If the sampler follows parents and there is a parent, the parent decides.
  // Otherwise the id of the trace decides.
  bool takes(const trace_id &trace, const std::optional<trace_parent> &parent) const;

 private:
  bool follows_parent_, is_always_;
  uint64_t bound_; // a trace is recorded if the last eight bytes of its id are less than this number
};

} // namespace otel

#endif
