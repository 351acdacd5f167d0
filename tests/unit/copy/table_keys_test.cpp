#include "copy/table_keys.hpp"

#include <gtest/gtest.h>

namespace keywright::copy {
namespace {

const TableKeys kKeys = table_keys({{"sk", KeyType::range}, {"pk", KeyType::hash}},
                                   {{"sk", AttributeType::number}, {"pk", AttributeType::string}});

TEST(TableKeys, HaveThePartitionKeyFirst) {
  EXPECT_EQ(kKeys.text(), "pk (S), sk (N)");
  EXPECT_EQ(kKeys.key_of({{"pk", "a"}, {"sk", 1}, {"x", 2}}), (Key{{"pk", "a"}, {"sk", 1}}));
}

TEST(TableKeys, KnowTheSameItem) {
  EXPECT_TRUE(kKeys.same_item({{"pk", "a"}, {"sk", 1}, {"x", 2}}, {{"pk", "a"}, {"sk", 1}}));
  EXPECT_FALSE(kKeys.same_item({{"pk", "a"}, {"sk", 1}}, {{"pk", "a"}, {"sk", 2}}));
}

TEST(TableKeys, SayWhyAnItemIsNotForTheTable) {
  EXPECT_EQ(kKeys.fault_of({{"pk", "a"}, {"sk", 1}}), std::nullopt);
  EXPECT_EQ(kKeys.fault_of({{"pk", "a"}}), "it has no sk, which is in the key of the table");
  EXPECT_EQ(kKeys.fault_of({{"pk", "a"}, {"sk", "1"}}),
            "its sk is of type S, and the key of the table wants N");
  EXPECT_EQ(kKeys.fault_of({{"pk", ""}, {"sk", 1}}),
            "its pk, which is in the key of the table, is empty");
}

}  // namespace
}  // namespace keywright::copy
