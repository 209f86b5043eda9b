// W3C Baggage (https://www.w3.org/TR/baggage/): names and values that all requests of a trace carry.
#ifndef MOYA_OTEL_BAGGAGE_HPP
#define MOYA_OTEL_BAGGAGE_HPP

#include <string>
#include <string_view>
#include <vector>

namespace otel {

class baggage {
 public:
  // Adds "name=value". The value is plain text; this function percent-encodes it for the field. Returns what is wrong
  // with the pair, or an empty text.
  std::string add(std::string_view pair);
  bool is_empty() const { return own_.empty(); }
  // Returns the value of the field for a request: the members that the request already has, and then the members of
  // this object that have other names. Members that would exceed the limits of §3.3.2 are left out.
  std::string joined(std::string_view of_request) const;

 private:
  struct member {
    std::string name, text;
  };
  std::vector<member> own_;
};

} // namespace otel

#endif
