#include "core/small_vector.hpp"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace keywright {
namespace {

using Small = SmallVector<int, 3>;

Small numbers(int count) {
  Small made;
  for (int i = 0; i < count; ++i) made.push_back(i);
  return made;
}

std::vector<int> elements(const Small& vector) {
  return {vector.begin(), vector.end()};
}

std::vector<int> count_to(int count) {
  std::vector<int> expected;
  for (int i = 0; i < count; ++i) expected.push_back(i);
  return expected;
}

TEST(SmallVector, IsEmptyByDefault) {
  EXPECT_TRUE(Small().empty());
  EXPECT_EQ(Small().size(), 0U);
  EXPECT_EQ(elements(Small()), std::vector<int>());
}

TEST(SmallVector, GrowsBeyondWhatFitsInside) {
  for (const int count : {1, 2, 3, 4, 6, 7, 100})
    EXPECT_EQ(elements(numbers(count)), count_to(count));
}

TEST(SmallVector, CopiesAndMovesInsideAndOutside) {
  for (const int count : {0, 2, 3, 4, 50}) {
    Small original = numbers(count);
    Small copy = original;
    copy.push_back(-1);
    EXPECT_EQ(elements(original), count_to(count));
    Small moved = std::move(original);
    EXPECT_EQ(elements(moved), count_to(count));
    EXPECT_TRUE(original.empty());  // NOLINT: what a moved-from one is, is promised
    original.push_back(7);
    EXPECT_EQ(elements(original), std::vector<int>{7});
    for (const int other : {1, 20}) {
      Small target = numbers(other);
      target = moved;
      EXPECT_EQ(elements(target), count_to(count));
      target = numbers(other);
      EXPECT_EQ(elements(target), count_to(other));
    }
    moved = *&moved;
    EXPECT_EQ(elements(moved), count_to(count));
  }
}

TEST(SmallVector, AppendsPartsOfItself) {
  Small vector = numbers(3);
  vector.append(vector);
  EXPECT_EQ(elements(vector), (std::vector<int>{0, 1, 2, 0, 1, 2}));
  vector.push_back(vector[1]);
  EXPECT_EQ(vector.back(), 1);
  vector.append({8, 9});
  vector.append(std::vector<int>());
  EXPECT_EQ(elements(vector), (std::vector<int>{0, 1, 2, 0, 1, 2, 1, 8, 9}));
  vector.clear();
  EXPECT_TRUE(vector.empty());
}

}  // namespace
}  // namespace keywright
