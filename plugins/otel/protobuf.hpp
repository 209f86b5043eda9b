// Writes messages of Protocol Buffers (https://protobuf.dev/programming-guides/encoding/).
#ifndef MOYA_OTEL_PROTOBUF_HPP
#define MOYA_OTEL_PROTOBUF_HPP

#include <cstdint>
#include <string>
#include <string_view>

namespace otel {

// A message, to which fields are appended. Each function gets the number of the field.
class message {
 public:
  // int64, uint32, bool and enum
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
  // string, bytes, and the bytes of another message
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
  // Return the bytes that a field needs. The number of the field is less than 16.
  static size_t size_of_number(uint64_t value) { return 1 + size_of_varint(value); }
  static size_t size_of_bytes(size_t len) { return 1 + size_of_varint(len) + len; }
  // Appends fields that are encoded already.
  void add_encoded(std::string_view fields) { bytes_ += fields; }

  void reserve(size_t size) { bytes_.reserve(size); }
  const std::string &bytes() const & { return bytes_; }
  std::string bytes() && { return std::move(bytes_); }

 private:
  enum wire_type : uint32_t { varint = 0, fixed64 = 1, delimited = 2, fixed32 = 5 };

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

} // namespace otel

#endif
