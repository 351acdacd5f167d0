#include "verify/truth.hpp"

#include <gtest/gtest.h>

namespace keywright::verify {
namespace {

// As the plans and generated code have it: an index entry asks for a value to compare.
TEST(Truth, AFieldThatIsNotThereLetsNothingIntoAnIndex) {
  Sample sample;
  sample.values.resize(1);
  model::Predicate predicate;
  predicate.field.index = 0;
  predicate.comparison = model::Comparison::not_equal;
  predicate.values.push_back({model::LiteralKind::number, "3", {}});
  EXPECT_FALSE(lets_in(predicate, sample));
  EXPECT_TRUE(holds(predicate, &sample, {})) << "a condition is DynamoDB's";
  sample.values[0] = AttributeValue(4);
  EXPECT_TRUE(lets_in(predicate, sample));
  sample.values[0] = AttributeValue(3);
  EXPECT_FALSE(lets_in(predicate, sample));

  predicate.comparison = model::Comparison::not_exists;
  EXPECT_FALSE(lets_in(predicate, sample));
  sample.values[0].reset();
  EXPECT_TRUE(lets_in(predicate, sample));
}

}  // namespace
}  // namespace keywright::verify
