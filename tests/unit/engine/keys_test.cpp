// Entry keys: they order as the values do, tell apart what differs, and give exact ranges.

#include "engine/keys.hpp"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

namespace keywright::engine {
namespace {

const KeySchema kTable{{{"pk", AttributeType::string}}, {{"sk", AttributeType::string}}};

std::string component(ValueView value) {
  std::string bytes;
  append_component(bytes, value);
  return bytes;
}

TEST(Keys, ComponentsOrderAsTheirValues) {
  const std::vector<std::string> ordered{"",
                                         std::string("\0", 1),
                                         std::string("\0\0", 2),
                                         std::string("\0\1", 2),
                                         "\x01",
                                         std::string("a\0b", 3),
                                         "a\x01",
                                         "ab",
                                         "b",
                                         "\xFF",
                                         "\xFF\xFF"};
  ASSERT_TRUE(std::is_sorted(ordered.begin(), ordered.end()));
  for (std::size_t i = 1; i < ordered.size(); ++i) {
    EXPECT_LT(component(AttributeValue(ordered[i - 1])), component(AttributeValue(ordered[i])))
        << i;
  }
  const std::vector<const char*> numbers{"-1e100", "-2", "-1.5", "-1", "-0.1", "0",    "1e-100",
                                         "0.1",    "1",  "1.5",  "2",  "10",   "1e100"};
  for (std::size_t i = 1; i < numbers.size(); ++i) {
    EXPECT_LT(component(AttributeValue(*Number::parse(numbers[i - 1]))),
              component(AttributeValue(*Number::parse(numbers[i]))))
        << numbers[i];
  }
}

TEST(Keys, SeveralComponentsOrderLexicographically) {
  std::mt19937 random(5);
  const auto text = [&] {
    static constexpr char kAlphabet[] = {'\0', '\x01', '\xFF', 'a'};
    std::string bytes(random() % 4, 'a');
    for (char& byte : bytes) byte = kAlphabet[random() % 4];
    return bytes;
  };
  for (int i = 0; i < 5000; ++i) {
    const std::vector<std::string> a{text(), text()};
    const std::vector<std::string> b{text(), text()};
    const std::string x = component(AttributeValue(a[0])) + component(AttributeValue(a[1]));
    const std::string y = component(AttributeValue(b[0])) + component(AttributeValue(b[1]));
    ASSERT_EQ(x < y, a < b);
    ASSERT_EQ(x == y, a == b);
  }
}

TEST(Keys, APrefixOfAComponentIsAPrefixOfAllItsValues) {
  std::string prefix;
  append_component_prefix(prefix, std::string("a\0", 2));
  const std::string end = prefix_end(prefix);
  const auto within = [&](const std::string& value) {
    const std::string bytes = component(AttributeValue(value));
    return bytes >= prefix && bytes < end;
  };
  EXPECT_TRUE(within(std::string("a\0", 2)));
  EXPECT_TRUE(within(std::string("a\0\xFF\xFF", 4)));
  EXPECT_FALSE(within("a"));
  EXPECT_FALSE(within("a\x01"));
}

TEST(Keys, PrefixEndsCarryOverFullBytes) {
  EXPECT_EQ(prefix_end("a"), "b");
  EXPECT_EQ(prefix_end("a\xFF\xFF"), "b");
  EXPECT_EQ(prefix_end("\xFF"), "");
  EXPECT_EQ(prefix_end(""), "");
}

TEST(Keys, TheEndOfAHashIsTheBeginningOfTheNext) {
  EXPECT_EQ(end_of_hash(7)->hash, 8U);
  EXPECT_TRUE(end_of_hash(7)->bytes.empty());
  EXPECT_FALSE(end_of_hash(~std::uint64_t{0}));
}

TEST(Keys, TableEntriesNeedTheirAttributes) {
  EXPECT_TRUE(table_entry_key(kTable, {{"pk", "a"}, {"sk", "b"}, {"x", 1}}));
  EXPECT_FALSE(table_entry_key(kTable, {{"pk", "a"}}));
  EXPECT_FALSE(table_entry_key(kTable, {{"pk", "a"}, {"sk", 1}}));
}

TEST(Keys, EntriesOfOnePartitionShareHashAndSuffix) {
  const auto a = *table_entry_key(kTable, {{"pk", "p"}, {"sk", "1"}});
  const auto b = *table_entry_key(kTable, {{"pk", "p"}, {"sk", "2"}});
  const auto other = *table_entry_key(kTable, {{"pk", "q"}, {"sk", "1"}});
  EXPECT_EQ(a.hash, b.hash);
  EXPECT_EQ(a.suffix(), b.suffix());
  EXPECT_NE(a.suffix(), other.suffix());
  EXPECT_NE(a.hash, other.hash);
  const AttributeValue partition("p");
  const std::vector<ValueView> values{partition};
  EXPECT_EQ(partition_key(values).hash, a.hash);
  EXPECT_EQ(partition_key(values).suffix, a.suffix());
}

TEST(Keys, SuffixesEndOnlyTheirOwnEntries) {
  // "ab" ends with "b", but its entry does not end with the suffix of "b".
  const auto ab = *table_entry_key(kTable, {{"pk", "ab"}, {"sk", ""}});
  const auto b = *table_entry_key(kTable, {{"pk", "b"}, {"sk", "a"}});
  EXPECT_FALSE(ab.bytes.ends_with(b.suffix()));
  EXPECT_FALSE(b.bytes.ends_with(ab.suffix()));
}

TEST(Keys, IndexEntriesAreOrderedByIndexKeyThenTableKey) {
  const KeySchema index{{{"g", AttributeType::string}}, {{"r", AttributeType::number}}};
  const auto entry = [&](const char* pk, const char* sk, int r) {
    return *index_entry_key(index, kTable, {{"pk", pk}, {"sk", sk}, {"g", "G"}, {"r", r}});
  };
  const std::vector<EntryKey> ordered{entry("z", "z", -1), entry("a", "a", 2), entry("a", "b", 2),
                                      entry("b", "a", 2), entry("a", "a", 10)};
  for (std::size_t i = 1; i < ordered.size(); ++i) {
    EXPECT_LT(ordered[i - 1].bytes, ordered[i].bytes) << i;
    EXPECT_EQ(ordered[i - 1].hash, ordered[i].hash);
    EXPECT_EQ(ordered[i - 1].suffix(), ordered[i].suffix());
  }
}

TEST(Keys, WhatCannotBeAnIndexKeyIsNotInTheIndex) {
  const KeySchema index{{{"g", AttributeType::string}}, {{"r", AttributeType::binary}}};
  const auto indexed = [&](const AttributeValue& g, const AttributeValue& r) {
    return index_entry_key(index, kTable, {{"pk", "a"}, {"sk", "b"}, {"g", g}, {"r", r}})
        .has_value();
  };
  const auto bytes = [](std::size_t size) {
    return AttributeValue::binary(std::string(size, 'r'));
  };
  EXPECT_TRUE(indexed(std::string(2048, 'g'), bytes(1024)));
  EXPECT_FALSE(indexed(std::string(2049, 'g'), bytes(1)));
  EXPECT_FALSE(indexed("g", bytes(1025)));
  EXPECT_FALSE(indexed("", bytes(1)));
  EXPECT_FALSE(indexed("g", bytes(0)));
  EXPECT_FALSE(indexed(1, bytes(1)));
  EXPECT_FALSE(indexed(AttributeValue::null(), bytes(1)));
}

}  // namespace
}  // namespace keywright::engine
