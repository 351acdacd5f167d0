#include "plan/capacity.hpp"

#include <gtest/gtest.h>

namespace keywright::plan {
namespace {

// The golden numbers of AWS's own calculator for the research example.
TEST(Capacity, AgreesWithTheCalculatorOnReads) {
  EXPECT_EQ(read_units(900, ReadMode::strong), 1);
  EXPECT_EQ(read_units(22 * 3200, ReadMode::eventual), 9);
  EXPECT_EQ(read_units(50 * 200, ReadMode::eventual), 1.5);
  EXPECT_EQ(read_units(20 * 1024, ReadMode::strong), 5);
}

TEST(Capacity, AgreesWithTheCalculatorOnWrites) {
  EXPECT_EQ(write_units(900), 1);
  EXPECT_EQ(20 * write_units(2.5 * 1024), 60);
}

TEST(Capacity, CountsWholeBlocks) {
  EXPECT_EQ(read_units(4096, ReadMode::strong), 1);
  EXPECT_EQ(read_units(4097, ReadMode::strong), 2);
  EXPECT_EQ(read_units(4097, ReadMode::transactional), 4);
  EXPECT_EQ(write_units(1024), 1);
  EXPECT_EQ(write_units(1025), 2);
}

TEST(Capacity, ChargesTheLeastForNothing) {
  EXPECT_EQ(read_units(0, ReadMode::eventual), 0.5);
  EXPECT_EQ(write_units(0), 1);
}

}  // namespace
}  // namespace keywright::plan
