#include <keywright/attribute_value.hpp>

#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

namespace keywright {
namespace {

using Value = AttributeValue;

Value number(std::string_view text) {
  return Value(Number::parse(text).value());
}

TEST(AttributeType, HasAwsDescriptors) {
  const std::pair<AttributeType, std::string_view> cases[] = {
      {AttributeType::string, "S"},      {AttributeType::number, "N"},
      {AttributeType::binary, "B"},      {AttributeType::boolean, "BOOL"},
      {AttributeType::null, "NULL"},     {AttributeType::map, "M"},
      {AttributeType::list, "L"},        {AttributeType::string_set, "SS"},
      {AttributeType::number_set, "NS"}, {AttributeType::binary_set, "BS"},
  };
  for (const auto& [type, descriptor] : cases) {
    EXPECT_EQ(type_descriptor(type), descriptor);
    EXPECT_EQ(type_from_descriptor(descriptor), type);
  }
  for (const char* unknown : {"", "s", "BOO", "NULLS", "ss"}) {
    EXPECT_EQ(type_from_descriptor(unknown), std::nullopt) << unknown;
  }
}

TEST(AttributeValue, TakesItsTypeFromWhatItIsMadeOf) {
  EXPECT_EQ(Value().type(), AttributeType::null);
  EXPECT_EQ(Value("text").as_string(), "text");
  EXPECT_EQ(Value(std::string("text")).as_string(), "text");
  EXPECT_EQ(Value(std::string_view("a\0b", 3)).as_string().size(), 3u);
  EXPECT_EQ(Value("").as_string(), "");
  EXPECT_EQ(Value(5).as_number(), Number(5));
  EXPECT_EQ(Value(5U).type(), AttributeType::number);
  EXPECT_EQ(Value(true).type(), AttributeType::boolean);
  EXPECT_TRUE(Value(true).as_bool());
  EXPECT_FALSE(Value(false).as_bool());
  EXPECT_EQ(Value::binary(std::string_view("\0\xff", 2)).as_binary().size(), 2u);
  EXPECT_EQ(Value::null(), Value());
  static_assert(!std::is_constructible_v<Value, char>, "is it text or a number?");
  static_assert(!std::is_constructible_v<Value, double>, "which decimal?");
}

TEST(AttributeValue, StaysReadableWhenMovedFrom) {
  Value value("a text that is too long to be held in place");
  const Value taken = std::move(value);
  EXPECT_EQ(taken.as_string().size(), 43u);
  EXPECT_EQ(value.type(), AttributeType::null);  // NOLINT(bugprone-use-after-move)
}

TEST(AttributeValue, ReadsLists) {
  const Value list = Value::list({1, "two", Value::list({true})});
  ASSERT_EQ(list.type(), AttributeType::list);
  EXPECT_EQ(list.view().count(), 3u);
  EXPECT_EQ(list.view().element(0)->as_number(), Number(1));
  EXPECT_EQ(list.view().element(1)->as_string(), "two");
  EXPECT_TRUE(list.view().element(2)->element(0)->as_bool());
  EXPECT_FALSE(list.view().element(3));
  std::string types;
  for (const ValueView element : list.view().elements()) types += type_descriptor(element.type());
  EXPECT_EQ(types, "NSL");
}

TEST(AttributeValue, ReadsMapsInOrderOfNames) {
  const Value map = Value::map({{"b", 2}, {"a", 1}, {"", 0}, {"b", 3}, {"ab", "x"}});
  EXPECT_EQ(map.view().count(), 4u);
  EXPECT_EQ(to_json(map), R"({"M":{"":{"N":"0"},"a":{"N":"1"},"ab":{"S":"x"},"b":{"N":"3"}}})");
  EXPECT_EQ(map.view().member("a")->as_number(), Number(1));
  EXPECT_EQ(map.view().member("")->as_number(), Number(0));
  EXPECT_FALSE(map.view().member("aa"));
  EXPECT_FALSE(map.view().member("c"));
  EXPECT_FALSE(Value::map({}).view().member("a"));
  EXPECT_FALSE(Value::map({{"a", 1}}).view().member(""));
}

TEST(AttributeValue, HoldsNamesOfAnyLength) {
  for (const std::size_t size : {254u, 255u, 256u, 65535u}) {
    const std::string name(size, 'n');
    const Value map = Value::map({{name, "v"}, {"z", 1}});
    EXPECT_EQ(map.view().member(name)->as_string(), "v") << size;
    EXPECT_EQ(map.view().member("z")->as_number(), Number(1)) << size;
    EXPECT_EQ((*map.view().members().begin()).name, name);
  }
}

TEST(AttributeValue, SortsSetsAndDropsDuplicates) {
  EXPECT_EQ(to_json(Value::string_set({"b", "a", "", "b", "\xc3\xa9"})),
            "{\"SS\":[\"\",\"a\",\"b\",\"\xc3\xa9\"]}");
  EXPECT_EQ(to_json(Value::number_set({Number(10), Number(9), Number::parse("9.0").value(), -1})),
            R"({"NS":["-1","9","10"]})");
  EXPECT_EQ(to_json(Value::binary_set({"\xff", "a"})), R"({"BS":["YQ==","/w=="]})");
  EXPECT_EQ(Value::string_set({}).view().count(), 0u);
}

TEST(AttributeValue, EqualsDeeply) {
  EXPECT_EQ(number("100"), number("1e2"));
  EXPECT_EQ(Value::map({{"a", 1}, {"b", 2}}), Value::map({{"b", 2}, {"a", number("1.0")}}));
  EXPECT_EQ(Value::string_set({"a", "b"}), Value::string_set({"b", "a"}));
  EXPECT_NE(Value::list({1, 2}), Value::list({2, 1}));
  EXPECT_NE(Value("1"), Value(1));
  EXPECT_NE(Value("a"), Value::binary("a"));
  EXPECT_NE(Value(false), Value());
  EXPECT_NE(Value::list({}), Value::map({}));
  EXPECT_NE(Value::string_set({"a"}), Value::list({"a"}));
  EXPECT_TRUE(Value("a").view() == Value("a").view());
}

TEST(AttributeValue, OrdersScalarsOfOneType) {
  using Order = std::strong_ordering;
  EXPECT_EQ(compare_scalars(Value("a"), Value("b")), Order::less);
  EXPECT_EQ(compare_scalars(Value("a"), Value("a")), Order::equal);
  EXPECT_EQ(compare_scalars(Value("a"), Value("aa")), Order::less);
  EXPECT_EQ(compare_scalars(Value("\xc3\xa9"), Value("z")), Order::greater);  // bytes are unsigned
  EXPECT_EQ(compare_scalars(Value::binary("\xff"), Value::binary("a")), Order::greater);
  EXPECT_EQ(compare_scalars(Value(9), Value(10)), Order::less);
  EXPECT_EQ(compare_scalars(number("-1.5"), number("-1.25")), Order::less);
  EXPECT_EQ(compare_scalars(number("1.0"), Value(1)), Order::equal);
  EXPECT_EQ(compare_scalars(Value("1"), Value(1)), std::nullopt);
  EXPECT_EQ(compare_scalars(Value("a"), Value::binary("a")), std::nullopt);
  EXPECT_EQ(compare_scalars(Value(true), Value(false)), std::nullopt);
  EXPECT_EQ(compare_scalars(Value::list({1}), Value::list({1})), std::nullopt);
}

TEST(AttributeValue, HasTheSizeDynamoDbAccounts) {
  const std::pair<Value, std::size_t> cases[] = {
      {Value(), 1},
      {Value(true), 1},
      {Value(""), 0},
      {Value("h\xc3\xa9llo"), 6},
      {Value::binary(std::string(7, '\0')), 7},
      {Value(27), 2},
      {Value(-27), 3},
      {Value::list({}), 3},
      {Value::list({"abc", Value()}), 3 + 2 + 4},
      {Value::map({}), 3},
      {Value::map({{"name", "abc"}, {"b", 27}}), 3 + 2 + 4 + 3 + 1 + 2},
      {Value::map({{"l", Value::list({Value::map({})})}}), 3 + 1 + 1 + 3 + 1 + 3},
      {Value::string_set({"a", "bcd"}), 4},
      {Value::number_set({1, 100, Number(-12345)}), 2 + 2 + 5},
      {Value::binary_set({"ab", "c"}), 3},
  };
  for (const auto& [value, size] : cases)
    EXPECT_EQ(value.view().size_in_bytes(), size) << to_json(value);
}

TEST(AttributeValue, PrintsDynamoDbJson) {
  EXPECT_EQ(to_json(Value()), R"({"NULL":true})");
  EXPECT_EQ(to_json(Value(false)), R"({"BOOL":false})");
  EXPECT_EQ(to_json(number("-1.50")), R"({"N":"-1.5"})");
  EXPECT_EQ(to_json(Value::binary("foo")), R"({"B":"Zm9v"})");
  EXPECT_EQ(to_json(Value("a\"b\\c\n\t\r\b\f\x01/\xc3\xa9")),
            "{\"S\":\"a\\\"b\\\\c\\n\\t\\r\\b\\f\\u0001/\xc3\xa9\"}");
  EXPECT_EQ(to_json(Value::list({1, Value::map({{"k", "v"}})})),
            R"({"L":[{"N":"1"},{"M":{"k":{"S":"v"}}}]})");
  EXPECT_EQ(to_json(Value::list({})), R"({"L":[]})");
  EXPECT_EQ(to_json(Value::map({})), R"({"M":{}})");
}

TEST(AttributeValue, CopiesFromViewsAndBytes) {
  const Value map = Value::map({{"a", Value::list({1, 2})}});
  const Value copy(*map.view().member("a"));
  EXPECT_EQ(copy, Value::list({1, 2}));
  EXPECT_EQ(Value::from_encoded(std::string(map.view().encoded())), map);
}

}  // namespace
}  // namespace keywright
