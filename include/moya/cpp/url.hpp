/* Escapes and resolves URLs, and makes the target for the next page of a result (url.h). */
#ifndef MOYA_CPP_URL_HPP
#define MOYA_CPP_URL_HPP

#include "target.hpp"

namespace moya {

/* A copy of a moya_target and of everything that it points to. This object can be moved, but not
 * copied. A program may call it any number of times. A copy can make the target of the next page:
 *
 *     moya::response response;
 *     for (auto page = moya::target_copy(target); page; page = page.next(response))
 *       response = api.call(page); */
class target_copy {
  detail::owned<moya_target, moya_target_release> it_;

  static result<target_copy> adopt(moya_status status, moya_target *it, moya_error *why) {
    target_copy made;
    made.it_.reset(it);
    return detail::outcome(status, why, std::move(made));
  }

 public:
  target_copy() noexcept = default;
  static result<target_copy> create(const moya_target *target) {
    if (!target) return detail::no_handle("the target");
    moya_target *it = nullptr;
    moya_error *why = nullptr;
    const moya_status status = moya_target_copy(target, &it, &why);
    return adopt(status, it, why);
  }
  static result<target_copy> create(const target &target) {
    lowered_target lowered(target);
    if (error wrong = lowered.fault()) return wrong;
    return create(lowered.get());
  }
  /* Returns a target for another page, for example the next one. The response must have the link to
   * this page in its header field Link, with the relation `relation`. If it has no such link,
   * returns an empty target_copy. */
  result<target_copy> try_next(const response &response, text_argument relation = "next") const {
    if (!get() || !response) return detail::no_handle(get() ? "the response" : "the target");
    if (!relation.is_whole()) return detail::zero_inside("the relation");
    moya_target *it = nullptr;
    moya_error *why = nullptr;
    const moya_status status = moya_target_next(get(), response.get(), relation.c_str(), &it, &why);
    return adopt(status, it, why);
  }
#if MOYA_EXCEPTIONS
  explicit target_copy(const moya_target *target) : target_copy(create(target).value()) {}
  explicit target_copy(const target &target) : target_copy(create(target).value()) {}
  target_copy next(const response &response, text_argument relation = "next") const {
    return try_next(response, relation).value();
  }
#endif
  const moya_target *get() const noexcept { return it_.get(); }
  operator const moya_target *() const noexcept { return get(); }
};

/* Percent-encodes a text for one segment of a path, or for a name or a value of a query. */
inline std::string url_escape(text_argument text) {
  std::string made;
  for (const char *part = text.c_str(); part;) {
    std::string escaped(moya_url_escape(part, nullptr, 0), 0);
    if (!escaped.empty()) moya_url_escape(part, &escaped[0], escaped.size() + 1);
    made += escaped;
    part = text.after(part);
    if (part) made += "%00";
  }
  return made;
}

/* Resolves a URL reference against a base URL (RFC 3986 §5). */
inline result<std::string> try_url_resolve(text_argument base, text_argument reference) {
  if (!base.c_str() || !reference.c_str()) return detail::no_handle("the URL");
  if (!base.is_whole() || !reference.is_whole()) return detail::zero_inside("the URL");
  const int64_t len = moya_url_resolve(base.c_str(), reference.c_str(), nullptr, 0);
  if (len < 0)
    return error(static_cast<moya_status>(len), "the reference names no URL that can be sent");
  std::string made(static_cast<size_t>(len), 0);
  const int64_t again = moya_url_resolve(base.c_str(), reference.c_str(), &made[0],
                                         made.size() + 1);
  if (again < 0) return error(static_cast<moya_status>(again));
  return made;
}
#if MOYA_EXCEPTIONS
inline std::string url_resolve(text_argument base, text_argument reference) {
  return try_url_resolve(base, reference).value();
}
#endif

} // namespace moya

#endif
