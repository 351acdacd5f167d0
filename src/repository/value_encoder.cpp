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
  const auto characters = repository::count_characters(text);
  if (!characters) return fail(ErrorCode::validation, "is not well-formed UTF-8");
  if (!within(static_cast<std::int64_t>(*characters), limits)) {
    return fail(ErrorCode::validation, fmt::format("has {} characters; it must have {}",
                                                   *characters, limits_text(limits)));
  }
  if (limits.charset.empty()) return;
  while (!text.empty()) {
    const std::string_view rest = text;
    const auto character = repository::take_character(text);
    if (repository::in_charset(limits.charset, *character)) continue;
    return fail(ErrorCode::validation,
                fmt::format("has the character '{}', which is not in {}",
                            rest.substr(0, rest.size() - text.size()), limits.charset));
  }
}

void ValueEncoder::check(const Number& number, const FieldLimits& limits) {
  if (!limits.number_min.empty() && number < *Number::parse(limits.number_min)) {
    fail(ErrorCode::validation,
         fmt::format("is {}; it must be at least {}", number.to_string(), limits.number_min));
  }
  if (!limits.number_max.empty() && number > *Number::parse(limits.number_max)) {
    fail(ErrorCode::validation,
         fmt::format("is {}; it must be at most {}", number.to_string(), limits.number_max));
  }
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
