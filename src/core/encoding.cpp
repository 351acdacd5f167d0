#include "core/encoding.hpp"

namespace keywright::encoding {
namespace {

constexpr std::size_t kCollectionOverhead = 3;  // DynamoDB's, of L and M
constexpr std::size_t kElementOverhead = 1;

/// Reads bytes that may be cut short or forged.
class Validator {
 public:
  explicit Validator(std::string_view bytes) : rest_(bytes) {}

  [[nodiscard]] bool at_end() const { return rest_.empty(); }

  bool value(std::size_t levels) {
    if (levels == 0 || rest_.empty()) return false;
    const Tag tag = tag_of(rest_.data());
    rest_.remove_prefix(1);
    switch (tag) {
      case Tag::null:
      case Tag::boolean_false:
      case Tag::boolean_true:
        return true;
      case Tag::string:
      case Tag::binary:
        return text();
      case Tag::number:
        return number();
      case Tag::map:
      case Tag::list:
      case Tag::string_set:
      case Tag::number_set:
      case Tag::binary_set:
        return collection(tag, levels - 1);
    }
    return false;
  }

  bool members(std::size_t count, std::size_t levels) {
    std::string_view previous;
    for (std::size_t i = 0; i < count; ++i) {
      std::string_view name;
      if (!read_name(name) || (i != 0 && previous >= name) || !value(levels)) return false;
      previous = name;
    }
    return at_end();
  }

  bool read_u32(std::uint32_t& value) {
    if (rest_.size() < 4) return false;
    value = load_u32(rest_.data());
    rest_.remove_prefix(4);
    return true;
  }

 private:
  bool take(std::size_t size, std::string_view& bytes) {
    if (rest_.size() < size) return false;
    bytes = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return true;
  }

  bool text() {
    std::uint32_t size = 0;
    return read_u32(size) && take(size, last_);
  }

  bool number() {
    if (rest_.empty()) return false;
    const auto size = static_cast<unsigned char>(rest_.front());
    rest_.remove_prefix(1);
    return take(size, last_) && valid_ordered_number(last_);
  }

  bool read_name(std::string_view& name) {
    if (rest_.empty()) return false;
    const auto short_size = static_cast<unsigned char>(rest_.front());
    rest_.remove_prefix(1);
    std::uint32_t size = short_size;
    if (short_size == kLongName && (!read_u32(size) || size < kLongName)) return false;
    return take(size, name);
  }

  bool collection(Tag tag, std::size_t levels) {
    std::uint32_t size = 0;
    std::uint32_t count = 0;
    std::string_view content;
    if (!read_u32(size) || !read_u32(count) || !take(size, content)) return false;
    Validator inner(content);
    if (tag == Tag::map) return inner.members(count, levels);
    return inner.elements(tag, count, levels);
  }

  bool elements(Tag tag, std::size_t count, std::size_t levels) {
    std::string_view previous;
    for (std::size_t i = 0; i < count; ++i) {
      if (tag != Tag::list && (at_end() || tag_of(rest_.data()) != element_tag(tag))) return false;
      if (!value(levels)) return false;
      if (tag == Tag::list) continue;
      if (i != 0 && previous >= last_) return false;
      previous = last_;
    }
    return at_end();
  }

  static Tag element_tag(Tag set) {
    if (set == Tag::string_set) return Tag::string;
    return set == Tag::number_set ? Tag::number : Tag::binary;
  }

  std::string_view rest_;
  std::string_view last_;  // of the S, B or N read last
};

}  // namespace

std::size_t accounted_size(const char* value) {
  switch (tag_of(value)) {
    case Tag::null:
    case Tag::boolean_false:
    case Tag::boolean_true:
      return 1;
    case Tag::string:
    case Tag::binary:
      return load_u32(value + 1);
    case Tag::number:
      return ordered_number_size_in_bytes(
          {value + kNumberHeader, static_cast<unsigned char>(value[1])});
    case Tag::map: {
      std::size_t size = kCollectionOverhead;
      for (const auto [name, member] : ValueView(value).members()) {
        size += kElementOverhead + name.size() + accounted_size(member.data());
      }
      return size;
    }
    case Tag::list: {
      std::size_t size = kCollectionOverhead;
      for (const ValueView element : ValueView(value).elements()) {
        size += kElementOverhead + accounted_size(element.data());
      }
      return size;
    }
    case Tag::string_set:
    case Tag::number_set:
    case Tag::binary_set: {
      std::size_t size = 0;
      for (const ValueView element : ValueView(value).elements()) {
        size += accounted_size(element.data());
      }
      return size;
    }
  }
  return 0;
}

bool nests_deeper_than(ValueView value, std::size_t levels) {
  if (levels == 0) return true;
  if (value.is(AttributeType::list)) {
    for (const ValueView element : value.elements()) {
      if (nests_deeper_than(element, levels - 1)) return true;
    }
  } else if (value.is(AttributeType::map)) {
    for (const MemberView member : value.members()) {
      if (nests_deeper_than(member.value, levels - 1)) return true;
    }
  }
  return false;
}

bool valid_value_encoding(std::string_view bytes, std::size_t levels) {
  Validator validator(bytes);
  return validator.value(levels) && validator.at_end();
}

bool valid_item_encoding(std::string_view bytes, std::size_t levels) {
  std::uint32_t count = 0;
  std::uint32_t size = 0;
  Validator validator(bytes);
  if (!validator.read_u32(count) || !validator.read_u32(size)) return false;
  if (!validator.members(count, levels)) return false;
  std::size_t accounted = 0;
  const char* const end = bytes.data() + bytes.size();
  for (const char* at = bytes.data() + kItemHeader; at != end; at = next_member(at)) {
    const std::string_view name = member_name(at);
    accounted += name.size() + accounted_size(member_value(name));
  }
  return accounted == size;
}

}  // namespace keywright::encoding
