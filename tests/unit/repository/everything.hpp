#pragma once
// An entity with a field of every type, for the tests of the codec.

#include <keywright/entity.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace everything {

enum class Colour : std::uint8_t { red, green };
inline constexpr std::string_view kColourNames[] = {"red", "green"};
constexpr std::span<const std::string_view> names_of(Colour) {
  return kColourNames;
}

struct Address {
  std::string street;
  std::optional<std::int64_t> number = std::nullopt;
  friend bool operator==(const Address&, const Address&) = default;
};

struct Everything {
  std::string text;
  Colour colour = Colour::red;
  bool flag = false;
  std::int64_t integer = 0;
  keywright::Number number;
  double floating = 0;
  keywright::Timestamp time;
  keywright::Date date;
  keywright::EpochSeconds expires;
  keywright::Uuid uuid;
  keywright::Ulid ulid;
  keywright::Binary bytes;
  keywright::AttributeValue document;
  std::vector<std::string> list;
  std::map<std::string, std::int64_t> map;
  std::set<std::string> tags;
  std::set<keywright::Number> numbers;
  std::set<keywright::Binary> blobs;
  Address address;
  std::vector<Address> former;
  std::optional<std::string> note = std::nullopt;
  std::int64_t score = 10;
  friend bool operator==(const Everything&, const Everything&) = default;
};

constexpr auto describe(const Address*) {
  using keywright::field;
  return keywright::Entity{"Address", field("street", &Address::street, {.min = 1}),
                           field("number", &Address::number, {.max = 9999})};
}

constexpr auto describe(const Everything*) {
  using keywright::field;
  return keywright::Entity{
      "Everything",
      field("text", &Everything::text, {.max = 5}),
      field("colour", &Everything::colour),
      field("flag", &Everything::flag),
      field("integer", &Everything::integer, {.min = -5, .max = 5}),
      field("number", &Everything::number, {.number_min = "0.5", .number_max = "1e20"}),
      field("floating", &Everything::floating),
      field("time", &Everything::time),
      field("date", &Everything::date),
      field("expires", &Everything::expires),
      field("uuid", &Everything::uuid),
      field("ulid", &Everything::ulid),
      field("bytes", &Everything::bytes, {.max = 4}),
      field("document", &Everything::document, {.max = 100}),
      field("list", &Everything::list, {.max = 3}),
      field("map", &Everything::map),
      field("tags", &Everything::tags, {.max = 2}),
      field("numbers", &Everything::numbers),
      field("blobs", &Everything::blobs),
      field("address", &Everything::address),
      field("former", &Everything::former),
      field("note", &Everything::note, {.charset = "[a-z ]"}),
      field("score", &Everything::score, {.has_default = true})};
}

/// Every field set to something of note.
inline Everything sample() {
  Everything value;
  value.text = "héllo";
  value.colour = Colour::green;
  value.flag = true;
  value.integer = -5;
  value.number = *keywright::Number::parse("12345678901234567890");
  value.floating = 0.1;
  value.time = *keywright::parse_timestamp("2026-01-02T03:04:05.678Z");
  value.date = *keywright::parse_date("2026-01-02");
  value.expires = keywright::EpochSeconds(std::chrono::seconds(1'700'000'000));
  value.uuid = *keywright::Uuid::parse("f81d4fae-7dec-41d0-a765-00a0c91e6bf6");
  value.ulid = *keywright::Ulid::parse("01ARZ3NDEKTSV4RRFFQ69G5FAV");
  value.bytes = keywright::Binary(std::string("\0\xff", 2));
  value.document = keywright::AttributeValue::map({{"step", 3}, {"ok", true}});
  value.list = {"a", ""};
  value.map = {{"x", 1}, {"y", -1}};
  value.tags = {"b", "a"};
  value.numbers = {1, 20};
  value.blobs = {keywright::Binary("q")};
  value.address = {"Main Street", 7};
  value.former = {{"Side Street"}};
  value.note = "a note";
  value.score = 11;
  return value;
}

}  // namespace everything
