// Writes and reads messages of Protocol Buffers (https://protobuf.dev/programming-guides/encoding/).
#ifndef MOYA_OTEL_PROTOBUF_HPP
#define MOYA_OTEL_PROTOBUF_HPP

#include <cstdint>
#include <string>
#include <string_view>

namespace otel {

// A message, to which fields are appended. Each function gets the number of the field.
class message {
 public:
  enum wire_type : uint32_t { varint = 0, fixed64 = 1, delimited = 2, fixed32 = 5 };

  // Appends a field of the type int64, uint32, bool or enum.
  void add_number(uint32_t field, uint64_t value) {
    add_tag(field, varint);
    add_varint(value);
  }
  void add_fixed64(uint32_t field, uint64_t value) {
    add_tag(field, fixed64);
    add_little_endian(value, 8);
  }
  void add_fixed32(uint32_t field, uint32_t value) {
    add_tag(field, fixed32);
    add_little_endian(value, 4);
  }
  // Appends a field of the type string or bytes, or a message.
  void add_bytes(uint32_t field, std::string_view value) {
    add_tag(field, delimited);
    add_varint(value.size());
    bytes_ += value;
  }
  void add_message(uint32_t field, const message &value) { add_bytes(field, value.bytes_); }
  // Begins a message of `size` bytes. The next fields belong to it.
  void begin_message(uint32_t field, size_t size) {
    add_tag(field, delimited);
    add_varint(size);
  }
  // These functions return how many bytes a field needs. The number of the field must be less than 16.
  static size_t size_of_number(uint64_t value) { return 1 + size_of_varint(value); }
  static size_t size_of_bytes(size_t len) { return 1 + size_of_varint(len) + len; }
  // Appends fields that are encoded already.
  void add_encoded(std::string_view fields) { bytes_ += fields; }

  void reserve(size_t size) { bytes_.reserve(size); }
  const std::string &bytes() const & { return bytes_; }
  std::string bytes() && { return std::move(bytes_); }

 private:
  static size_t size_of_varint(uint64_t value) {
    size_t size = 1;
    for (; value >= 0x80; value >>= 7) size++;
    return size;
  }
  void add_tag(uint32_t field, wire_type type) { add_varint(uint64_t(field) << 3 | type); }
  void add_varint(uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_ += char(value | 0x80);
    bytes_ += char(value);
  }
  void add_little_endian(uint64_t value, int count) {
    for (int i = 0; i < count; i++) bytes_ += char(value >> 8 * i);
  }

  std::string bytes_;
};

// Reads the fields of a message from another program.
struct fields {
  uint32_t number = 0;
  uint32_t type = 0;
  uint64_t value = 0;     // the value of a varint
  std::string_view bytes; // the bytes of a delimited field

  explicit fields(std::string_view message) : rest_(message) {}
  // Goes to the next field. Returns false at the end, and where the message is damaged.
  bool next() {
    uint64_t tag = 0;
    if (!read_varint(tag) || tag >> 3 == 0 || tag >> 3 > UINT32_MAX) return false;
    number = uint32_t(tag >> 3);
    type = uint32_t(tag & 7);
    switch (type) {
      case message::varint: return read_varint(value);
      case message::fixed64: return take(8);
      case message::fixed32: return take(4);
      case message::delimited: return read_varint(value) && take(value);
      default: return false;
    }
  }

 private:
  bool take(uint64_t len) {
    if (len > rest_.size()) return false;
    bytes = rest_.substr(0, size_t(len));
    rest_.remove_prefix(size_t(len));
    return true;
  }
  bool read_varint(uint64_t &out) {
    out = 0;
    for (int shift = 0; shift < 64 && !rest_.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      out |= uint64_t(byte & 0x7f) << shift;
      if (byte < 0x80) return true;
    }
    return false;
  }

  std::string_view rest_;
};

} // namespace otel

#endif
