// Contains what the C++ tests share: checks that are counted, a server that ends with the test, targets.
#ifndef CHECK_HPP
#define CHECK_HPP

#include <moya/moya.hpp>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>

inline std::atomic<int> check_failures{0};

#define EXPECT(condition)                                                        \
  do {                                                                           \
    if (!(condition)) {                                                          \
      std::printf("    %s:%d: not so: %s\n", __FILE__, __LINE__, #condition);    \
      check_failures++;                                                          \
    }                                                                            \
  } while (0)
// `given` and `wanted` may be texts or numbers.
#define EXPECT_EQ(given, wanted) expect_equal((given), (wanted), #given, __FILE__, __LINE__)
#define EXPECT_STATUS(given, wanted)                                                                                      \
  do {                                                                                                                    \
    const moya_status status_ = (given);                                                                                  \
    if (status_ != (wanted)) {                                                                                            \
      std::printf("    %s:%d: %s is %s, not %s\n", __FILE__, __LINE__, #given, moya_status_name(status_), #wanted);       \
      check_failures++;                                                                                                   \
    }                                                                                                                     \
  } while (0)

inline std::string shown(std::string_view text) { return '"' + std::string(text) + '"'; }
template <class Number, std::enable_if_t<std::is_arithmetic_v<Number>, int> = 0>
std::string shown(Number number) {
  return std::to_string(number);
}
template <class Given, class Wanted>
void expect_equal(const Given &given, const Wanted &wanted, const char *what, const char *file, int line) {
  const std::string one = shown(given), other = shown(wanted);
  if (one == other) return;
  std::printf("    %s:%d: %s is %s, not %s\n", file, line, what, one.c_str(), other.c_str());
  check_failures++;
}

inline bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

// Runs one test and prints its verdict. An exception is a failure.
template <class Body>
void test(const char *name, Body body) {
  const int before = check_failures;
  std::fflush(stdout);
#if MOYA_EXCEPTIONS
  try {
    body();
  } catch (const std::exception &it) {
    std::printf("    it has thrown: %s\n", it.what());
    check_failures++;
  }
#else
  body();
#endif
  std::printf("%s - %s\n", check_failures == before ? "ok" : "not ok", name);
  std::fflush(stdout);
}

// Tests/servers/faultserver.py, which main starts.
inline std::string faults;

inline moya::target target_of(const char *path) {
  moya::target made;
  made.name = "API.call";
  made.base_url = faults;
  made.path = path;
  return made;
}
inline moya::target stubbed(std::string body, int32_t http_status = 200) {
  moya::target made;
  made.name = "API.stub";
  made.base_url = "http://offline.invalid";
  made.sample.emplace();
  made.sample->body = std::move(body);
  made.sample->http_status = http_status;
  made.stub = MOYA_STUB_IMMEDIATE;
  return made;
}

// Each of these functions runs the tests of one file.
void test_values();
void test_structs();
void test_calls();
void test_streams();
void test_handlers();
void test_queues();
void test_stubs();
void test_plugins();

#endif
