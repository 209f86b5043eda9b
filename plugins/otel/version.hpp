#ifndef MOYA_OTEL_VERSION_HPP
#define MOYA_OTEL_VERSION_HPP

namespace otel {

constexpr char version[] = "1.0.0"; // the version of the module

} // namespace otel

#endif
