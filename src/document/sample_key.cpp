#include "document/sample_key.hpp"

#include "core/utf8.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace keywright::document {
namespace {

using model::FieldType;
using model::TypeKind;

// The characters of the field's name, or such as the charset allows.
std::string sample_text(const FieldType& type, std::string_view name) {
  constexpr std::size_t usual = 8;
  constexpr std::size_t longest = 100;  // to be read by people
  const auto least = static_cast<std::size_t>(type.min_size().value_or(0));
  const auto most = type.max_size() ? static_cast<std::size_t>(*type.max_size()) : usual;
  const auto wanted = std::max(least, std::min(most, std::max(least, usual)));
  const auto length = std::min(wanted, longest);
  const auto allows = [&](char c) {
    return !type.charset || type.charset->contains(static_cast<unsigned char>(c));
  };
  std::u32string alphabet;
  for (const char c : name) {
    if (c != '_' && allows(c)) alphabet += static_cast<char32_t>(static_cast<unsigned char>(c));
  }
  if (alphabet.size() < 3 && type.charset) {
    alphabet.clear();
    for (const auto& range : type.charset->ranges) {
      for (char32_t c = range.first; c <= range.last && alphabet.size() < 16; ++c) {
        if (c > 0x25) alphabet += c;  // others are written escaped in a key
      }
    }
    if (alphabet.empty() && !type.charset->ranges.empty()) {
      // Only characters that are escaped: as the key has them.
      std::string text;
      for (std::size_t i = 0; i < length; ++i) {
        text += fmt::format("%{:02X}", static_cast<unsigned>(type.charset->ranges.front().first));
      }
      return text;
    }
  }
  if (alphabet.empty()) alphabet = U"abc";
  std::string text;
  for (std::size_t i = 0; i < length; ++i) append_utf8(text, alphabet[i % alphabet.size()]);
  if (length < wanted) text += "..";
  return text;
}

std::string sample_integer(const FieldType& type, bool native) {
  const auto padding = plan::padding_of(type);
  const auto value = std::clamp<std::int64_t>(42, padding.min, padding.max);
  if (native) return std::to_string(value);
  const auto written =
      padding.min < 0 ? static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(padding.min)
                      : static_cast<std::uint64_t>(value);
  return fmt::format("{:0{}}", written, padding.digits);
}

std::string sample_value(const model::Field& field, bool native) {
  switch (field.type.kind) {
    case TypeKind::ulid:
      return "01JGXQ4N7R8T9V0W1X2Y3Z4A5B";
    case TypeKind::uuid:
      return "6f1c2a9e-3b4d-4e5f-8a7b-0c1d2e3f4a5b";
    case TypeKind::timestamp:
      return "2026-01-02T03:04:05.678Z";
    case TypeKind::date:
      return "2026-01-02";
    case TypeKind::epoch_seconds:
      if (native) return "1767323045";
      return sample_integer(field.type, native);
    case TypeKind::integer:
      return sample_integer(field.type, native);
    case TypeKind::boolean:
      return "true";
    case TypeKind::enumeration:
      return field.type.values.empty() ? "" : *field.type.values.front();
    case TypeKind::number:
      return "3.14";
    case TypeKind::binary:
      return "(bytes)";
    default:
      return sample_text(field.type, field.name);
  }
}

}  // namespace

std::string sample_key(const model::Entity& entity, const plan::KeyAttribute& key) {
  std::string text;
  for (const auto& part : key.parts) {
    text += part.field ? sample_value(entity.fields[*part.field], key.native) : part.literal;
  }
  if (key.shards > 1) text += "#0";
  return text;
}

std::string key_template(const model::Entity& entity, const plan::KeyAttribute& key) {
  std::string text;
  for (const auto& part : key.parts) {
    text += part.field ? "{" + entity.fields[*part.field].name + "}" : part.literal;
  }
  return text;
}

}  // namespace keywright::document
