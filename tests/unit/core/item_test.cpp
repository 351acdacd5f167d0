#include <keywright/item.hpp>

#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace keywright {
namespace {

using Value = AttributeValue;

Item job() {
  return Item{
      {"pk", "TENANT#1"}, {"sk", "JOB#7"}, {"priority", 5}, {"tags", Value::string_set({"a"})}};
}

TEST(Item, IsEmptyByDefault) {
  const Item item;
  EXPECT_TRUE(item.empty());
  EXPECT_EQ(item.count(), 0u);
  EXPECT_EQ(item.size_in_bytes(), 0u);
  EXPECT_FALSE(item.find("a"));
  EXPECT_EQ(item.begin(), item.end());
  EXPECT_EQ(to_json(item), "{}");
  EXPECT_EQ(item, Item({}));
  EXPECT_EQ(Item::from_encoded(item.encoded()), item);
}

TEST(Item, FindsAttributesByName) {
  const Item item = job();
  EXPECT_EQ(item.count(), 4u);
  EXPECT_EQ(item.find("pk")->as_string(), "TENANT#1");
  EXPECT_EQ(item.find("priority")->as_number(), Number(5));
  EXPECT_TRUE(item.find("tags")->is(AttributeType::string_set));
  for (const char* missing : {"", "a", "p", "pj", "pl", "pkk", "priorit", "z"}) {
    EXPECT_FALSE(item.contains(missing)) << missing;
  }
}

TEST(Item, KeepsAttributesSortedByName) {
  std::string names;
  for (const auto& [name, value] : job()) names.append(name).append(" ");
  EXPECT_EQ(names, "pk priority sk tags ");
  EXPECT_EQ(to_json(Item{{"b", 1}, {"a", 2}, {"b", 3}}), R"({"a":{"N":"2"},"b":{"N":"3"}})");
}

TEST(Item, TakesADotAsPartOfAName) {
  const Item item{{"a.b", 1}, {"a", Value::map({{"b", 2}})}};
  EXPECT_EQ(item.find("a.b")->as_number(), Number(1));
}

TEST(Item, SharesItsRecordWithCopies) {
  Item item = job();
  const Item copy = item;
  EXPECT_EQ(copy.encoded().data(), item.encoded().data());
  const Item moved = std::move(item);
  EXPECT_TRUE(item.empty());  // NOLINT(bugprone-use-after-move)
  EXPECT_EQ(moved, copy);
  Item assigned;
  assigned = moved;
  assigned = *&assigned;
  EXPECT_EQ(assigned, copy);
}

TEST(Item, EqualsByContent) {
  EXPECT_EQ(job(), job());
  EXPECT_NE(job().encoded().data(), job().encoded().data());
  EXPECT_EQ((Item{{"a", 1}, {"b", 2}}), (Item{{"b", 2}, {"a", Number::parse("1.0").value()}}));
  EXPECT_NE((Item{{"a", 1}}), (Item{{"a", 2}}));
  EXPECT_NE((Item{{"a", 1}}), (Item{{"a", 1}, {"b", 1}}));
  EXPECT_NE((Item{{"a", 1}}), Item());
}

TEST(Item, KnowsTheSizeDynamoDbAccounts) {
  // Names 2 + 2 + 8 + 4; values 8 + 5 + 2 + 1.
  EXPECT_EQ(job().size_in_bytes(), 32u);
  const Item huge{{"pk", "a"}, {"b", std::string(409596, 'x')}};
  EXPECT_EQ(huge.size_in_bytes(), 409600u);
}

TEST(Item, LeavesOutWhatIsNotAmongNames) {
  const Item item{{"a", 1}, {"bb", "text"}, {"c", AttributeValue::boolean(true)}};
  const auto with_only = [&item](std::vector<std::string> names) { return item.with_only(names); };
  EXPECT_EQ(with_only({"a", "c"}), (Item{{"a", 1}, {"c", AttributeValue::boolean(true)}}));
  EXPECT_EQ(with_only({"b", "bb", "bbb"}), (Item{{"bb", "text"}}));
  EXPECT_EQ(with_only({"", "x"}), Item());
  EXPECT_EQ(with_only({}), Item());
  EXPECT_EQ(Item().with_only(std::vector<std::string>{"a"}), Item());
  EXPECT_EQ(with_only({"a", "bb"}).size_in_bytes(), 9U);
  EXPECT_EQ(with_only({"a", "bb", "c", "d"}).encoded().data(), item.encoded().data());
}

TEST(Item, KeepsItsAttributesThroughEncoding) {
  const Item item = job();
  EXPECT_EQ(Item::from_encoded(item.encoded()), item);
}

TEST(ItemBuilder, BuildsFromNothing) {
  const Item item = ItemBuilder()
                        .set_string("s", "text")
                        .set_number("n", 5)
                        .set_bool("f", true)
                        .set_binary("b", "foo")
                        .set("v", Value::list({1}))
                        .set("w", Value("view").view())
                        .build();
  EXPECT_EQ(to_json(item), R"({"b":{"B":"Zm9v"},"f":{"BOOL":true},"n":{"N":"5"},"s":{"S":"text"},)"
                           R"("v":{"L":[{"N":"1"}]},"w":{"S":"view"}})");
}

TEST(ItemBuilder, ChangesACopy) {
  const Item before = job();
  const Item after = ItemBuilder(before)
                         .set_string("sk", "JOB#8")
                         .remove("tags")
                         .remove("not there")
                         .set_bool("aa", false)
                         .set_number("zz", 1)
                         .build();
  EXPECT_EQ(to_json(after), R"({"aa":{"BOOL":false},"pk":{"S":"TENANT#1"},"priority":{"N":"5"},)"
                            R"("sk":{"S":"JOB#8"},"zz":{"N":"1"}})");
  EXPECT_EQ(after.size_in_bytes(), 2u + 1 + 2 + 8 + 8 + 2 + 2 + 5 + 2 + 2);
  EXPECT_EQ(before, job());
}

TEST(ItemBuilder, LetsTheLastCallForANameWin) {
  EXPECT_EQ(ItemBuilder().set_number("a", 1).remove("a").build(), Item());
  EXPECT_EQ(ItemBuilder().remove("a").set_number("a", 1).build(), (Item{{"a", 1}}));
  EXPECT_EQ(ItemBuilder(job()).remove("pk").set_string("pk", "x").build().find("pk")->as_string(),
            "x");
  EXPECT_EQ(ItemBuilder().set_number("b", 1).set_number("a", 1).set_number("b", 2).build(),
            (Item{{"a", 1}, {"b", 2}}));
}

TEST(ItemBuilder, CanLeaveNothing) {
  EXPECT_EQ(ItemBuilder().build(), Item());
  EXPECT_EQ(ItemBuilder(Item{{"a", 1}}).remove("a").build(), Item());
}

TEST(ItemBuilder, SharesTheRecordIfNothingChanges) {
  const Item item = job();
  EXPECT_EQ(ItemBuilder(item).build().encoded().data(), item.encoded().data());
}

TEST(ItemBuilder, IsEmptyAfterwards) {
  ItemBuilder builder(job());
  builder.set_number("n", 1);
  EXPECT_EQ(builder.build().count(), 5u);
  EXPECT_EQ(builder.build(), Item());
  EXPECT_EQ(builder.set_number("n", 1).build(), (Item{{"n", 1}}));
}

TEST(ItemBuilder, KeepsNoReferences) {
  ItemBuilder builder;
  {
    std::string name = "a name that lives on the heap, being long";
    Value value("a value that lives on the heap, being long");
    builder.set(name, value);
    name.assign(name.size(), '!');
    value = Value();
  }
  EXPECT_EQ(to_json(builder.build()), R"({"a name that lives on the heap, being long":)"
                                      R"({"S":"a value that lives on the heap, being long"}})");
}

TEST(ItemBuilder, MayTakeValuesFromItsOwnBase) {
  const Item item{{"a", "left"}, {"b", "right"}};
  const Item swapped =
      ItemBuilder(item).set("a", *item.find("b")).set("b", *item.find("a")).build();
  EXPECT_EQ(to_json(swapped), R"({"a":{"S":"right"},"b":{"S":"left"}})");
}

}  // namespace
}  // namespace keywright
