/* Decodes JSON into structs and encodes structs as JSON, with the tables of type.h. MOYA_STRUCT
 * (typed.h) makes such a table. You can also write a table yourself.
 *
 * decode<T>() finds the table of a struct that MOYA_STRUCT has made. For a table that you wrote,
 * declare this function in the namespace of the struct:
 *
 *     inline const moya_type *moya_type_of(const user *) { return &user_type; }
 *
 * Or pass the table as the last argument: decode<user>(json, "", &user_type). */
#ifndef MOYA_CPP_TYPE_HPP
#define MOYA_CPP_TYPE_HPP

#include "value.hpp"

namespace moya {

namespace detail {

using arena = owned<moya_arena, moya_arena_release>;

/* Returns the moya_type that describes a T. Argument-dependent lookup finds the function
 * moya_type_of that returns it. */
template <class T>
const moya_type *table_of() {
  static_assert(std::is_trivially_copyable_v<T> && std::is_standard_layout_v<T>,
                "tables describe structs of C");
  return moya_type_of(static_cast<const T *>(nullptr));
}
/* Returns an error if `type` cannot describe a T, or if the key path contains a NUL byte. Otherwise
 * returns an empty error. */
template <class T>
error wrong_table(const moya_type *type, text_argument path) {
  static_assert(std::is_trivially_copyable_v<T> && std::is_standard_layout_v<T>,
                "tables describe structs of C");
  if (!type) return error(MOYA_ERROR_NULL, "the table of the type is NULL");
  if (type->struct_size != sizeof(T))
    return error(MOYA_ERROR_ARGUMENT, "the table is that of a struct of another size");
  if (!path.is_whole()) return zero_inside("the key path");
  return error();
}

} // namespace detail

/* A struct that was decoded. It owns the memory of its texts, lists and maps. */
template <class T>
class decoded {
  T it_{};
  detail::arena arena_;

 public:
  decoded() noexcept = default;
  decoded(const T &it, moya_arena *adopted) noexcept : it_(it), arena_(adopted) {}
  decoded(decoded &&other) noexcept
      : it_(std::exchange(other.it_, T{})), arena_(std::move(other.arena_)) {}
  decoded &operator=(decoded &&other) noexcept {
    it_ = std::exchange(other.it_, T{});
    arena_ = std::move(other.arena_);
    return *this;
  }
  const T &operator*() const noexcept MOYA_BORROWED { return it_; }
  const T *operator->() const noexcept MOYA_BORROWED { return &it_; }
};

/* A list of structs that were decoded. The list owns the memory of the structs. */
template <class T>
class decoded_list {
  const T *items_ = nullptr;
  size_t count_ = 0;
  detail::arena arena_;

 public:
  using value_type = T;
  decoded_list() noexcept = default;
  decoded_list(const T *items, size_t count, moya_arena *adopted) noexcept
      : items_(items), count_(count), arena_(adopted) {}
  decoded_list(decoded_list &&other) noexcept
      : items_(std::exchange(other.items_, nullptr)),
        count_(std::exchange(other.count_, 0)),
        arena_(std::move(other.arena_)) {}
  decoded_list &operator=(decoded_list &&other) noexcept {
    items_ = std::exchange(other.items_, nullptr);
    count_ = std::exchange(other.count_, 0);
    arena_ = std::move(other.arena_);
    return *this;
  }
  const T *begin() const noexcept MOYA_BORROWED { return items_; }
  const T *end() const noexcept MOYA_BORROWED { return items_ + count_; }
  const T *data() const noexcept MOYA_BORROWED { return items_; }
  size_t size() const noexcept { return count_; }
  bool empty() const noexcept { return count_ == 0; }
  const T &operator[](size_t index) const noexcept MOYA_BORROWED { return items_[index]; }
};

/* These functions return the struct, or the list of structs, at a key path of a JSON text. */
template <class T>
result<decoded<T>> try_decode(std::string_view json, text_argument key_path = "",
                              const moya_type *type = detail::table_of<T>()) {
  if (error wrong = detail::wrong_table<T>(type, key_path)) return wrong;
  T it{};
  moya_arena *arena = nullptr;
  moya_error *why = nullptr;
  const moya_status status = moya_decode(json.data() ? json.data() : "", json.size(),
                                         key_path.c_str(), type, &it, 0, &arena, &why);
  return detail::outcome(status, why, decoded<T>(it, arena));
}
template <class T>
result<decoded_list<T>> try_decode_list(std::string_view json, text_argument key_path = "",
                                        const moya_type *type = detail::table_of<T>()) {
  if (error wrong = detail::wrong_table<T>(type, key_path)) return wrong;
  void *items = nullptr;
  size_t count = 0;
  moya_arena *arena = nullptr;
  moya_error *why = nullptr;
  const moya_status status = moya_decode_list(json.data() ? json.data() : "", json.size(),
                                              key_path.c_str(), type, &items, &count, 0, &arena,
                                              &why);
  return detail::outcome(status, why, decoded_list<T>(static_cast<const T *>(items), count, arena));
}

/* Makes a tree of values from a struct, for the body of a request. */
template <class T>
result<value> try_encode(const T &it, const moya_type *type = detail::table_of<T>(),
                         uint32_t flags = 0) {
  if (error wrong = detail::wrong_table<T>(type, "")) return wrong;
  moya_value *tree = nullptr;
  moya_error *why = nullptr;
  const moya_status status = moya_encode(type, &it, flags, &tree, &why);
  return detail::outcome(status, why, value(tree));
}

#if MOYA_EXCEPTIONS
template <class T>
decoded<T> decode(std::string_view json, text_argument key_path = "",
                  const moya_type *type = detail::table_of<T>()) {
  return try_decode<T>(json, key_path, type).value();
}
template <class T>
decoded_list<T> decode_list(std::string_view json, text_argument key_path = "",
                            const moya_type *type = detail::table_of<T>()) {
  return try_decode_list<T>(json, key_path, type).value();
}
template <class T>
value encode(const T &it, const moya_type *type = detail::table_of<T>(), uint32_t flags = 0) {
  return try_encode(it, type, flags).value();
}
#endif

/* Decodes structs one at a time from a JSON text that arrives in pieces of any size. The text is
 * JSON lines, or one array. Only the current value is in memory.
 *
 *     moya::decoder<event> events([](const event &it) { … });
 *     api.call(target, {.body = [&](std::string_view piece) { return events.feed(piece); }});
 *     events.finish();
 *
 * If the function that receives the structs throws, feed or finish throws the exception again. */
template <class T>
class decoder {
  struct state {
    function<flow(const T &)> show;
    std::exception_ptr thrown{};
  };
  std::unique_ptr<state> state_;
  detail::owned<moya_decoder, moya_decoder_release> it_;

  static moya_flow show(void *user, const void *value) noexcept {
    state *it = static_cast<state *>(user);
#if MOYA_EXCEPTIONS
    try {
      return static_cast<moya_flow>(it->show(*static_cast<const T *>(value)));
    } catch (...) {
      it->thrown = std::current_exception();
      return MOYA_FLOW_STOP;
    }
#else
    return static_cast<moya_flow>(it->show(*static_cast<const T *>(value)));
#endif
  }
  void rethrow() {
#if MOYA_EXCEPTIONS
    if (state_ && state_->thrown) std::rethrow_exception(std::exchange(state_->thrown, nullptr));
#endif
  }

 public:
  decoder() noexcept = default;
  static result<decoder> create(function<flow(const T &)> show,
                                moya_decoder_input input = MOYA_DECODER_LINES,
                                const moya_type *type = detail::table_of<T>()) {
    if (error wrong = detail::wrong_table<T>(type, "")) return wrong;
    if (!show) return detail::no_handle("the decoder's function");
    decoder made;
    made.state_ = std::make_unique<state>(state{std::move(show)});
    moya_decoder_options options = MOYA_DECODER_OPTIONS_INIT;
    options.input = input;
    options.type = type;
    options.value = decoder::show;
    options.user = made.state_.get();
    moya_decoder *it = nullptr;
    moya_error *why = nullptr;
    const moya_status status = moya_decoder_create(&options, &it, &why);
    made.it_.reset(it);
    return detail::outcome(status, why, std::move(made));
  }
#if MOYA_EXCEPTIONS
  explicit decoder(function<flow(const T &)> show, moya_decoder_input input = MOYA_DECODER_LINES,
                   const moya_type *type = detail::table_of<T>())
      : decoder(create(std::move(show), input, type).value()) {}
#endif
  /* Decodes the next piece. Returns flow::stop if decoding failed; finish then reports the
   * error. */
  flow feed(std::string_view piece) {
    const moya_flow answer = moya_decoder_feed(it_.get(), piece.data() ? piece.data() : "",
                                               piece.size());
    rethrow();
    return static_cast<flow>(answer);
  }
  /* Tells the decoder that the text is complete. Returns an error if decoding failed. */
  result<void> try_finish() {
    if (!it_) return detail::no_handle("the decoder");
    moya_error *why = nullptr;
    const moya_status status = moya_decoder_finish(it_.get(), &why);
    result<void> end = detail::outcome(status, why);
    rethrow();
    return end;
  }
#if MOYA_EXCEPTIONS
  void finish() { try_finish().value(); }
#endif
};

} // namespace moya

#endif
