#include <keywright/value_decoder.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace keywright {

void ValueDecoder::fail_value(std::string_view problem) {
  fail(ErrorCode::decode, problem);
}

void ValueDecoder::fail_name(std::string_view name, std::span<const std::string_view> names) {
  if (failed()) return;
  fail_value(fmt::format("is \"{}\", none of {}", name, fmt::join(names, ", ")));
}

bool ValueDecoder::expect(ValueView value, AttributeType type) {
  if (value.is(type)) return true;
  fail_value(
      fmt::format("has type {}, not {}", type_descriptor(value.type()), type_descriptor(type)));
  return false;
}

std::string_view ValueDecoder::text_of(ValueView value) {
  return expect(value, AttributeType::string) ? value.as_string() : std::string_view();
}

std::int64_t ValueDecoder::integer_of(ValueView value) {
  if (!expect(value, AttributeType::number)) return 0;
  const auto integer = value.as_number().to_int64();
  if (!integer) {
    fail_value(fmt::format("is {}, not an integer of 64 bits", value.as_number().to_string()));
  }
  return integer.value_or(0);
}

void ValueDecoder::decode(ValueView value, std::string& out) {
  if (expect(value, AttributeType::string)) out = value.as_string();
}

void ValueDecoder::decode(ValueView value, Number& out) {
  if (expect(value, AttributeType::number)) out = value.as_number();
}

void ValueDecoder::decode(ValueView value, double& out) {
  if (expect(value, AttributeType::number)) out = value.as_number().to_double();
}

void ValueDecoder::decode(ValueView value, bool& out) {
  if (expect(value, AttributeType::boolean)) out = value.as_bool();
}

void ValueDecoder::decode(ValueView value, Binary& out) {
  if (expect(value, AttributeType::binary)) out.bytes = value.as_binary();
}

void ValueDecoder::decode(ValueView value, Ulid& out) {
  const std::string_view text = text_of(value);
  if (const auto id = Ulid::parse(text)) {
    out = *id;
  } else if (!failed()) {
    fail_value(fmt::format("is \"{}\", not a ULID", text));
  }
}

void ValueDecoder::decode(ValueView value, Uuid& out) {
  const std::string_view text = text_of(value);
  if (const auto id = Uuid::parse(text)) {
    out = *id;
  } else if (!failed()) {
    fail_value(fmt::format("is \"{}\", not a UUID in lower case", text));
  }
}

void ValueDecoder::decode(ValueView value, Timestamp& out) {
  const std::string_view text = text_of(value);
  if (const auto time = parse_timestamp(text)) {
    out = *time;
  } else if (!failed()) {
    fail_value(fmt::format("is \"{}\", not a time such as 2026-01-02T03:04:05.678Z", text));
  }
}

void ValueDecoder::decode(ValueView value, Date& out) {
  const std::string_view text = text_of(value);
  if (const auto date = parse_date(text)) {
    out = *date;
  } else if (!failed()) {
    fail_value(fmt::format("is \"{}\", not a date such as 2026-01-02", text));
  }
}

void ValueDecoder::decode(ValueView value, EpochSeconds& out) {
  out = EpochSeconds(std::chrono::seconds(integer_of(value)));
}

void ValueDecoder::decode(ValueView value, std::set<std::string>& out) {
  out.clear();
  if (!expect(value, AttributeType::string_set)) return;
  for (const ValueView member : value.elements()) out.emplace_hint(out.end(), member.as_string());
}

void ValueDecoder::decode(ValueView value, std::set<Number>& out) {
  out.clear();
  if (!expect(value, AttributeType::number_set)) return;
  for (const ValueView member : value.elements()) out.emplace_hint(out.end(), member.as_number());
}

void ValueDecoder::decode(ValueView value, std::set<Binary>& out) {
  out.clear();
  if (!expect(value, AttributeType::binary_set)) return;
  for (const ValueView member : value.elements()) {
    out.emplace_hint(out.end(), std::string(member.as_binary()));
  }
}

}  // namespace keywright
