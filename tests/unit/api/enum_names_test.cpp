#include "api/enum_names.hpp"

#include <gtest/gtest.h>

namespace keywright::api {
namespace {

TEST(EnumNames, AreAws) {
  EXPECT_EQ(name(ReturnValues::none), "NONE");
  EXPECT_EQ(name(ReturnValues::updated_new), "UPDATED_NEW");
  EXPECT_EQ(name(ReturnValuesOnConditionCheckFailure::all_old), "ALL_OLD");
  EXPECT_EQ(name(ReturnConsumedCapacity::indexes), "INDEXES");
  EXPECT_EQ(name(ReturnItemCollectionMetrics::size), "SIZE");
  EXPECT_EQ(name(Select::count), "COUNT");
  EXPECT_EQ(name(KeyType::range), "RANGE");
  EXPECT_EQ(name(ProjectionType::include), "INCLUDE");
  EXPECT_EQ(name(BillingMode::pay_per_request), "PAY_PER_REQUEST");
  EXPECT_EQ(name(TableClass::standard_infrequent_access), "STANDARD_INFREQUENT_ACCESS");
  EXPECT_EQ(name(TableStatus::active), "ACTIVE");
  EXPECT_EQ(name(IndexStatus::creating), "CREATING");
}

template <class Enum>
void check_all_read_back() {
  for (const auto text : names<Enum>()) EXPECT_EQ(name(from_name<Enum>(text).value()), text);
  EXPECT_EQ(from_name<Enum>("none"), std::nullopt);
  EXPECT_EQ(from_name<Enum>(""), std::nullopt);
}

TEST(EnumNames, ReadBack) {
  check_all_read_back<ReturnValues>();
  check_all_read_back<ReturnValuesOnConditionCheckFailure>();
  check_all_read_back<ReturnConsumedCapacity>();
  check_all_read_back<ReturnItemCollectionMetrics>();
  check_all_read_back<Select>();
  check_all_read_back<KeyType>();
  check_all_read_back<ProjectionType>();
  check_all_read_back<BillingMode>();
  check_all_read_back<TableClass>();
  check_all_read_back<TableStatus>();
  check_all_read_back<IndexStatus>();
}

}  // namespace
}  // namespace keywright::api
