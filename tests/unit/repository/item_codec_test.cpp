#include "everything.hpp"
#include <keywright/item_reader.hpp>
#include <keywright/item_writer.hpp>
#include <keywright/key_template.hpp>

#include <functional>
#include <limits>

#include <gtest/gtest.h>

namespace keywright {
namespace {

using everything::Everything;
using everything::sample;

Result<Item> to_item(const Everything& value) {
  ItemWriter item;
  item.entity(value);
  return item.finish();
}

TEST(ItemCodec, WritesEachTypeAsItIsStored) {
  const auto item = to_item(sample());
  ASSERT_TRUE(item) << item.error().message;
  EXPECT_EQ(to_json(*item),
            R"({"_type":{"S":"Everything"},)"
            R"("address":{"M":{"number":{"N":"7"},"street":{"S":"Main Street"}}},)"
            R"("blobs":{"BS":["cQ=="]},"bytes":{"B":"AP8="},"colour":{"S":"green"},)"
            R"("date":{"S":"2026-01-02"},)"
            R"("document":{"M":{"ok":{"BOOL":true},"step":{"N":"3"}}},)"
            R"("expires":{"N":"1700000000"},"flag":{"BOOL":true},"floating":{"N":"0.1"},)"
            R"("former":{"L":[{"M":{"street":{"S":"Side Street"}}}]},"integer":{"N":"-5"},)"
            R"("list":{"L":[{"S":"a"},{"S":""}]},"map":{"M":{"x":{"N":"1"},"y":{"N":"-1"}}},)"
            R"("note":{"S":"a note"},"number":{"N":"12345678901234567890"},)"
            R"("numbers":{"NS":["1","20"]},"score":{"N":"11"},"tags":{"SS":["a","b"]},)"
            R"("text":{"S":"héllo"},"time":{"S":"2026-01-02T03:04:05.678Z"},)"
            R"("ulid":{"S":"01ARZ3NDEKTSV4RRFFQ69G5FAV"},)"
            R"("uuid":{"S":"f81d4fae-7dec-41d0-a765-00a0c91e6bf6"}})");
}

TEST(ItemCodec, ReadsBackWhatItWrote) {
  const auto back = from_item<Everything>(*to_item(sample()));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(*back, sample());
}

TEST(ItemCodec, LeavesOutEmptyOptionalsAndEmptySets) {
  Everything value = sample();
  value.note.reset();
  value.tags.clear();
  value.numbers.clear();
  value.blobs.clear();
  value.text.clear();
  const auto item = to_item(value);
  ASSERT_TRUE(item);
  for (const char* name : {"note", "tags", "numbers", "blobs"}) {
    EXPECT_FALSE(item->contains(name)) << name;
  }
  EXPECT_EQ(item->find("text")->as_string(), "") << "empty text is allowed outside keys";
  EXPECT_EQ(*from_item<Everything>(*item), value);
}

TEST(ItemCodec, KeepsNumbersOf38Digits) {
  Everything value = sample();
  value.number = *Number::parse("99999999999999999999.999999999999999999");
  const auto back = from_item<Everything>(*to_item(value));
  EXPECT_EQ(back->number.to_string(), "99999999999999999999.999999999999999999");
}

struct Refusal {
  std::function<void(Everything&)> change;
  std::string message;
};

TEST(ItemCodec, RefusesWhatIsOutsideTheLimitsOfAField) {
  const Refusal refusals[] = {
      {[](auto& v) { v.text = "sixsix"; },
       "Everything.text has 6 characters; it must have at most 5"},
      {[](auto& v) { v.text = "a\xff"; }, "Everything.text is not well-formed UTF-8"},
      {[](auto& v) { v.integer = 6; }, "Everything.integer is 6; it must be -5 to 5"},
      {[](auto& v) { v.number = 0; }, "Everything.number is 0; it must be at least 0.5"},
      {[](auto& v) { v.number = *Number::parse("2e20"); },
       "Everything.number is 200000000000000000000; it must be at most 1e20"},
      {[](auto& v) { v.floating = std::numeric_limits<double>::infinity(); },
       "Everything.floating is inf, which no DynamoDB number can hold"},
      {[](auto& v) { v.time = Timestamp::max(); },
       "Everything.time lies outside the years 0000 to 9999"},
      {[](auto& v) { v.bytes.bytes = "12345"; },
       "Everything.bytes has 5 bytes; it must have at most 4"},
      {[](auto& v) { v.list = {"1", "2", "3", "4"}; },
       "Everything.list has 4 elements; it must have at most 3"},
      {[](auto& v) { v.tags = {"1", "2", "3"}; },
       "Everything.tags has 3 elements; it must have at most 2"},
      {[](auto& v) { v.note = "a note!"; },
       "Everything.note has the character '!', which is not in [a-z ]"},
      {[](auto& v) { v.address.street = ""; },
       "Everything.address.street has 0 characters; it must have at least 1"},
      {[](auto& v) { v.former = {{"a"}, {"b", 10000}}; },
       "Everything.former[1].number is 10000; it must be at most 9999"},
      {[](auto& v) { v.colour = static_cast<everything::Colour>(7); },
       "Everything.colour is none of the values of its type"},
      {[](auto& v) { v.document = AttributeValue(std::string(101, 'x')); },
       "Everything.document has 101 bytes; it must have at most 100"},
  };
  for (const Refusal& refusal : refusals) {
    Everything value = sample();
    refusal.change(value);
    const auto item = to_item(value);
    ASSERT_FALSE(item) << refusal.message;
    EXPECT_EQ(item.error().code, ErrorCode::validation);
    EXPECT_EQ(item.error().message, refusal.message);
  }
}

struct Misfit {
  std::string attribute;
  AttributeValue value;
  std::string message;
};

TEST(ItemCodec, SaysWhichAttributeDoesNotReadAndWhy) {
  const Misfit misfits[] = {
      {"text", 1, "Everything.text has type N, not S"},
      {"colour", "blue", "Everything.colour is \"blue\", none of red, green"},
      {"flag", "true", "Everything.flag has type S, not BOOL"},
      {"integer", *Number::parse("1.5"), "Everything.integer is 1.5, not an integer of 64 bits"},
      {"time", "2026-01-02",
       "Everything.time is \"2026-01-02\", not a time such as 2026-01-02T03:04:05.678Z"},
      {"date", "today", "Everything.date is \"today\", not a date such as 2026-01-02"},
      {"ulid", "x", "Everything.ulid is \"x\", not a ULID"},
      {"uuid", "x", "Everything.uuid is \"x\", not a UUID in lower case"},
      {"list", AttributeValue::list({"a", 2}), "Everything.list[1] has type N, not S"},
      {"map", AttributeValue::map({{"k", "v"}}), "Everything.map.k has type S, not N"},
      {"address", AttributeValue::map({{"number", 1}}), "Everything.address.street is missing"},
      {"tags", AttributeValue::list({"a"}), "Everything.tags has type L, not SS"},
  };
  const Item item = *to_item(sample());
  for (const Misfit& misfit : misfits) {
    const Item changed = ItemBuilder(item).set(misfit.attribute, misfit.value).build();
    const auto value = from_item<Everything>(changed);
    ASSERT_FALSE(value) << misfit.message;
    EXPECT_EQ(value.error().code, ErrorCode::decode);
    EXPECT_EQ(value.error().message, misfit.message);
    EXPECT_EQ(value.error().item, changed);
  }
}

TEST(ItemCodec, MissesOnlyWhatMustBeThere) {
  const Item item = *to_item(sample());
  for (const char* name : {"note", "tags", "numbers", "blobs", "score"}) {
    EXPECT_TRUE(from_item<Everything>(ItemBuilder(item).remove(name).build())) << name;
  }
  EXPECT_EQ(from_item<Everything>(ItemBuilder(item).remove("score").build())->score, 10)
      << "a field with a default reads as that";
  const auto missing = from_item<Everything>(ItemBuilder(item).remove("flag").build());
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().message, "Everything.flag is missing");
}

TEST(ItemCodec, ReadsNullAsAnAbsentOptionalAndIgnoresForeignAttributes) {
  const Item item = ItemBuilder(*to_item(sample()))
                        .set("note", AttributeValue::null())
                        .set_string("aaa", "first")
                        .set_string("zzz", "last")
                        .build();
  const auto value = from_item<Everything>(item);
  ASSERT_TRUE(value);
  EXPECT_FALSE(value->note);
}

TEST(ItemWriter, ReturnsTheFirstErrorOfKeysAndFields) {
  constexpr PartitionTemplate pk{"Everything", "pk", "E#{text}"};
  ItemWriter item;
  item.key(pk(""));
  Everything value = sample();
  value.integer = 100;
  item.entity(value);
  EXPECT_EQ(item.finish().error().message,
            "Everything.text is empty, and a part of a key cannot be (key pk is \"E#{text}\")");
}

TEST(ItemWriter, NamesTheLargestFieldOfAnItemOver400KB) {
  const Item item{{"body", std::string(300'000, 'b')}, {"rest", std::string(120'000, 'r')}};
  const auto checked = check_item_size("Report", item);
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().code, ErrorCode::item_too_large);
  EXPECT_EQ(checked.error().message,
            "Report has 420008 bytes, and an item can have 409600; the largest field is body with "
            "300004 bytes");
  EXPECT_TRUE(check_item_size("Report", Item{{"b", std::string(409'599, 'b')}}));
  EXPECT_FALSE(check_item_size("Report", Item{{"b", std::string(409'600, 'b')}}));
}

TEST(ItemWriter, SetsAnExpiryInWholeSeconds) {
  ItemWriter item;
  item.expiry("expires_at", Timestamp(std::chrono::milliseconds(1'999)), std::chrono::days(7));
  EXPECT_EQ(to_json(*item.finish()), R"({"expires_at":{"N":"604801"}})");
}

struct Weighed {
  Number weight;
};
constexpr auto describe(const Weighed*) {
  return Entity{"Weighed", field("weight", &Weighed::weight, {.number_max = "1e400"})};
}

TEST(ItemCodec, SaysThatALimitIsNoNumber) {
  ItemWriter item;
  item.entity(Weighed{Number(1)});
  const auto written = item.finish();
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().message, "Weighed.weight has the limit 1e400, which is no number");
}

}  // namespace
}  // namespace keywright
