// The key codec against tests/vectors/keys.json, as other languages are held against it.

#include "core/base64.hpp"
#include <keywright/condition.hpp>
#include <keywright/key_template.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <simdjson.h>

namespace keywright {
namespace {

namespace dom = simdjson::dom;

enum class Status : std::uint8_t { running, hash_tag, dark_blue };
constexpr std::string_view kStatusNames[] = {"running", "#tag", "dark-blue"};
constexpr std::span<const std::string_view> names_of(Status) {
  return kStatusNames;
}

using Texts = std::vector<std::string>;

// A template of the file, in C++: templates are constants here.
struct Row {
  std::function<KeyValue(const Texts&)> make;
  std::function<bool(std::string_view)> matches;
};

// The components as their types; `spelled` is the template as the file has it.
#define KEYWRIGHT_ROW(spelled, text, ...)                             \
  {                                                                   \
    spelled, {                                                        \
      [](const Texts& of) {                                           \
        (void)of;                                                     \
        static constexpr SortTemplate kTemplate{"E", "sk", text};     \
        return kTemplate(__VA_ARGS__);                                \
      },                                                              \
          [](std::string_view key) {                                  \
            static constexpr SortTemplate kTemplate{"E", "sk", text}; \
            return kTemplate.matches(key);                            \
          }                                                           \
    }                                                                 \
  }

std::int64_t integer(const std::string& text) {
  return std::stoll(text);
}

const std::map<std::string_view, Row>& rows() {
  static const std::map<std::string_view, Row> all{
      KEYWRIGHT_ROW("JOB#{job_id:ulid}", "JOB#{job_id}", *Ulid::parse(of[0])),
      KEYWRIGHT_ROW("METADATA", "METADATA"),
      KEYWRIGHT_ROW("REPORT", "REPORT"),
      KEYWRIGHT_ROW("{name}", "{name}", of[0]),
      KEYWRIGHT_ROW("{a}", "{a}", of[0]),
      KEYWRIGHT_ROW("{a}#{b}", "{a}#{b}", of[0], of[1]),
      KEYWRIGHT_ROW("FINDING#{id}", "FINDING#{id}", of[0]),
      KEYWRIGHT_ROW("A#{name}#{other}", "A#{name}#{other}", of[0], of[1]),
      KEYWRIGHT_ROW("{begin*}", "{begin*}", of[0]),
      KEYWRIGHT_ROW("P#{begin*}", "P#{begin*}", of[0]),
      KEYWRIGHT_ROW("{seq:0..9999}", "{seq:0..9999}", integer(of[0])),
      KEYWRIGHT_ROW("{seq:-5..5}", "{seq:-5..5}", integer(of[0])),
      KEYWRIGHT_ROW("{seq:7..1000}", "{seq:7..1000}", integer(of[0])),
      KEYWRIGHT_ROW("{seq:-9223372036854775808..9223372036854775807}",
                    "{seq:-9223372036854775808..9223372036854775807}", integer(of[0])),
      KEYWRIGHT_ROW("{at:timestamp}", "{at}", *parse_timestamp(of[0])),
      KEYWRIGHT_ROW("{day:date}", "{day}", *parse_date(of[0])),
      KEYWRIGHT_ROW("{id:uuid}", "{id}", *Uuid::parse(of[0])),
      KEYWRIGHT_ROW("STATUS#{status:enum}", "STATUS#{status}", *from_name<Status>(of[0])),
      KEYWRIGHT_ROW("{flag:bool}#{name}", "{flag}#{name}", of[0] == "true", of[1]),
      KEYWRIGHT_ROW("OPEN#{due:timestamp}#{seq:1..999999}", "OPEN#{due}#{seq:1..999999}",
                    *parse_timestamp(of[0]), integer(of[1])),
  };
  return all;
}

class Vectors : public ::testing::Test {
 protected:
  dom::array section(const char* name) {
    return parser_.load(KEYWRIGHT_VECTORS "/keys.json")[name].get_array().value();
  }
  static std::string text(dom::element element) {
    return std::string(element.get_string().value());
  }

 private:
  dom::parser parser_;
};

TEST_F(Vectors, TemplatesGiveTheKeysOfTheFile) {
  std::size_t count = 0;
  for (const dom::element vector : section("templates")) {
    const auto spelled = text(vector["template"]);
    ASSERT_TRUE(rows().contains(spelled)) << spelled;
    Texts components;
    for (const dom::element each : vector["components"].get_array()) {
      components.push_back(text(each));
    }
    const auto key = rows().at(spelled).make(components);
    if (vector["key"].is_null()) {
      EXPECT_TRUE(key.has_error()) << spelled << " gives " << key.bytes();
    } else {
      ASSERT_FALSE(key.has_error()) << key.error().message;
      EXPECT_EQ(key.bytes(), text(vector["key"])) << spelled;
    }
    ++count;
  }
  EXPECT_GE(count, 40U);
}

TEST_F(Vectors, TemplatesMatchWhatTheyCouldHaveMade) {
  for (const dom::element vector : section("matches")) {
    const auto spelled = text(vector["template"]);
    ASSERT_TRUE(rows().contains(spelled)) << spelled;
    EXPECT_EQ(rows().at(spelled).matches(text(vector["key"])), vector["matches"].get_bool().value())
        << spelled << " and " << text(vector["key"]);
  }
}

KeyValue native(dom::element part) {
  const auto type = std::string(part.at(0).get_string().value());
  const auto content = std::string(part.at(1).get_string().value());
  if (type == "N") {
    KeyValue key("k", AttributeType::number);
    key.set_number(*Number::parse(content));
    return key;
  }
  KeyValue key("k", type == "B" ? AttributeType::binary : AttributeType::string);
  key.append(type == "B" ? *base64_decode(content) : content);
  return key;
}

TEST_F(Vectors, ItemsLieInTheShardsOfTheFile) {
  for (const dom::element vector : section("shards")) {
    const auto shards = static_cast<std::size_t>(vector["shards"].get_uint64().value());
    const auto partition = native(vector["key"].at(0));
    const bool has_sort = vector["key"].get_array().value().size() > 1;
    const auto shard = has_sort ? shard_of(partition, native(vector["key"].at(1)), shards)
                                : shard_of(partition, shards);
    EXPECT_EQ(shard, vector["shard"].get_uint64().value()) << partition.bytes();
  }
}

}  // namespace
}  // namespace keywright
