/* Builds trees of values for a JSON body, a form or a query (value.h). */
#ifndef MOYA_CPP_VALUE_HPP
#define MOYA_CPP_VALUE_HPP

#include "json.hpp"

namespace moya {

/* An object or an array in a tree. The tree must live longer than this object. The functions that
 * fill a tree report no failure. The tree stores the first one, and the call that sends the tree
 * fails with it.
 *
 *     moya::value user = moya::value::object();
 *     user.set("name", "Ann").set("age", 36).set("title", nullptr);
 *     user.set_array("roles").add("admin").add("editor"); */
class value_node {
 protected:
  moya_value *it_ = nullptr;

  static const char *whole(text_argument name) noexcept {
    return name.is_whole() ? name.c_str() : nullptr;
  }

 public:
  value_node() noexcept = default;
  explicit value_node(moya_value *it) noexcept : it_(it) {}
  moya_value *get() const noexcept { return it_; }

  /* Sets a value under a key of an object. If the key exists already, it stays in its place and
   * gets the new value. */
  template <class T>
  value_node &set(text_argument key, const T &it) {
    const char *name = whole(key);
    if constexpr (std::is_same_v<T, std::nullptr_t>) moya_value_set_null(it_, name);
    else if constexpr (std::is_same_v<T, bool>) moya_value_set_bool(it_, name, it);
    else if constexpr (std::is_floating_point_v<T>)
      moya_value_set_double(it_, name, static_cast<double>(it));
    else if constexpr (detail::is_integer<T> && std::is_signed_v<T>)
      moya_value_set_int64(it_, name, it);
    else if constexpr (detail::is_integer<T>) moya_value_set_uint64(it_, name, it);
    else if constexpr (std::is_convertible_v<const T &, const char *>)
      moya_value_set_string(it_, name, it);
    else {
      const std::string_view text(it);
      moya_value_set_text(it_, name, text.data() ? text.data() : "", text.size());
    }
    return *this;
  }
  /* Sets a JSON text, which is written as it is. */
  value_node &set_json(text_argument key, text_argument json) {
    moya_value_set_json(it_, whole(key), whole(json));
    return *this;
  }
  /* These two functions set an empty object or array and return it, so that the caller can fill
   * it. */
  value_node set_object(text_argument key) {
    return value_node(moya_value_set_object(it_, whole(key)));
  }
  value_node set_array(text_argument key) {
    return value_node(moya_value_set_array(it_, whole(key)));
  }

  /* Makes a query or a form write the array as one name and one value, with commas between the
   * elements: ids=1,2. */
  value_node &join() {
    (void)moya_value_join(it_);
    return *this;
  }

  /* Adds a value at the end of an array. */
  template <class T>
  value_node &add(const T &it) {
    if constexpr (std::is_same_v<T, std::nullptr_t>) moya_value_add_null(it_);
    else if constexpr (std::is_same_v<T, bool>) moya_value_add_bool(it_, it);
    else if constexpr (std::is_floating_point_v<T>)
      moya_value_add_double(it_, static_cast<double>(it));
    else if constexpr (detail::is_integer<T> && std::is_signed_v<T>) moya_value_add_int64(it_, it);
    else if constexpr (detail::is_integer<T>) moya_value_add_uint64(it_, it);
    else if constexpr (std::is_convertible_v<const T &, const char *>)
      moya_value_add_string(it_, it);
    else {
      const std::string_view text(it);
      moya_value_add_text(it_, text.data() ? text.data() : "", text.size());
    }
    return *this;
  }
  value_node &add_json(text_argument json) {
    moya_value_add_json(it_, whole(json));
    return *this;
  }
  value_node add_object() { return value_node(moya_value_add_object(it_)); }
  value_node add_array() { return value_node(moya_value_add_array(it_)); }

  /* Returns the tree's first failure. */
  result<void> status() const {
    moya_error *why = nullptr;
    const moya_status status = moya_value_status(it_, &why);
    return detail::outcome(status, why);
  }
};

/* A whole tree. It can be moved, but not copied. Only one thread at a time may use it. */
class value : public value_node {
  detail::owned<moya_value, moya_value_release> tree_;

 public:
  /* Makes an object that has no tree. Nothing can be set in it. */
  value() noexcept = default;
  explicit value(moya_value *adopted) noexcept : value_node(adopted), tree_(adopted) {}
  static value object() noexcept { return value(moya_value_object()); }
  static value array() noexcept { return value(moya_value_array()); }
  value(value &&other) noexcept
      : value_node(std::exchange(other.it_, nullptr)), tree_(std::move(other.tree_)) {}
  value &operator=(value &&other) noexcept {
    tree_ = std::move(other.tree_);
    it_ = std::exchange(other.it_, nullptr);
    return *this;
  }
  /* Gives the tree to the caller, who must release it with moya_value_release. */
  moya_value *release() noexcept {
    it_ = nullptr;
    return tree_.release();
  }
};

} // namespace moya

#endif
