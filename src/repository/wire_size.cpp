#include "repository/wire_size.hpp"

#include <string_view>

namespace keywright::repository {
namespace {

constexpr std::size_t kTypeOverhead = 10;  // {"BOOL":} and a comma
constexpr std::size_t kNumberSize =
    2 + 170;  // plain decimal: at most 126 digits, or 130 of fraction

/// In quotes, with escapes at their longest.
std::size_t text_size(std::string_view text) {
  std::size_t size = 2;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    size += byte < 0x20 ? 6 : (c == '"' || c == '\\' || c == '/') ? 2 : 1;
  }
  return size;
}

std::size_t binary_size(std::string_view bytes) {
  return 2 + (bytes.size() + 2) / 3 * 4;
}

std::size_t value_size(ValueView value);

std::size_t elements_size(ValueView value) {
  std::size_t size = 2;
  for (const ValueView element : value.elements()) size += value_size(element);
  return size;
}

std::size_t members_size(MemberRange members) {
  std::size_t size = 2;
  for (const MemberView member : members)
    size += text_size(member.name) + 1 + value_size(member.value);
  return size;
}

std::size_t content_size(ValueView value) {
  switch (value.type()) {
    case AttributeType::string:
      return text_size(value.as_string());
    case AttributeType::binary:
      return binary_size(value.as_binary());
    case AttributeType::number:
      return kNumberSize;
    case AttributeType::boolean:
    case AttributeType::null:
      return 5;
    case AttributeType::map:
      return members_size(value.members());
    default:
      return elements_size(value);
  }
}

std::size_t value_size(ValueView value) {
  return kTypeOverhead + content_size(value);
}

}  // namespace

std::size_t wire_size(const Item& item) {
  constexpr std::size_t wrapping = 32;  // {"PutRequest":{"Item":...}},
  return wrapping + members_size(item.attributes());
}

}  // namespace keywright::repository
