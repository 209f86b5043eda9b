#include "sampler.hpp"

#include <cmath>

namespace otel {

sampler::sampler(std::string_view name, double ratio) {
  constexpr std::string_view prefix = "parentbased_";
  follows_parent_ = name.substr(0, prefix.size()) == prefix;
  if (follows_parent_) name.remove_prefix(prefix.size());
  if (name != "traceidratio") ratio = name == "always_on" ? 1 : 0;
  is_always_ = ratio >= 1;
  bound_ = is_always_ ? 0 : uint64_t(std::nearbyint(std::ldexp(ratio, 64)));
}

bool sampler::takes(const trace_id &trace, const std::optional<trace_parent> &parent) const {
  if (follows_parent_ && parent) return parent->is_sampled;
  if (is_always_ || bound_ == 0) return is_always_;
  uint64_t number = 0;
  for (size_t i = 8; i < trace.size(); i++) number = number << 8 | trace[i];
  return number < bound_;
}

} // namespace otel
