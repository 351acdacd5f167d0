#include "copy/checksum.hpp"

#include <string>

#include <gtest/gtest.h>

namespace keywright::copy {
namespace {

const Item kOne{{"pk", "a"},
                {"n", *Number::parse("1.50")},
                {"set", AttributeValue::number_set({10, 2, -1, 2})},
                {"m", AttributeValue::map({{"z", true},
                                           {"\xc3\xa9", AttributeValue::null()},
                                           {"a\n", AttributeValue::binary("hi")}})}};
const Item kTwo{{"pk", "b"}};

std::string checksum_of(std::initializer_list<Item> items) {
  Digester digest;
  Tally tally;
  for (const Item& item : items) tally += digest(item);
  return to_hex(tally.checksum);
}

// By Python's json (sorted keys, no blanks) and hashlib.
TEST(ItemChecksum, IsWhatTheDocsSay) {
  EXPECT_EQ(checksum_of({}), "00000000000000000000000000000000");
  EXPECT_EQ(checksum_of({kOne}), "4ad1b91f8695d2d25f87ed8bea31c6f6");
  EXPECT_EQ(checksum_of({kTwo}), "a72285f2db3ebffbc73e79281552dbdd");
  EXPECT_EQ(checksum_of({kOne, kTwo}), "f1f43f1261d492ce26c666b3ff84a2d3");
}

TEST(ItemChecksum, DoesNotDependOnTheOrderOfItems) {
  EXPECT_EQ(checksum_of({kOne, kTwo, kOne}), checksum_of({kTwo, kOne, kOne}));
  EXPECT_NE(checksum_of({kOne, kOne}), checksum_of({kTwo, kTwo}));
  EXPECT_NE(checksum_of({kOne, kOne}), checksum_of({}));
}

TEST(ItemChecksum, TallyCountsItemsAndBytes) {
  Digester digest;
  Tally tally = digest(kTwo);
  tally += digest(kTwo);
  EXPECT_EQ(tally.items, 2);
  EXPECT_EQ(tally.bytes, 6);
}

TEST(ItemChecksum, CarriesAndReadsItsDigits) {
  Checksum checksum{1, ~std::uint64_t{0}};
  checksum += Checksum{0, 1};
  EXPECT_EQ(to_hex(checksum), "00000000000000020000000000000000");
  EXPECT_EQ(checksum_from_hex("00000000000000020000000000000000"), checksum);
  for (const char* text :
       {"", "1", "0000000000000002000000000000000g", "000000000000000200000000000000000",
        "-0000000000000020000000000000000"}) {
    EXPECT_EQ(checksum_from_hex(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace keywright::copy
