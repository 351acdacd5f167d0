#include "verify/sample_values.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace keywright::verify {
namespace {

using model::FieldType;
using model::TypeKind;

constexpr std::int64_t kSomeTime = 1'700'000'000;
constexpr std::int64_t kYear = 365 * 24 * 3600;

template <class... Arguments>
std::string formatted(const char* format, Arguments... arguments) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), format, arguments...);
  return text.data();
}

std::string date_text(std::uint32_t number) {
  return formatted("%04u-%02u-%02u", 2020 + number / 336 % 1000, 1 + number / 28 % 12,
                   1 + number % 28);
}

void append_utf8(std::string& out, char32_t c) {
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0 | (c >> 6));
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    out += static_cast<char>(0xE0 | (c >> 12));
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | (c >> 18));
    out += static_cast<char>(0x80 | ((c >> 12) & 0x3F));
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  }
}

// The first ten characters of a set, as digits.
std::vector<char32_t> digits_of(const model::Charset& charset) {
  std::vector<char32_t> digits;
  for (const auto& range : charset.ranges) {
    for (char32_t c = std::max(range.first, U'!'); c <= range.last && digits.size() < 10; ++c) {
      digits.push_back(c);
    }
  }
  if (digits.empty()) digits.push_back(charset.ranges.front().first);
  return digits;
}

std::string charset_text(const FieldType& type, std::uint32_t number) {
  const auto digits = digits_of(*type.charset);
  const auto least =
      static_cast<std::size_t>(std::max<std::int64_t>(1, type.min_size().value_or(1)));
  const auto most = static_cast<std::size_t>(std::max<std::int64_t>(
      1, type.max_size().value_or(std::numeric_limits<std::int64_t>::max())));
  const auto length = std::clamp<std::size_t>(4, least, most);
  std::vector<char32_t> characters(length, digits.front());
  for (std::size_t place = length; place-- > 0 && number > 0;) {
    characters[place] = digits[number % digits.size()];
    number /= static_cast<std::uint32_t>(digits.size());
  }
  std::string text;
  for (const char32_t c : characters) append_utf8(text, c);
  return text;
}

std::string free_text(const FieldType& type, std::uint32_t number) {
  const auto least =
      static_cast<std::size_t>(std::max<std::int64_t>(0, type.min_size().value_or(0)));
  const auto most = static_cast<std::size_t>(std::max<std::int64_t>(
      1, type.max_size().value_or(std::numeric_limits<std::int64_t>::max())));
  std::string text = formatted("%04u", number % 10'000);
  if (most < text.size()) text = text.substr(text.size() - most);
  if (number % 2 == 1 && most >= 9) text += "# %\xC3\xA9";  // five characters or less
  while (text.size() < least) text += 'x';
  return text;
}

std::int64_t integer(const FieldType& type, std::int64_t start, std::uint32_t number) {
  const auto least = type.min ? **type.min : std::min<std::int64_t>(0, start);
  const auto most = type.max ? **type.max : std::numeric_limits<std::int64_t>::max();
  const auto first = std::clamp(start, least, most);
  const auto room = static_cast<std::uint64_t>(most) - static_cast<std::uint64_t>(first);
  if (number <= room) return first + number;
  // Then all values there are, over and over.
  const auto all = static_cast<std::uint64_t>(most) - static_cast<std::uint64_t>(least) + 1;
  return least + static_cast<std::int64_t>(number % all);
}

Number decimal(const FieldType& type, std::uint32_t number) {
  const auto limit = [](const auto& text) {
    return text ? Number::parse(**text) : std::optional<Number>();
  };
  const auto least = limit(type.number_min);
  const auto most = limit(type.number_max);
  Number first(0);
  if (least && *least > first) first = *least;
  if (most && *most < first) first = least.value_or(*most);
  const auto half = *Number::parse(type.kind == TypeKind::floating ? "0.5" : "0.25");
  for (const auto& step : {Number::add(Number(number), half), std::optional(Number(number)),
                           std::optional(Number(0))}) {
    const auto value = Number::add(first, *step);
    if (value && (!most || *value <= *most)) return *value;
  }
  return first;
}

std::size_t count_of(const FieldType& type) {
  const auto least = std::max<std::int64_t>(1, type.min_size().value_or(1));
  const auto most = type.max_size().value_or(2);
  return static_cast<std::size_t>(std::max(least, std::min<std::int64_t>(2, most)));
}

AttributeValue set_value(const FieldType& type, std::uint32_t number) {
  const auto count = static_cast<std::uint32_t>(count_of(type));
  const auto& element = type.element();
  std::vector<std::string> texts;
  std::vector<Number> numbers;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto value = sample_value(element, number * count + i);
    if (value.type() == keywright::AttributeType::number) {
      numbers.push_back(value.as_number());
    } else {
      texts.emplace_back(value.type() == keywright::AttributeType::binary ? value.as_binary()
                                                                          : value.as_string());
    }
  }
  if (!numbers.empty()) return AttributeValue::number_set(std::move(numbers));
  return element.kind == TypeKind::binary ? AttributeValue::binary_set(std::move(texts))
                                          : AttributeValue::string_set(std::move(texts));
}

AttributeValue binary_value(const FieldType& type, std::uint32_t number) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift & 0xFF);
  const auto least =
      static_cast<std::size_t>(std::max<std::int64_t>(1, type.min_size().value_or(1)));
  const auto most =
      static_cast<std::size_t>(std::max<std::int64_t>(1, type.max_size().value_or(4)));
  if (most < bytes.size()) bytes = bytes.substr(bytes.size() - most);
  if (bytes.size() < least) bytes.append(least - bytes.size(), '\x7F');
  return AttributeValue::binary(bytes);
}

AttributeValue document_value(const FieldType& type, std::uint32_t number) {
  switch (type.kind) {
    case TypeKind::list: {
      std::vector<AttributeValue> elements;
      for (std::uint32_t i = 0; i < count_of(type); ++i) {
        elements.push_back(sample_value(type.element(), number + i));
      }
      return AttributeValue::list(elements);
    }
    case TypeKind::map: {
      std::vector<AttributeValue::Member> members;
      for (std::uint32_t i = 0; i < count_of(type); ++i) {
        members.emplace_back("k" + std::to_string(i), sample_value(type.element(), number + i));
      }
      return AttributeValue::map(members);
    }
    case TypeKind::object: {
      std::vector<AttributeValue::Member> members;
      for (const auto& field : type.fields) {
        if (field.optional && number % 2 == 1) continue;
        members.emplace_back(field.name, sample_value(field.type, number));
      }
      return AttributeValue::map(members);
    }
    default:
      return AttributeValue::map(
          {{"list", AttributeValue::list({AttributeValue::null(), true})}, {"n", Number(number)}});
  }
}

}  // namespace

AttributeValue sample_value(const FieldType& type, std::uint32_t number) {
  switch (type.kind) {
    case TypeKind::string:
      return type.charset ? charset_text(type, number) : free_text(type, number);
    case TypeKind::enumeration:
      return *type.values[number % type.values.size()];
    case TypeKind::boolean:
      return AttributeValue::boolean(number % 2 == 0);
    case TypeKind::integer:
      return integer(type, 0, number);
    case TypeKind::epoch_seconds:
      return integer(type, kSomeTime, number);
    case TypeKind::number:
    case TypeKind::floating:
      return decimal(type, number);
    case TypeKind::timestamp:
      return date_text(number) + formatted("T03:04:05.%03uZ", number % 1000);
    case TypeKind::date:
      return date_text(number);
    case TypeKind::uuid:
      return formatted("00000000-0000-4000-8000-%012x", number);
    case TypeKind::ulid:
      return formatted("01J0000000000000%010u", number);
    case TypeKind::binary:
      return binary_value(type, number);
    case TypeKind::set:
      return set_value(type, number);
    default:
      return document_value(type, number);
  }
}

AttributeValue sample_lifetime(std::int64_t now, std::uint32_t number) {
  return now + kYear + number;
}

}  // namespace keywright::verify
