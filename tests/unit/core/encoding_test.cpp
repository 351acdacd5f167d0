// The byte layout itself, and the check of bytes from outside.

#include "core/encoding.hpp"

#include <keywright/item.hpp>

#include <string>

#include <gtest/gtest.h>

namespace keywright {
namespace {

using Value = AttributeValue;
using encoding::nests_deeper_than;
using encoding::valid_item_encoding;
using encoding::valid_value_encoding;

std::string bytes(const Value& value) {
  return std::string(value.view().encoded());
}

template <std::size_t Size>
std::string raw(const char (&text)[Size]) {
  return std::string(text, Size - 1);
}

Value nested(std::size_t levels) {
  Value value("leaf");
  for (std::size_t i = 1; i < levels; ++i) {
    value = i % 2 == 0 ? Value::list({value}) : Value::map({{"m", value}});
  }
  return value;
}

Item sample() {
  return Item{{"pk", "TENANT#1"},
              {"n", Number::parse("-12.5").value()},
              {"flag", true},
              {"none", Value()},
              {"bytes", Value::binary("\xff")},
              {"list", Value::list({1, "x", Value::map({{"a", 1}, {"b", Value::list({})}})})},
              {"ss", Value::string_set({"a", "b"})},
              {"ns", Value::number_set({1, 2})},
              {"bs", Value::binary_set({"a", "b"})},
              {std::string(300, 'l'), "long name"}};
}

TEST(Encoding, HasTheDocumentedBytes) {
  EXPECT_EQ(bytes(Value()), raw("\x00"));
  EXPECT_EQ(bytes(Value("ab")), raw("\x01\x02\x00\x00\x00"
                                    "ab"));
  EXPECT_EQ(bytes(Value(1)), raw("\x02\x02\xc1\x02"));
  EXPECT_EQ(bytes(Value::binary("a")), raw("\x03\x01\x00\x00\x00"
                                           "a"));
  EXPECT_EQ(bytes(Value(false)), raw("\x04"));
  EXPECT_EQ(bytes(Value(true)), raw("\x05"));
  EXPECT_EQ(bytes(Value::map({{"a", true}})), raw("\x06\x03\x00\x00\x00\x01\x00\x00\x00\x01"
                                                  "a\x05"));
  EXPECT_EQ(bytes(Value::list({true, false})), raw("\x07\x02\x00\x00\x00\x02\x00\x00\x00\x05\x04"));
  EXPECT_EQ(bytes(Value::string_set({"a"})),
            raw("\x08\x06\x00\x00\x00\x01\x00\x00\x00\x01\x01\x00\x00\x00"
                "a"));
  EXPECT_EQ(Item({{"a", true}}).encoded(), raw("\x01\x00\x00\x00\x02\x00\x00\x00\x01"
                                               "a\x05"));
}

TEST(Encoding, AcceptsWhatWasBuilt) {
  EXPECT_TRUE(valid_item_encoding(sample().encoded()));
  EXPECT_TRUE(valid_item_encoding(Item().encoded()));
  for (const auto& [name, value] : sample()) EXPECT_TRUE(valid_value_encoding(value.encoded()));
}

TEST(Encoding, RefusesEveryCut) {
  const Item item = sample();
  const std::string_view whole = item.encoded();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_FALSE(valid_item_encoding(whole.substr(0, size))) << size;
  }
  EXPECT_FALSE(valid_item_encoding(std::string(whole) + '\0'));
}

TEST(Encoding, SurvivesEveryChangedByte) {
  const Item item = sample();
  for (std::size_t at = 0; at < item.encoded().size(); ++at) {
    for (const char with : {'\x00', '\x01', '\x7f', '\xff'}) {
      std::string changed(item.encoded());
      changed[at] = with;
      // What is accepted must be readable to the last byte; sanitizers watch.
      if (valid_item_encoding(changed)) {
        EXPECT_FALSE(to_json(Item::from_encoded(changed)).empty());
      }
    }
  }
}

TEST(Encoding, RefusesWhatIsNotCanonical) {
  const std::string a = bytes(Value("a"));
  const std::string b = bytes(Value("b"));
  const auto collection = [](encoding::Tag tag, std::size_t count, const std::string& content) {
    std::string out;
    const auto begun = encoding::begin_collection(out, tag);
    out += content;
    encoding::end_collection(out, begun, count);
    return out;
  };
  using encoding::Tag;
  EXPECT_TRUE(valid_value_encoding(collection(Tag::string_set, 2, a + b)));
  EXPECT_FALSE(valid_value_encoding(collection(Tag::string_set, 2, b + a)));
  EXPECT_FALSE(valid_value_encoding(collection(Tag::string_set, 2, a + a)));
  EXPECT_FALSE(valid_value_encoding(collection(Tag::string_set, 1, a + b)));
  EXPECT_FALSE(valid_value_encoding(collection(Tag::string_set, 3, a + b)));
  EXPECT_FALSE(valid_value_encoding(collection(Tag::binary_set, 2, a + b)));
  EXPECT_FALSE(
      valid_value_encoding(collection(Tag::number_set, 2, bytes(Value(2)) + bytes(Value(1)))));
  EXPECT_TRUE(valid_value_encoding(collection(Tag::map, 2, "\1x" + a + "\1y" + b)));
  EXPECT_FALSE(valid_value_encoding(collection(Tag::map, 2, "\1y" + a + "\1x" + b)));
  EXPECT_FALSE(valid_value_encoding(collection(Tag::map, 2, "\1x" + a + "\1x" + b)));
  EXPECT_FALSE(valid_value_encoding(collection(Tag::map, 1, raw("\xff\x01\x00\x00\x00x") + a)))
      << "a short name in the long form";
  EXPECT_FALSE(valid_value_encoding(collection(static_cast<Tag>(11), 1, a)));
  EXPECT_FALSE(valid_value_encoding(""));

  std::string wrong_size(sample().encoded());
  encoding::store_u32(wrong_size.data() + 4, sample().size_in_bytes() + 1);
  EXPECT_FALSE(valid_item_encoding(wrong_size));
}

TEST(Encoding, RefusesMoreLevelsThanAllowed) {
  EXPECT_TRUE(valid_value_encoding(bytes(nested(32))));
  EXPECT_FALSE(valid_value_encoding(bytes(nested(33))));
  EXPECT_TRUE(valid_value_encoding(bytes(nested(33)), 33));
  EXPECT_FALSE(valid_item_encoding(Item({{"a", nested(33)}}).encoded()));
}

TEST(Encoding, CountsLevelsFromOne) {
  EXPECT_FALSE(nests_deeper_than(Value("scalar"), 1));
  EXPECT_FALSE(nests_deeper_than(Value::list({}), 1));
  EXPECT_FALSE(nests_deeper_than(Value::string_set({"a"}), 1));
  EXPECT_TRUE(nests_deeper_than(Value::list({1}), 1));
  EXPECT_FALSE(nests_deeper_than(nested(32), 32));
  EXPECT_TRUE(nests_deeper_than(nested(33), 32));
  EXPECT_TRUE(nests_deeper_than(Value::list({1, nested(3)}), 3));
}

}  // namespace
}  // namespace keywright
