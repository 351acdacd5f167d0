#pragma once
// How values and items are laid out in bytes. The layout is canonical: equal values have equal
// bytes. All integers are little-endian and unaligned.
//
//   value     tag byte, then by type
//     S, B      u32 length, the bytes
//     N         u8 length, the ordered bytes (ordered_number.hpp)
//     BOOL      nothing: the tag says true or false
//     NULL      nothing
//     L         u32 length of what follows the count, u32 count, the elements as values
//     SS NS BS  as L, sorted (S and B by bytes, N by value) and without duplicates
//     M         u32 length of what follows the count, u32 count, the members
//   member    name length, the name, the value; members are sorted by name, names differ
//     name length   u8 if below 255, else 255 and a u32
//   item      u32 count, u32 size as DynamoDB accounts it, the attributes as members
//
// The NULL tag is zero, so that even an empty std::string's terminator reads as a value.

#include "core/ordered_number.hpp"
#include <keywright/attribute_value.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace keywright::encoding {

enum class Tag : std::uint8_t {
  null,
  string,
  number,
  binary,
  boolean_false,
  boolean_true,
  map,
  list,
  string_set,
  number_set,
  binary_set
};
inline constexpr std::uint8_t kTagCount = 11;

inline constexpr std::size_t kTextHeader = 5;        // of S and B: tag, length
inline constexpr std::size_t kNumberHeader = 2;      // tag, length
inline constexpr std::size_t kCollectionHeader = 9;  // tag, length, count
inline constexpr std::size_t kItemHeader = 8;        // count, size

inline std::uint32_t load_u32(const char* at) {
  std::uint32_t value;
  std::memcpy(&value, at, sizeof value);
  if constexpr (std::endian::native == std::endian::big) value = __builtin_bswap32(value);
  return value;
}

inline std::uint64_t load_u64(const char* at) {
  return load_u32(at) | static_cast<std::uint64_t>(load_u32(at + 4)) << 32;
}

inline void store_u32(char* at, std::size_t size) {
  auto value = static_cast<std::uint32_t>(size);
  if constexpr (std::endian::native == std::endian::big) value = __builtin_bswap32(value);
  std::memcpy(at, &value, sizeof value);
}

inline void append_u64(std::string& out, std::uint64_t value) {
  char bytes[8];
  store_u32(bytes, static_cast<std::uint32_t>(value));
  store_u32(bytes + 4, static_cast<std::uint32_t>(value >> 32));
  out.append(bytes, sizeof bytes);
}

inline void append_u32(std::string& out, std::size_t size) {
  char bytes[4];
  store_u32(bytes, size);
  out.append(bytes, sizeof bytes);
}

inline Tag tag_of(const char* value) {
  return static_cast<Tag>(*value);
}

/// How many bytes the value at `value` takes.
inline std::size_t encoded_size(const char* value) {
  switch (tag_of(value)) {
    case Tag::null:
    case Tag::boolean_false:
    case Tag::boolean_true:
      return 1;
    case Tag::number:
      return kNumberHeader + static_cast<unsigned char>(value[1]);
    case Tag::string:
    case Tag::binary:
      return kTextHeader + load_u32(value + 1);
    default:
      return kCollectionHeader + load_u32(value + 1);
  }
}

// Members ------------------------------------------------------------------------------------

inline constexpr std::size_t kLongName = 255;

/// The name of the member at `member`. The value follows it.
inline std::string_view member_name(const char* member) {
  const auto size = static_cast<unsigned char>(*member);
  if (size != kLongName) return {member + 1, size};
  return {member + 5, load_u32(member + 1)};
}
inline const char* member_value(std::string_view name) {
  return name.data() + name.size();
}
inline const char* next_member(const char* member) {
  const char* value = member_value(member_name(member));
  return value + encoded_size(value);
}
inline void append_name(std::string& out, std::string_view name) {
  if (name.size() < kLongName) {
    out.push_back(static_cast<char>(name.size()));
  } else {
    out.push_back(static_cast<char>(kLongName));
    append_u32(out, name.size());
  }
  out.append(name);
}

/// The value of the member of that name among [begin, end), or nullptr.
inline const char* find_member(const char* begin, const char* end, std::string_view name) {
  for (const char* at = begin; at != end;) {
    const std::string_view found = member_name(at);
    const char* value = member_value(found);
    if (found.size() == name.size()) {
      if (std::memcmp(found.data(), name.data(), name.size()) == 0) return value;
    }
    // Names are sorted. The first byte alone tells most of the time that there is nothing to come.
    if (!found.empty() && (name.empty() || static_cast<unsigned char>(found[0]) >
                                               static_cast<unsigned char>(name[0]))) {
      return nullptr;
    }
    at = value + encoded_size(value);
  }
  return nullptr;
}

// Appending values ---------------------------------------------------------------------------

inline void append_tag(std::string& out, Tag tag) {
  out.push_back(static_cast<char>(tag));
}
inline void append_text(std::string& out, Tag tag, std::string_view bytes) {
  append_tag(out, tag);
  append_u32(out, bytes.size());
  out.append(bytes);
}
inline void append_string(std::string& out, std::string_view text) {
  append_text(out, Tag::string, text);
}
inline void append_binary(std::string& out, std::string_view bytes) {
  append_text(out, Tag::binary, bytes);
}
inline void append_number(std::string& out, const Number& number) {
  append_tag(out, Tag::number);
  const std::size_t length_at = out.size();
  out.push_back(0);
  number.append_ordered(out);
  out[length_at] = static_cast<char>(out.size() - length_at - 1);
}
inline void append_bool(std::string& out, bool value) {
  append_tag(out, value ? Tag::boolean_true : Tag::boolean_false);
}
inline void append_null(std::string& out) {
  append_tag(out, Tag::null);
}

/// Begins a list, set or map in place; the elements or members are appended next, in order, and
/// end_collection closes it. Returns what end_collection wants.
inline std::size_t begin_collection(std::string& out, Tag tag) {
  const std::size_t at = out.size();
  append_tag(out, tag);
  out.append(kCollectionHeader - 1, '\0');
  return at;
}
inline void end_collection(std::string& out, std::size_t begun_at, std::size_t count) {
  store_u32(out.data() + begun_at + 1, out.size() - begun_at - kCollectionHeader);
  store_u32(out.data() + begun_at + 5, count);
}

// Whole values and items ---------------------------------------------------------------------

/// The size DynamoDB accounts for the value at `value`.
[[nodiscard]] std::size_t accounted_size(const char* value);

/// Whether the value has a level deeper than `levels`; a scalar is one level, and so is an empty
/// list. Never looks further than that.
[[nodiscard]] bool nests_deeper_than(ValueView value, std::size_t levels);

/// Whether `bytes` is one value exactly as this layout has it: nothing cut, nothing left over,
/// sorted, and nested at most `levels` deep. For bytes that come from outside this process.
[[nodiscard]] bool valid_value_encoding(std::string_view bytes, std::size_t levels = 32);

/// The same for an item, count and size included. What Item::from_encoded takes for granted.
[[nodiscard]] bool valid_item_encoding(std::string_view bytes, std::size_t levels = 32);

}  // namespace keywright::encoding
