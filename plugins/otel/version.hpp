#ifndef MOYA_OTEL_VERSION_HPP
#define MOYA_OTEL_VERSION_HPP

namespace otel {

constexpr char version[] = "1.0.0"; // of the module

} // namespace otel

#endif
