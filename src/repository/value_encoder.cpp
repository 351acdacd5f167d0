#include "core/utf8.hpp"
#include "repository/charset.hpp"
#include <keywright/value_encoder.hpp>

#include <fmt/format.h>

namespace keywright {
namespace {

/// "at most 500", "1 to 9", for messages.
std::string limits_text(const FieldLimits& limits) {
  if (!limits.min) return fmt::format("at most {}", *limits.max);
  if (!limits.max) return fmt::format("at least {}", *limits.min);
  if (*limits.min == *limits.max) return fmt::format("{}", *limits.min);
  return fmt::format("{} to {}", *limits.min, *limits.max);
}

bool within(std::int64_t value, const FieldLimits& limits) {
  return (!limits.min || value >= *limits.min) && (!limits.max || value <= *limits.max);
}

}  // namespace

void ValueEncoder::check(std::string_view text, const FieldLimits& limits) {
  if (find_invalid_utf8(text)) return fail(ErrorCode::validation, "is not well-formed UTF-8");
  check_size(count_characters(text), limits, "characters");
  if (limits.charset.empty()) return;
  for (std::size_t i = 0; i < text.size();) {
    const DecodedCharacter next = decode_utf8(text, i);
    if (!repository::in_charset(limits.charset, next.character)) {
      return fail(ErrorCode::validation, fmt::format("has the character '{}', which is not in {}",
                                                     text.substr(i, next.size), limits.charset));
    }
    i += next.size;
  }
}

void ValueEncoder::check(const Number& number, const FieldLimits& limits) {
  const auto check = [&](std::string_view text, bool is_min) {
    if (text.empty()) return;
    const auto limit = Number::parse(text);
    if (!limit) {
      return fail(ErrorCode::internal, fmt::format("has the limit {}, which is no number", text));
    }
    if (is_min ? number >= *limit : number <= *limit) return;
    fail(ErrorCode::validation, fmt::format("is {}; it must be at {} {}", number.to_string(),
                                            is_min ? "least" : "most", text));
  };
  check(limits.number_min, true);
  check(limits.number_max, false);
}

void ValueEncoder::check_integer(std::int64_t value, const FieldLimits& limits) {
  if (within(value, limits)) return;
  fail(ErrorCode::validation, fmt::format("is {}; it must be {}", value, limits_text(limits)));
}

void ValueEncoder::check_size(std::size_t size, const FieldLimits& limits, std::string_view unit) {
  if (within(static_cast<std::int64_t>(size), limits)) return;
  fail(ErrorCode::validation,
       fmt::format("has {} {}; it must have {}", size, unit, limits_text(limits)));
}

Number ValueEncoder::number_of(double value) {
  const auto number = Number::from_double(value);
  if (!number) {
    fail(ErrorCode::validation, fmt::format("is {}, which no DynamoDB number can hold", value));
  }
  return number.value_or(Number());
}

void ValueEncoder::write_text(Timestamp time, std::string& out) {
  out.assign(kTimestampTextSize, '0');
  if (!keywright::write_text(time, out.data())) {
    fail(ErrorCode::validation, "lies outside the years 0000 to 9999");
  }
}

void ValueEncoder::write_text(Date date, std::string& out) {
  out.assign(kDateTextSize, '0');
  if (!keywright::write_text(date, out.data())) {
    fail(ErrorCode::validation, "lies outside the years 0000 to 9999");
  }
}

std::string_view ValueEncoder::checked_name(std::string_view name) {
  if (name.empty()) fail(ErrorCode::validation, "is none of the values of its type");
  return name;
}

AttributeValue ValueEncoder::encode(Timestamp time) {
  std::string text;
  write_text(time, text);
  return AttributeValue(text);
}

AttributeValue ValueEncoder::encode(Date date) {
  std::string text;
  write_text(date, text);
  return AttributeValue(text);
}

AttributeValue ValueEncoder::encode(EpochSeconds time) {
  return AttributeValue(Number(time.time_since_epoch().count()));
}

AttributeValue ValueEncoder::encode(const std::set<std::string>& values) {
  return AttributeValue::string_set({values.begin(), values.end()});
}

AttributeValue ValueEncoder::encode(const std::set<Number>& values) {
  return AttributeValue::number_set({values.begin(), values.end()});
}

AttributeValue ValueEncoder::encode(const std::set<Binary>& values) {
  std::vector<std::string> members;
  members.reserve(values.size());
  for (const Binary& value : values) members.push_back(value.bytes);
  return AttributeValue::binary_set(std::move(members));
}

}  // namespace keywright
