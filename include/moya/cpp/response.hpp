/* Wraps a response of a server or of a stub: status, header fields, body (response.h). */
#ifndef MOYA_CPP_RESPONSE_HPP
#define MOYA_CPP_RESPONSE_HPP

#include "type.hpp"

namespace moya {

/* A header field or a trailer, borrowed from its response. */
struct header_field {
  std::string_view name{};
  std::string_view value{};
};
/* A redirect that was followed: its status, and the URL that responded with it. */
struct redirect {
  int32_t http_status{};
  std::string_view url{};
};

/* A response. It never changes, and any thread may use it. Copies of this object share it. The
 * texts of a response are valid as long as one of its copies. An empty response has the status 0
 * and no body. */
class response {
  detail::shared<moya_response, moya_response_retain, moya_response_release> it_;

  static header_field header_at(const response &it, size_t index) {
    moya_str name{nullptr, 0}, value{nullptr, 0};
    if (it.get()) (void)moya_response_header_at(it.get(), index, &name, &value);
    return {detail::view(name), detail::view(value)};
  }
  static header_field trailer_at(const response &it, size_t index) {
    moya_str name{nullptr, 0}, value{nullptr, 0};
    if (it.get()) (void)moya_response_trailer_at(it.get(), index, &name, &value);
    return {detail::view(name), detail::view(value)};
  }
  static moya::redirect redirect_at(const response &it, size_t index) {
    moya::redirect made;
    moya_str url{nullptr, 0};
    if (it.get()) (void)moya_response_redirect_at(it.get(), index, &made.http_status, &url);
    made.url = detail::view(url);
    return made;
  }

 public:
  using header_range = detail::indexed<response, header_field, header_at>;
  using trailer_range = detail::indexed<response, header_field, trailer_at>;
  using redirect_range = detail::indexed<response, moya::redirect, redirect_at>;

  response() noexcept = default;
  /* Takes ownership of the caller's reference. */
  static response adopt(moya_response *it) noexcept {
    response made;
    made.it_ = decltype(it_)(it);
    return made;
  }
  /* Makes an object with a reference of its own. The caller still owns the reference that it
   * passed. */
  static response share(const moya_response *it) noexcept {
    return adopt(it ? moya_response_retain(it) : nullptr);
  }
  moya_response *get() const noexcept { return it_.get(); }
  /* Returns true if the object has a response. */
  explicit operator bool() const noexcept { return get() != nullptr; }

  /* Returns the HTTP status, 100 … 599. */
  int32_t http_status() const noexcept { return moya_response_http_status(get()); }
  /* Returns the reason phrase that the server sent; empty if there is none. */
  std::string_view reason() const noexcept MOYA_BORROWED {
    return detail::view(moya_response_reason(get()));
  }
  /* Returns the decoded body. */
  std::string_view body() const noexcept MOYA_BORROWED {
    return detail::view(moya_response_body(get()));
  }
  /* Returns the value of a header field. The case of the name does not matter. If several fields
   * have this name, their values are joined as moya_response_header in response.h says. */
  std::optional<std::string_view> header(text_argument name) const noexcept {
    return name.is_whole() ? detail::maybe(moya_response_header(get(), name.c_str()))
                           : std::nullopt;
  }
  /* Returns all header fields in the order of their arrival:
   *
   *     for (auto [name, value] : response.headers()) … */
  header_range headers() const { return header_range(*this, moya_response_header_count(get())); }
  /* Returns the trailers, the fields that followed the body. */
  trailer_range trailers() const {
    return trailer_range(*this, moya_response_trailer_count(get()));
  }
  redirect_range redirects() const {
    return redirect_range(*this, moya_response_redirect_count(get()));
  }
  /* Returns the URL of the response, after redirects. */
  std::string_view url() const noexcept MOYA_BORROWED {
    return detail::view(moya_response_url(get()));
  }
  /* Returns the path of the file that a download has made; empty if the call was not a download. */
  std::string_view file() const noexcept MOYA_BORROWED {
    return detail::view(moya_response_file(get()));
  }
  std::string_view remote_address() const noexcept MOYA_BORROWED {
    return detail::view(moya_response_remote_address(get()));
  }
  /* Returns a fact about the exchange, MOYA_INFO_…; empty if it is unknown. */
  std::optional<int64_t> info(moya_info what) const noexcept {
    const int64_t number = moya_response_info(get(), what);
    return number < 0 ? std::nullopt : std::optional<int64_t>(number);
  }

  /* Returns the value at a key path of the body as a C++ type, for example
   * response.json<std::string>("owner.login"). json_view lists the types. A std::string_view is
   * valid as long as the response. */
  template <class T>
  result<T> try_json(text_argument key_path = "") const {
    if (!key_path.is_whole()) return detail::zero_inside("the key path");
    result<json_view> root = try_json();
    if (!root) return root.error();
    return detail::read_json_at<T>(moya_json_at(root->get(), key_path.c_str()), key_path.c_str(),
                                   get());
  }
  /* Returns the whole body as a JSON value. */
  result<json_view> try_json() const {
    if (!get()) return detail::no_handle("the response");
    moya_json root{nullptr, 0};
    moya_error *why = nullptr;
    const moya_status status = moya_response_json(get(), &root, &why);
    return detail::outcome(status, why, json_view(root));
  }

  /* These functions return the struct, or the list of structs, at a key path of the body. */
  template <class T>
  result<decoded<T>> try_decode(text_argument key_path = "",
                                const moya_type *type = detail::table_of<T>()) const {
    if (!get()) return detail::no_handle("the response");
    if (moya::error wrong = detail::wrong_table<T>(type, key_path)) return wrong;
    T it{};
    moya_arena *arena = nullptr;
    moya_error *why = nullptr;
    const moya_status status = moya_response_decode(get(), key_path.c_str(), type, &it, 0, &arena,
                                                    &why);
    return detail::outcome(status, why, decoded<T>(it, arena));
  }
  template <class T>
  result<decoded_list<T>> try_decode_list(text_argument key_path = "",
                                          const moya_type *type = detail::table_of<T>()) const {
    if (!get()) return detail::no_handle("the response");
    if (moya::error wrong = detail::wrong_table<T>(type, key_path)) return wrong;
    void *items = nullptr;
    size_t count = 0;
    moya_arena *arena = nullptr;
    moya_error *why = nullptr;
    const moya_status status = moya_response_decode_list(get(), key_path.c_str(), type, &items,
                                                         &count, 0, &arena, &why);
    return detail::outcome(status, why,
                           decoded_list<T>(static_cast<const T *>(items), count, arena));
  }

#if MOYA_EXCEPTIONS
  template <class T>
  T json(text_argument key_path = "") const & {
    return try_json<T>(key_path).value();
  }
  template <class T>
  T json(text_argument key_path = "") && {
    static_assert(!detail::borrows<T>(),
                  "a text of a response that is gone: store the response first");
    return try_json<T>(key_path).value();
  }
  json_view json() const MOYA_BORROWED { return try_json().value(); }
  template <class T>
  decoded<T> decode(text_argument key_path = "",
                    const moya_type *type = detail::table_of<T>()) const {
    return try_decode<T>(key_path, type).value();
  }
  template <class T>
  decoded_list<T> decode_list(text_argument key_path = "",
                              const moya_type *type = detail::table_of<T>()) const {
    return try_decode_list<T>(key_path, type).value();
  }
#endif
};

inline response error::response() const noexcept {
  return moya::response::share(moya_error_response(it_.get()));
}

} // namespace moya

#endif
