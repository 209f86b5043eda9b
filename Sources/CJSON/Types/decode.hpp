#pragma once
#include "Types/plan.hpp"
#include "check.hpp"

namespace moya {

template <class Value>
bool put(char *out, Value value) {
  std::memcpy(out, &value, sizeof value);
  return true;
}

// Decodes JSON into structs, in one pass over the text and without a document in between. The decoder checks
// each value as it reads the value. If a value has no field in the struct, the decoder checks and skips it.
// Errors are the same as if the whole text had been checked first. So if the text is not JSON, decoding fails
// with this error, even if an earlier value does not fit its field.
class decoder {
 public:
  static constexpr size_t most_levels = checker::deepest;
  // The most bytes of a JSON text. It is less than UINT32_MAX, which is the `plain_length` (plan.hpp) of a name that
  // JSON writes with escapes. So no text has this length.
  static constexpr size_t longest_text = UINT32_MAX - 64;
  // How many further defaults one default can lead to. A default can be a struct with missing fields, and each
  // of these fields can have a default too.
  static constexpr size_t most_defaults = 10000;

  decoder(moya_types_fault &fault, bool borrows) : fault_(fault), borrows_(borrows) {}
  decoder(const decoder &) = delete;
  decoder &operator=(const decoder &) = delete;
  ~decoder();

  // Reads the value at a key path of a text into a member at `base`, as the field specifies. Returns a status.
  // If `number` is given, the text is one value of a longer text (feed.hpp), and messages name the value with
  // this number.
  int32_t decode(
      const byte *text, size_t length, const char *key_path, const plan_field &field, char *base,
      const size_t *number = nullptr);

  // The memory that values need in addition to their structs.
  arena memory;

  // Reads a field's default into a temporary struct of this size. Returns a status.
  static int32_t try_default(const plan_field &field, size_t length, size_t struct_size, moya_types_fault &fault);

 private:
  // A step on the path to the current value, for messages.
  struct step {
    enum { root, name, key, element } is;
    const step *outer;
    const char *text;  // a root's key path, the name of a field, or the text between the quotes of a key
    size_t number;     // the length of the text, or the index of an element
  };
  // Collects the elements of an array until their number is known. Nested arrays have one collector per level.
  struct collector {
    char *start;
    size_t room;
  };
  struct span {
    char *start;
    size_t length;
  };

  // If one of these functions fails, it reports the failure and returns false.
  bool find(const char *key_path, checker &around);
  bool read(const plan_field &field, char *base);
  bool one(const plan_field &field, char *out);
  bool object(const plan_node &node, char *base);
  bool group(const plan_node &node, char *base);
  bool array(const plan_field &field, char *base);
  bool map(const plan_field &field, char *base);
  bool finish_array(size_t level, size_t size, char *member);
  bool absent(const plan_node &node, const uint64_t *seen, char *base);
  bool absent(const plan_field &field, char *base);
  const plan_field *field_named(const plan_node &node, const byte *key, const byte *end) const;

  template <class Integer>
  bool integer(char *out, const char *range);
  template <class Floating>
  bool number(char *out, const char *range);
  bool boolean(char *out);
  bool str(char *out);
  bool text(char *out);
  bool bytes(char *out);
  bool date(char *out, bool takes_utc);
  bool raw(char *out);
  bool name(const plan_names &names, char *out);

  bool string(span &found);
  bool more_text(char *&start, char *&out, size_t least);
  bool skip_value();
  bool collector_at(size_t level, size_t needed);
  void skip_space() {
    while (p_ < end_ && *p_ <= 0x20 && is_space(*p_)) ++p_;
  }
  // Enters the array or object whose opening bracket is at the current position. `has_more` is false if `close` follows
  // at once.
  bool enter(byte close, bool &has_more) {
    if (depth_ == most_levels) return too_deep();
    ++depth_;
    ++p_;
    skip_space();
    has_more = p_ >= end_ || *p_ != close;
    if (!has_more) ++p_;
    return true;
  }
  // Reads the colon after a key.
  bool colon() {
    skip_space();
    if (p_ >= end_ || *p_++ != ':') return malformed();
    skip_space();
    return true;
  }
  bool comma_or(byte close, bool &has_more);

  // MARK: Failures
  bool malformed();
  bool too_deep();
  bool too_many_defaults();
  bool no_memory();
  bool missing();
  bool unknown_key();
  bool wrong(const char *expected);
  bool wrong_name(const plan_names &names);
  void place(sentence &said, const step *at);
  void found(sentence &said, const byte *value);

  const byte *p_ = nullptr;
  const byte *end_ = nullptr;
  moya_types_fault &fault_;
  bool borrows_;  // true: texts point into the JSON if they can
  bool is_secret_ = false;  // true: messages do not show the current value
  int32_t status_ = MOYA_OK;
  size_t depth_ = 0;
  const step *at_ = nullptr;
  collector *collectors_ = nullptr;
  size_t collector_count_ = 0;
  size_t arrays_ = 0;  // how many arrays are being read at the moment
  // The number of defaults that may still be read. A default can be a struct whose missing fields have defaults too,
  // and so on, so their number can become huge. So a table is rejected if one default leads to more than
  // `most_defaults`.
  size_t defaults_left_ = SIZE_MAX;
};

}  // namespace moya
