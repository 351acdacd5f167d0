// Keys are injective, keep the order of their fields and are exact as prefixes: against the fields
// themselves, and against a second encoder that knows nothing of templates.

#include <keywright/key_template.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace keywright {
namespace {

constexpr SortTemplate kTuple{"T", "sk", "T#{x}#{n:-1000..999999}#{y}"};
constexpr SortTemplate kOfX{"T", "sk", "T#{x}#"};
constexpr SortTemplate kAfterX{"T", "sk", "T#{x}$"};
constexpr SortTemplate kTextPrefix{"T", "sk", "T#{x*}"};
constexpr SortTemplate kText{"T", "sk", "{x}"};
constexpr SortTemplate kInteger{"T", "sk", "{n}"};
constexpr SortTemplate kTimes{"T", "sk", "{time}#{date}#{id}#{uuid}"};

/// Not empty; mostly of the bytes that are escaped, their neighbours, and each other's prefixes.
rc::Gen<std::string> component() {
  const auto byte = rc::gen::weightedOneOf<char>(
      {{4, rc::gen::element('#', '%', '$', '&', ' ', '\0', '\x24', '\x26')},
       {3, rc::gen::element('0', '2', '3', '5', 'A', 'F', 'a')},
       {2, rc::gen::arbitrary<char>()}});
  return rc::gen::nonEmpty(rc::gen::container<std::string>(byte));
}

std::string key(const KeyValue& value) {
  RC_ASSERT(!value.has_error());
  return std::string(value.bytes());
}

/// The text of model-language.md, taken word by word.
std::string naive(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const unsigned byte = static_cast<unsigned char>(c);
    char escape[4];
    std::snprintf(escape, sizeof escape, "%%%02X", byte);
    out += byte <= 0x25 ? escape : std::string(1, c);
  }
  return out;
}

std::string unescape(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
    } else {
      out += static_cast<char>(std::stoi(std::string(text.substr(i + 1, 2)), nullptr, 16));
      i += 2;
    }
  }
  return out;
}

using Tuple = std::tuple<std::string, std::int64_t, std::string>;

rc::Gen<Tuple> tuples() {
  return rc::gen::tuple(component(), rc::gen::inRange<std::int64_t>(-1000, 1000000), component());
}

std::string key(const Tuple& t) {
  return key(kTuple(std::get<0>(t), std::get<1>(t), std::get<2>(t)));
}

/// Pairs that agree in their beginning often enough to matter.
rc::Gen<std::pair<Tuple, Tuple>> tuple_pairs() {
  return rc::gen::mapcat(tuples(), [](const Tuple& a) {
    const auto [x, n, y] = a;
    return rc::gen::map(rc::gen::tuple(tuples(), rc::gen::inRange(0, 4)),
                        [a](const std::tuple<Tuple, int>& choice) {
                          Tuple b = std::get<0>(choice);
                          const int shared = std::get<1>(choice);
                          if (shared == 1) std::get<0>(b) = std::get<0>(a);
                          if (shared == 2) std::get<0>(b) = std::get<0>(a) + std::get<0>(b);
                          if (shared == 3) {
                            std::get<0>(b) = std::get<0>(a);
                            std::get<1>(b) = std::get<1>(a);
                            std::get<2>(b) = std::get<2>(a) + std::get<2>(b);
                          }
                          return std::pair(a, b);
                        });
  });
}

RC_GTEST_PROP(KeyCodec, EqualsTheNaiveEncoder, ()) {
  const auto [x, n, y] = *tuples();
  std::string digits = std::to_string(n + 1000);
  digits.insert(0, 7 - digits.size(), '0');  // 1,000,999 has seven
  RC_ASSERT(key(Tuple(x, n, y)) == "T#" + naive(x) + "#" + digits + "#" + naive(y));
}

RC_GTEST_PROP(KeyCodec, IsInjective, ()) {
  const auto [a, b] = *tuple_pairs();
  RC_ASSERT((key(a) == key(b)) == (a == b));
}

RC_GTEST_PROP(KeyCodec, KeepsTheOrderOfTheFields, ()) {
  const auto [a, b] = *tuple_pairs();
  RC_ASSERT((key(a) < key(b)) == (a < b));
}

RC_GTEST_PROP(KeyCodec, GivesItsComponentsBack, ()) {
  const Tuple t = *tuples();
  std::vector<std::string> parts;
  std::string rest = key(t);
  for (auto at = rest.find('#'); at != std::string::npos; at = rest.find('#')) {
    parts.push_back(rest.substr(0, at));
    rest.erase(0, at + 1);
  }
  parts.push_back(rest);
  RC_ASSERT(parts.size() == 4U);
  RC_ASSERT(unescape(parts[1]) == std::get<0>(t));
  RC_ASSERT(unescape(parts[3]) == std::get<2>(t));
}

RC_GTEST_PROP(KeyCodec, IsExactAsAPrefix, ()) {
  const auto [a, b] = *tuple_pairs();
  const std::string prefix = key(kOfX(std::get<0>(a)));
  RC_ASSERT(key(b).starts_with(prefix) == (std::get<0>(a) == std::get<0>(b)));
}

RC_GTEST_PROP(KeyCodec, ATextPrefixIsThePrefixOfTheText, ()) {
  const auto [a, b] = *tuple_pairs();
  const auto& x = std::get<0>(b);
  const std::string prefix = x.substr(0, *rc::gen::inRange<std::size_t>(0, x.size() + 1)) +
                             *rc::gen::element<std::string>("", "#", "a");
  RC_ASSERT(key(b).starts_with(key(kTextPrefix(prefix))) == x.starts_with(prefix));
}

RC_GTEST_PROP(KeyCodec, AFenceLiesBetweenOneValueAndTheNext, ()) {
  const auto [a, b] = *tuple_pairs();
  const std::string fence = key(kAfterX(std::get<0>(a)));
  RC_ASSERT((key(b) < fence) == (std::get<0>(b) <= std::get<0>(a)));
}

RC_GTEST_PROP(KeyCodec, MatchesItsOwnKeysAndNoKeyOfMoreComponents, ()) {
  const Tuple t = *tuples();
  RC_ASSERT(kTuple.matches(key(t)));
  RC_ASSERT(!kTuple.matches(key(t) + "#" + naive(*component())));
  RC_ASSERT(!kText.matches(key(t)));
}

RC_GTEST_PROP(KeyCodec, KeepsTheOrderOfAllIntegers, (std::int64_t a, std::int64_t b)) {
  RC_ASSERT((key(kInteger(a)) < key(kInteger(b))) == (a < b));
  RC_ASSERT(key(kInteger(a)).size() == 20U);
}

RC_GTEST_PROP(KeyCodec, KeepsTheOrderOfTimesAndIds, ()) {
  using Row = std::tuple<Timestamp, Date, Ulid, Uuid>;
  const auto row = [] {
    const auto millis =
        *rc::gen::oneOf(rc::gen::inRange<std::int64_t>(-62167219200000, 253402300800000),
                        rc::gen::inRange<std::int64_t>(-2, 2));
    const auto days = *rc::gen::inRange(-719528, 2932897);
    const auto bytes = *rc::gen::arbitrary<std::array<std::uint8_t, 16>>();
    return Row(Timestamp(std::chrono::milliseconds(millis)), Date(std::chrono::days(days)),
               Ulid(bytes), Uuid(bytes));
  };
  const auto text = [](const Row& r) {
    return key(kTimes(std::get<0>(r), std::get<1>(r), std::get<2>(r), std::get<3>(r)));
  };
  const Row a = row();
  Row b = row();
  if (*rc::gen::arbitrary<bool>()) std::get<0>(b) = std::get<0>(a);
  if (*rc::gen::arbitrary<bool>()) std::get<1>(b) = std::get<1>(a);
  RC_ASSERT((text(a) < text(b)) == (a < b));
  RC_ASSERT((text(a) == text(b)) == (a == b));
  RC_ASSERT(parse_timestamp(to_text(std::get<0>(a))) == std::get<0>(a));
  RC_ASSERT(parse_date(to_text(std::get<1>(a))) == std::get<1>(a));
  RC_ASSERT(Ulid::parse(std::get<2>(a).to_string()) == std::get<2>(a));
  RC_ASSERT(Uuid::parse(std::get<3>(a).to_string()) == std::get<3>(a));
}

}  // namespace
}  // namespace keywright
