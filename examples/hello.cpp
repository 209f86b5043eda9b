/* Makes a call in C++. JSON becomes C++ types, and failures are exceptions. docs/cpp.md has more. */
#include <moya/moya.hpp>
#include <iostream>

int main(int count, char **arguments) try {
  if (count != 2) return 2;
  moya::provider api({.base_url = arguments[1]});
  moya::response user = api.call({.name = "user", .path = "/users/octocat", .validation = MOYA_VALIDATION_SUCCESS});
  std::cout << user.json<std::string>("login") << " has " << user.json<int>("followers") << " followers\n";
} catch (const moya::error &error) {
  std::cerr << error.what() << '\n';
  return 1;
}
