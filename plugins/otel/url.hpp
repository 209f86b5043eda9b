// Makes the URL that a span shows: the URL of the request without user, password, fragment and secret parameters.
#ifndef MOYA_OTEL_URL_HPP
#define MOYA_OTEL_URL_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace otel {

// Decides which parameters of a query are secret.
class secret_parameters {
 public:
  // `more` has further secret names. `kept` has names that are not secret. All are simplified (common/secret_words.h).
  secret_parameters(std::vector<std::string> more, std::vector<std::string> kept)
      : more_(std::move(more)), kept_(std::move(kept)) {}
  bool has(std::string_view name) const;

 private:
  std::vector<std::string> more_, kept_;
};

struct shown_url {
  std::string full;
  std::string host; // an IPv6 address has no brackets
  int64_t port = 0; // 0: not known
};

// Reads an absolute URL of http or https.
shown_url show(std::string_view url, const secret_parameters &secrets);

} // namespace otel

#endif
